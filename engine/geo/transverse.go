// SPDX-License-Identifier: MIT

package geo

import "math"

// The WGS 84 ellipsoid, which VN-2000 also uses.
const (
	semiMajor  = 6378137.0                     // metres
	flattening = 1 / 298.257223563             // (a−b)/a
	thirdN     = flattening / (2 - flattening) // third flattening, (a−b)/(a+b)
	eccentric2 = flattening * (2 - flattening) // square of the first eccentricity
)

var eccentricity = math.Sqrt(eccentric2)

// EN is a position in the plane of a map projection (metres). In Vietnamese surveying
// the northing is x and the easting y.
type EN struct{ Easting, Northing float64 }

// TransverseMercator is a transverse Mercator projection of the WGS 84 ellipsoid, the
// projection of UTM and of national grids.
//
// It uses Krüger's series to the fourth power of the third flattening (Krüger, Konforme
// Abbildung des Erdellipsoids in der Ebene, 1912; Karney, Transverse Mercator with an
// accuracy of a few nanometers, 2011). Within 3000 km of the central meridian the error
// is less than 0.01 mm.
type TransverseMercator struct {
	Meridian      float64 // central meridian, degrees east
	Scale         float64 // scale factor on the central meridian, near 1
	FalseEasting  float64 // easting of the central meridian, metres
	FalseNorthing float64 // northing of the equator, metres
}

// rectifying is the rectifying radius: that of a circle with the length of a meridian
// (metres).
const rectifying = semiMajor / (1 + thirdN) * (1 + thirdN*thirdN/4 + thirdN*thirdN*thirdN*thirdN/64)

// The coefficients of Krüger's series (Karney 2011, equations 35 and 36), from the
// sphere to the plane and back.
var (
	toPlane = [4]float64{
		thirdN * (1./2 + thirdN*(-2./3+thirdN*(5./16+thirdN*41./180))),
		thirdN * thirdN * (13./48 + thirdN*(-3./5+thirdN*557./1440)),
		thirdN * thirdN * thirdN * (61./240 - thirdN*103./140),
		thirdN * thirdN * thirdN * thirdN * 49561. / 161280,
	}
	fromPlane = [4]float64{
		thirdN * (1./2 + thirdN*(-2./3+thirdN*(37./96-thirdN*1./360))),
		thirdN * thirdN * (1./48 + thirdN*(1./15-thirdN*437./1440)),
		thirdN * thirdN * thirdN * (17./480 - thirdN*37./840),
		thirdN * thirdN * thirdN * thirdN * 4397. / 161280,
	}
)

// series returns the sums Σ cⱼ·sin 2jξ·cosh 2jη and Σ cⱼ·cos 2jξ·sinh 2jη.
func series(c *[4]float64, xi, eta float64) (dXi, dEta float64) {
	for j, k := range c {
		m := float64(2 * (j + 1))
		sin, cos := math.Sincos(m * xi)
		dXi += k * sin * math.Cosh(m*eta)
		dEta += k * cos * math.Sinh(m*eta)
	}
	return dXi, dEta
}

// Project returns the position of p in the plane. It is undefined for points a quarter
// of the Earth or more from the central meridian.
func (t TransverseMercator) Project(p Point) EN {
	tau := conformal(math.Tan(p.Lat * math.Pi / 180))
	sin, cos := math.Sincos((p.Lon - t.Meridian) * math.Pi / 180)
	xi, eta := math.Atan2(tau, cos), math.Asinh(sin/math.Hypot(tau, cos))
	dXi, dEta := series(&toPlane, xi, eta)
	k := t.Scale * rectifying
	return EN{Easting: t.FalseEasting + k*(eta+dEta), Northing: t.FalseNorthing + k*(xi+dXi)}
}

// Point returns the point at q. It is the inverse of Project.
func (t TransverseMercator) Point(q EN) Point {
	k := t.Scale * rectifying
	xi, eta := (q.Northing-t.FalseNorthing)/k, (q.Easting-t.FalseEasting)/k
	dXi, dEta := series(&fromPlane, xi, eta)
	xi, eta = xi-dXi, eta-dEta
	sin, cos := math.Sincos(xi)
	sinh := math.Sinh(eta)
	tau := geodetic(sin / math.Hypot(sinh, cos))
	lon := t.Meridian + math.Atan2(sinh, cos)*180/math.Pi
	return Point{Lat: math.Atan(tau) * 180 / math.Pi, Lon: math.Remainder(lon, 360)}
}

// conformal converts the tangent of a geodetic latitude to that of the conformal
// latitude (Karney 2011, equations 7 to 9).
func conformal(tau float64) float64 {
	root := math.Hypot(1, tau)
	sigma := math.Sinh(eccentricity * math.Atanh(eccentricity*tau/root))
	return tau*math.Hypot(1, sigma) - sigma*root
}

// geodetic is the inverse of conformal, by Newton's method (Karney 2011, equations 19
// to 21). The starting value is so close that the third step has no effect.
func geodetic(want float64) float64 {
	tau := want / (1 - eccentric2)
	for range 4 {
		got := conformal(tau)
		step := (want - got) / math.Hypot(1, got) * (1 + (1-eccentric2)*tau*tau) / ((1 - eccentric2) * math.Hypot(1, tau))
		tau += step
		if math.Abs(step) <= 1e-15*math.Abs(tau) {
			break
		}
	}
	return tau
}
