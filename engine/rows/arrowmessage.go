// SPDX-License-Identifier: MIT

package rows

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	flatbuffers "github.com/google/flatbuffers/go"
)

// The limits of an Arrow IPC stream. Damaged numbers beyond them would take all memory.
const (
	mostMetadata = 16 << 20 // bytes of a message without its body
	mostUnpacked = 2 << 30  // bytes of the buffers of a message that are decompressed
	mostItems    = 1 << 28  // rows of a record, and items of its lists
	mostNested   = 64       // types within each other
	firstBody    = 16 << 20 // bytes of a body that are allocated before they are read
)

// errDamaged means that a message contradicts itself.
var errDamaged = errors.New("damaged message")

// newArrowReader returns a reader of an Arrow IPC stream, which reads the schema later. It
// allocates no memory for what a damaged stream only claims to have.
func newArrowReader(in io.Reader) (*ipc.Reader, error) {
	m := &messages{in: in, dictionaries: map[int64]int{}}
	return ipc.NewReaderFromMessageReader(m, ipc.WithDelayReadSchema(true), ipc.WithAllocator(m))
}

// messages reads the messages of a stream, and checks the numbers by which the Arrow library
// allocates memory. It is also the allocator for what the library makes of a message.
type messages struct {
	memory.GoAllocator
	in   io.Reader
	left int64 // of mostUnpacked

	views        int           // columns of views, which have variadic buffers
	dictionaries map[int64]int // the same in the values of dictionaries
}

// Message reads the next message.
func (m *messages) Message() (msg *ipc.Message, err error) {
	defer func() {
		if recover() != nil { // an offset points outside of the message
			msg, err = nil, errDamaged
		}
	}()
	m.left = mostUnpacked
	size, err := m.metadataSize()
	if err != nil {
		return nil, err
	}
	if size < 4 || size > mostMetadata {
		return nil, fmt.Errorf("message metadata of %d bytes: %w", size, errDamaged)
	}
	meta, err := readPart(m.in, size)
	if err != nil {
		return nil, err
	}
	root := flatbuffers.Table{Bytes: meta, Pos: flatbuffers.GetUOffsetT(meta)}
	if err := m.check(root); err != nil {
		return nil, err
	}
	length := root.GetInt64Slot(10, 0)
	if length < 0 {
		return nil, errDamaged
	}
	body, err := readPart(m.in, length)
	if err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(meta), memory.NewBufferBytes(body)), nil
}

// metadataSize reads the size that precedes a message. The error is io.EOF at the end.
func (m *messages) metadataSize() (int64, error) {
	var b [4]byte
	if _, err := io.ReadFull(m.in, b[:]); err != nil {
		return 0, err
	}
	size := binary.LittleEndian.Uint32(b[:])
	if size == 1<<32-1 { // since Arrow 0.15
		if _, err := io.ReadFull(m.in, b[:]); err != nil {
			return 0, unexpected(err)
		}
		size = binary.LittleEndian.Uint32(b[:])
	}
	if size == 0 {
		return 0, io.EOF
	}
	return int64(size), nil
}

// readPart reads n bytes. Its memory grows with what it reads, to twice as much at most.
func readPart(in io.Reader, n int64) ([]byte, error) {
	var b []byte
	for int64(len(b)) < n {
		from, more := len(b), int(min(n-int64(len(b)), int64(max(len(b), firstBody))))
		b = slices.Grow(b, more)[:from+more]
		if _, err := io.ReadFull(in, b[from:]); err != nil {
			return nil, unexpected(err)
		}
	}
	return b, nil
}

// check checks a message. The numbers of slots are those of Message.fbs and Schema.fbs of
// Arrow: 4 for the first member of a table, 6 for the second one.
func (m *messages) check(root flatbuffers.Table) error {
	// A table that many others refer to counts as often, so that few bytes cannot stand for
	// an endless schema.
	c := &checker{left: 4 * len(root.Bytes)}
	c.pairs(root, 12)
	header, ok := member(root, 8)
	if !ok {
		return errDamaged
	}
	views := m.views
	switch root.GetByteSlot(6, 0) {
	case 1: // a schema
		c.pairs(header, 8)
		m.views = c.fields(header, 6, m.dictionaries, 0)
	case 2: // a dictionary
		views = m.dictionaries[header.GetInt64Slot(4, 0)]
		if header, ok = member(header, 6); !ok {
			return errDamaged
		}
		fallthrough
	case 3: // a record
		buffers, _ := c.vector(header, 8, 16)
		n, at := c.vector(header, 12, 8)
		if at > 0 && n < views { // the library reads beyond the end of the vector
			return errDamaged
		}
		for i := range n {
			if count := header.GetInt64(at + flatbuffers.UOffsetT(8*i)); count < 0 || count > int64(buffers) {
				return errDamaged
			}
		}
	}
	if c.left < 0 {
		return errDamaged
	}
	return nil
}

// checker checks the tables of a message. It panics where an offset points outside of it.
type checker struct {
	left int // bytes that the message may still refer to; negative if it is damaged
}

// member returns the table that a member of a table refers to.
func member(t flatbuffers.Table, slot flatbuffers.VOffsetT) (to flatbuffers.Table, ok bool) {
	o := t.Offset(slot)
	if o == 0 {
		return to, false
	}
	t.Union(&to, flatbuffers.UOffsetT(o))
	return to, true
}

// vector returns the length of a vector, and where its elements begin.
func (c *checker) vector(t flatbuffers.Table, slot flatbuffers.VOffsetT, size int) (n int, at flatbuffers.UOffsetT) {
	o := flatbuffers.UOffsetT(t.Offset(slot))
	if o == 0 {
		return 0, 0
	}
	n, at = t.VectorLen(o), t.Vector(o)
	if n > len(t.Bytes[at:])/size {
		c.left = -1
		return 0, 0
	}
	c.left -= n * size
	return n, at
}

// tables calls visit with the tables of a vector while the message is not found damaged.
func (c *checker) tables(t flatbuffers.Table, slot flatbuffers.VOffsetT, visit func(flatbuffers.Table)) {
	n, at := c.vector(t, slot, 4)
	for i := 0; i < n && c.left >= 0; i++ {
		visit(flatbuffers.Table{Bytes: t.Bytes, Pos: t.Indirect(at + flatbuffers.UOffsetT(4*i))})
	}
}

// pairs checks names and values.
func (c *checker) pairs(t flatbuffers.Table, slot flatbuffers.VOffsetT) {
	c.tables(t, slot, func(pair flatbuffers.Table) {
		c.vector(pair, 4, 1)
		c.vector(pair, 6, 1)
	})
}

// fields checks columns, and returns how many of them are views. Those in dictionaries are
// counted by their dictionary.
func (c *checker) fields(t flatbuffers.Table, slot flatbuffers.VOffsetT, dictionaries map[int64]int, depth int) (views int) {
	if depth > mostNested {
		c.left = -1
		return 0
	}
	c.tables(t, slot, func(field flatbuffers.Table) {
		c.vector(field, 4, 1)
		c.pairs(field, 16)
		n := c.fields(field, 14, dictionaries, depth+1)
		if kind := field.GetByteSlot(8, 0); kind == 23 || kind == 24 {
			n++
		}
		if encoding, ok := member(field, 12); ok {
			dictionaries[encoding.GetInt64Slot(4, 0)] = n
			return
		}
		views += n
	})
	return views
}

// Allocate allocates memory for what is made of a message.
func (m *messages) Allocate(size int) []byte {
	if m.left -= int64(size); size < 0 || m.left < 0 {
		panic(fmt.Errorf("more than %d bytes in compressed buffers: %w", mostUnpacked, errDamaged))
	}
	return m.GoAllocator.Allocate(size)
}

// Reallocate allocates memory for a buffer that grows.
func (m *messages) Reallocate(size int, b []byte) []byte {
	if cap(b) >= size {
		return b[:size]
	}
	grown := m.Allocate(size)
	copy(grown, b)
	return grown
}

// Retain does nothing: memory is left to the garbage collector.
func (*messages) Retain() {}

// Release does nothing.
func (*messages) Release() {}

// tooLong reports whether a column, or one within it, has more than mostItems values.
func tooLong(d arrow.ArrayData) bool {
	if d.Len() > mostItems {
		return true
	}
	for _, c := range d.Children() {
		if tooLong(c) {
			return true
		}
	}
	dictionary, _ := d.Dictionary().(*array.Data)
	return dictionary != nil && tooLong(dictionary)
}
