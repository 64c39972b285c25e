// SPDX-License-Identifier: MIT

// Package unitfile writes provinces and wards: as JSON records, and with their
// borders as files for GIS programs. It defines the names of members and columns,
// which all programs and formats share.
package unitfile

import (
	"roadsnap/engine/boundary"
	"roadsnap/engine/units"
)

// Unit is a province or a ward, with its land if borders are installed.
type Unit struct {
	Kind     units.Kind
	Province units.Province // valid if Kind is KindProvince
	Ward     units.Ward     // valid if Kind is KindWard
	Land     boundary.Land
	HasLand  bool
	table    *units.Table // for the former units, if known
}

// OfProvince returns a province with its land.
func OfProvince(a *units.Atlas, p units.Province) Unit {
	u := Unit{Kind: units.KindProvince, Province: p, table: a.Table}
	u.Land, u.HasLand = a.ProvinceLand(p)
	return u
}

// OfWard returns a ward with its land.
func OfWard(a *units.Atlas, w units.Ward) Unit {
	u := Unit{Kind: units.KindWard, Ward: w, table: a.Table}
	u.Land, u.HasLand = a.WardLand(w)
	return u
}

// Code returns the code of the unit: two digits for a province, five for a ward.
func (u Unit) Code() string {
	if u.Kind == units.KindProvince {
		return u.Province.Code
	}
	return u.Ward.Code
}

// FullName returns the name of the unit, preceded by its kind.
func (u Unit) FullName() string {
	if u.Kind == units.KindProvince {
		return u.Province.FullName
	}
	return u.Ward.FullName
}

// CountVertices returns the number of points of all rings of a land at a level,
// counting the closing point of a ring once.
func CountVertices(land boundary.Land, level boundary.Level) (n int) {
	for polygon := range land.Polygons(level) {
		for ring := range polygon.Rings() {
			for range ring.Points() {
				n++
			}
			n--
		}
	}
	return n
}
