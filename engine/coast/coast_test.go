// SPDX-License-Identifier: MIT

package coast_test

import (
	"testing"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/internal/boundarytest"
)

func world(t *testing.T) *coast.World {
	t.Helper()
	p, err := pack.OpenBytes("land", data.LandPack)
	if err != nil {
		t.Fatal(err)
	}
	net, err := boundary.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	return coast.NewWorld(net)
}

// within reports for each kind whether p, a point of box, is of it.
func within(w *coast.World, level boundary.Level, box geo.FixedBounds, own coast.Country, shore *coast.Shore, p geo.Point) (is [coast.NumKinds]bool) {
	w.Visit(level, box, own, shore, func(k coast.Kind, ring []geo.Fixed) {
		for i, f := range ring {
			a, b := f.Point(), ring[(i+1)%len(ring)].Point()
			if (a.Lat > p.Lat) != (b.Lat > p.Lat) && p.Lon < a.Lon+(b.Lon-a.Lon)*(p.Lat-a.Lat)/(b.Lat-a.Lat) {
				is[k] = !is[k]
			}
		}
	})
	return is
}

// TestVisit checks the ground of some places at every level. The whole Earth is
// drawn at the country level only.
func TestVisit(t *testing.T) {
	square := func(lat, lon float64) *coast.Land {
		at := func(dLat, dLon float64) geo.Fixed { return geo.Point{Lat: lat + dLat, Lon: lon + dLon}.Fixed() }
		return coast.NewLand(boundarytest.Net(t, boundary.Source{
			Groups: []uint32{1},
			Areas:  []boundary.Area{{Parts: []boundary.Part{{{at(0, 0), at(0, 1), at(1, 1), at(1, 0)}}}}},
		}), coast.All)
	}
	w, own := world(t), coast.Country{Sketch: square(12, 108), Home: square(12.5, 108.5)}
	for _, c := range []struct {
		name       string
		at         geo.Point
		wide, near []coast.Kind
	}{
		{"Vientiane", geo.Point{Lat: 17.97, Lon: 102.61}, []coast.Kind{coast.Sea, coast.Abroad}, []coast.Kind{coast.Sea, coast.Abroad}},
		{"Biển Đông", geo.Point{Lat: 14, Lon: 112.5}, []coast.Kind{coast.Sea}, []coast.Kind{coast.Sea}},
		{"a sketch", geo.Point{Lat: 12.2, Lon: 108.2}, []coast.Kind{coast.Sea, coast.Sketch}, []coast.Kind{coast.Sea, coast.Sketch}},
		{"a sketch and better", geo.Point{Lat: 12.7, Lon: 108.7}, []coast.Kind{coast.Sea, coast.Sketch, coast.Home}, []coast.Kind{coast.Sea, coast.Sketch, coast.Home}},
		{"better alone", geo.Point{Lat: 13.2, Lon: 109.2}, []coast.Kind{coast.Sea, coast.Home}, []coast.Kind{coast.Sea, coast.Home}},
		{"Paris", geo.Point{Lat: 48.86, Lon: 2.35}, []coast.Kind{coast.Sea, coast.Abroad}, nil},
		{"the Atlantic Ocean", geo.Point{Lat: 30, Lon: -40}, []coast.Kind{coast.Sea}, nil},
	} {
		for _, level := range boundary.Levels() {
			var want [coast.NumKinds]bool
			kinds := c.near
			if level == boundary.Country {
				kinds = c.wide
			}
			for _, k := range kinds {
				want[k] = true
			}
			for _, metres := range []float64{1, 1000, 500_000} {
				box := geo.BoundsOf(c.at).Pad(metres).Fixed()
				if got := within(w, level, box, own, nil, c.at); got != want {
					t.Errorf("%s at level %v, %v m round it: %v, want %v", c.name, level, metres, got, want)
				}
			}
		}
	}
}
