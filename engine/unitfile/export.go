// SPDX-License-Identifier: MIT

package unitfile

import (
	"context"
	"errors"
	"slices"

	"github.com/paulmach/orb"

	"roadsnap/engine/boundary"
	"roadsnap/engine/crs"
	"roadsnap/engine/geofile"
	"roadsnap/engine/units"
	"roadsnap/engine/yield"
)

// Options control Schema and Write.
type Options struct {
	Kind     units.Kind     // of all units
	Level    boundary.Level // of their borders
	Licence  string         // notice to show with the units
	System   crs.System     // of the coordinates
	Columns  []string       // names of the columns to write; nil for all
	Extra    []Column       // further columns, after all others
	Excel    bool           // see geofile.Schema
	Progress func(done, total int)
}

// Schema returns the schema of a file of units.
func Schema(o Options) geofile.Schema {
	s := geofile.Schema{Name: o.Kind.String() + "s", Licence: o.Licence, System: o.System, Excel: o.Excel, Title: "ward_fname"}
	if o.Kind == units.KindProvince {
		s.Title = "prov_fname"
	}
	for _, c := range o.AllColumns() {
		s.Columns = append(s.Columns, geofile.Column{Name: c.Name, Kind: c.Kind})
	}
	return s
}

// ColumnNames returns the names of all columns of a file of units.
func ColumnNames(kind units.Kind) (names []string) {
	for _, c := range fileColumns(kind) {
		names = append(names, c.Name)
	}
	return names
}

// AllColumns returns the columns to write, in the order of the file.
func (o Options) AllColumns() []Column {
	list := fileColumns(o.Kind)
	if o.Columns != nil {
		list = slices.DeleteFunc(list, func(c Column) bool { return !slices.Contains(o.Columns, c.Name) })
	}
	return append(list, o.Extra...)
}

// Write writes all units to w, which must have the Schema of o, and commits it. After
// an error it aborts w, which leaves nothing behind.
func Write(ctx context.Context, w *geofile.Writer, list []Unit, o Options) (err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Abort())
		}
	}()
	columns := o.AllColumns()
	values := make([]any, len(columns))
	var shape multiPolygon
	for i, u := range list {
		if err := yield.Now(ctx); err != nil {
			return err
		}
		if o.Progress != nil {
			o.Progress(i, len(list))
		}
		for k, c := range columns {
			values[k] = c.Of(u)
		}
		feature := geofile.Feature{Values: values}
		if u.HasLand {
			feature.Area = shape.of(u.Land, o.Level)
		}
		if err := w.Add(feature); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return w.Commit()
}

// multiPolygon converts borders to the type of package geofile, longitude first. It
// reuses its memory.
type multiPolygon struct {
	points   []orb.Point
	rings    []orb.Ring
	polygons orb.MultiPolygon
}

// of returns a land at a level. The result is valid until the next call.
func (m *multiPolygon) of(land boundary.Land, level boundary.Level) orb.MultiPolygon {
	m.points, m.rings, m.polygons = m.points[:0], m.rings[:0], m.polygons[:0]
	for polygon := range land.Polygons(level) {
		first := len(m.rings)
		for ring := range polygon.Rings() {
			start := len(m.points)
			for p := range ring.Points() {
				at := p.Point()
				m.points = append(m.points, orb.Point{at.Lon, at.Lat})
			}
			// When append reallocates points, earlier rings keep the old array.
			m.rings = append(m.rings, orb.Ring(m.points[start:len(m.points):len(m.points)]))
		}
		m.polygons = append(m.polygons, orb.Polygon(m.rings[first:len(m.rings):len(m.rings)]))
	}
	return m.polygons
}
