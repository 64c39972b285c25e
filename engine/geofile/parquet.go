// SPDX-License-Identifier: MIT

package geofile

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/s2"

	"roadsnap/engine/crs"
)

// geoParquet writes a GeoParquet 1.1 (https://geoparquet.org): Apache Parquet with the areas as
// well-known binary. It is written by hand, because the packages that write Parquet bring an HTTP
// client with them, and because it needs little: flat columns of optional values, each page
// compressed with Snappy. What follows all features, the metadata, is last in the file, so that it
// can be streamed.
type geoParquet struct {
	out     io.Writer
	schema  Schema
	columns []parquetColumn // those of the schema, then the geometry
	rows    int             // in the current group
	pending int             // size of their values (bytes)
	groups  []parquetGroup
	written int64 // bytes
	total   int64 // rows
	box     box
}

// parquetColumn is a column of the current group of rows.
type parquetColumn struct {
	name   string
	kind   int    // parquetInt64 …
	text   bool   // whether bytes are UTF-8
	levels []byte // run-length encoding of which rows have a value
	run    int    // rows of the last run, not yet in levels
	has    bool   // whether these have a value
	values []byte // of the rows that have one
}

// parquetGroup is a complete group of rows.
type parquetGroup struct {
	rows   int
	chunks []parquetChunk
}

type parquetChunk struct {
	offset        int64
	plain, packed int64 // size with the header of the page (bytes)
}

// Numbers of the Parquet format.
const (
	parquetMagic = "PAR1"

	parquetInt64, parquetDouble, parquetBytes = 2, 5, 6 // types
	parquetOptional                           = 1       // repetition
	parquetUTF8                               = 0       // converted type
	parquetPlain, parquetRunLength            = 0, 3    // encodings
	parquetSnappy                             = 1       // compression
)

// parquetGroupSize is the size of the values of a group of rows (bytes). A reader that wants some
// rows reads whole groups, and the writer keeps one in memory.
const parquetGroupSize = 16 << 20

// maxPageSize is the greatest size of a page (bytes): 31 bits, and what the compressor takes.
const maxPageSize = 1 << 30

func newGeoParquet(out io.Writer, s Schema) (*geoParquet, error) {
	p := &geoParquet{out: out, schema: s, box: emptyBox}
	for _, c := range s.Columns {
		kind := [...]int{Text: parquetBytes, Integer: parquetInt64, Real: parquetDouble}[c.Kind]
		p.columns = append(p.columns, parquetColumn{name: c.Name, kind: kind, text: c.Kind == Text})
	}
	p.columns = append(p.columns, parquetColumn{name: geometryColumn, kind: parquetBytes})
	return p, p.write([]byte(parquetMagic))
}

func (p *geoParquet) write(b []byte) error {
	n, err := p.out.Write(b)
	p.written += int64(n)
	return err
}

func (p *geoParquet) add(r *row) error {
	before := p.size()
	for i, v := range r.values {
		c := &p.columns[i]
		c.next(v != nil)
		switch x := v.(type) {
		case string:
			c.values = binary.LittleEndian.AppendUint32(c.values, uint32(len(x))) //nolint:gosec // a text of a feature in memory
			c.values = append(c.values, x...)
		case int64:
			c.values = binary.LittleEndian.AppendUint64(c.values, uint64(x)) //nolint:gosec // two's complement
		case float64:
			c.values = binary.LittleEndian.AppendUint64(c.values, math.Float64bits(x))
		}
	}
	geometry := &p.columns[len(p.columns)-1]
	geometry.next(len(r.shape.polygons) > 0)
	if len(r.shape.polygons) > 0 {
		at := len(geometry.values)
		geometry.values = appendWKB(append(geometry.values, 0, 0, 0, 0), &r.shape)
		binary.LittleEndian.PutUint32(geometry.values[at:], uint32(len(geometry.values)-at-4)) //nolint:gosec // checked below
		p.box = p.box.union(r.shape.extent())
	}
	if len(geometry.values) > maxPageSize {
		return fmt.Errorf("%w: an area of %d vertices", ErrTooLarge, r.shape.vertices)
	}
	p.rows++
	p.total++
	p.pending += p.size() - before
	if p.pending < parquetGroupSize {
		return nil
	}
	return p.flush()
}

// size returns the size of all values of the current group (bytes).
func (p *geoParquet) size() (n int) {
	for i := range p.columns {
		n += len(p.columns[i].values)
	}
	return n
}

// next adds a row with or without a value.
func (c *parquetColumn) next(has bool) {
	if has != c.has {
		c.endRun()
	}
	c.has = has
	c.run++
}

// endRun adds the last run to the levels: its length, shifted, and its value.
func (c *parquetColumn) endRun() {
	if c.run == 0 {
		return
	}
	c.levels = binary.AppendUvarint(c.levels, uint64(c.run)<<1) //nolint:gosec // rows of a group
	level := byte(0)
	if c.has {
		level = 1
	}
	c.levels, c.run = append(c.levels, level), 0
}

// flush writes the current group: a page for each column.
func (p *geoParquet) flush() error {
	if p.rows == 0 {
		return nil
	}
	group := parquetGroup{rows: p.rows}
	for i := range p.columns {
		c := &p.columns[i]
		c.endRun()
		page := binary.LittleEndian.AppendUint32(nil, uint32(len(c.levels))) //nolint:gosec // at most 6 bytes a row
		page = append(append(page, c.levels...), c.values...)
		packed := s2.EncodeSnappy(nil, page)
		var h thrift
		h.int(1, 0) // a data page
		h.int(2, int64(len(page)))
		h.int(3, int64(len(packed)))
		h.begin(5)
		h.int(1, int64(p.rows))
		h.int(2, parquetPlain)
		h.int(3, parquetRunLength)
		h.int(4, parquetRunLength)
		h.end()
		h.end()
		header := int64(len(h.out))
		group.chunks = append(group.chunks, parquetChunk{p.written, header + int64(len(page)), header + int64(len(packed))})
		if err := p.write(append(h.out, packed...)); err != nil {
			return err
		}
		c.levels, c.values = c.levels[:0], c.values[:0]
	}
	p.groups = append(p.groups, group)
	p.rows, p.pending = 0, 0
	return nil
}

func (p *geoParquet) finish() error {
	if err := p.flush(); err != nil {
		return err
	}
	geo, err := p.geo()
	if err != nil {
		return err
	}
	footer := p.footer(geo)
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer))) //nolint:gosec // some hundred bytes a group
	return p.write(append(footer, parquetMagic...))
}

func (p *geoParquet) discard() error { return nil }

// geo returns the metadata of GeoParquet.
func (p *geoParquet) geo() (string, error) {
	column := map[string]any{
		"encoding": "WKB", "geometry_types": []string{"MultiPolygon"}, "orientation": "counterclockwise", "edges": "planar",
	}
	if p.schema.System != (crs.System{}) { // without, it is WGS 84
		column["crs"] = p.schema.System.PROJJSON()
	}
	if b := p.box; !b.empty() {
		column["bbox"] = []float64{b.minX, b.minY, b.maxX, b.maxY}
	}
	text, err := json.Marshal(map[string]any{
		"version": "1.1.0", "primary_column": geometryColumn, "columns": map[string]any{geometryColumn: column},
	})
	return string(text), err
}

// footer returns the metadata of the file.
func (p *geoParquet) footer(geo string) []byte {
	var t thrift
	t.int(1, 1) // version
	t.list(2, thriftStruct, len(p.columns)+1)
	t.text(4, p.schema.Name)
	t.int(5, int64(len(p.columns)))
	t.end()
	for _, c := range p.columns {
		t.int(1, int64(c.kind))
		t.int(3, parquetOptional)
		t.text(4, c.name)
		if c.text {
			t.int(6, parquetUTF8)
			t.begin(10)
			t.begin(1) // a text
			t.end()
			t.end()
		}
		t.end()
	}
	t.endList()
	t.long(3, p.total)
	t.list(4, thriftStruct, len(p.groups))
	for _, g := range p.groups {
		var plain, packed int64
		t.list(1, thriftStruct, len(g.chunks))
		for i, chunk := range g.chunks {
			plain, packed = plain+chunk.plain, packed+chunk.packed
			t.long(2, chunk.offset)
			t.begin(3)
			t.int(1, int64(p.columns[i].kind))
			t.list(2, thriftInt, 2)
			t.element(parquetPlain)
			t.element(parquetRunLength)
			t.endList()
			t.list(3, thriftBytes, 1)
			t.bytes(p.columns[i].name)
			t.endList()
			t.int(4, parquetSnappy)
			t.long(5, int64(g.rows))
			t.long(6, chunk.plain)
			t.long(7, chunk.packed)
			t.long(9, chunk.offset)
			t.end()
			t.end()
		}
		t.endList()
		t.long(2, plain)
		t.long(3, int64(g.rows))
		t.long(5, g.chunks[0].offset)
		t.long(6, packed)
		t.end()
	}
	t.endList()
	pairs := [][2]string{{"geo", geo}, {"licence", p.schema.Licence}}
	t.list(5, thriftStruct, len(pairs))
	for _, pair := range pairs {
		t.text(1, pair[0])
		t.text(2, pair[1])
		t.end()
	}
	t.endList()
	t.text(6, "Roadsnap")
	t.end()
	return t.out
}
