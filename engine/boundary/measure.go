// SPDX-License-Identifier: MIT

package boundary

import (
	"math"

	"roadsnap/engine/geo"
)

// The WGS 84 ellipsoid (NIMA TR8350.2): the square of its eccentricity, and the
// radius of the sphere with the same surface (metres).
const (
	eccentricity2   = 0.00669437999014
	authalicRadius  = 6371007.1809
	radiansPerUnit  = math.Pi / 180 / geo.FixedPerDegree
	squarePerRadian = authalicRadius * authalicRadius
)

// authalicSine returns the sine of the authalic latitude. Equal steps of it bound
// equal areas of the ellipsoid (Snyder, "Map Projections: A Working Manual", 1987,
// equations 3-11 and 3-12).
func authalicSine(lat int32) float64 {
	return authalic(math.Sin(float64(lat)*radiansPerUnit)) / authalicPole
}

var authalicPole = authalic(1)

func authalic(sine float64) float64 {
	e := math.Sqrt(eccentricity2)
	return (1 - eccentricity2) * (sine/(1-eccentricity2*sine*sine) + math.Atanh(e*sine)/e)
}

// landLeft returns a line's share of the area to the left of a ring (m² of the
// ellipsoid). Segments are straight in longitude and latitude. The shares of a line
// and of its reverse cancel, so that the sizes of neighbours add up to that of both
// together.
func landLeft(line []geo.Fixed) float64 {
	var sum, last float64
	for i, p := range line {
		sine := authalicSine(p.Lat)
		if i > 0 {
			mean := (sine + last) / 2
			if q := line[i-1]; abs(int64(p.Lat)-int64(q.Lat)) > shortLats {
				mean = meanSine(min(p.Lat, q.Lat), max(p.Lat, q.Lat))
			}
			sum -= (float64(p.Lon) - float64(line[i-1].Lon)) * mean
		}
		last = sine
	}
	return sum * radiansPerUnit * squarePerRadian
}

// shortLats is the largest latitude span (units) of a segment for the trapezoid rule.
// Over 1.1 km the error is less than 1e-8 of the share.
const shortLats = 1e5

// meanSine returns the mean of authalicSine between two latitudes, south first. It
// uses three-point Gaussian quadrature for each degree or part of one. The error is
// in the last digits only.
func meanSine(south, north int32) float64 {
	span := float64(north) - float64(south)
	pieces := math.Ceil(span / 1e7)
	sum := 0.0
	for i := 0.0; i < pieces; i++ {
		for _, node := range [3]struct{ at, weight float64 }{{-math.Sqrt(0.6), 5. / 18}, {0, 8. / 18}, {math.Sqrt(0.6), 5. / 18}} {
			lat := float64(south) + (i+0.5+node.at/2)*span/pieces
			sum += node.weight * authalic(math.Sin(lat*radiansPerUnit)) / authalicPole
		}
	}
	return sum / pieces
}
