// SPDX-License-Identifier: MIT

package engine_test

import (
	"slices"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
	"roadsnap/internal/boundarytest"
)

// TestStreetWards asks which wards a street runs through, on two wards next to each other.
func TestStreetWards(t *testing.T) {
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	at := func(lon float64) geo.Fixed { return geo.Point{Lat: 10.775, Lon: lon}.Fixed() }
	street := func(name string, from, to float64) basemap.Feature {
		return basemap.NewFeature(basemap.Feature{Kind: basemap.RoadTrack, Name: name}, []geo.Fixed{at(from), at((from + to) / 2), at(to)})
	}
	err = e.OpenPack(placesPack(t,
		street("Đường Lê Lợi", 106.7001, 106.7099), // in Sài Gòn
		street("Lê Lai", 106.705, 106.715),         // in both
		street("Đường Lê Lợi", 106.75, 106.76),     // elsewhere
	))
	if err != nil {
		t.Fatal(err)
	}
	square := func(west float64) []boundary.Part {
		p := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
		return []boundary.Part{{{p(10.77, west), p(10.77, west+0.01), p(10.78, west+0.01), p(10.78, west)}}}
	}
	wards := boundarytest.Pack(t, boundary.Source{
		Groups: []uint32{79}, Areas: []boundary.Area{{Code: 26740, Parts: square(106.70)}, {Code: 26743, Parts: square(106.71)}},
	}, pack.Meta{})
	if _, err := e.AddPack(wards); err != nil {
		t.Fatal(err)
	}
	var among []units.Ward
	for _, code := range []string{"26740", "26743"} {
		w, _ := e.Units().Ward(code)
		among = append(among, w)
	}
	for name, want := range map[string][]string{"le loi": {"26740"}, "Lê Lai": {"26740", "26743"}, "Nguyễn Du": nil, "": nil} {
		on, err := e.StreetWards(name, among)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range on {
			got = append(got, w.Code)
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s runs through %v, want %v", name, got, want)
		}
	}
}
