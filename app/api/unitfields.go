// SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"roadsnap/engine/boundary"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// unitField is one member of a unit's record.
type unitField[U any] struct {
	name   string
	use    fieldUse
	append func(dst []byte, u U) []byte // nil if it depends on the boundary
}

// fieldUse determines when a member is in the record.
type fieldUse uint8

const (
	useDefault  fieldUse = iota // if `fields` is missing or contains it
	useNamed                    // if `fields` contains it
	useWithGeom                 // together with geom; not allowed in `fields`
)

// fieldSet holds all members that the record of a kind of unit may have, in the
// order of the specification. They are written in this order.
type fieldSet[U any] struct {
	fields []unitField[U]
	land   func(*units.Atlas, U) (boundary.Land, bool)
}

var (
	provinceFields = newFieldSet((*units.Atlas).ProvinceLand, unitfile.ProvinceAttributes, "prov_name", "prov_ne")
	wardFields     = newFieldSet((*units.Atlas).WardLand, slices.Concat(unitfile.WardAttributes, unitfile.PublishedAttributes), "ward_name", "ward_ne", "pub_km2", "population", "seat", "resolution")
)

// newFieldSet returns the members of a record: the attributes, of which those in named
// are left out by default, and those that depend on the boundary.
func newFieldSet[U any](land func(*units.Atlas, U) (boundary.Land, bool), attributes []unitfile.Attribute[U], named ...string) fieldSet[U] {
	set := fieldSet[U]{land: land}
	for _, a := range attributes {
		field := unitField[U]{name: a.Name, append: func(dst []byte, u U) []byte { return appendString(dst, a.Text(u)) }}
		switch {
		case a.Optional:
			field.append = func(dst []byte, u U) []byte { return appendOptional(dst, a.Value(u)) }
		case a.Integer != nil:
			field.append = func(dst []byte, u U) []byte { return strconv.AppendInt(dst, a.Integer(u), 10) }
		}
		if slices.Contains(named, a.Name) {
			field.use = useNamed
		}
		set.fields = append(set.fields, field)
	}
	set.fields = append(set.fields,
		unitField[U]{name: unitfile.GeomLevel, use: useWithGeom},
		unitField[U]{name: unitfile.Geom, use: useNamed},
		unitField[U]{name: unitfile.Center, use: useNamed},
		unitField[U]{name: unitfile.Viewport, use: useNamed})
	return set
}

// appendOptional appends a value of unitfile.Attribute.
func appendOptional(dst []byte, value any) []byte {
	switch v := value.(type) {
	case int64:
		return strconv.AppendInt(dst, v, 10)
	case float64:
		return strconv.AppendFloat(dst, v, 'f', -1, 64)
	case string:
		return appendString(dst, v)
	}
	return append(dst, "null"...)
}

// selection is a set of members: bit i represents the member at index i.
type selection uint32

func (s selection) has(i int) bool { return s&(1<<i) != 0 }

// read returns the members selected by the parameters fields and include_geom.
func (set fieldSet[U]) read(q query, f *faults) selection {
	chosen := set.readFields(q, f)
	if q.boolean("include_geom", f) {
		chosen |= 1 << set.index(unitfile.Geom)
	}
	if chosen.has(set.index(unitfile.Geom)) {
		chosen |= 1 << set.index(unitfile.GeomLevel)
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
		if i < 0 || set.fields[i].use == useWithGeom {
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
	for i, field := range set.fields {
		if field.use == useDefault {
			chosen |= 1 << i
		}
	}
	return chosen
}

// names returns the names allowed in the parameter fields.
func (set fieldSet[U]) names() []string {
	var names []string
	for _, field := range set.fields {
		if field.use != useWithGeom {
			names = append(names, field.name)
		}
	}
	return names
}

func (set fieldSet[U]) index(name string) int {
	return slices.IndexFunc(set.fields, func(field unitField[U]) bool { return field.name == name })
}

// write writes the record of u, with the geometry at a level.
func (set fieldSet[U]) write(out *stream, atlas *units.Atlas, u U, chosen selection, level geomLevel) error {
	var land boundary.Land
	var found bool
	if atlas != nil {
		if land, found = set.land(atlas, u); found {
			level = level.of(atlas.Net())
		}
	}
	separator := byte('{')
	for i, field := range set.fields {
		if !chosen.has(i) {
			continue
		}
		out.buf = append(out.buf, separator)
		separator = ','
		out.buf = append(appendString(out.buf, field.name), ':')
		switch {
		case field.append != nil:
			out.buf = field.append(out.buf, u)
		case field.name == unitfile.GeomLevel:
			out.buf = appendString(out.buf, level.String())
		case !found:
			out.buf = append(out.buf, "null"...)
		case field.name == unitfile.Geom:
			if err := writeGeometry(out, land, boundary.Level(level)); err != nil {
				return err
			}
		case field.name == unitfile.Center:
			out.buf = appendLatLng(out.buf, land.Center())
		case field.name == unitfile.Viewport:
			out.buf = appendViewport(out.buf, land.Bounds())
		}
	}
	out.buf = append(out.buf, '}')
	return out.spill()
}

// writeList writes the array of the records of list.
func (set fieldSet[U]) writeList(out *stream, atlas *units.Atlas, list []U, chosen selection, level geomLevel) error {
	out.buf = append(out.buf, '[')
	for i, u := range list {
		if i > 0 {
			out.buf = append(out.buf, ',')
		}
		if err := set.write(out, atlas, u, chosen, level); err != nil {
			return err
		}
	}
	out.buf = append(out.buf, ']')
	return nil
}
