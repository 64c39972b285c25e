// SPDX-License-Identifier: MIT

package layer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/paulmach/orb"

	"roadsnap/engine/crs"
	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/engine/vector"
)

// Options say how a file is read.
type Options struct {
	// System is the coordinate system, as crs.ByName takes it; "" for the one that the file
	// declares, or else WGS 84.
	System string
	// Encoding is that of the table of a Shapefile, as vector.EncodingByName takes it; "" for the
	// one of its .cpg, or UTF-8.
	Encoding string
	// Sheet is the sheet of a workbook; "" for the first with a value.
	Sheet string
	// Lat and Lon are the names of the columns of a table with latitude and longitude, or with
	// northing and easting; both "" to find them.
	Lat, Lon string
	// Bare reads a table without positions; its rows have no geometry.
	Bare bool
	// Bounds is where points are expected, to name the likely systems of metres.
	Bounds geo.Bounds
}

// Open opens a file. The error names the file; it wraps vector.ErrFormat, vector.ErrCorrupt, a
// sentinel of package trace or ErrTooLarge, or is that of the operating system or of ctx. It is a
// *SystemError if no position is on Earth in the coordinate system of the file.
func Open(ctx context.Context, path string, o Options) (*Layer, error) {
	base := filepath.Base(path)
	b := builder{
		ctx: ctx, options: o, path: path, columns: map[string]int{},
		layer: &Layer{Path: path, Name: strings.TrimSuffix(base, filepath.Ext(base))},
	}
	if err := b.open(); err != nil {
		var faulty *trace.Error
		if errors.As(err, &faulty) { // it names the file
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", base, err)
	}
	return b.layer, nil
}

func (b *builder) open() (err error) {
	if b.options.System != "" {
		if b.system, err = crs.ByName(b.options.System); err != nil {
			return fmt.Errorf("%w; give a code such as EPSG:9210", err)
		}
	}
	b.layer.System = b.system.String()
	err = vector.ReadFile(b.ctx, b.path, vector.FileOptions{Encoding: b.options.Encoding, Other: b.other, Endings: []string{".csv", ".gpx"}},
		vector.Sink{System: b.declare, Feature: b.feature})
	if err != nil {
		return err
	}
	if b.off != nil && b.placed == 0 {
		return b.off
	}
	if b.layer.Len() == 0 {
		return fmt.Errorf("%w: it has no features; choose another file", vector.ErrFormat)
	}
	return b.finish()
}

// builder collects the features of a layer.
type builder struct {
	ctx     context.Context
	options Options
	path    string
	system  crs.System
	layer   *Layer

	columns    map[string]int // by name
	vertices   int
	placed     int          // features with a geometry
	off        *SystemError // of the first feature that is not on Earth
	semicolons bool         // between the cells of a table
}

// declare takes the coordinate system of a file.
func (b *builder) declare(s vector.System) (err error) {
	if b.options.System != "" {
		return nil
	}
	b.system, err = s.CRS()
	if err != nil {
		return fmt.Errorf("%w: %w; choose its system", vector.ErrFormat, err)
	}
	b.layer.System, b.layer.Assumed = b.system.String(), !s.Declared()
	return nil
}

// feature takes a feature of a vector file.
func (b *builder) feature(f vector.Feature) error {
	var g orb.Geometry
	switch {
	case len(f.Area) > 0:
		g = orb.Clone(f.Area)
	case len(f.Lines) > 0:
		g = orb.Clone(f.Lines)
	case len(f.Points) > 0:
		g = orb.Clone(f.Points)
	}
	why := ""
	if g == nil && f.Other != "" {
		why = "its geometry is a " + f.Other + ", which is not shown"
	}
	if err := b.add(g, 0, why); err != nil {
		return err
	}
	if last := &b.layer.Geometry[b.layer.Len()-1]; f.Flat && *last != nil {
		*last = nested(*last)
	}
	for _, field := range f.Fields {
		if err := b.set(field.Name, field.Value); err != nil {
			return err
		}
	}
	return nil
}

// add adds a feature whose positions are in the system of the file, and converts them. why says
// why it has no geometry, "" if it may be so.
func (b *builder) add(g orb.Geometry, line int, why string) error {
	if err := b.ctx.Err(); err != nil {
		return err
	}
	l := b.layer
	if l.Len() >= MaxFeatures {
		return fmt.Errorf("%w: it has more than %d features; divide it", ErrTooLarge, MaxFeatures)
	}
	if g != nil {
		n, bad := b.convert(g)
		if b.vertices += n; b.vertices > MaxVertices {
			return fmt.Errorf("%w: it has more than %d vertices; simplify or divide it", ErrTooLarge, MaxVertices)
		}
		if n == 0 {
			g, why = nil, "it has no position"
		} else if bad != nil {
			off := b.offEarth(*bad)
			g, why = nil, off.text()
			if off.Place = (Fault{Feature: l.Len(), Line: line}).place(); b.off == nil {
				b.off = off
			}
		} else {
			b.placed++
		}
	}
	if why != "" {
		if l.Faulty++; len(l.Faults) < MaxFaults {
			l.Faults = append(l.Faults, Fault{Feature: l.Len(), Line: line, Text: why})
		}
	}
	if s := shapeOf(g); s > l.Shape {
		l.Shape = s
	}
	l.Geometry = append(l.Geometry, g)
	return nil
}

// offEarth says that a position is not on Earth, and what its system may be.
func (b *builder) offEarth(p orb.Point) *SystemError {
	return &SystemError{X: p[0], Y: p[1], System: b.layer.System, Likely: trace.LikelySystems(p[0], p[1], b.options.Bounds)}
}

// convert converts the positions of a geometry to WGS 84. It returns their number, and the first
// one that is not on Earth.
func (b *builder) convert(g orb.Geometry) (n int, bad *orb.Point) {
	each := func(points []orb.Point) {
		for i, p := range points {
			n++
			at := b.system.Point(p[0], p[1])
			if !at.Valid() && bad == nil {
				bad = &p
			}
			points[i] = orb.Point{at.Lon, at.Lat}
		}
	}
	switch g := g.(type) {
	case orb.MultiPoint:
		each(g)
	case orb.MultiLineString:
		for _, line := range g {
			each(line)
		}
	case orb.MultiPolygon:
		for _, polygon := range g {
			for _, ring := range polygon {
				each(ring)
			}
		}
	}
	return n, bad
}

// set sets a value of the last feature.
func (b *builder) set(name, value string) error {
	l := b.layer
	i, ok := b.columns[name]
	if !ok {
		if i = len(l.Columns); i >= MaxColumns {
			return fmt.Errorf("%w: it has more than %d columns; leave some out", ErrTooLarge, MaxColumns)
		}
		b.columns[name] = i
		l.Columns = append(l.Columns, Column{Name: name})
	}
	c := &l.Columns[i]
	if missing := l.Len() - 1 - len(c.Texts); missing > 0 {
		c.Texts = append(c.Texts, make([]string, missing)...)
	}
	if len(c.Texts) < l.Len() { // the first of several values counts
		c.Texts = append(c.Texts, strings.TrimSpace(value))
	}
	return nil
}

// finish completes the columns.
func (b *builder) finish() error {
	l := b.layer
	for i := range l.Columns {
		c := &l.Columns[i]
		c.Texts = slices.Clip(append(c.Texts, make([]string, l.Len()-len(c.Texts))...))
		c.setKind(b.semicolons)
		if err := b.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// other reads a file that is none of package vector.
func (b *builder) other(path string, head []byte, in io.Reader) error {
	text := bytes.ToLower(head)
	switch {
	case bytes.Contains(text, []byte("<gpx")):
		return b.gpx(path, in)
	case bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")):
		return fmt.Errorf("%w: it is XML, but no KML or GPX; choose another file", vector.ErrFormat)
	}
	return b.table(path)
}
