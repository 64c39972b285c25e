// SPDX-License-Identifier: MIT

package basemap

import (
	"encoding/binary"
	"errors"
	"fmt"

	"roadsnap/engine/geo"
)

// appendBlock appends the features from first to before end in the form of a block
// before compression. Values of one field follow one another, because they resemble
// each other. FORMAT.md describes the bytes.
func (l *layer) appendBlock(b []byte, first, end int) []byte {
	records := l.records[first:end]
	b = binary.AppendUvarint(b, uint64(len(records)))
	for _, r := range records {
		b = append(b, r.Kind)
	}
	for _, r := range records {
		b = append(b, r.Flags)
	}
	for _, r := range records {
		b = append(b, byte(r.Level))
	}
	for _, r := range records {
		b = append(b, r.Rank)
	}
	last := int64(0)
	for _, r := range records {
		b = binary.AppendVarint(b, r.ID-last)
		last = r.ID
	}
	for _, r := range records {
		b = binary.AppendUvarint(b, uint64(r.Name))
	}
	for _, r := range records {
		b = binary.AppendUvarint(b, uint64(r.Ref))
	}
	firstPart, endPart := records[0].FirstPart, l.records[end].FirstPart
	for i := range records {
		b = binary.AppendUvarint(b, uint64(l.records[first+i+1].FirstPart-records[i].FirstPart))
	}
	for i := firstPart; i < endPart; i++ {
		b = binary.AppendUvarint(b, uint64(l.ends[i+1]-l.ends[i]))
	}
	points := l.points[l.ends[firstPart]:l.ends[endPart]]
	var from geo.Fixed
	for _, p := range points {
		b = binary.AppendVarint(b, int64(p.Lat)-int64(from.Lat))
		b = binary.AppendVarint(b, int64(p.Lon)-int64(from.Lon))
		from = p
	}
	return b
}

// errBlock means that the bytes of a block are not those of features.
var errBlock = errors.New("a block of features is invalid")

// decodeBlock returns the features of a block. Its memory is at most 40 times as large
// as the bytes.
func decodeBlock(b []byte) (*layer, error) {
	r := fields{rest: b}
	n := r.count()
	l := &layer{records: make([]record, n+1)}
	for _, set := range []func(*record, byte){
		func(r *record, c byte) { r.Kind = c },
		func(r *record, c byte) { r.Flags = c },
		func(r *record, c byte) { r.Level = int8(c) },
		func(r *record, c byte) { r.Rank = c },
	} {
		for i := range n {
			set(&l.records[i], r.byte())
		}
	}
	last := int64(0)
	for i := range n {
		last += r.signed()
		l.records[i].ID = last
	}
	for i := range n {
		l.records[i].Name = r.uint32()
	}
	for i := range n {
		l.records[i].Ref = r.uint32()
	}
	parts := 0
	for i := range n {
		parts += r.count()
		l.records[i+1].FirstPart = uint32(parts)
	}
	if parts > len(r.rest) { // each has a byte for its number of points
		return nil, errBlock
	}
	l.ends = make([]uint32, parts+1)
	points := 0
	for i := range parts {
		points += r.count()
		l.ends[i+1] = uint32(points)
	}
	if points > len(r.rest) {
		return nil, errBlock
	}
	l.points = make([]geo.Fixed, points)
	var at geo.Fixed
	for i := range l.points {
		at.Lat += int32(r.signed())
		at.Lon += int32(r.signed())
		l.points[i] = at
	}
	if r.bad || len(r.rest) != 0 {
		return nil, fmt.Errorf("%w: %d bytes are left", errBlock, len(r.rest))
	}
	return l, nil
}

// fields reads numbers from the front of rest. After the end it reads zeros.
type fields struct {
	rest []byte
	bad  bool // the bytes ended too early, or a number was out of range
}

func (r *fields) byte() byte {
	if len(r.rest) == 0 {
		r.bad = true
		return 0
	}
	c := r.rest[0]
	r.rest = r.rest[1:]
	return c
}

// unsigned and signed have a fast path for numbers of one byte, which most are.
func (r *fields) unsigned() uint64 {
	if len(r.rest) > 0 && r.rest[0] < 0x80 {
		return uint64(r.byte())
	}
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.bad = true
		r.rest = nil
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

func (r *fields) signed() int64 {
	x := r.unsigned()
	return int64(x>>1) ^ -int64(x&1)
}

func (r *fields) uint32() uint32 {
	x := r.unsigned()
	r.bad = r.bad || x > 1<<32-1
	return uint32(x)
}

// count reads the number of things that follow, which take at least a byte each.
func (r *fields) count() int {
	x := r.unsigned()
	if x > uint64(len(r.rest)) {
		r.bad = true
		return 0
	}
	return int(x)
}
