package geo

import "math"

// VN-2000 is the national reference system of Vietnam. It has the shape of the
// WGS 84 ellipsoid, but another centre and axes, so that the same place has
// degrees that differ by about 200 m on the ground.
//
// These are the seven parameters of decision 05/2007/QĐ-BTNMT, which lead from
// VN-2000 to WGS 84 (EPSG:6960). The decision turns the axes, by −0.00928836″,
// 0.01975479″ and −0.00427372″; turning the positions, as here, has the other
// signs. Programs that take the one for the other are off by a metre.
const (
	vnX = -191.90441429 // metres
	vnY = -39.30318279
	vnZ = -111.45032835

	vnTurnX = 0.00928836 * math.Pi / 180 / 3600 // radians
	vnTurnY = -0.01975479 * math.Pi / 180 / 3600
	vnTurnZ = 0.00427372 * math.Pi / 180 / 3600

	vnScale = 1 + 0.252906278e-6
)

// VN2000Grid is the plane grid of VN-2000 round a central meridian in degrees
// east, in zones three degrees wide, as maps of provinces and cadastral plans
// have it. Project it from points of ToVN2000.
func VN2000Grid(meridian float64) TransverseMercator {
	return TransverseMercator{Meridian: meridian, Scale: 0.9999, FalseEasting: 500_000}
}

// VN2000WideGrid is the plane grid of VN-2000 in zones six degrees wide, those of
// UTM, as topographic maps of 1:25 000 and less have it.
func VN2000WideGrid(meridian float64) TransverseMercator {
	return TransverseMercator{Meridian: meridian, Scale: 0.9996, FalseEasting: 500_000}
}

// VN2000WideMeridian returns the central meridian of the zone of six degrees, in
// degrees east, that a longitude lies in: 105 between 102 and 108.
func VN2000WideMeridian(lon float64) float64 { return 6*math.Floor(lon/6) + 3 }

// VN2000Meridian returns the central meridian of the national zone of three
// degrees, in degrees east, that a longitude lies in: 105 between 103.5 and
// 106.5. Provinces have meridians of their own beside it; see
// units.Province.Meridian and VN2000Meridians.
func VN2000Meridian(lon float64) float64 { return 3 * math.Floor((lon+1.5)/3) }

// VN2000Meridians returns the central meridians that are in use in Vietnam, in
// degrees east: of the national zones, and those that circulars
// 973/2001/TT-TCĐC and 24/2025/TT-BNNMT gave to the provinces.
func VN2000Meridians() []float64 {
	return []float64{
		102, 103, 104, 104.5, 104.75, 105, 105.5, 105.75, 106, 106.25, 106.5,
		107, 107.25, 107.5, 107.75, 108, 108.25, 108.5, 111,
	}
}

// ToVN2000 returns the VN-2000 degrees of a point of WGS 84 on the ellipsoid.
func ToVN2000(p Point) Point {
	q := geocentric(p)
	// The inverse of FromVN2000. The turns are so small that turning back by their
	// negatives is exact to 0.0001 mm.
	q = vector{(q.x - vnX) / vnScale, (q.y - vnY) / vnScale, (q.z - vnZ) / vnScale}
	return q.turned(-vnTurnX, -vnTurnY, -vnTurnZ).point()
}

// FromVN2000 returns the point of WGS 84 with the given VN-2000 degrees on the
// ellipsoid.
func FromVN2000(p Point) Point {
	q := geocentric(p).turned(vnTurnX, vnTurnY, vnTurnZ)
	return vector{vnX + vnScale*q.x, vnY + vnScale*q.y, vnZ + vnScale*q.z}.point()
}

// vector is a position in metres from the centre of an ellipsoid: x towards 0° E
// on the equator, y towards 90° E, z towards the north pole.
type vector struct{ x, y, z float64 }

// geocentric returns where p lies on the ellipsoid.
func geocentric(p Point) vector {
	sinLat, cosLat := math.Sincos(p.Lat * math.Pi / 180)
	sinLon, cosLon := math.Sincos(p.Lon * math.Pi / 180)
	normal := semiMajor / math.Sqrt(1-eccentric2*sinLat*sinLat)
	return vector{normal * cosLat * cosLon, normal * cosLat * sinLon, normal * (1 - eccentric2) * sinLat}
}

// turned returns v turned by small angles round the axes, in radians.
func (v vector) turned(x, y, z float64) vector {
	return vector{v.x - z*v.y + y*v.z, v.y + z*v.x - x*v.z, v.z - y*v.x + x*v.y}
}

// point returns the geodetic degrees of v, its height above the ellipsoid left
// out. Bowring's formula (1976) is exact to 1e-9 m at the heights that a shift of
// 200 m can lead to.
func (v vector) point() Point {
	const semiMinor = semiMajor * (1 - flattening)
	const second2 = eccentric2 / (1 - eccentric2)
	r := math.Hypot(v.x, v.y)
	sin, cos := math.Sincos(math.Atan2(v.z*semiMajor, r*semiMinor))
	lat := math.Atan2(v.z+second2*semiMinor*sin*sin*sin, r-eccentric2*semiMajor*cos*cos*cos)
	return Point{Lat: lat * 180 / math.Pi, Lon: math.Atan2(v.y, v.x) * 180 / math.Pi}
}
