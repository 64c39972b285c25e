// SPDX-License-Identifier: MIT

package geofile

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"io"
	"math"
	"os"
	"slices"

	flatbuffers "github.com/google/flatbuffers/go"
)

// flatGeobuf writes a FlatGeobuf of version 3 (https://flatgeobuf.org) with its spatial index. The
// index precedes the features, in the order of a Hilbert curve, so they are written to a file of
// their own first.
type flatGeobuf struct {
	stage   *stage
	schema  Schema
	out     *os.File
	pending *os.File // the features in the order of Add
	writer  *bufio.Writer
	builder *flatbuffers.Builder
	items   []fgbItem
	size    uint64 // of pending (bytes)
	values  []byte
}

// fgbItem is a feature in the file of features.
type fgbItem struct {
	box          box
	offset, size uint64
	hilbert      uint32
}

// Parts of the format, by the numbers of their fields in the schemas of FlatGeobuf.
const (
	fgbMagic        = "fgb\x03fgb\x00"
	fgbMultiPolygon = 6
	fgbNodeSize     = 16 // children of a node of the index
	fgbNodeBytes    = 40

	fgbLong, fgbDouble, fgbString = 7, 10, 11 // types of columns

	fgbHeaderFields, fgbColumnFields, fgbCRSFields     = 14, 11, 6
	fgbHeaderName, fgbHeaderEnvelope, fgbHeaderType    = 0, 1, 2
	fgbHeaderColumns, fgbHeaderCount, fgbHeaderNode    = 7, 8, 9
	fgbHeaderCRS, fgbHeaderTitle, fgbHeaderDescription = 10, 11, 12
	fgbFeatureFields, fgbGeometryFields                = 3, 8
	fgbGeometryEnds, fgbGeometryXY, fgbGeometryType    = 0, 1, 6
	fgbGeometryParts                                   = 7
)

// fgbPending is the name of the file of features in the stage.
const fgbPending = "features"

func newFlatGeobuf(st *stage, s Schema) (*flatGeobuf, error) {
	if err := st.deliverTo(st.base()); err != nil {
		return nil, err
	}
	f := &flatGeobuf{stage: st, schema: s, builder: flatbuffers.NewBuilder(fileBuffer)}
	var err error
	if f.out, err = st.create(st.base()); err != nil {
		return nil, err
	}
	if f.pending, err = st.create(st.base() + "." + fgbPending); err != nil {
		return nil, err
	}
	f.writer = bufio.NewWriterSize(f.pending, fileBuffer)
	return f, nil
}

func (f *flatGeobuf) add(r *row) error {
	b := f.builder
	b.Reset()
	geometry := flatbuffers.UOffsetT(0)
	if len(r.shape.polygons) > 0 {
		geometry = fgbArea(b, &r.shape)
	}
	f.values = f.values[:0]
	for i, v := range r.values {
		if v == nil {
			continue
		}
		f.values = binary.LittleEndian.AppendUint16(f.values, uint16(i)) //nolint:gosec // Schema has at most 255 columns
		switch x := v.(type) {
		case string:
			f.values = binary.LittleEndian.AppendUint32(f.values, uint32(len(x))) //nolint:gosec // a text of a feature in memory
			f.values = append(f.values, x...)
		case int64:
			f.values = binary.LittleEndian.AppendUint64(f.values, uint64(x)) //nolint:gosec // two's complement
		case float64:
			f.values = binary.LittleEndian.AppendUint64(f.values, math.Float64bits(x))
		}
	}
	values := b.CreateByteVector(f.values)
	b.StartObject(fgbFeatureFields)
	if geometry != 0 {
		b.PrependUOffsetTSlot(0, geometry, 0)
	}
	b.PrependUOffsetTSlot(1, values, 0)
	b.FinishSizePrefixed(b.EndObject())
	data := b.FinishedBytes()
	item := fgbItem{box: r.shape.extent(), offset: f.size, size: uint64(len(data))}
	f.items = append(f.items, item)
	f.size += item.size
	_, err := f.writer.Write(data)
	return err
}

// fgbArea writes a multipolygon: a part for each polygon, with the ends of its rings.
func fgbArea(b *flatbuffers.Builder, s *shape) flatbuffers.UOffsetT {
	parts := make([]flatbuffers.UOffsetT, len(s.polygons))
	for i, polygon := range s.polygons {
		n := 0
		var ends []uint32
		for _, r := range polygon {
			n += len(r)
			ends = append(ends, uint32(n)) //nolint:gosec // vertices in memory
		}
		b.StartVector(8, 2*n, 8)
		for _, r := range slices.Backward(polygon) {
			for _, p := range slices.Backward(r) {
				x, y := s.xy(p)
				b.PrependFloat64(y)
				b.PrependFloat64(x)
			}
		}
		xy := b.EndVector(2 * n)
		b.StartVector(4, len(ends), 4)
		for _, end := range slices.Backward(ends) {
			b.PrependUint32(end)
		}
		endsAt := b.EndVector(len(ends))
		b.StartObject(fgbGeometryFields)
		if len(ends) > 1 {
			b.PrependUOffsetTSlot(fgbGeometryEnds, endsAt, 0)
		}
		b.PrependUOffsetTSlot(fgbGeometryXY, xy, 0)
		b.PrependByteSlot(fgbGeometryType, 3, 0) // a polygon
		parts[i] = b.EndObject()
	}
	list := b.CreateVectorOfTables(parts)
	b.StartObject(fgbGeometryFields)
	b.PrependByteSlot(fgbGeometryType, fgbMultiPolygon, 0)
	b.PrependUOffsetTSlot(fgbGeometryParts, list, 0)
	return b.EndObject()
}

// finish writes the header, the index and the features in the order of the index.
func (f *flatGeobuf) finish() error {
	if err := f.writer.Flush(); err != nil {
		return err
	}
	all := emptyBox
	for _, item := range f.items {
		all = all.union(item.box)
	}
	indexed := len(f.items) > 0 && !all.empty()
	if indexed {
		for i := range f.items {
			f.items[i].hilbert = fgbHilbert(f.items[i].box, all)
		}
		slices.SortStableFunc(f.items, func(a, b fgbItem) int { return cmp.Compare(b.hilbert, a.hilbert) })
	}
	out := bufio.NewWriterSize(f.out, fileBuffer)
	header := append([]byte(fgbMagic), f.header(all, indexed)...)
	if indexed {
		header = append(header, fgbIndex(f.items)...)
	}
	if _, err := out.Write(header); err != nil {
		return err
	}
	for _, item := range f.items {
		if _, err := io.Copy(out, io.NewSectionReader(f.pending, int64(item.offset), int64(item.size))); err != nil { //nolint:gosec // sizes of a file
			return err
		}
	}
	return out.Flush()
}

func (f *flatGeobuf) discard() error { return nil }

// header returns the header with its length before it.
func (f *flatGeobuf) header(all box, indexed bool) []byte {
	b := f.builder
	b.Reset()
	columns := make([]flatbuffers.UOffsetT, len(f.schema.Columns))
	for i, c := range f.schema.Columns {
		name := b.CreateString(c.Name)
		b.StartObject(fgbColumnFields)
		b.PrependUOffsetTSlot(0, name, 0)
		b.PrependByteSlot(1, [...]byte{Text: fgbString, Integer: fgbLong, Real: fgbDouble}[c.Kind], 0)
		columns[i] = b.EndObject()
	}
	list := b.CreateVectorOfTables(columns)
	organisation := b.CreateString("EPSG")
	b.StartObject(fgbCRSFields)
	b.PrependUOffsetTSlot(0, organisation, 0)
	b.PrependInt32Slot(1, int32(f.schema.epsg()), 0) //nolint:gosec // a code of EPSG
	system := b.EndObject()
	name, licence := b.CreateString(f.schema.Name), b.CreateString(f.schema.Licence)
	envelope := flatbuffers.UOffsetT(0)
	if !all.empty() {
		b.StartVector(8, 4, 8)
		for _, x := range []float64{all.maxY, all.maxX, all.minY, all.minX} {
			b.PrependFloat64(x)
		}
		envelope = b.EndVector(4)
	}
	b.StartObject(fgbHeaderFields)
	b.PrependUOffsetTSlot(fgbHeaderName, name, 0)
	b.PrependUOffsetTSlot(fgbHeaderEnvelope, envelope, 0)
	b.PrependByteSlot(fgbHeaderType, fgbMultiPolygon, 0)
	b.PrependUOffsetTSlot(fgbHeaderColumns, list, 0)
	b.PrependUint64Slot(fgbHeaderCount, uint64(len(f.items)), 0)
	node := uint16(0)
	if indexed {
		node = fgbNodeSize
	}
	b.PrependUint16Slot(fgbHeaderNode, node, fgbNodeSize)
	b.PrependUOffsetTSlot(fgbHeaderCRS, system, 0)
	b.PrependUOffsetTSlot(fgbHeaderTitle, name, 0)
	b.PrependUOffsetTSlot(fgbHeaderDescription, licence, 0)
	b.FinishSizePrefixed(b.EndObject())
	return b.FinishedBytes()
}

// fgbIndex returns the packed R-tree of sorted items: from the root down, each node with its box
// and the number of its first child; the leaves have the offset of the feature instead.
func fgbIndex(items []fgbItem) []byte {
	type node struct {
		box    box
		offset uint64
	}
	var levels [][]node // from the leaves up
	leaves := make([]node, len(items))
	offset := uint64(0)
	for i, item := range items {
		leaves[i] = node{item.box, offset}
		offset += item.size
	}
	levels = append(levels, leaves)
	for len(levels[len(levels)-1]) > 1 || len(levels) == 1 {
		below := levels[len(levels)-1]
		var level []node
		for first := 0; first < len(below); first += fgbNodeSize {
			n := node{box: emptyBox, offset: uint64(first)}
			for _, child := range below[first:min(first+fgbNodeSize, len(below))] {
				n.box = n.box.union(child.box)
			}
			level = append(level, n)
		}
		levels = append(levels, level)
	}
	start := uint64(0) // number of the first node of the level below
	var out []byte
	for i, level := range slices.Backward(levels) {
		start += uint64(len(level))
		for _, n := range level {
			at := n.offset
			if i > 0 {
				at += start
			}
			for _, x := range []float64{n.box.minX, n.box.minY, n.box.maxX, n.box.maxY} {
				out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
			}
			out = binary.LittleEndian.AppendUint64(out, at)
		}
	}
	return out
}

// fgbHilbert returns the place of the middle of a box on a Hilbert curve of 65,536 × 65,536
// cells through the extent. A box without positions is last.
func fgbHilbert(b, all box) uint32 {
	if b.empty() {
		return 0
	}
	const most = 1<<16 - 1
	cell := func(low, high, least, greatest float64) uint32 {
		if greatest <= least {
			return 0
		}
		return uint32(most * ((low+high)/2 - least) / (greatest - least))
	}
	x, y := cell(b.minX, b.maxX, all.minX, all.maxX), cell(b.minY, b.maxY, all.minY, all.maxY)
	d := uint32(0)
	for s := uint32(1 << 15); s > 0; s /= 2 {
		var rx, ry uint32
		if x&s > 0 {
			rx = 1
		}
		if y&s > 0 {
			ry = 1
		}
		d += s * s * ((3 * rx) ^ ry)
		if ry == 0 {
			if rx == 1 {
				x, y = most-x, most-y
			}
			x, y = y, x
		}
	}
	return d
}
