// SPDX-License-Identifier: MIT

package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// metresPerUnit is the length of the unit of geo.Fixed along a meridian.
const metresPerUnit = geo.MetresPerDegree / geo.FixedPerDegree

// A scale measures distances in a plane in which borders are straight in degrees, as
// on the map and in files. It never measures too short: no great circle between the
// same points is longer. Every parallel counts with the length of the relevant one
// nearest to the equator. The straight line would thus be shorter on the sphere, and
// the great circle is shorter still. A distance within a limit by scale is therefore
// within it by geo.Distance, for segments of any length and direction.
type scale struct{ perLat, perLon float64 } // metres per unit

// scaleFor returns the scale for points between two latitudes (units) and up to reach
// (metres) beyond. It may measure points farther away than reach too short, but never
// as nearer than reach, because differences in latitude are always exact.
func scaleFor(lat1, lat2 int32, reach float64) scale {
	nearest := 0.0 // distance to the equator
	if (lat1 > 0) == (lat2 > 0) {
		nearest = min(math.Abs(float64(lat1)), math.Abs(float64(lat2)))
	}
	nearest = max(0, nearest-reach/metresPerUnit)
	return scale{perLat: metresPerUnit, perLon: metresPerUnit * math.Cos(nearest*radiansPerUnit)}
}

// A chord measures distances from a segment.
type chord struct {
	scale
	lat, lon float64 // of its first end
	x, y     float64 // vector to its other end (metres)
	inverse  float64 // of the square of its length
}

// chord returns the segment from a to b, which may be the same point.
func (s scale) chord(a, b geo.Fixed) chord {
	c := chord{scale: s, lat: float64(a.Lat), lon: float64(a.Lon)}
	c.x, c.y = (float64(b.Lon)-c.lon)*s.perLon, (float64(b.Lat)-c.lat)*s.perLat
	if square := c.x*c.x + c.y*c.y; square > 0 {
		c.inverse = 1 / square
	}
	return c
}

// distance2 returns the square of the distance of p from the segment (m²).
func (c *chord) distance2(p geo.Fixed) float64 {
	x, y := (float64(p.Lon)-c.lon)*c.perLon, (float64(p.Lat)-c.lat)*c.perLat
	t := min(max((x*c.x+y*c.y)*c.inverse, 0), 1)
	x, y = x-t*c.x, y-t*c.y
	return x*x + y*y
}

// boxDistance2 returns the square of the distance of the farthest point of a box from
// the segment (m²). That is a corner, because the distance from a segment is a convex
// function.
func (c *chord) boxDistance2(b geo.FixedBounds) float64 {
	return max(
		c.distance2(geo.Fixed{Lat: b.MinLat, Lon: b.MinLon}), c.distance2(geo.Fixed{Lat: b.MinLat, Lon: b.MaxLon}),
		c.distance2(geo.Fixed{Lat: b.MaxLat, Lon: b.MinLon}), c.distance2(geo.Fixed{Lat: b.MaxLat, Lon: b.MaxLon}))
}
