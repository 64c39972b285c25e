package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// metresPerUnit is the length of the unit of geo.Fixed along a meridian.
const metresPerUnit = geo.MetresPerDegree / geo.FixedPerDegree

// A yardstick measures in a plane in which borders are straight lines, as they
// are on the map and in files, and never too short: no great circle between the
// same points is longer. It takes every parallel to be as long as the one nearest
// to the equator that matters, so that the straight line, were it measured on
// the sphere, would be shorter; and the great circle is shorter than any other
// way. What passes a limit by the yardstick therefore does so by geo.Distance,
// however long the segment is and wherever it leads.
type yardstick struct{ perLat, perLon float64 } // metres per unit

// yardstickFor returns the yardstick for points between two latitudes, in units,
// and up to reach metres beyond. What lies farther away than reach it may measure
// too short, but not as near as reach, for latitudes alone are always true.
func yardstickFor(lat1, lat2 int32, reach float64) yardstick {
	nearest := 0.0 // to the equator
	if (lat1 > 0) == (lat2 > 0) {
		nearest = min(math.Abs(float64(lat1)), math.Abs(float64(lat2)))
	}
	nearest = max(0, nearest-reach/metresPerUnit)
	return yardstick{perLat: metresPerUnit, perLon: metresPerUnit * math.Cos(nearest*radiansPerUnit)}
}

// A chord measures how far points lie from a segment.
type chord struct {
	yardstick
	lat, lon float64 // of its first end
	x, y     float64 // the way to its other end, in metres
	inverse  float64 // of the square of its length
}

// chord returns the segment from a to b, which may be the same point.
func (s yardstick) chord(a, b geo.Fixed) chord {
	c := chord{yardstick: s, lat: float64(a.Lat), lon: float64(a.Lon)}
	c.x, c.y = (float64(b.Lon)-c.lon)*s.perLon, (float64(b.Lat)-c.lat)*s.perLat
	if square := c.x*c.x + c.y*c.y; square > 0 {
		c.inverse = 1 / square
	}
	return c
}

// distance2 returns the square of how far p lies from the segment, in m².
func (c *chord) distance2(p geo.Fixed) float64 {
	x, y := (float64(p.Lon)-c.lon)*c.perLon, (float64(p.Lat)-c.lat)*c.perLat
	t := min(max((x*c.x+y*c.y)*c.inverse, 0), 1)
	x, y = x-t*c.x, y-t*c.y
	return x*x + y*y
}

// boxDistance2 returns the square of how far the farthest point of a box lies
// from the segment, in m²: that is a corner, for the distance from a segment is a
// convex function.
func (c *chord) boxDistance2(b geo.FixedBounds) float64 {
	return max(
		c.distance2(geo.Fixed{Lat: b.MinLat, Lon: b.MinLon}), c.distance2(geo.Fixed{Lat: b.MinLat, Lon: b.MaxLon}),
		c.distance2(geo.Fixed{Lat: b.MaxLat, Lon: b.MinLon}), c.distance2(geo.Fixed{Lat: b.MaxLat, Lon: b.MaxLon}))
}
