package geo

import "math"

// XY is a position in a local plane, in metres: X to the east, Y to the north.
type XY struct{ X, Y float64 }

// Plane is a local flat picture of the Earth round an origin: an
// equirectangular projection true along the origin's parallel and meridian.
// Within 10 km of the origin and below 70° of latitude a distance in the plane
// differs from Distance by less than 0.5 %; within 1 km by less than 0.05 %.
type Plane struct {
	origin Point
	perLon float64 // metres per degree of longitude at the origin
}

// NewPlane returns the plane round origin.
func NewPlane(origin Point) Plane {
	return Plane{origin: origin, perLon: MetresPerDegree * math.Cos(origin.Lat*math.Pi/180)}
}

// XY returns p in metres from the origin.
func (pl Plane) XY(p Point) XY {
	return XY{X: (p.Lon - pl.origin.Lon) * pl.perLon, Y: (p.Lat - pl.origin.Lat) * MetresPerDegree}
}

// Point returns the point of the Earth at q. At a pole, where a metre spans no
// longitude, it keeps the origin's.
func (pl Plane) Point(q XY) Point {
	lon := pl.origin.Lon
	if pl.perLon > 1e-6 {
		lon += q.X / pl.perLon
	}
	return Point{Lat: pl.origin.Lat + q.Y/MetresPerDegree, Lon: lon}
}

// Project returns where q is nearest to the segment from a to b, as a fraction
// of the segment in [0, 1], and the square of the distance in m². A segment of
// no length is its one point, at fraction 0.
func Project(q, a, b XY) (fraction, distance2 float64) {
	dx, dy := b.X-a.X, b.Y-a.Y
	px, py := q.X-a.X, q.Y-a.Y
	if l2 := dx*dx + dy*dy; l2 > 0 {
		fraction = min(max((px*dx+py*dy)/l2, 0), 1)
	}
	ex, ey := px-fraction*dx, py-fraction*dy
	return fraction, ex*ex + ey*ey
}

// Lerp returns the point at fraction t of the straight line from a to b in
// degrees. Over a road segment of 500 m below 24° of latitude it keeps within
// 3 mm of the great circle.
func Lerp(a, b Point, t float64) Point {
	return Point{Lat: a.Lat + (b.Lat-a.Lat)*t, Lon: a.Lon + (b.Lon-a.Lon)*t}
}
