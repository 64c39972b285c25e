package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/units"
)

// unitField is one member of a unit's record.
type unitField[U any] struct {
	name   string
	use    fieldUse
	append func(dst []byte, u U) []byte // nil for a member that is null for now
}

// fieldUse says when a member is in the record.
type fieldUse uint8

const (
	useDefault  fieldUse = iota // if `fields` is left out or names it
	useNamed                    // if `fields` names it
	useWithGeom                 // if geom is there; `fields` may not name it
)

// fieldSet are all members that the record of a kind of unit may have, in the
// order of the specification, in which they are written too.
type fieldSet[U any] []unitField[U]

var provinceFields = fieldSet[units.Province]{
	{"id", useDefault, func(dst []byte, p units.Province) []byte { return strconv.AppendInt(dst, int64(p.ID), 10) }},
	{"prov_code", useDefault, func(dst []byte, p units.Province) []byte { return appendString(dst, p.Code) }},
	{"prov_name", useNamed, func(dst []byte, p units.Province) []byte { return appendString(dst, p.Name) }},
	{"prov_fname", useDefault, func(dst []byte, p units.Province) []byte { return appendString(dst, p.FullName) }},
	{"prov_ne", useNamed, func(dst []byte, p units.Province) []byte { return appendString(dst, p.NameEN) }},
	{"prov_fne", useDefault, func(dst []byte, p units.Province) []byte { return appendString(dst, p.FullNameEN) }},
	{"level", useDefault, func(dst []byte, p units.Province) []byte { return appendString(dst, p.Level) }},
	{"region", useDefault, func(dst []byte, p units.Province) []byte { return appendString(dst, p.Region) }},
	{"sort", useDefault, func(dst []byte, p units.Province) []byte { return appendString(dst, p.Sort) }},
	{fieldGeomLevel, useWithGeom, nil},
	{fieldGeom, useNamed, nil},
	{"center", useNamed, nil},
	{"viewport", useNamed, nil},
}

var wardFields = fieldSet[units.Ward]{
	{"id", useDefault, func(dst []byte, w units.Ward) []byte { return strconv.AppendInt(dst, int64(w.ID), 10) }},
	{"prov_code", useDefault, func(dst []byte, w units.Ward) []byte { return appendString(dst, w.ProvinceCode) }},
	{"ward_code", useDefault, func(dst []byte, w units.Ward) []byte { return appendString(dst, w.Code) }},
	{"ward_name", useNamed, func(dst []byte, w units.Ward) []byte { return appendString(dst, w.Name) }},
	{"ward_fname", useDefault, func(dst []byte, w units.Ward) []byte { return appendString(dst, w.FullName) }},
	{"ward_ne", useNamed, func(dst []byte, w units.Ward) []byte { return appendString(dst, w.NameEN) }},
	{"ward_fne", useDefault, func(dst []byte, w units.Ward) []byte { return appendString(dst, w.FullNameEN) }},
	{"level", useDefault, func(dst []byte, w units.Ward) []byte { return appendString(dst, w.Level) }},
	{"region", useDefault, func(dst []byte, w units.Ward) []byte { return appendString(dst, w.Region) }},
	{fieldGeomLevel, useWithGeom, nil},
	{fieldGeom, useNamed, nil},
	{"center", useNamed, nil},
	{"viewport", useNamed, nil},
}

// The members that depend on the boundary.
const (
	fieldGeom      = "geom"
	fieldGeomLevel = "geomLevel"
)

// selection is a set of members: bit i stands for the one at index i.
type selection uint32

func (s selection) has(i int) bool { return s&(1<<i) != 0 }

// read returns the members that the parameters fields and include_geom ask for.
func (set fieldSet[U]) read(q query, f *faults) selection {
	chosen := set.readFields(q, f)
	if q.boolean("include_geom", f) {
		chosen |= 1 << set.index(fieldGeom)
	}
	if chosen.has(set.index(fieldGeom)) {
		chosen |= 1 << set.index(fieldGeomLevel)
	}
	return chosen
}

func (set fieldSet[U]) readFields(q query, f *faults) (chosen selection) {
	text, _, ok := q.one("fields", f)
	if !ok {
		return 0
	}
	names := splitList(text)
	if len(names) == 0 {
		return set.defaults()
	}
	var unknown []string
	for _, name := range names {
		i := set.index(name)
		if i < 0 || set[i].use == useWithGeom {
			unknown = append(unknown, name)
			continue
		}
		chosen |= 1 << i
	}
	if len(unknown) > 0 {
		f.add("fields", fmt.Sprintf("has unknown names: %s; allowed are %s", quoteList(unknown), strings.Join(set.names(), ", ")))
	}
	return chosen
}

func (set fieldSet[U]) defaults() (chosen selection) {
	for i, field := range set {
		if field.use == useDefault {
			chosen |= 1 << i
		}
	}
	return chosen
}

// names returns what the parameter fields may name.
func (set fieldSet[U]) names() []string {
	var names []string
	for _, field := range set {
		if field.use != useWithGeom {
			names = append(names, field.name)
		}
	}
	return names
}

func (set fieldSet[U]) index(name string) int {
	return slices.IndexFunc(set, func(field unitField[U]) bool { return field.name == name })
}

// appendRecord appends the record of u. geomLevel is the level of detail that
// its geometry has, or would have.
func (set fieldSet[U]) appendRecord(dst []byte, u U, chosen selection, geomLevel string) []byte {
	separator := byte('{')
	for i, field := range set {
		if !chosen.has(i) {
			continue
		}
		dst = append(dst, separator)
		separator = ','
		dst = append(appendString(dst, field.name), ':')
		switch {
		case field.append != nil:
			dst = field.append(dst, u)
		case field.name == fieldGeomLevel:
			dst = appendString(dst, geomLevel)
		default:
			dst = append(dst, "null"...) // no boundary is installed
		}
	}
	return append(dst, '}')
}

// appendRecords appends the array of the records of list.
func (set fieldSet[U]) appendRecords(dst []byte, list []U, chosen selection, geomLevel string) []byte {
	dst = append(dst, '[')
	for i, u := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = set.appendRecord(dst, u, chosen, geomLevel)
	}
	return append(dst, ']')
}
