// SPDX-License-Identifier: MIT

package basemap

import (
	"testing"

	"roadsnap/engine/geo"
)

func mustAdd(t testing.TB, b *Builder, f Feature, parts ...[]geo.Fixed) {
	t.Helper()
	if err := b.Add(f, parts...); err != nil {
		t.Fatal(err)
	}
}

// metres returns the points x metres east and y metres north of a point on the
// equator, given as x, y, x, y…
func metres(xy ...float64) []geo.Fixed {
	plane := geo.NewPlane(geo.Point{Lat: 0, Lon: 105})
	var points []geo.Fixed
	for i := 0; i < len(xy); i += 2 {
		points = append(points, plane.Point(geo.XY{X: xy[i], Y: xy[i+1]}).Fixed())
	}
	return points
}

// square returns a closed ring of the given side (metres).
func square(x, y, side float64) []geo.Fixed {
	return metres(x, y, x+side, y, x+side, y+side, x, y+side, x, y)
}

// world is a box around all features.
var world = geo.Bounds{South: -90, West: -180, North: 90, East: 180}.Fixed()

// visited returns all features of a zoom in box.
func visited(m *Map, zoom int, box geo.FixedBounds) []Feature {
	var all []Feature
	m.Visit(zoom, box, func(f Feature) bool {
		all = append(all, f)
		return true
	})
	return all
}

// only returns the only feature at a zoom.
func only(t *testing.T, m *Map, zoom int) Feature {
	t.Helper()
	all := visited(m, zoom, world)
	if len(all) != 1 {
		t.Fatalf("zoom %d shows %d features, want 1: %v", zoom, len(all), all)
	}
	return all[0]
}
