// SPDX-License-Identifier: MIT

package unitimport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"roadsnap/engine/crs"
	"roadsnap/engine/vector"
)

// choices are Options as files are read.
type choices struct {
	system   *crs.System      // nil if the files say it
	encoding *vector.Encoding // nil if the files say it
	columns  *columns
}

// reading checks the options about reading.
func (o Options) reading() (c choices, err error) {
	if o.System != "" {
		s, err := crs.ByName(o.System)
		if err != nil {
			return c, fmt.Errorf("%w: %w", ErrProjected, err)
		}
		c.system = &s
	}
	if o.Encoding != "" {
		e, err := vector.EncodingByName(o.Encoding)
		if err != nil {
			return c, formatf("%v", err)
		}
		c.encoding = &e
	}
	if c.columns, err = chosenColumns(o.Columns); err != nil {
		return c, formatf("%v", err)
	}
	return c, nil
}

// read reads the features of one text.
func (t *text) read(ctx context.Context, how choices, room *room, tick func(int64)) (f found, err error) {
	in, closer, err := t.open(ctx, room, tick)
	if err != nil {
		return found{}, err
	}
	defer func() { err = errors.Join(err, closer.Close()) }()
	k := intake{file: t.name, room: room, columns: how.columns}
	if how.system != nil {
		k.system, k.fixed = *how.system, true
	}
	buffered := bufio.NewReader(in)
	const longest = 16
	head, err := buffered.Peek(longest)
	if err != nil && !errors.Is(err, io.EOF) {
		return found{}, err
	}
	sink := vector.Sink{System: k.declare, Feature: k.take}
	switch start := strings.TrimLeft(string(head), byteOrderMark+" \t\r\n"); {
	case bytes.HasPrefix(head, []byte("\x00\x00\x27\x0a")):
		err = t.shapefile(ctx, buffered, how, room, sink)
	case bytes.HasPrefix(head, []byte(vector.SQLiteMagic)):
		err = t.geoPackage(ctx, buffered, sink)
	case bytes.HasPrefix(head, []byte(vector.FlatGeobufMagic)):
		err = vector.FlatGeobuf(buffered, sink)
	case strings.HasPrefix(start, "<"):
		err = vector.KML(buffered, sink)
	default:
		r := reader{lexer: newLexer(buffered), intake: k}
		err = r.all()
		return r.found, err
	}
	if err != nil {
		return k.found, k.explain(err)
	}
	return k.found, k.done()
}

// explain returns an error of package vector with its class and the place.
func (r *intake) explain(err error) error {
	var text *vector.TextError
	switch {
	case errors.As(err, &text):
		return formatf("%v; choose another with --units-encoding: utf-8, windows-1258 or tcvn3", text)
	case errors.Is(err, vector.ErrCorrupt):
		return fmt.Errorf("feature %d: %w", r.found.count, corruptf("%v", err))
	case errors.Is(err, vector.ErrFormat):
		return formatf("%v", err)
	}
	return err
}

// declare takes the coordinate system that a file declares.
func (r *intake) declare(s vector.System) error {
	if r.fixed {
		return nil
	}
	var err error
	r.system, err = s.CRS()
	if err != nil {
		return projectedError(err.Error())
	}
	return nil
}

// take stores a feature.
func (r *intake) take(f vector.Feature) error {
	r.reset()
	p := r.reading()
	for _, field := range f.Fields {
		if len(field.Value) <= maxValue {
			p.take(field.Name, field.Value)
		}
	}
	if f.Other != "" {
		r.blame(noArea(f.Other))
	}
	for _, polygon := range f.Area {
		for _, ring := range polygon {
			for _, xy := range ring {
				r.add(xy[0], xy[1])
			}
			r.rings = append(r.rings, len(r.points))
		}
		r.parts = append(r.parts, len(r.rings))
	}
	r.flat = f.Flat
	return r.keep(p, len(f.Area) > 0 || f.Other != "")
}

// shapefile reads a Shapefile whose .shp is in.
func (t *text) shapefile(ctx context.Context, in io.Reader, how choices, room *room, to vector.Sink) (err error) {
	parts := vector.ShapefileParts{Shapes: in, Used: func(column string) bool {
		_, used := how.columns.meaning(plain(column))
		return used
	}}
	var encoding io.Reader
	for _, part := range []struct {
		ending string
		into   *io.Reader
	}{{".dbf", &parts.Table}, {".prj", &parts.Projection}, {".cpg", &encoding}} {
		f, err := t.sibling(part.ending)
		if err != nil {
			return err
		}
		if f == nil {
			continue
		}
		defer f.Close() //nolint:errcheck // only read
		*part.into = &unpacked{&watched{ctx: ctx, in: f, tick: func(int64) {}}}
		if t.entry != nil {
			*part.into = &limited{in: *part.into, room: room}
		}
		if part.ending == ".dbf" {
			*part.into = bufio.NewReader(*part.into)
		}
	}
	switch {
	case parts.Table == nil:
		return formatf("its table %q is missing; put it next to it", withEnding(t.name, ".dbf"))
	case how.encoding != nil:
		parts.Encoding = *how.encoding
	case encoding != nil:
		const enough = 100
		name, err := io.ReadAll(io.LimitReader(encoding, enough))
		if err != nil {
			return err
		}
		if parts.Encoding, err = vector.EncodingByName(strings.TrimSpace(string(name))); err != nil {
			return formatf("its .cpg: %v; choose one with --units-encoding", err)
		}
	}
	return vector.Shapefile(parts, to)
}

// geoPackage reads a GeoPackage. SQLite needs a file, so one in an archive is unpacked to a
// temporary one.
func (t *text) geoPackage(ctx context.Context, in io.Reader, to vector.Sink) (err error) {
	if t.entry == nil && beginsWith(t.source.path, vector.SQLiteMagic) {
		return vector.GeoPackage(ctx, t.source.path, to)
	}
	f, err := os.CreateTemp("", "roadsnap-*.gpkg")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.Remove(f.Name())) }()
	_, err = io.Copy(f, in)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return vector.GeoPackage(ctx, f.Name(), to)
}

// beginsWith reports whether a file begins with some bytes. It does not if it is compressed.
func beginsWith(path, start string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	head := make([]byte, len(start))
	_, err = io.ReadFull(f, head)
	return errors.Join(err, f.Close()) == nil && string(head) == start
}
