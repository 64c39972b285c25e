// SPDX-License-Identifier: MIT

package geo

import "math"

// UTM is a position in the Universal Transverse Mercator grid of WGS 84.
type UTM struct {
	Zone  int  // 1…60
	North bool // northern hemisphere
	EN         // metres
}

// The latitudes between which UTM is defined (degrees). The poles have another grid.
const (
	utmSouth = -80
	utmNorth = 84
)

// UTMOf returns the UTM position of p. ok is false near the poles, where UTM is not
// defined, and if p is not Valid.
func UTMOf(p Point) (u UTM, ok bool) {
	if !p.Valid() || p.Lat < utmSouth || p.Lat > utmNorth {
		return UTM{}, false
	}
	u.Zone, u.North = utmZone(p), p.Lat >= 0
	u.EN = utmGrid(u.Zone, u.North).Project(p)
	return u, true
}

// Point returns the point at u.
func (u UTM) Point() Point { return utmGrid(u.Zone, u.North).Point(u.EN) }

// utmGrid returns the projection of a zone.
func utmGrid(zone int, north bool) TransverseMercator {
	t := TransverseMercator{Meridian: float64(6*zone - 183), Scale: 0.9996, FalseEasting: 500_000}
	if !north {
		t.FalseNorthing = 10_000_000
	}
	return t
}

// utmZone returns the zone of p. Zones are six degrees wide, except in south-western
// Norway and Svalbard (DMA TM 8358.2, 1989).
func utmZone(p Point) int {
	zone := min(int(math.Floor((p.Lon+180)/6))+1, 60)
	switch {
	case p.Lat >= 56 && p.Lat < 64 && p.Lon >= 3 && p.Lon < 12:
		return 32
	case p.Lat >= 72 && p.Lon >= 0 && p.Lon < 42:
		return []int{31, 33, 35, 37}[int(p.Lon+3)/12]
	}
	return zone
}
