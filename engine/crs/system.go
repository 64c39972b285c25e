// SPDX-License-Identifier: MIT

package crs

import (
	"fmt"

	"roadsnap/engine/geo"
)

// System is a coordinate reference system. The zero value is WGS 84 in degrees.
type System struct {
	vn2000    bool
	projected bool
	grid      geo.TransverseMercator // if it is projected
}

// Degrees reports whether positions are degrees, and not metres.
func (s System) Degrees() bool { return !s.projected }

// Point returns the WGS 84 position of x, y: degrees east and north, or metres of easting
// and northing. The result is invalid if the position is not in the system's domain.
func (s System) Point(x, y float64) geo.Point {
	p := geo.Point{Lat: y, Lon: x}
	if s.projected {
		p = s.grid.Point(geo.EN{Easting: x, Northing: y})
	}
	if s.vn2000 && p.Valid() {
		p = geo.FromVN2000(p)
	}
	return p
}

// XY returns the position of p in the system: degrees east and north, or metres of easting and
// northing. It is the inverse of Point.
func (s System) XY(p geo.Point) (x, y float64) {
	if s.vn2000 {
		p = geo.ToVN2000(p)
	}
	if s.projected {
		en := s.grid.Project(p)
		return en.Easting, en.Northing
	}
	return p.Lon, p.Lat
}

// String returns the name of the system: "VN-2000, 105.75° E, scale 0.9999".
func (s System) String() string {
	name := "WGS 84"
	if s.vn2000 {
		name = "VN-2000"
	}
	if s.projected {
		name += fmt.Sprintf(", %g° E, scale %g", s.grid.Meridian, s.grid.Scale)
	}
	return name
}

// UnknownError is the error for a system that this package does not know.
type UnknownError struct {
	Name   string // as the file has it
	Detail string // what is not known about it, "" for the whole system
}

// Error returns the name of the system and what to do.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("the coordinate system %q is none of WGS 84 and VN-2000 (degrees, UTM, TM-3)", e.Name)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}
