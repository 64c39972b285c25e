// SPDX-License-Identifier: MIT

package vector

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	flatbuffers "github.com/google/flatbuffers/go"
	"github.com/paulmach/orb"
)

// The layout of a FlatGeobuf file (https://flatgeobuf.org, version 3): a magic number, then
// the header, the index and the features, all but the index with their length before them.
const (
	FlatGeobufMagic = "fgb\x03fgb"

	fgbMagicLength = 8        // the last byte is a patch level
	fgbMaxHeader   = 16 << 20 // bytes
	fgbMaxFeature  = 1 << 30  // bytes
	fgbIndexNode   = 40       // bytes
)

// Fields of the tables of FlatGeobuf, as numbers of their slots.
const (
	headerGeometryType  = 2
	headerColumns       = 7
	headerFeaturesCount = 8
	headerIndexNodeSize = 9
	headerCRS           = 10

	crsOrg  = 0
	crsCode = 1
	crsWKT  = 4

	columnName = 0
	columnType = 1

	featureGeometry   = 0
	featureProperties = 1
	featureColumns    = 2

	geometryEnds  = 0
	geometryXY    = 1
	geometryType  = 6
	geometryParts = 7
)

// The types of columns, by number: their length in bytes, 0 if a length precedes the value.
var fgbLengths = [...]int{1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 0, 0, 0}

// The types of columns whose values are used.
const (
	fgbByte, fgbUByte   = 0, 1
	fgbShort, fgbUShort = 3, 4
	fgbInt, fgbUInt     = 5, 6
	fgbLong, fgbULong   = 7, 8
	fgbDouble           = 10
	fgbString           = 11
)

type fgbColumn struct {
	name string
	kind byte
}

// FlatGeobuf reads a FlatGeobuf file.
func FlatGeobuf(in io.Reader, to Sink) error {
	var buffer bytes.Buffer
	if head, err := readN(in, &buffer, fgbMagicLength); err != nil {
		return err
	} else if !bytes.HasPrefix(head, []byte(FlatGeobufMagic)) {
		return formatf("it is no FlatGeobuf of version 3")
	}
	data, err := fgbSized(in, &buffer, fgbMaxHeader)
	if err != nil {
		return cut(err)
	}
	var h fgbHeader
	if err := guarded(func() (err error) { h, err = fgbHeaderOf(data); return err }); err != nil {
		return err
	}
	if err := to.System(h.system); err != nil {
		return err
	}
	if _, err := io.CopyN(io.Discard, in, h.index); err != nil {
		return cut(err)
	}
	for {
		data, err := fgbSized(in, &buffer, fgbMaxFeature)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var f Feature
		if err := guarded(func() (err error) { f, err = h.feature(data); return err }); err != nil {
			return err
		}
		if err := to.Feature(f); err != nil {
			return err
		}
	}
}

// fgbSized reads a structure after its length. It returns io.EOF at the end of the file.
func fgbSized(in io.Reader, buffer *bytes.Buffer, most uint32) ([]byte, error) {
	var size [4]byte
	if _, err := io.ReadFull(in, size[:]); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, io.EOF
		}
		return nil, cut(err)
	}
	n := binary.LittleEndian.Uint32(size[:])
	if n < 8 || n > most {
		return nil, corruptf("a structure of %d bytes", n)
	}
	return readN(in, buffer, int64(n))
}

// guarded converts the panics with which the library meets offsets beyond its buffer.
func guarded(read func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = corruptf("an offset beyond its structure (%v)", p)
		}
	}()
	return read()
}

// fgbTable is a table of FlatBuffers.
type fgbTable struct{ flatbuffers.Table }

func fgbRoot(data []byte) fgbTable {
	return fgbTable{flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}}
}

// slot returns the offset of a field, 0 if it is absent.
func (t fgbTable) slot(field int) flatbuffers.UOffsetT {
	return flatbuffers.UOffsetT(t.Offset(flatbuffers.VOffsetT(4 + 2*field)))
}

// table returns a field that is a table, or the i-th table of a field that is a list.
func (t fgbTable) table(field, i int) fgbTable {
	at := t.slot(field)
	if i >= 0 {
		at = t.Vector(at) + flatbuffers.UOffsetT(4*i)
	} else {
		at += t.Pos
	}
	return fgbTable{flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at)}}
}

// bytes returns a field that is a list of elements of size bytes, nil if it is absent.
func (t fgbTable) bytes(field, size int) []byte {
	at := t.slot(field)
	if at == 0 {
		return nil
	}
	n, from := t.VectorLen(at), int(t.Vector(at))
	if n > len(t.Bytes)/size {
		panic("a list longer than its structure")
	}
	return t.Bytes[from : from+n*size]
}

// count returns the length of a field that is a list of tables.
func (t fgbTable) count(field int) int { return len(t.bytes(field, 4)) / 4 }

func (t fgbTable) text(field int) string { return string(t.bytes(field, 1)) }

// fgbHeader is what the features are read with.
type fgbHeader struct {
	kind    byte
	columns []fgbColumn
	system  System
	index   int64 // bytes
}

func fgbHeaderOf(data []byte) (h fgbHeader, err error) {
	t := fgbRoot(data)
	h.kind = t.GetByteSlot(4+2*headerGeometryType, 0)
	h.columns = fgbColumns(t, headerColumns)
	if t.slot(headerCRS) != 0 {
		c := t.table(headerCRS, -1)
		h.system.WKT = c.text(crsWKT)
		if org := c.text(crsOrg); org == "" || org == "EPSG" {
			h.system.EPSG = int(c.GetInt32Slot(4+2*crsCode, 0))
		}
	}
	const usual = 16
	features, node := t.GetUint64Slot(4+2*headerFeaturesCount, 0), uint64(t.GetUint16Slot(4+2*headerIndexNodeSize, usual))
	if node == 0 || features == 0 {
		return h, nil
	}
	if node < 2 || features > math.MaxInt32 {
		return h, corruptf("an index of %d features by %d", features, node)
	}
	// The index is a packed R-tree, with all its levels. That of one feature has two.
	if features == 1 {
		h.index = fgbIndexNode
	}
	for n := features; ; {
		h.index += int64(n) * fgbIndexNode
		if n == 1 {
			return h, nil
		}
		n = (n + node - 1) / node
	}
}

func fgbColumns(t fgbTable, field int) (out []fgbColumn) {
	size := 0
	for i := range t.count(field) {
		c := t.table(field, i)
		name := c.bytes(columnName, 1)
		// Several columns may be one in the file, with one name.
		if size += len(name); size > len(t.Bytes) {
			panic("names of columns longer than their structure")
		}
		out = append(out, fgbColumn{name: string(name), kind: c.GetByteSlot(4+2*columnType, 0)})
	}
	return out
}

func (h *fgbHeader) feature(data []byte) (f Feature, err error) {
	t := fgbRoot(data)
	columns := h.columns
	if own := fgbColumns(t, featureColumns); len(own) > 0 {
		columns = own
	}
	if f.Fields, err = fgbFields(t.bytes(featureProperties, 1), columns); err != nil || t.slot(featureGeometry) == 0 {
		return f, err
	}
	g := t.table(featureGeometry, -1)
	kind := g.GetByteSlot(4+2*geometryType, 0)
	if kind == 0 {
		kind = h.kind
	}
	switch name := wkbKinds[uint32(kind)]; name {
	case "Polygon":
		polygon, err := fgbPolygon(g)
		f.Area = orb.MultiPolygon{polygon}
		return f, err
	case "MultiPolygon", "GeometryCollection":
		size := 0
		for i := range g.count(geometryParts) {
			part := g.table(geometryParts, i)
			if k := part.GetByteSlot(4+2*geometryType, 0); name == "GeometryCollection" && wkbKinds[uint32(k)] != "Polygon" {
				return f, formatf("a %s within a %s; keep only the areas", wkbKinds[uint32(k)], name)
			}
			// Several parts may be one in the file.
			if size += len(part.bytes(geometryXY, 8)); size > len(data) {
				return f, corruptf("the parts of an area have more positions than there are")
			}
			polygon, err := fgbPolygon(part)
			if err != nil {
				return f, err
			}
			f.Area = append(f.Area, polygon)
		}
	case "Point", "MultiPoint":
		xy := g.bytes(geometryXY, 8)
		f.Other, f.Points = name, orb.MultiPoint(ringAt(xy, 16, binary.LittleEndian))
	case "LineString", "MultiLineString":
		lines, err := fgbPolygon(g)
		if err != nil {
			return f, err
		}
		f.Other = name
		for _, line := range lines {
			f.Lines = append(f.Lines, orb.LineString(line))
		}
	default:
		f.Other = name
	}
	return f, nil
}

func fgbPolygon(g fgbTable) (orb.Polygon, error) {
	xy, ends := g.bytes(geometryXY, 8), g.bytes(geometryEnds, 4)
	points := uint32(len(xy) / 16)
	if len(ends) == 0 {
		return orb.Polygon{ringAt(xy, 16, binary.LittleEndian)}, nil
	}
	var polygon orb.Polygon
	from := uint32(0)
	for ; len(ends) >= 4; ends = ends[4:] {
		to := binary.LittleEndian.Uint32(ends)
		if to < from || to > points {
			return nil, corruptf("a ring from point %d to %d of %d", from, to, points)
		}
		polygon, from = append(polygon, ringAt(xy[16*from:16*to], 16, binary.LittleEndian)), to
	}
	return polygon, nil
}

// fgbFields returns the values of a feature.
func fgbFields(data []byte, columns []fgbColumn) (fields []Field, err error) {
	for len(data) >= 2 {
		i := int(binary.LittleEndian.Uint16(data))
		if data = data[2:]; i >= len(columns) || int(columns[i].kind) >= len(fgbLengths) {
			return nil, corruptf("a value of column %d of %d", i, len(columns))
		}
		c := columns[i]
		n := fgbLengths[c.kind]
		if n == 0 {
			if len(data) < 4 {
				return nil, corruptf("the value of column %q is cut off", c.name)
			}
			n = int(min(binary.LittleEndian.Uint32(data), math.MaxInt32))
			data = data[4:]
		}
		if n > len(data) {
			return nil, corruptf("the value of column %q is cut off", c.name)
		}
		if text := fgbText(c.kind, data[:n]); text != "" {
			fields = append(fields, Field{c.name, text})
		}
		data = data[n:]
	}
	return fields, nil
}

// fgbText returns a value as text, "" if it is neither a text nor a number.
func fgbText(kind byte, b []byte) string {
	order := binary.LittleEndian
	switch kind {
	case fgbString:
		return string(b)
	case fgbByte:
		return strconv.Itoa(int(int8(b[0])))
	case fgbUByte:
		return strconv.Itoa(int(b[0]))
	case fgbShort:
		return strconv.Itoa(int(int16(order.Uint16(b))))
	case fgbUShort:
		return strconv.Itoa(int(order.Uint16(b)))
	case fgbInt:
		return strconv.Itoa(int(int32(order.Uint32(b))))
	case fgbUInt:
		return strconv.FormatUint(uint64(order.Uint32(b)), 10)
	case fgbLong:
		return strconv.FormatInt(int64(order.Uint64(b)), 10)
	case fgbULong:
		return strconv.FormatUint(order.Uint64(b), 10)
	case fgbDouble:
		return fmt.Sprint(math.Float64frombits(order.Uint64(b)))
	}
	return ""
}
