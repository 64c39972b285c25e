package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// The ellipsoid of WGS 84 (NIMA TR8350.2): the square of its eccentricity, and
// the radius of the sphere of the same surface, in metres.
const (
	eccentricity2   = 0.00669437999014
	authalicRadius  = 6371007.1809
	radiansPerUnit  = math.Pi / 180 / geo.FixedPerDegree
	squarePerRadian = authalicRadius * authalicRadius
)

// authalicSine returns the sine of the authalic latitude: equal steps of it bound
// equal areas of the ellipsoid (Snyder, "Map Projections: A Working Manual",
// 1987, equations 3-11 and 3-12).
func authalicSine(lat int32) float64 {
	return authalic(math.Sin(float64(lat)*radiansPerUnit)) / authalicPole
}

var authalicPole = authalic(1)

func authalic(sine float64) float64 {
	e := math.Sqrt(eccentricity2)
	return (1 - eccentricity2) * (sine/(1-eccentricity2*sine*sine) + math.Atanh(e*sine)/e)
}

// landLeft returns, for a line, its share of the area to the left of a ring, in
// m² of the ellipsoid. Segments are straight on the map of longitude and
// latitude, and short enough for the trapezoid rule. The shares of a line and of
// the same line reversed cancel, so that the areas of neighbours add up to that
// of both together.
func landLeft(line []geo.Fixed) float64 {
	var sum, last float64
	for i, p := range line {
		sine := authalicSine(p.Lat)
		if i > 0 {
			sum -= (float64(p.Lon) - float64(line[i-1].Lon)) * (sine + last) / 2
		}
		last = sine
	}
	return sum * radiansPerUnit * squarePerRadian
}
