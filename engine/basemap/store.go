// SPDX-License-Identifier: MIT

package basemap

import (
	"cmp"
	"iter"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
	"roadsnap/engine/internal/parallel"
	"roadsnap/engine/internal/spatial"
)

// store holds features under construction in about five bytes for each point. The zero
// value is empty.
type store struct {
	data   chunk.Bytes
	count  int
	buffer []byte
}

// add appends a feature.
func (s *store) add(r record, parts ...[]geo.Fixed) {
	s.buffer = appendFeature(s.buffer[:0], r, parts)
	s.data.Add(s.buffer)
	s.count++
}

// appendFeature appends a feature in the form of a store: its number of points, its record,
// and the points of its parts as differences.
func appendFeature(b []byte, r record, parts [][]geo.Fixed) []byte {
	points := 0
	for _, p := range parts {
		points += len(p)
	}
	b = chunk.AppendUint(b, uint64(points))
	b = append(b, r.Kind, r.Flags, byte(r.Level), r.Rank)
	b = chunk.AppendInt(b, r.ID)
	b = chunk.AppendUint(chunk.AppendUint(b, uint64(r.Name)), uint64(r.Ref))
	b = chunk.AppendUint(b, uint64(len(parts)))
	for _, p := range parts[:len(parts)-1] {
		b = chunk.AppendUint(b, uint64(len(p)))
	}
	var at geo.Fixed
	for _, part := range parts {
		for _, p := range part {
			b = chunk.AppendStep(b, at, p)
			at = p
		}
	}
	return b
}

// readRecord reads the record of a feature, and its number of points.
func readRecord(r *chunk.Reader) (rec record, points int) {
	points = int(r.Uint())
	rec.Kind, rec.Flags, rec.Level, rec.Rank = r.Byte(), r.Byte(), int8(r.Byte()), r.Byte()
	rec.ID = r.Int()
	rec.Name, rec.Ref = uint32(r.Uint()), uint32(r.Uint())
	return rec, points
}

// skipPoints reads past the parts of a feature with that many points.
func skipPoints(r *chunk.Reader, points int) {
	for range r.Uint() - 1 {
		r.Uint()
	}
	for range points {
		r.Step(geo.Fixed{})
	}
}

// readParts appends the parts of a feature with that many points to l, whose last record it
// belongs to.
func (l *layer) readParts(r *chunk.Reader, points int) {
	parts := int(r.Uint())
	end := uint32(len(l.points))
	for range parts - 1 {
		end += uint32(r.Uint())
		l.ends = append(l.ends, end)
	}
	var at geo.Fixed
	for range points {
		at = r.Step(at)
		l.points = append(l.points, at)
	}
	l.ends = append(l.ends, uint32(len(l.points)))
}

// read appends a feature of a store to l.
func (l *layer) read(r *chunk.Reader) {
	rec, points := readRecord(r)
	last := len(l.records) - 1
	rec.FirstPart = l.records[last].FirstPart
	l.readParts(r, points)
	l.records[last] = rec
	l.records = append(l.records, record{FirstPart: uint32(len(l.ends) - 1)})
}

// clear removes all features.
func (l *layer) clear() {
	l.records, l.ends, l.points = append(l.records[:0], record{}), append(l.ends[:0], 0), l.points[:0]
}

// each calls visit with the position of each feature and a reader at its beginning. visit
// must read the whole feature.
func (s *store) each(visit func(at chunk.Position, r *chunk.Reader)) {
	for c := range s.data.Chunks() {
		s.eachOf(c, visit)
	}
}

// eachOf is each for the features of one chunk.
func (s *store) eachOf(c int, visit func(at chunk.Position, r *chunk.Reader)) {
	first := chunk.Position(c) * chunk.Size
	for r := chunk.NewReader(s.data.Chunk(c)); r.More(); {
		visit(first+chunk.Position(r.At()), &r)
	}
}

// ranked is a feature in the order of a tier.
type ranked struct {
	key uint64 // along the Hilbert curve
	at  uint64 // class of its size in the highest bits, and its place
}

// placeBits is the number of bits of ranked.at that hold a place.
const placeBits = 56

func compareRanked(a, b ranked) int {
	if c := cmp.Compare(a.at>>placeBits, b.at>>placeBits); c != 0 {
		return c
	}
	if c := cmp.Compare(a.key, b.key); c != 0 {
		return c
	}
	return cmp.Compare(a.at, b.at)
}

// rank returns the place in the order for a feature with a box, in a store of features that
// lie at ascending places.
func (r *tierRule) rank(box geo.FixedBounds, at uint64) ranked {
	return ranked{spatial.Key(box), uint64(r.sizeOf(box))<<placeBits | at}
}

// order returns the features in the order of the file: by size, then along the Hilbert
// curve. Large features have blocks of their own, so that the boxes of the others are small.
func (s *store) order(rule *tierRule) []ranked {
	lists := make([][]ranked, s.data.Chunks())
	parallel.Each(len(lists), func(c int) {
		one := newLayer()
		s.eachOf(c, func(at chunk.Position, r *chunk.Reader) {
			one.clear()
			one.read(r)
			lists[c] = append(lists[c], rule.rank(geo.FixedBoundsOf(one.points...), uint64(at)))
		})
	})
	all := make([]ranked, 0, s.count)
	for c, list := range lists {
		all = append(all, list...)
		lists[c] = nil
	}
	parallel.Sort(all, compareRanked)
	return all
}

// inOrder iterates over readers of the features in the order of the file.
func (s *store) inOrder(rule *tierRule) iter.Seq[*chunk.Reader] {
	return func(yield func(*chunk.Reader) bool) {
		for _, f := range s.order(rule) {
			r := chunk.NewReader(s.data.At(chunk.Position(f.at & (1<<placeBits - 1))))
			if !yield(&r) {
				return
			}
		}
	}
}
