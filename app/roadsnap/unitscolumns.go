package main

import (
	"math"

	"roadsnap/engine/geofile"
	"roadsnap/engine/units"
)

// unitColumn is an attribute of a unit. The names are those of the API, so that
// who knows one knows all: JSON, CSV and exported files.
type unitColumn struct {
	name string
	kind geofile.Kind
	of   func(unit) any // string, int64 or float64 as kind says; nil for unknown
}

func provinceText(name string, of func(units.Province) string) unitColumn {
	return unitColumn{name, geofile.Text, func(u unit) any { return of(u.province) }}
}

func wardText(name string, of func(units.Ward) string) unitColumn {
	return unitColumn{name, geofile.Text, func(u unit) any { return of(u.ward) }}
}

var provinceColumns = []unitColumn{
	{"id", geofile.Integer, func(u unit) any { return int64(u.province.ID) }},
	provinceText("prov_code", func(p units.Province) string { return p.Code }),
	provinceText("prov_name", func(p units.Province) string { return p.Name }),
	provinceText("prov_fname", func(p units.Province) string { return p.FullName }),
	provinceText("prov_ne", func(p units.Province) string { return p.NameEN }),
	provinceText("prov_fne", func(p units.Province) string { return p.FullNameEN }),
	provinceText("level", func(p units.Province) string { return p.Level }),
	provinceText("region", func(p units.Province) string { return p.Region }),
	provinceText("sort", func(p units.Province) string { return p.Sort }),
}

var wardColumns = []unitColumn{
	{"id", geofile.Integer, func(u unit) any { return int64(u.ward.ID) }},
	wardText("prov_code", func(w units.Ward) string { return w.ProvinceCode }),
	wardText("ward_code", func(w units.Ward) string { return w.Code }),
	wardText("ward_name", func(w units.Ward) string { return w.Name }),
	wardText("ward_fname", func(w units.Ward) string { return w.FullName }),
	wardText("ward_ne", func(w units.Ward) string { return w.NameEN }),
	wardText("ward_fne", func(w units.Ward) string { return w.FullNameEN }),
	wardText("level", func(w units.Ward) string { return w.Level }),
	wardText("region", func(w units.Ward) string { return w.Region }),
}

// The columns that depend on the borders.
var (
	areaColumn     = landColumn("area_km2", geofile.Real, func(u unit) any { return squareKilometres(u.land.Size()) })
	verticesColumn = landColumn("vertices", geofile.Integer, func(u unit) any { return int64(u.land.Vertices()) })
	centreLat      = landColumn("center_lat", geofile.Real, func(u unit) any { return u.land.Center().Lat })
	centreLon      = landColumn("center_lon", geofile.Real, func(u unit) any { return u.land.Center().Lon })
)

func landColumn(name string, kind geofile.Kind, of func(unit) any) unitColumn {
	return unitColumn{name, kind, func(u unit) any {
		if !u.hasLand {
			return nil
		}
		return of(u)
	}}
}

// namesOf returns the columns of a kind of unit that need no borders.
func namesOf(kind units.Kind) []unitColumn {
	if kind == units.KindProvince {
		return provinceColumns
	}
	return wardColumns
}

// squareKilometres turns m² into km², in steps of a square metre: no border is
// known better.
func squareKilometres(m2 float64) float64 { return math.Round(m2) / 1e6 }

// record returns what the columns say of u as an object for JSON.
func (u unit) record(columns []unitColumn) object {
	o := make(object, 0, len(columns))
	for _, c := range columns {
		o = append(o, member{c.name, c.of(u)})
	}
	return o
}
