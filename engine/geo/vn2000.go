// SPDX-License-Identifier: MIT

package geo

import "math"

// VN-2000 is the national reference system of Vietnam. It uses the WGS 84 ellipsoid
// with another centre and other axes. So the degrees of a place differ by about 200 m
// on the ground.
//
// The constants are the seven parameters of decision 05/2007/QĐ-BTNMT for the
// transformation from VN-2000 to WGS 84 (EPSG:6960). The decision rotates the axes, by
// −0.00928836″, 0.01975479″ and −0.00427372″. Here positions are rotated, so the signs
// are reversed. Confusing the two conventions causes an error of a metre.
const (
	vnX = -191.90441429 // metres
	vnY = -39.30318279
	vnZ = -111.45032835

	vnTurnX = 0.00928836 * math.Pi / 180 / 3600 // radians
	vnTurnY = -0.01975479 * math.Pi / 180 / 3600
	vnTurnZ = 0.00427372 * math.Pi / 180 / 3600

	vnScale = 1 + 0.252906278e-6
)

// VN2000Grid returns the VN-2000 grid with the given central meridian (degrees east)
// for zones three degrees wide, used by provincial maps and cadastral plans. Its
// Project and Point use VN-2000 degrees, see ToVN2000.
func VN2000Grid(meridian float64) TransverseMercator {
	return TransverseMercator{Meridian: meridian, Scale: 0.9999, FalseEasting: 500_000}
}

// VN2000WideGrid returns the VN-2000 grid with the given central meridian (degrees
// east) for zones six degrees wide, those of UTM, used by topographic maps of 1:25 000
// and smaller scales.
func VN2000WideGrid(meridian float64) TransverseMercator {
	return TransverseMercator{Meridian: meridian, Scale: 0.9996, FalseEasting: 500_000}
}

// VN2000WideMeridian returns the central meridian of the six-degree zone of a
// longitude (degrees east): 105 between 102 and 108.
func VN2000WideMeridian(lon float64) float64 { return 6*math.Floor(lon/6) + 3 }

// VN2000Meridian returns the central meridian of the national three-degree zone of a
// longitude (degrees east): 105 between 103.5 and 106.5. Provinces also have their own
// meridians; see units.Province.Meridian and VN2000Meridians.
func VN2000Meridian(lon float64) float64 { return 3 * math.Floor((lon+1.5)/3) }

// VN2000Meridians returns the central meridians in use in Vietnam (degrees east): those
// of the national zones, and those of the provinces by circulars 973/2001/TT-TCĐC and
// 24/2025/TT-BNNMT.
func VN2000Meridians() []float64 {
	return []float64{
		102, 103, 104, 104.5, 104.75, 105, 105.5, 105.75, 106, 106.25, 106.5,
		107, 107.25, 107.5, 107.75, 108, 108.25, 108.5, 111,
	}
}

// ToVN2000 converts WGS 84 degrees of a point on the ellipsoid to VN-2000 degrees.
func ToVN2000(p Point) Point {
	q := geocentric(p)
	// The inverse of FromVN2000. The rotations are so small that rotating by their
	// negatives is exact to 0.0001 mm.
	q = vector{(q.x - vnX) / vnScale, (q.y - vnY) / vnScale, (q.z - vnZ) / vnScale}
	return q.turned(-vnTurnX, -vnTurnY, -vnTurnZ).point()
}

// FromVN2000 converts VN-2000 degrees of a point on the ellipsoid to WGS 84 degrees.
func FromVN2000(p Point) Point {
	q := geocentric(p).turned(vnTurnX, vnTurnY, vnTurnZ)
	return vector{vnX + vnScale*q.x, vnY + vnScale*q.y, vnZ + vnScale*q.z}.point()
}

// vector is a position relative to the centre of an ellipsoid (metres): x towards 0° E
// on the equator, y towards 90° E, z towards the north pole.
type vector struct{ x, y, z float64 }

// geocentric returns the position of p on the ellipsoid.
func geocentric(p Point) vector {
	sinLat, cosLat := math.Sincos(p.Lat * math.Pi / 180)
	sinLon, cosLon := math.Sincos(p.Lon * math.Pi / 180)
	normal := semiMajor / math.Sqrt(1-eccentric2*sinLat*sinLat)
	return vector{normal * cosLat * cosLon, normal * cosLat * sinLon, normal * (1 - eccentric2) * sinLat}
}

// turned returns v rotated around the axes by small angles (radians).
func (v vector) turned(x, y, z float64) vector {
	return vector{v.x - z*v.y + y*v.z, v.y + z*v.x - x*v.z, v.z - y*v.x + x*v.y}
}

// point returns the geodetic degrees of v without its height. Bowring's formula (1976)
// is exact to 1e-9 m at the heights that result from a shift of 200 m.
func (v vector) point() Point {
	const semiMinor = semiMajor * (1 - flattening)
	const second2 = eccentric2 / (1 - eccentric2)
	r := math.Hypot(v.x, v.y)
	sin, cos := math.Sincos(math.Atan2(v.z*semiMajor, r*semiMinor))
	lat := math.Atan2(v.z+second2*semiMinor*sin*sin*sin, r-eccentric2*semiMajor*cos*cos*cos)
	return Point{Lat: lat * 180 / math.Pi, Lon: math.Atan2(v.y, v.x) * 180 / math.Pi}
}
