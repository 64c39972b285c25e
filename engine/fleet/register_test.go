// SPDX-License-Identifier: MIT

package fleet

import (
	"testing"
	"time"
)

func TestPlateKey(t *testing.T) {
	for _, plate := range []string{"51C-123.45", "51c 12345", " 51C_123-45 "} {
		if got := PlateKey(plate); got != "51C12345" {
			t.Errorf("%q is %q", plate, got)
		}
	}
	if got := PlateKey("29đ1-1"); got != "29Đ11" {
		t.Errorf("got %q", got)
	}
}

func TestVehicle(t *testing.T) {
	r := Register{Vehicles: []Vehicle{{Plate: "-"}, {Plate: "51C-123.45", Kind: "xe tải"}}}
	if v, ok := r.Vehicle("51c12345"); !ok || v.Kind != "xe tải" {
		t.Errorf("%+v, %v", v, ok)
	}
	for _, plate := range []string{"", "51C-123.46", "."} {
		if v, ok := r.Vehicle(plate); ok {
			t.Errorf("%q is %+v", plate, v)
		}
	}
}

func TestDriverAt(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }
	r := Register{Assignments: []Assignment{
		{Plate: "51C-1", Driver: "Lan", To: day(10)},
		{Plate: "51C-1", Driver: "Minh", From: day(10)},
		{Plate: "51C-1", Driver: "Hoa", From: day(15), To: day(16)},
		{Plate: "51C-2", Driver: "Tâm", From: day(3), To: day(4)},
	}}
	for _, c := range []struct {
		plate string
		at    time.Time
		want  string
	}{
		{"51c1", day(1), "Lan"}, {"51C-1", day(10).Add(-1), "Lan"}, {"51C-1", day(10), "Minh"},
		{"51C-1", day(15), "Hoa"}, {"51C-1", day(16), "Minh"},
		{"51C-2", day(2), ""}, {"51C-2", day(3), "Tâm"}, {"51C-2", day(4), ""}, {"51C-3", day(3), ""}, {"", day(3), ""},
	} {
		if got := r.DriverAt(c.plate, c.at); got != c.want {
			t.Errorf("%q at %v is %q, want %q", c.plate, c.at, got, c.want)
		}
	}
}
