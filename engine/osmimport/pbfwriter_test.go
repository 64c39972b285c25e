// SPDX-License-Identifier: MIT

package osmimport

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"

	"github.com/paulmach/osm"

	"roadsnap/engine/geo"
)

// A small writer of PBF files for tests. It can also write invalid files.

// protoBuilder builds a message.
type protoBuilder struct{ bytes.Buffer }

func (p *protoBuilder) varint(v uint64) { p.Write(binary.AppendUvarint(nil, v)) }

func (p *protoBuilder) number(field int, v uint64) {
	p.varint(uint64(field)<<3 | wireVarint)
	p.varint(v)
}

func (p *protoBuilder) message(field int, data []byte) {
	p.varint(uint64(field)<<3 | wireBytes)
	p.varint(uint64(len(data)))
	p.Write(data)
}

func (p *protoBuilder) text(field int, s string) { p.message(field, []byte(s)) }

// packed writes a packed list of numbers.
func (p *protoBuilder) packed(field int, numbers ...uint64) {
	var list protoBuilder
	for _, v := range numbers {
		list.varint(v)
	}
	p.message(field, list.Bytes())
}

// deltas writes a packed list of zigzag differences.
func (p *protoBuilder) deltas(field int, numbers []int64) {
	var coded []uint64
	last := int64(0)
	for _, v := range numbers {
		coded = append(coded, zig(v-last))
		last = v
	}
	p.packed(field, coded...)
}

func zig(v int64) uint64 { return uint64(v<<1) ^ uint64(v>>63) }

// pbfStyle holds options for writing a PBF file.
type pbfStyle struct {
	raw       bool     // blocks not packed
	plain     bool     // nodes one by one instead of dense
	perBlock  int      // objects in a block, 0 for all of a kind
	features  []string // required; the usual ones if nil
	timestamp int64    // of replication, 0 for none
	times     bool     // give objects a time
}

// pbf returns the fixture as a PBF file.
func (f fixture) pbf(style pbfStyle) []byte {
	out := frameOf("OSMHeader", blobOf(headerOf(style, f.boxes...), style.raw))
	add := func(b *blockBuilder) { out = append(out, frameOf("OSMData", blobOf(b.bytes(), style.raw))...) }
	per := style.perBlock
	if per == 0 {
		per = math.MaxInt
	}
	for part := range chunks(f.nodes, per) {
		b := newBlockBuilder(style)
		b.addNodes(part)
		add(b)
	}
	for part := range chunks(f.ways, per) {
		b := newBlockBuilder(style)
		for _, w := range part {
			b.addWay(w)
		}
		add(b)
	}
	for part := range chunks(f.relations, per) {
		b := newBlockBuilder(style)
		for _, r := range part {
			b.addRelation(r)
		}
		add(b)
	}
	return out
}

func chunks[T any](all []T, n int) func(func([]T) bool) {
	return func(yield func([]T) bool) {
		for len(all) > 0 {
			k := min(n, len(all))
			if !yield(all[:k]) {
				return
			}
			all = all[k:]
		}
	}
}

func headerOf(style pbfStyle, boxes ...geo.Bounds) []byte {
	var h protoBuilder
	for _, b := range boxes {
		var box protoBuilder
		for i, degrees := range []float64{b.West, b.East, b.North, b.South} {
			box.number(1+i, zig(int64(math.Round(degrees*1e9))))
		}
		h.message(1, box.Bytes())
	}
	features := style.features
	if features == nil {
		features = []string{"OsmSchema-V0.6", "DenseNodes"}
	}
	for _, name := range features {
		h.text(4, name)
	}
	h.text(16, "test")
	if style.timestamp != 0 {
		h.number(32, uint64(style.timestamp))
	}
	return h.Bytes()
}

// frameOf puts a block into the file's frame.
func frameOf(kind string, blob []byte) []byte {
	var h protoBuilder
	h.text(1, kind)
	h.number(3, uint64(len(blob)))
	out := binary.BigEndian.AppendUint32(nil, uint32(h.Len()))
	return append(append(out, h.Bytes()...), blob...)
}

// blobOf compresses a block.
func blobOf(data []byte, raw bool) []byte {
	var b protoBuilder
	if raw {
		b.message(1, data)
		return b.Bytes()
	}
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	_, _ = w.Write(data)
	_ = w.Close()
	b.number(2, uint64(len(data)))
	b.message(3, packed.Bytes())
	return b.Bytes()
}

// blockBuilder builds a PrimitiveBlock of one group.
type blockBuilder struct {
	style   pbfStyle
	strings map[string]uint64
	table   protoBuilder
	group   protoBuilder
}

func newBlockBuilder(style pbfStyle) *blockBuilder {
	b := &blockBuilder{style: style, strings: make(map[string]uint64)}
	b.string("")
	return b
}

func (b *blockBuilder) string(s string) uint64 {
	if i, found := b.strings[s]; found {
		return i
	}
	i := uint64(len(b.strings))
	b.strings[s] = i
	b.table.text(1, s)
	return i
}

func (b *blockBuilder) bytes() []byte {
	var m protoBuilder
	m.message(2, b.group.Bytes()) // before the strings, which is allowed
	m.message(1, b.table.Bytes())
	return m.Bytes()
}

func (b *blockBuilder) tags(m *protoBuilder, tags osm.Tags) {
	var keys, vals []uint64
	for _, t := range tags {
		keys, vals = append(keys, b.string(t.Key)), append(vals, b.string(t.Value))
	}
	m.packed(2, keys...)
	m.packed(3, vals...)
}

// objectTime returns the time of an object by its id (seconds).
func objectTime(id int64) int64 { return 1_500_000_000 + id }

func (b *blockBuilder) info(m *protoBuilder, id int64, version int) {
	var info protoBuilder
	info.number(1, uint64(version))
	if b.style.times {
		info.number(2, uint64(objectTime(id)))
	}
	m.message(4, info.Bytes())
}

// units returns degrees in the units of the default granularity.
func units(degrees float64) int64 { return int64(math.Round(degrees * 1e7)) }

func (b *blockBuilder) addNodes(nodes []fixtureNode) {
	if b.style.plain {
		for _, n := range nodes {
			var m protoBuilder
			m.number(1, zig(n.id))
			b.tags(&m, tagged(n.tags))
			b.info(&m, n.id, n.version)
			m.number(8, zig(units(n.lat)))
			m.number(9, zig(units(n.lon)))
			b.group.message(1, m.Bytes())
		}
		return
	}
	var ids, lats, lons, times []int64
	var versions, keysVals []uint64
	for _, n := range nodes {
		ids, lats, lons = append(ids, n.id), append(lats, units(n.lat)), append(lons, units(n.lon))
		times = append(times, objectTime(n.id))
		versions = append(versions, uint64(n.version))
		for _, t := range tagged(n.tags) {
			keysVals = append(keysVals, b.string(t.Key), b.string(t.Value))
		}
		keysVals = append(keysVals, 0)
	}
	var m, info protoBuilder
	m.deltas(1, ids)
	info.packed(1, versions...)
	if b.style.times {
		info.deltas(2, times)
	}
	m.message(5, info.Bytes())
	m.deltas(8, lats)
	m.deltas(9, lons)
	m.packed(10, keysVals...)
	b.group.message(2, m.Bytes())
}

func (b *blockBuilder) addWay(w fixtureWay) {
	var m protoBuilder
	m.number(1, uint64(w.id))
	b.tags(&m, tagged(w.tags))
	b.info(&m, w.id, w.version)
	m.deltas(8, w.refs)
	b.group.message(3, m.Bytes())
}

func (b *blockBuilder) addRelation(r fixtureRelation) {
	var m protoBuilder
	m.number(1, uint64(r.id))
	b.tags(&m, tagged(r.tags))
	b.info(&m, r.id, 1)
	var roles, kinds []uint64
	var ids []int64
	for _, member := range withMembers(r.members) {
		roles, ids = append(roles, b.string(member.role)), append(ids, member.id)
		for i, k := range memberKinds {
			if k == member.kind {
				kinds = append(kinds, uint64(i))
			}
		}
	}
	m.packed(8, roles...)
	m.deltas(9, ids)
	m.packed(10, kinds...)
	b.group.message(4, m.Bytes())
}
