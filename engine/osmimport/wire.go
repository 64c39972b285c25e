// SPDX-License-Identifier: MIT

package osmimport

import "encoding/binary"

// The part of the Protocol Buffers wire format that OSM PBF needs:
// https://protobuf.dev/programming-guides/encoding/

// The wire types.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

// message iterates over the fields of a message. Its slices are subslices of the
// message.
type message struct {
	rest   []byte
	number int    // of the current field
	value  uint64 // of a varint field
	bytes  []byte // of a bytes field
	wire   int    // its wire type
	err    error
}

// next advances to the next field. It returns false at the end or on an error.
func (m *message) next() bool {
	if m.err != nil || len(m.rest) == 0 {
		return false
	}
	key, ok := m.varint()
	if !ok || key>>3 == 0 || key>>3 > 1<<29-1 {
		return m.fail()
	}
	m.number, m.wire, m.value, m.bytes = int(key>>3), int(key&7), 0, nil
	switch m.wire {
	case wireVarint:
		if m.value, ok = m.varint(); !ok {
			return m.fail()
		}
	case wireBytes:
		size, ok := m.varint()
		if !ok || size > uint64(len(m.rest)) {
			return m.fail()
		}
		m.bytes, m.rest = m.rest[:size:size], m.rest[size:]
	case wireFixed64:
		return m.skip(8)
	case wireFixed32:
		return m.skip(4)
	default:
		return m.fail()
	}
	return true
}

func (m *message) varint() (uint64, bool) {
	v, n := binary.Uvarint(m.rest)
	if n <= 0 {
		return 0, false
	}
	m.rest = m.rest[n:]
	return v, true
}

func (m *message) skip(n int) bool {
	if len(m.rest) < n {
		return m.fail()
	}
	m.rest = m.rest[n:]
	return true
}

func (m *message) fail() bool {
	m.err = corruptf("a message cannot be decoded")
	return false
}

// is reports whether the current field has the given number. If its wire type is not
// wire, is sets m.err and returns false.
func (m *message) is(number, wire int) bool {
	if m.number != number {
		return false
	}
	if m.wire != wire {
		m.err = corruptf("field %d has wire type %d, not %d", number, m.wire, wire)
		return false
	}
	return true
}

// list iterates over a packed repeated field of varints.
type list struct {
	rest []byte
	bad  bool
}

// more reports whether another number follows.
func (l *list) more() bool { return len(l.rest) > 0 && !l.bad }

// uint returns the next number. If there is none, it sets l.bad and returns 0.
func (l *list) uint() uint64 {
	// One byte is by far the most common length.
	if len(l.rest) > 0 && l.rest[0] < 0x80 {
		v := l.rest[0]
		l.rest = l.rest[1:]
		return uint64(v)
	}
	v, n := binary.Uvarint(l.rest)
	if n <= 0 {
		l.bad = true
		return 0
	}
	l.rest = l.rest[n:]
	return v
}

// sint returns the next number, zigzag-decoded.
func (l *list) sint() int64 { return zigzag(l.uint()) }

func zigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

// count returns the number of remaining numbers.
func (l list) count() int {
	n := 0
	for _, b := range l.rest {
		if b < 0x80 {
			n++
		}
	}
	return n
}
