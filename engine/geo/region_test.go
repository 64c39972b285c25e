// SPDX-License-Identifier: MIT

package geo_test

import (
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

func fixed(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }

// TestRegion tests points and lines against a square with a square hole.
//
//	  105       107       109
//	13 +---------+---------+
//	   |    +---------+    |   the hole: 11.5…12.5, 106…108
//	   |    |  hole   |    |
//	   |    +---------+    |
//	11 +---------+---------+
func TestRegion(t *testing.T) {
	outer := []geo.Fixed{fixed(11, 105), fixed(11, 109), fixed(13, 109), fixed(13, 105), fixed(11, 105)}
	hole := []geo.Fixed{fixed(11.5, 106), fixed(12.5, 106), fixed(12.5, 108), fixed(11.5, 108)}
	r := geo.NewRegion([][]geo.Fixed{outer, hole}, 0)
	wide := geo.NewRegion([][]geo.Fixed{outer, hole}, 20_000)
	for _, c := range []struct {
		name          string
		line          []geo.Fixed
		touches, near bool
	}{
		{"a point inside", []geo.Fixed{fixed(11.2, 105.5)}, true, true},
		{"a point on the edge", []geo.Fixed{fixed(11, 107)}, true, true},
		{"a corner", []geo.Fixed{fixed(13, 109)}, true, true},
		{"a point in the hole", []geo.Fixed{fixed(12, 107)}, false, false},
		{"a point in the hole, near its edge", []geo.Fixed{fixed(11.6, 107)}, false, true},
		{"a point outside", []geo.Fixed{fixed(12, 110)}, false, false},
		{"a point 11 km outside", []geo.Fixed{fixed(10.9, 107)}, false, true},
		{"a line across, without a point inside", []geo.Fixed{fixed(10, 105.2), fixed(14, 105.3)}, true, true},
		{"a line across a corner", []geo.Fixed{fixed(10.9, 105.1), fixed(11.2, 104.9)}, true, true},
		{"a line past a corner", []geo.Fixed{fixed(10.8, 105.1), fixed(11.1, 104.8)}, false, true},
		{"a line far away", []geo.Fixed{fixed(20, 105), fixed(21, 106)}, false, false},
		{"nothing", nil, false, false},
	} {
		if got := r.Touches(c.line); got != c.touches {
			t.Errorf("%s: touches %v", c.name, got)
		}
		if got := wide.Touches(c.line); got != c.near {
			t.Errorf("%s: touches the wide region %v", c.name, got)
		}
	}
	small := geo.BoxRegion(geo.Bounds{South: 11.9, West: 106.9, North: 12.1, East: 107.1})
	if small.Overlaps(outer, hole) || !small.Overlaps(outer) || !small.Overlaps(hole) || !r.Overlaps(hole) {
		t.Error("a small region in the hole overlaps the wrong areas")
	}
	if (&geo.Region{}).Touches([]geo.Fixed{fixed(0, 0)}) || geo.NewRegion(nil, 5).Touches([]geo.Fixed{fixed(0, 0)}) {
		t.Error("an empty region touches something")
	}
}

// TestBoxRegion compares a box with Bounds.Contains at random points.
func TestBoxRegion(t *testing.T) {
	const seed = 7
	rng := rand.New(rand.NewPCG(seed, 0))
	b := geo.Bounds{South: 10, West: 106, North: 11, East: 107.5}
	r := geo.BoxRegion(b)
	for range 2000 {
		p := geo.Point{Lat: 9.5 + 2*rng.Float64(), Lon: 105.5 + 2.5*rng.Float64()}
		if got, want := r.Touches([]geo.Fixed{p.Fixed()}), b.Contains(p.Fixed().Point()); got != want {
			t.Fatalf("seed %d: %v touches %v, want %v", seed, p, got, want)
		}
	}
}
