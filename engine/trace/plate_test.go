// SPDX-License-Identifier: MIT

package trace

import (
	"slices"
	"strings"
	"testing"
)

func TestPlateOfName(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"51C-123.45", "51C-123.45"},
		{"29A 12345", "29A 12345"},
		{"Xe 51C12345", "51C12345"},
		{"51c-123.45 sáng thứ hai", "51c-123.45"},
		{"51C-12345_2026-11-29", "51C-12345"},
		{"Xe 29LD-123.45, tuyến 5", "29LD-123.45"},
		{"59-X1 234.56", "59-X1 234.56"},
		{"59X1-234.56", "59X1-234.56"},
		{"52X-1234", "52X-1234"},
		{"", ""},
		{"Sáng thứ hai", ""},
		{"51C-123.45 và 51C-678.90", ""},
		{"51C-123.456", ""},
		{"151C-123.45", ""},
		{"10C-123.45", ""}, // no province has a number below 11
		{"2026-11-29T10:20:30", ""},
		{"2026-11-29T102030", ""},
		{"2026-11-29T1020", ""},
		{"20261129-102030", ""},
		{"20 to 12345", ""},
		{"11 AM 2024", ""},
		{"track 12 km 2024", ""},
		{"21km 10234", ""},
		{"Đơn hàng 2024123456", ""},
	} {
		if got := plateOfName(c.name); got != c.want {
			t.Errorf("%q: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestVehicleOfName reads files whose trips have plates in their names only.
func TestVehicleOfName(t *testing.T) {
	track := func(name, more string) string {
		return "<trk><name>" + name + "</name>" + more + `<trkseg><trkpt lat="10.1" lon="106.1"/><trkpt lat="10.2" lon="106.2"/></trkseg></trk>`
	}
	for _, c := range []struct {
		name, file, text string
		want             []string // vehicles, with "*" where a note says that it is of a name
	}{
		{"track", "day.gpx", gpx(track("Xe 51C12345", "")), []string{"51C12345*"}},
		{"own element first", "day.gpx", gpx(track("51C-123.45", "<extensions><vehicle>Xe 7</vehicle></extensions>")), []string{"Xe 7"}},
		{"file", "/data/51C-123.45.gpx", gpx(track("sáng", "") + track("29A 12345", "")), []string{"51C-123.45*", "29A 12345*"}},
		{"neither", "day.gpx", gpx(track("sáng", "")), []string{""}},
		{"table", "51C-12345 29-11-2026.csv", "lat,lon\n10.1,106.1\n10.2,106.2\n", []string{"51C-12345*"}},
		{"table with a vehicle", "51C-12345.csv", "vehicle,lat,lon\nXe 7,10.1,106.1\nXe 7,10.2,106.2\n", []string{"Xe 7"}},
	} {
		trips, err := Read(t.Context(), strings.NewReader(c.text), c.file, Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var got []string
		for _, trip := range trips {
			vehicle := trip.Vehicle
			if slices.ContainsFunc(trip.Notes, func(n Note) bool { return n.Kind == NoteNamePlate && n.Detail == vehicle }) {
				vehicle += "*"
			}
			got = append(got, vehicle)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
