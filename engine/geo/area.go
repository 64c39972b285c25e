package geo

import "math"

// Area returns the area within a ring of points in square metres, whichever way
// round it goes; the last point is joined to the first. It is exact on a sphere
// of EarthRadius for edges that are straight in the cylindrical equal-area
// projection, which those of a few kilometres nearly are, and like Distance off
// the ellipsoid by at most 0.7 %. The parts of a ring that crosses itself count
// against each other where they go round in opposite ways.
func Area(ring []Point) float64 {
	if len(ring) < 3 {
		return 0
	}
	sum := 0.0
	// Degrees are measured from the first point, so that small rings far from the
	// origin keep their digits.
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
