// SPDX-License-Identifier: MIT

package engine

import (
	"strconv"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/internal/boundarytest"
)

// TestGroundIsThatOfTheBestBorders holds which land is the country's: the
// overview's as a sketch until every ward has a border.
func TestGroundIsThatOfTheBestBorders(t *testing.T) {
	square := func(i int) []boundary.Part {
		lat, lon := 12+0.01*float64(i/60), 107+0.01*float64(i%60)
		at := func(dLat, dLon float64) geo.Fixed { return geo.Point{Lat: lat + dLat, Lon: lon + dLon}.Fixed() }
		return []boundary.Part{{{at(0, 0), at(0, .01), at(.01, .01), at(.01, 0)}}}
	}
	e, err := New(Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	wards := func(share int) string {
		s := boundary.Source{Groups: []uint32{1}}
		for i, w := range e.Units().Wards() {
			code, err := strconv.ParseUint(w.Code, 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			if i%share == 0 {
				s.Areas = append(s.Areas, boundary.Area{Code: uint32(code), Parts: square(i)})
			}
		}
		return boundarytest.Pack(t, s, pack.Meta{})
	}
	for _, c := range []struct {
		name         string
		path         string
		sketch, home bool
	}{
		{"no map", "", true, false},
		{"some wards", wards(50), true, true},
		{"all wards", wards(1), false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.path != "" {
				if err := e.OpenPack(c.path); err != nil {
					t.Fatal(err)
				}
			}
			for _, level := range boundary.Levels() {
				var seen [coast.NumKinds]bool
				box := geo.Bounds{South: 10, West: 105, North: 13, East: 111}.Fixed()
				last := coast.Sea
				err := e.Ground(level, box, func(k coast.Kind, ring []geo.Fixed) {
					if k < last || len(ring) < 3 {
						t.Errorf("%v after %v, of %d points", k, last, len(ring))
					}
					last, seen[k] = k, true
				})
				if err != nil || !seen[coast.Sea] || !seen[coast.Abroad] || seen[coast.Sketch] != c.sketch || seen[coast.Home] != c.home {
					t.Errorf("%v: %v, error %v", level, seen, err)
				}
			}
		})
	}
}

// TestGroundThatIsNotKnown checks that the ground may be left out, as a server
// does, and that a country of which no border is known does not lie under the sea.
func TestGroundThatIsNotKnown(t *testing.T) {
	for name, o := range map[string]Options{
		"no land abroad": {Units: data.Units(), Overview: data.OverviewPack},
		"no borders":     {Units: data.Units(), Land: data.LandPack},
	} {
		e, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		err = e.Ground(boundary.Country, geo.Bounds{South: 0, West: 90, North: 20, East: 120}.Fixed(), func(k coast.Kind, _ []geo.Fixed) {
			t.Errorf("%s: %v", name, k)
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(Options{Units: data.Units(), Land: data.LandPack[:500]}); err == nil {
		t.Error("a damaged land is taken")
	}
}
