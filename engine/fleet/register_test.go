// SPDX-License-Identifier: MIT

package fleet

import (
	"testing"
	"time"
)

func TestRegister(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC) }
	r := Register{
		Vehicles: []Vehicle{{Plate: "51C-123.45", Kind: "xe tải"}, {Plate: "-"}},
		Assignments: []Assignment{
			{Plate: "51C-123.45", Driver: "Lan"},
			{Plate: "51c 12345", Driver: "Minh", From: day(3), To: day(5)},
		},
	}
	if v, ok := r.Vehicle("51c 12345"); !ok || v.Kind != "xe tải" {
		t.Errorf("%+v, %t", v, ok)
	}
	for _, plate := range []string{"", "-", "51C-123.46"} {
		if v, ok := r.Vehicle(plate); ok || r.DriverAt(plate, day(4)) != "" {
			t.Errorf("%q: %+v", plate, v)
		}
	}
	for at, want := range map[time.Time]string{day(2): "Lan", day(3): "Minh", day(4): "Minh", day(5): "Lan"} {
		if got := r.DriverAt("51C.12345", at); got != want {
			t.Errorf("on %v drives %q, want %q", at, got, want)
		}
	}
}
