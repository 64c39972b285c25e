// SPDX-License-Identifier: MIT

package gis

import (
	"context"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"roadsnap/engine/boundary"
	"roadsnap/engine/choropleth"
	"roadsnap/engine/errclass"
	"roadsnap/engine/layer"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
	"roadsnap/engine/zone"
	"roadsnap/ui/mapdraw/thematic"
	"roadsnap/ui/text"
)

// Data is the content of a layer. It does not change.
type Data struct {
	Shape    layer.Shape
	Columns  []layer.Column
	Shapes   *thematic.Shapes
	Geometry []orb.Geometry
	Faulty   int     // rows that cannot be shown
	Faults   []Fault // the first of them, or the rows of a table that did not match
	Matched  int     // rows of the table that were joined
	System   string  // the coordinate system of the file
	Assumed  bool    // the file declares none
}

// Fault is a row that cannot be shown.
type Fault struct {
	Text   string
	Reason choropleth.Reason // of a row that is joined to no unit; else "", and Text says why
}

// In returns the fault in a language.
func (f Fault) In(words text.Catalogue) string {
	if f.Reason == "" {
		return f.Text
	}
	return strings.TrimSpace(f.Text + " (" + words.T("gis.reason."+string(f.Reason)) + ")")
}

// Len returns the number of rows.
func (d *Data) Len() int { return len(d.Geometry) }

// Column returns the index of the column with a name, −1 if there is none.
func (d *Data) Column(name string) int {
	return slices.IndexFunc(d.Columns, func(c layer.Column) bool { return c.Name == name })
}

// dataOf returns the content of a file.
func dataOf(l *layer.Layer) *Data {
	d := &Data{Shape: l.Shape, Columns: l.Columns, Geometry: l.Geometry, Shapes: thematic.NewShapes(l.Geometry), Faulty: l.Faulty, System: l.System, Assumed: l.Assumed}
	for _, f := range l.Faults {
		d.Faults = append(d.Faults, Fault{Text: f.Error()})
	}
	return d
}

// Join says how the rows of a table are joined to units.
type Join struct {
	Wards    bool               `json:"wards,omitempty"` // to wards, else to provinces
	Key      string             `json:"key"`             // the column that names the unit
	Province string             `json:"province,omitempty"`
	District string             `json:"district,omitempty"` // the former one
	Several  choropleth.Several `json:"several,omitempty"`  // which value counts of several rows for a unit
}

// guessJoin returns the likely join of a table.
func guessJoin(ctx context.Context, t *layer.Layer, table *units.Table) Join {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
	}
	j := Join{Several: choropleth.Sum}
	kind, _, c, err := choropleth.Guess(ctx, table, names, func(i int) []string { return t.Columns[i].Texts })
	if err != nil {
		if len(names) > 0 {
			j.Key = names[0] // the user chooses another
		}
		return j
	}
	name := func(i int) string {
		if i < 0 {
			return ""
		}
		return names[i]
	}
	j.Wards, j.Key, j.Province, j.District = kind == units.KindWard, name(c.Unit), name(c.Province), name(c.District)
	return j
}

// codes reports whether most texts are codes, not names.
func codes(texts []string) bool {
	n, some := 0, 0
	for _, x := range texts {
		if x != "" {
			some++
			if strings.Trim(x, "0123456789") == "" {
				n++
			}
		}
	}
	return 2*n > some
}

// maxFaults is the number of rows without a unit that are listed.
const maxFaults = 200

// The errors of layers of units whose borders are not installed.
var (
	errNoBorders = errclass.New("gis_no_borders", "no borders of these units")
	errNoFormer  = errclass.New("gis_no_former", "no borders of June 2025")
)

// former returns the units of June 2025 as areas.
func former(ctx context.Context, atlas func(func(*units.Atlas) error) error) (*Data, error) {
	if atlas == nil {
		return nil, errNoFormer
	}
	d := &Data{Shape: layer.Areas, Columns: []layer.Column{{Name: "code"}, {Name: "name"}, {Name: "district"}, {Name: "province"}}}
	err := atlas(func(a *units.Atlas) error {
		for f, land := range a.Former().All() {
			if err := ctx.Err(); err != nil {
				return err
			}
			level := a.Former().Net().Level(boundary.Ward)
			d.Geometry = append(d.Geometry, unitfile.PolygonsOf(unitfile.Unit{Land: land, HasLand: true}, level))
			for i, text := range []string{f.Code, f.Name, f.District, f.Province} {
				d.Columns[i].Texts = append(d.Columns[i].Texts, text)
			}
		}
		return nil
	})
	if err == nil && d.Len() == 0 {
		err = errNoFormer
	}
	if err != nil {
		return nil, err
	}
	d.Shapes = thematic.NewShapes(d.Geometry)
	return d, nil
}

// join joins a table to units and returns the units that have rows as areas.
func join(ctx context.Context, t *layer.Layer, j Join, table *units.Table, atlas func(func(*units.Atlas) error) error) (*Data, error) {
	column := func(name string) []string {
		if i := t.Column(name); i >= 0 {
			return t.Columns[i].Texts
		}
		return nil
	}
	keys := choropleth.Keys{Unit: column(j.Key), Province: column(j.Province), District: column(j.District)}
	by, kind := choropleth.ByName, units.KindProvince
	if codes(keys.Unit) {
		by = choropleth.ByCode
	}
	if j.Wards {
		kind = units.KindWard
	}
	joined, err := choropleth.Join(ctx, table, kind, by, keys)
	if err != nil {
		return nil, err
	}
	d := &Data{Shape: layer.Areas}
	for row, m := range joined.Matches {
		if m.Code != "" {
			d.Matched++
			continue
		}
		if d.Faulty++; len(d.Faults) < maxFaults {
			d.Faults = append(d.Faults, Fault{keys.Unit[row], m.Reason})
		}
	}
	d.Columns = []layer.Column{{Name: "code"}, {Name: "name"}}
	for _, c := range t.Columns {
		d.Columns = append(d.Columns, layer.Column{Name: c.Name, Kind: c.Kind})
	}
	add := func(code, name string, rings orb.Geometry) {
		d.Geometry = append(d.Geometry, rings)
		d.Columns[0].Texts, d.Columns[1].Texts = append(d.Columns[0].Texts, code), append(d.Columns[1].Texts, name)
		rows := joined.Rows[code]
		for i, c := range t.Columns {
			out := &d.Columns[i+2]
			out.Texts = append(out.Texts, j.Several.Text(rows, c.Texts))
			if c.Kind == layer.Number {
				x := j.Several.Number(rows, c.Numbers)
				out.Numbers = append(out.Numbers, x)
				if len(rows) > 1 {
					out.Texts[len(out.Texts)-1] = choropleth.English.FormatNumber(x, decimalsOf(x))
				}
			}
			if c.Kind == layer.Date {
				out.Kind = layer.Text
			}
		}
	}
	if atlas == nil {
		return nil, errNoBorders
	}
	some := false
	err = atlas(func(a *units.Atlas) error {
		outline := func(kind zone.Kind, code string, level boundary.Level) orb.Geometry {
			g := areaOf(zone.UnitRings(zone.Shape{Kind: kind, Code: code}, a, level))
			some = some || g != nil
			return g
		}
		if !j.Wards {
			for _, p := range table.Provinces() {
				add(p.Code, p.FullName, outline(zone.Province, p.Code, boundary.Province))
			}
			return ctx.Err()
		}
		for _, w := range table.Wards() {
			add(w.Code, w.FullName, outline(zone.Ward, w.Code, boundary.Ward))
		}
		return ctx.Err()
	})
	if err == nil && !some {
		err = errNoBorders
	}
	if err != nil {
		return nil, err
	}
	d.Shapes = thematic.NewShapes(d.Geometry)
	return d, nil
}

// decimalsOf returns the decimals of a value that was computed.
func decimalsOf(x float64) int {
	if x == float64(int64(x)) {
		return 0
	}
	return 2
}
