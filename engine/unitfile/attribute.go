// SPDX-License-Identifier: MIT

package unitfile

import "roadsnap/engine/units"

// Attribute is a property of a province or a ward that does not depend on its
// borders. One of the functions is set.
type Attribute[U any] struct {
	Name     string
	Integer  func(U) int64
	Real     func(U) float64
	Text     func(U) string
	Optional bool // 0 and "" mean that it is unknown
}

// Value returns the attribute of u: an int64, a float64 or a string, nil if it is unknown.
func (a Attribute[U]) Value(u U) any {
	switch {
	case a.Integer != nil:
		if v := a.Integer(u); v != 0 || !a.Optional {
			return v
		}
	case a.Real != nil:
		if v := a.Real(u); v != 0 || !a.Optional {
			return v
		}
	default:
		if v := a.Text(u); v != "" || !a.Optional {
			return v
		}
	}
	return nil
}

// ProvinceAttributes are the attributes of a province, in the order of a record.
var ProvinceAttributes = []Attribute[units.Province]{
	{Name: "id", Integer: func(p units.Province) int64 { return int64(p.ID) }},
	{Name: "prov_code", Text: func(p units.Province) string { return p.Code }},
	{Name: "prov_name", Text: func(p units.Province) string { return p.Name }},
	{Name: "prov_fname", Text: func(p units.Province) string { return p.FullName }},
	{Name: "prov_ne", Text: func(p units.Province) string { return p.NameEN }},
	{Name: "prov_fne", Text: func(p units.Province) string { return p.FullNameEN }},
	{Name: "level", Text: func(p units.Province) string { return p.Level }},
	{Name: "region", Text: func(p units.Province) string { return p.Region }},
	{Name: "sort", Text: func(p units.Province) string { return p.Sort }},
}

// WardAttributes are the attributes of a ward, in the order of a record.
var WardAttributes = []Attribute[units.Ward]{
	{Name: "id", Integer: func(w units.Ward) int64 { return int64(w.ID) }},
	{Name: "prov_code", Text: func(w units.Ward) string { return w.ProvinceCode }},
	{Name: "ward_code", Text: func(w units.Ward) string { return w.Code }},
	{Name: "ward_name", Text: func(w units.Ward) string { return w.Name }},
	{Name: "ward_fname", Text: func(w units.Ward) string { return w.FullName }},
	{Name: "ward_ne", Text: func(w units.Ward) string { return w.NameEN }},
	{Name: "ward_fne", Text: func(w units.Ward) string { return w.FullNameEN }},
	{Name: "level", Text: func(w units.Ward) string { return w.Level }},
	{Name: "region", Text: func(w units.Ward) string { return w.Region }},
}

// PublishedAttributes are what is published about a ward, as units.Published has it.
var PublishedAttributes = []Attribute[units.Ward]{
	{Name: "pub_km2", Real: func(w units.Ward) float64 { return w.Published.AreaKM2 }, Optional: true},
	{Name: "population", Integer: func(w units.Ward) int64 { return int64(w.Published.Population) }, Optional: true},
	{Name: "seat", Text: func(w units.Ward) string { return w.Published.Seat }, Optional: true},
	{Name: "resolution", Text: func(w units.Ward) string { return w.Published.Resolution }, Optional: true},
}

// The members of a record that depend on the borders, in its order. They follow the
// attributes.
const (
	GeomLevel = "geomLevel"
	Geom      = "geom"
	Center    = "center"
	Viewport  = "viewport"
)
