// SPDX-License-Identifier: MIT

package layer

import (
	"github.com/paulmach/orb"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/nest"
)

// nested sorts the rings of an area in degrees into polygons, because the file does not tell
// which are holes. An area with more rings than can be sorted is unchanged.
func nested(g orb.Geometry) orb.Geometry {
	area, ok := g.(orb.MultiPolygon)
	if !ok || len(area) != 1 || len(area[0]) < 2 || len(area[0]) > nest.Max {
		return g
	}
	rings := make([][]geo.Fixed, 0, len(area[0]))
	for _, ring := range area[0] {
		if len(ring) > 1 && ring[0] == ring[len(ring)-1] {
			ring = ring[:len(ring)-1]
		}
		points := make([]geo.Fixed, len(ring))
		for i, p := range ring {
			points[i] = geo.Point{Lat: p[1], Lon: p[0]}.Fixed()
		}
		if len(points) > 0 {
			rings = append(rings, points)
		}
	}
	parts, _ := nest.Rings(rings)
	out := make(orb.MultiPolygon, 0, len(parts))
	for _, part := range parts {
		var polygon orb.Polygon
		for _, points := range part {
			ring := make(orb.Ring, 0, len(points)+1)
			for _, f := range append(points, points[0]) {
				p := f.Point()
				ring = append(ring, orb.Point{p.Lon, p.Lat})
			}
			polygon = append(polygon, ring)
		}
		out = append(out, polygon)
	}
	if len(out) == 0 {
		return g
	}
	return out
}
