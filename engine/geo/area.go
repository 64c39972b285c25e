// SPDX-License-Identifier: MIT

package geo

import "math"

// Area returns the area of a ring (square metres), for either direction. The last
// point is connected to the first. On a sphere of EarthRadius it is exact for edges
// that are straight in the cylindrical equal-area projection, and nearly so for other
// edges of a few kilometres. Compared with the ellipsoid the error is at most 0.7 %.
// If the ring crosses itself, parts in opposite directions cancel each other.
func Area(ring []Point) float64 {
	if len(ring) < 3 {
		return 0
	}
	sum := 0.0
	// Measure from the first point, so that small rings far from the origin keep
	// their precision.
	last := ring[len(ring)-1]
	sinFirst := math.Sin(ring[0].Lat * math.Pi / 180)
	height := func(p Point) float64 {
		half := (p.Lat - ring[0].Lat) * math.Pi / 360
		// sin φ − sin φ₀ without cancellation
		return 2 * math.Sin(half) * math.Cos(half+math.Asin(sinFirst))
	}
	y := height(last)
	for _, p := range ring {
		next := height(p)
		sum += (p.Lon - last.Lon) * math.Pi / 180 * (y + next) / 2
		last, y = p, next
	}
	return math.Abs(sum) * EarthRadius * EarthRadius
}
