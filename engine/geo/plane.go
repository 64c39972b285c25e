// SPDX-License-Identifier: MIT

package geo

import "math"

// XY is a position in a local plane (metres): X to the east, Y to the north.
type XY struct{ X, Y float64 }

// Plane is a local equirectangular projection around an origin, true to scale along
// the origin's parallel and meridian. Within 10 km of the origin and below 70° of
// latitude a distance in the plane differs from Distance by less than 0.5 %; within
// 1 km by less than 0.05 %.
type Plane struct {
	origin Point
	perLon float64 // metres per degree of longitude at the origin
}

// NewPlane returns the plane around origin.
func NewPlane(origin Point) Plane {
	return Plane{origin: origin, perLon: MetresPerDegree * math.Cos(origin.Lat*math.Pi/180)}
}

// XY returns the position of p relative to the origin.
func (pl Plane) XY(p Point) XY {
	return XY{X: (p.Lon - pl.origin.Lon) * pl.perLon, Y: (p.Lat - pl.origin.Lat) * MetresPerDegree}
}

// Point returns the point at q. At a pole it has the origin's longitude.
func (pl Plane) Point(q XY) Point {
	lon := pl.origin.Lon
	if pl.perLon > 1e-6 {
		lon += q.X / pl.perLon
	}
	return Point{Lat: pl.origin.Lat + q.Y/MetresPerDegree, Lon: lon}
}

// Project returns the point of the segment from a to b nearest to q, as a fraction of
// the segment in [0, 1], and the squared distance to it (m²). For a segment of zero
// length the fraction is 0.
func Project(q, a, b XY) (fraction, distance2 float64) {
	dx, dy := b.X-a.X, b.Y-a.Y
	px, py := q.X-a.X, q.Y-a.Y
	if l2 := dx*dx + dy*dy; l2 > 0 {
		fraction = min(max((px*dx+py*dy)/l2, 0), 1)
	}
	ex, ey := px-fraction*dx, py-fraction*dy
	return fraction, ex*ex + ey*ey
}

// Lerp returns the point at fraction t of the straight line from a to b in degrees. On
// a road segment of 500 m below 24° of latitude it is within 3 mm of the great circle.
func Lerp(a, b Point, t float64) Point {
	return Point{Lat: a.Lat + (b.Lat-a.Lat)*t, Lon: a.Lon + (b.Lon-a.Lon)*t}
}
