// SPDX-License-Identifier: MIT

// Package geo defines the geographic types of the program: points in degrees and in
// fixed point, boxes, positions in a local plane, and the survey grids UTM and
// VN-2000, that of Vietnam.
//
// Latitude comes first. Code for formats with longitude first (GeoJSON, orb) converts
// the order.
package geo

import "math"

// EarthRadius is the mean radius of the Earth (metres), R1 of IUGG 1980 (Moritz,
// Geodetic Reference System 1980).
const EarthRadius = 6371008.8

// MetresPerDegree is the length of one degree of a great circle (metres).
const MetresPerDegree = EarthRadius * math.Pi / 180

// Point is a position on WGS 84 (degrees).
type Point struct {
	Lat float64 // degrees north, −90…90
	Lon float64 // degrees east, −180…180
}

// Valid reports whether both coordinates are numbers within their ranges.
func (p Point) Valid() bool {
	// The comparisons are false for NaN.
	return p.Lat >= -90 && p.Lat <= 90 && p.Lon >= -180 && p.Lon <= 180
}

// Fixed returns p in fixed point, rounded to the nearest 1e-7 degree. The result is
// undefined if p is not Valid.
func (p Point) Fixed() Fixed {
	return Fixed{Lat: int32(math.Round(p.Lat * FixedPerDegree)), Lon: int32(math.Round(p.Lon * FixedPerDegree))}
}

// FixedPerDegree is the number of units of Fixed per degree.
const FixedPerDegree = 1e7

// Fixed is a position in units of 1e-7 degree (1.1 cm of latitude), the precision of
// nodes in OpenStreetMap. It has half the size of a Point and compares exactly.
type Fixed struct {
	Lat, Lon int32 // 1e-7 degrees
}

// Point returns f in degrees.
func (f Fixed) Point() Point {
	return Point{Lat: float64(f.Lat) / FixedPerDegree, Lon: float64(f.Lon) / FixedPerDegree}
}

// Distance returns the great-circle distance between a and b on a sphere of
// EarthRadius (metres). Compared with the WGS 84 ellipsoid the error is less than
// 0.57 %, largest along a meridian at the equator.
//
// Distance is called for every vertex and fix, mostly for short distances. For these,
// all angles in the haversine formula but one are small, and three terms of their
// series suffice. The result equals that of the formula to the last digits, in a fifth
// of the time.
func Distance(a, b Point) float64 {
	const half = math.Pi / 360
	u, v := (b.Lat-a.Lat)*half, (b.Lon-a.Lon)*half
	u2, v2 := u*u, v*v
	if !(u2 < shortAngle*shortAngle && v2 < shortAngle*shortAngle) {
		return haversine(a, b)
	}
	sin2Lat, sin2Lon := sinSquared(u2), sinSquared(v2)
	// cos α · cos β = (cos(α+β) + cos(α−β)) / 2
	h := max(0, sin2Lat+(math.Cos((a.Lat+b.Lat)*2*half)+1-2*sin2Lat)/2*sin2Lon)
	return 2 * EarthRadius * math.Sqrt(h) * (1 + h*(1./6+h*3/40))
}

// shortAngle is half the angle from which Distance uses haversine (radians): about
// 13 km. The omitted terms are below 1e-18.
const shortAngle = 1e-3

// sinSquared returns the squared sine of a small angle, given the squared angle.
func sinSquared(x2 float64) float64 { return x2 * (1 - x2*(1./3-x2*2/45)) }

// haversine returns Distance by the haversine formula, which holds for all distances
// (Sinnott, "Virtues of the Haversine", 1984).
func haversine(a, b Point) float64 {
	sinLat := math.Sin((b.Lat - a.Lat) * math.Pi / 360)
	sinLon := math.Sin((b.Lon - a.Lon) * math.Pi / 360)
	h := sinLat*sinLat + math.Cos(a.Lat*math.Pi/180)*math.Cos(b.Lat*math.Pi/180)*sinLon*sinLon
	return 2 * EarthRadius * math.Asin(math.Sqrt(min(h, 1)))
}

// Bearing returns the initial bearing of the great circle from a to b (degrees
// clockwise from north), in [0, 360). For equal points it is 0.
func Bearing(a, b Point) float64 {
	if a == b {
		// A fused multiply-add may make x slightly negative, which would give
		// 180° instead of 0°.
		return 0
	}
	lat1, lat2 := a.Lat*math.Pi/180, b.Lat*math.Pi/180
	dLon := (b.Lon - a.Lon) * math.Pi / 180
	y := math.Sin(dLon) * math.Cos(lat2)
	x := math.Cos(lat1)*math.Sin(lat2) - math.Sin(lat1)*math.Cos(lat2)*math.Cos(dLon)
	deg := math.Atan2(y, x) * 180 / math.Pi
	if deg < 0 {
		deg += 360
	}
	if deg >= 360 { // rounded up from slightly west of north
		return 0
	}
	return deg
}

// Length returns the length of the line through points (metres).
func Length(points []Point) float64 {
	total := 0.0
	for i := 1; i < len(points); i++ {
		total += Distance(points[i-1], points[i])
	}
	return total
}
