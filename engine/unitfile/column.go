package unitfile

import (
	"math"
	"slices"

	"roadsnap/engine/geofile"
	"roadsnap/engine/units"
)

// Column is an attribute of a unit.
type Column struct {
	Name string
	Kind geofile.Kind
	Of   func(Unit) any // string, int64 or float64 as Kind says; nil for unknown
}

// Columns returns what is known of a kind of unit without its borders.
func Columns(kind units.Kind) []Column {
	if kind == units.KindProvince {
		return provinceColumns
	}
	return wardColumns
}

// ListColumns returns what a list tells of a kind of unit: the Columns, the area
// and how many vertices the border has.
func ListColumns(kind units.Kind) []Column {
	return slices.Concat(Columns(kind), []Column{areaColumn, verticesColumn})
}

// fileColumns returns what a file tells of a kind of unit beside its borders.
func fileColumns(kind units.Kind) []Column {
	return slices.Concat(Columns(kind), []Column{areaColumn, centreLat, centreLon})
}

func provinceText(name string, of func(units.Province) string) Column {
	return Column{name, geofile.Text, func(u Unit) any { return of(u.Province) }}
}

func wardText(name string, of func(units.Ward) string) Column {
	return Column{name, geofile.Text, func(u Unit) any { return of(u.Ward) }}
}

var provinceColumns = []Column{
	{"id", geofile.Integer, func(u Unit) any { return int64(u.Province.ID) }},
	provinceText("prov_code", func(p units.Province) string { return p.Code }),
	provinceText("prov_name", func(p units.Province) string { return p.Name }),
	provinceText("prov_fname", func(p units.Province) string { return p.FullName }),
	provinceText("prov_ne", func(p units.Province) string { return p.NameEN }),
	provinceText("prov_fne", func(p units.Province) string { return p.FullNameEN }),
	provinceText("level", func(p units.Province) string { return p.Level }),
	provinceText("region", func(p units.Province) string { return p.Region }),
	provinceText("sort", func(p units.Province) string { return p.Sort }),
}

var wardColumns = []Column{
	{"id", geofile.Integer, func(u Unit) any { return int64(u.Ward.ID) }},
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

// SquareKilometres turns m² into km², in steps of a square metre: no border is
// known better.
func SquareKilometres(m2 float64) float64 { return math.Round(m2) / 1e6 }
