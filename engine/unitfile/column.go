// SPDX-License-Identifier: MIT

package unitfile

import (
	"math"
	"slices"
	"strings"

	"roadsnap/engine/geofile"
	"roadsnap/engine/units"
)

// Column is an attribute of a unit.
type Column struct {
	Name string
	Kind geofile.Kind
	Of   func(Unit) any // string, int64 or float64 according to Kind; nil if unknown
}

// Columns returns the attributes of a kind of unit that do not depend on its borders.
func Columns(kind units.Kind) []Column {
	if kind == units.KindProvince {
		return provinceColumns
	}
	return wardColumns
}

// ListColumns returns the columns of a list of units: Columns, the area, and the
// number of vertices of the border.
func ListColumns(kind units.Kind) []Column {
	return slices.Concat(RecordColumns(kind), []Column{areaColumn, verticesColumn})
}

// RecordColumns returns Columns and, for wards, what is published about them.
func RecordColumns(kind units.Kind) []Column {
	if kind == units.KindProvince {
		return provinceColumns
	}
	return slices.Concat(wardColumns, publishedColumns)
}

// fileColumns returns the columns of a file of units: RecordColumns, the former units, the area,
// and the centre.
func fileColumns(kind units.Kind) []Column {
	return slices.Concat(RecordColumns(kind), []Column{formerColumn, areaColumn, centreLat, centreLon})
}

var (
	provinceColumns = columnsOf(ProvinceAttributes, func(u Unit) units.Province { return u.Province })
	wardColumns     = columnsOf(WardAttributes, wardOf)

	publishedColumns = columnsOf(PublishedAttributes, wardOf)
)

func wardOf(u Unit) units.Ward { return u.Ward }

func columnsOf[U any](attributes []Attribute[U], unit func(Unit) U) []Column {
	columns := make([]Column, len(attributes))
	for i, a := range attributes {
		kind := geofile.Text
		if a.Integer != nil {
			kind = geofile.Integer
		} else if a.Real != nil {
			kind = geofile.Real
		}
		columns[i] = Column{a.Name, kind, func(u Unit) any { return a.Value(unit(u)) }}
	}
	return columns
}

// formerColumn is the units before July 2025 that a unit was made of, in Vietnamese: "Xã Tiến Xuân
// (một phần); Xã Yên Bình". A province that took in no other has none.
var formerColumn = Column{"former", geofile.Text, func(u Unit) any {
	if u.table == nil {
		return nil
	}
	var names []string
	add := func(name string, whole bool) {
		if !whole {
			name += " (một phần)"
		}
		names = append(names, name)
	}
	if u.Kind == units.KindProvince {
		for _, p := range u.table.ProvincesBefore(u.Province.Code) {
			if p.Code != "" && !p.InForce {
				add(p.Name, len(p.Provinces) == 1)
			}
		}
	} else {
		for _, f := range u.table.FormerUnitsOf(u.Ward.Code) {
			add(f.Name, len(f.Successors) == 1)
		}
	}
	if names == nil {
		return nil
	}
	return strings.Join(names, "; ")
}}

// The columns that depend on the borders.
var (
	areaColumn     = landColumn("area_km2", geofile.Real, func(u Unit) any { return SquareKilometres(u.Land.Size()) })
	verticesColumn = landColumn("vertices", geofile.Integer, func(u Unit) any { return int64(u.Land.Vertices()) })
	centreLat      = landColumn("center_lat", geofile.Real, func(u Unit) any { return u.Land.Center().Lat })
	centreLon      = landColumn("center_lon", geofile.Real, func(u Unit) any { return u.Land.Center().Lon })
)

func landColumn(name string, kind geofile.Kind, of func(Unit) any) Column {
	return Column{name, kind, func(u Unit) any {
		if !u.HasLand {
			return nil
		}
		return of(u)
	}}
}

// SquareKilometres converts m² to km², rounded to a square metre, because no border
// is known more precisely.
func SquareKilometres(m2 float64) float64 { return math.Round(m2) / 1e6 }
