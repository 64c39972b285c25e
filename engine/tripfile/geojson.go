// SPDX-License-Identifier: MIT

package tripfile

import (
	"bufio"
	"encoding/json"
	"io"
	"math"
	"strconv"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

// geoJSON writes one feature collection (RFC 7946), with one feature per line. The member
// kind of a feature is the name of its table, or "trip" for a recorded line.
type geoJSON struct {
	out      *bufio.Writer
	o        *Options
	tables   []table
	lines    bool // recorded lines are written
	features int
	buf      []byte
}

func newGeoJSON(w io.Writer, o *Options, tables []table) (*geoJSON, error) {
	e := &geoJSON{out: bufio.NewWriterSize(w, textBuffer), o: o, tables: tables, lines: o.What.raw() && len(o.Per) == 0}
	e.buf = append(e.buf, `{"type":"FeatureCollection",`...)
	for _, m := range o.Source.members() {
		e.buf = append(appendJSON(e.buf, m[0]), ':')
		e.buf = append(appendJSON(e.buf, m[1]), ',')
	}
	e.buf = append(e.buf, `"features":[`...)
	return e, e.flush()
}

func (e *geoJSON) flush() error {
	_, err := e.out.Write(e.buf)
	e.buf = e.buf[:0]
	return err
}

func (e *geoJSON) trip(v *view) error {
	if e.lines && len(v.Matched.Trip.Observations) > 0 {
		e.begin()
		var err error
		if e.buf, err = trace.AppendTripFeature(e.buf, v.Matched.Trip); err != nil {
			return err
		}
		if err := e.flush(); err != nil {
			return err
		}
	}
	for _, t := range e.tables {
		if err := t.each(v, func(r *row) error { return e.feature(t, r) }); err != nil {
			return err
		}
	}
	return nil
}

// begin begins a feature on a new line.
func (e *geoJSON) begin() {
	if e.features > 0 {
		e.buf = append(e.buf, ',')
	}
	e.features++
	e.buf = append(e.buf, '\n')
}

func (e *geoJSON) feature(t table, r *row) error {
	e.begin()
	e.buf = append(e.buf, `{"type":"Feature","geometry":`...)
	e.buf = appendGeometry(e.buf, r.line, t.per == PerPoint && e.o.What == Raw)
	e.buf = append(e.buf, `,"properties":{"kind":`...)
	e.buf = appendJSON(e.buf, string(t.per))
	for i, c := range r.cells {
		if c.kind == blank {
			continue
		}
		e.buf = append(appendJSON(append(e.buf, ','), t.columns[i].Name), ':')
		e.buf = c.appendJSON(e.buf)
	}
	if t.per != PerPoint && r.times != nil {
		e.buf = append(e.buf, `,"coordTimes":`...) // the convention of togeojson
		for i, at := range r.times {
			e.buf = appendJSON(append(e.buf, "[,"[min(i, 1)]), trace.FormatTime(at))
		}
		e.buf = append(e.buf, ']')
	}
	e.buf = append(e.buf, "}}"...)
	return e.flush()
}

func (c cell) appendJSON(dst []byte) []byte {
	switch c.kind {
	case integer, number:
		return c.trimmed(dst)
	case moment:
		return appendJSON(dst, trace.FormatTime(c.time))
	case boolean:
		return append(dst, truthText(c.truth)...)
	case text:
		return appendJSON(dst, c.text)
	}
	return append(dst, "null"...)
}

// trimmed appends a number without zeros at its end.
func (c cell) trimmed(dst []byte) []byte {
	if c.kind == number {
		return strconv.AppendFloat(dst, c.number, 'f', -1, 64)
	}
	return c.appendNumber(dst)
}

// appendJSON appends a string.
func appendJSON(dst []byte, s string) []byte {
	b, _ := json.Marshal(s) // a string can always be encoded
	return append(dst, b...)
}

// appendGeometry appends a point or a line, null without a valid position. raw keeps the
// decimals of receivers.
func appendGeometry(dst []byte, line []geo.Point, raw bool) []byte {
	decimals := 6
	if raw {
		decimals = 7
	}
	position := func(p geo.Point) {
		dst = strconv.AppendFloat(append(dst, '['), p.Lon, 'f', decimals, 64)
		dst = strconv.AppendFloat(append(dst, ','), p.Lat, 'f', decimals, 64)
		dst = append(dst, ']')
	}
	if len(line) == 0 || math.IsNaN(line[0].Lat) || math.IsInf(line[0].Lat, 0) || math.IsNaN(line[0].Lon) || math.IsInf(line[0].Lon, 0) {
		return append(dst, "null"...)
	}
	if len(line) == 1 {
		dst = append(dst, `{"type":"Point","coordinates":`...)
		position(line[0])
		return append(dst, '}')
	}
	dst = append(dst, `{"type":"LineString","coordinates":`...)
	for i, p := range line {
		dst = append(dst, "[,"[min(i, 1)])
		position(p)
	}
	return append(dst, "]}"...)
}

func (e *geoJSON) close() error {
	if _, err := e.out.WriteString("\n]}\n"); err != nil {
		return err
	}
	return e.out.Flush()
}

func (e *geoJSON) discard() {}
