// SPDX-License-Identifier: MIT

// Package chunk stores bytes that are only appended, in chunks, so that a large store
// grows without being copied and can be freed from its beginning while it is read.
package chunk

import (
	"encoding/binary"

	"roadsnap/engine/geo"
)

// Size is the size of a chunk (bytes). Longer records have a chunk of their own.
const Size = 1 << sizeBits

const sizeBits = 20

// Position is the place of a record in a store.
type Position uint64

// Chunk returns the number of the chunk that holds the position.
func (p Position) Chunk() int { return int(p >> sizeBits) }

// Bytes is a store of records. The zero value is empty.
type Bytes struct {
	chunks [][]byte
	size   int64
}

// Add appends a record and returns its position. Positions ascend.
func (b *Bytes) Add(record []byte) Position {
	last := len(b.chunks) - 1
	if last < 0 || len(b.chunks[last])+len(record) > Size {
		b.chunks = append(b.chunks, make([]byte, 0, max(Size, len(record))))
		last++
	}
	at := Position(last)<<sizeBits | Position(len(b.chunks[last]))
	b.chunks[last] = append(b.chunks[last], record...)
	b.size += int64(len(record))
	return at
}

// At returns the bytes from a position to the end of its chunk.
func (b *Bytes) At(p Position) []byte { return b.chunks[p.Chunk()][p&(Size-1):] }

// Len returns the number of bytes.
func (b *Bytes) Len() int64 { return b.size }

// Chunks returns the number of chunks.
func (b *Bytes) Chunks() int { return len(b.chunks) }

// Chunk returns the records of a chunk, one after another.
func (b *Bytes) Chunk(i int) []byte { return b.chunks[i] }

// Free releases a chunk, which must not be read again.
func (b *Bytes) Free(i int) { b.chunks[i] = nil }

// Reader decodes what was appended by AppendUint, AppendInt and AppendStep. It holds no
// pointer that changes, so that the garbage collector does not slow it down.
type Reader struct {
	data []byte
	at   int
}

// NewReader returns a Reader of b.
func NewReader(b []byte) Reader { return Reader{data: b} }

// More reports whether there are bytes left.
func (r *Reader) More() bool { return r.at < len(r.data) }

// At returns the number of bytes that were read.
func (r *Reader) At() int { return r.at }

// Byte reads a byte.
func (r *Reader) Byte() byte {
	b := r.data[r.at]
	r.at++
	return b
}

// Bytes returns the next n bytes, in place.
func (r *Reader) Bytes(n int) []byte {
	from := r.at
	r.at += n
	return r.data[from:r.at:r.at]
}

// Uint decodes an unsigned number.
func (r *Reader) Uint() uint64 {
	// One byte is by far the most common length.
	if b := r.Byte(); b < 0x80 {
		return uint64(b)
	}
	return r.long()
}

// long decodes a number of several bytes after the first of them.
func (r *Reader) long() uint64 {
	v := uint64(r.data[r.at-1] & 0x7f)
	for shift := 7; ; shift += 7 {
		b := r.Byte()
		if v |= uint64(b&0x7f) << shift; b < 0x80 {
			return v
		}
	}
}

// Int decodes a signed number.
func (r *Reader) Int() int64 {
	v := r.Uint()
	return int64(v>>1) ^ -int64(v&1)
}

// Step decodes the position after another one.
func (r *Reader) Step(from geo.Fixed) geo.Fixed {
	// Differences of 32 bits wrap around, here and in AppendStep.
	lat := from.Lat + int32(r.Int())
	return geo.Fixed{Lat: lat, Lon: from.Lon + int32(r.Int())}
}

// AppendUint appends a number in as few bytes as its size needs.
func AppendUint(b []byte, v uint64) []byte { return binary.AppendUvarint(b, v) }

// AppendInt appends a signed number that is probably near 0.
func AppendInt(b []byte, v int64) []byte { return binary.AppendUvarint(b, uint64(v)<<1^uint64(v>>63)) }

// AppendStep appends a position as the difference to one that is probably near.
func AppendStep(b []byte, from, to geo.Fixed) []byte {
	return AppendInt(AppendInt(b, int64(to.Lat-from.Lat)), int64(to.Lon-from.Lon))
}
