// SPDX-License-Identifier: MIT

package workspace

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"time"
)

// fields writes or reads records field by field: one value of each record, then the next
// field of each record. Similar values are then next to each other, which makes them small, and
// reading takes some nanoseconds for each value. The same code describes both directions, see
// recordingFields and matchFields.
//
// A length is a varint. The other columns have no bytes if they have no values. Otherwise a
// column of integers begins with a byte:
//
//	0  a first value and a step (zigzag varints): each value is the one before and the step
//	1  the differences from the values before, 0 before the first (zigzag varints)
//
// and one of floats likewise:
//
//	0    the same value for all (8 bytes, little endian)
//	1–8  integers as in 1 above, to be divided by 10 to the power of the byte less 1
//	255  the exclusive or of each value with the one before: the lowest byte of each, then the
//	     second one of each, and so on
//
// Floats are kept to the bit. Booleans are integers 0 and 1. A column of texts is the number of
// different texts, the length of each, their bytes, and a column of integers that counts them
// from 0. Times are three columns of integers: Unix seconds, nanoseconds, and the offset of the
// zone (seconds), noOffset for UTC.
type fields struct {
	out    *bufio.Writer // nil while reading
	rest   []byte        // to read
	most   int           // records that a list may have, while reading
	failed bool          // reading; all values are then 0

	places map[int]*time.Location // by offset, while reading
}

// The kinds of columns.
const (
	steady     = 0
	differing  = 1
	exclusive  = 255
	maxDecimal = 7
)

// noOffset stands for UTC instead of a zone with a name.
const noOffset = 1 << 20

// maxRecords is the largest number of records: three times the most observations of a trace.
const maxRecords = 1 << 24

// integer is the types of integers in records.
type integer interface {
	~int | ~int64 | ~uint8 | ~int32
}

func (c *fields) fail() { c.failed, c.rest = true, nil }

// length writes the length of a list, or reads it.
func (c *fields) length(n int) int {
	if c.out != nil {
		c.varint(int64(n))
		return n
	}
	x := c.signed()
	if x < 0 || x > int64(c.most) {
		c.fail()
		return 0
	}
	return int(x)
}

func (c *fields) varint(x int64) {
	if c.out.Available() < binary.MaxVarintLen64 {
		_ = c.out.Flush() // the last call reports its error
	}
	_, _ = c.out.Write(binary.AppendVarint(c.out.AvailableBuffer(), x)) // without an array on the heap
}

func (c *fields) signed() int64 {
	x, n := binary.Varint(c.rest)
	if n <= 0 {
		c.fail()
		return 0
	}
	c.rest = c.rest[n:]
	return x
}

// bytes reads bytes in place, nil if there are not as many.
func (c *fields) bytes(n int) []byte {
	if n < 0 || n > len(c.rest) {
		c.fail()
		return nil
	}
	b := c.rest[:n]
	c.rest = c.rest[n:]
	return b
}

func (c *fields) byte() byte {
	if b := c.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// list makes the list of a length while reading. An empty list is nil.
func list[T any](c *fields, s *[]T) (n int) {
	if n = c.length(len(*s)); c.out == nil && n > 0 {
		*s = make([]T, n)
	}
	return n
}

// ints writes or reads n integers.
func ints[T integer](c *fields, n int, at func(i int) *T) {
	if n == 0 {
		return
	}
	if c.out == nil {
		readInts(c, n, at)
		return
	}
	first, step := int64(*at(0)), int64(0)
	if n > 1 {
		step = int64(*at(1)) - first
	}
	even := true
	for i := 1; i < n && even; i++ {
		even = int64(*at(i))-int64(*at(i - 1)) == step
	}
	if even {
		_ = c.out.WriteByte(steady)
		c.varint(first)
		c.varint(step)
		return
	}
	_ = c.out.WriteByte(differing)
	last := int64(0)
	for i := range n {
		x := int64(*at(i))
		c.varint(x - last)
		last = x
	}
}

func readInts[T integer](c *fields, n int, at func(i int) *T) {
	switch c.byte() {
	case steady:
		x, step := c.signed(), c.signed()
		for i := 0; i < n && !c.failed; i++ {
			*at(i) = T(x)
			x += step
		}
	case differing:
		var x int64
		rest := c.rest
		for i := range n {
			if len(rest) > 0 && rest[0] < 0x80 { // most differences are small
				x += int64(rest[0]>>1) ^ -int64(rest[0]&1)
				rest = rest[1:]
			} else {
				d, used := binary.Varint(rest)
				if used <= 0 {
					c.fail()
					return
				}
				x += d
				rest = rest[used:]
			}
			*at(i) = T(x)
		}
		c.rest = rest
	default:
		c.fail()
	}
}

// bools writes or reads n booleans.
func (c *fields) bools(n int, at func(i int) *bool) {
	values := make([]uint8, n)
	if c.out != nil {
		for i := range values {
			if *at(i) {
				values[i] = 1
			}
		}
	}
	ints(c, n, func(i int) *uint8 { return &values[i] })
	if c.out == nil {
		for i, v := range values {
			*at(i) = v != 0
		}
	}
}

// floats writes or reads n floats.
func (c *fields) floats(n int, at func(i int) *float64) {
	switch {
	case n == 0:
	case c.out == nil:
		c.readFloats(n, at)
	default:
		c.writeFloats(n, at)
	}
}

func (c *fields) writeFloats(n int, at func(i int) *float64) {
	first := math.Float64bits(*at(0))
	same := true
	for i := 1; i < n && same; i++ {
		same = math.Float64bits(*at(i)) == first
	}
	if same {
		_ = c.out.WriteByte(steady)
		_, _ = c.out.Write(binary.LittleEndian.AppendUint64(nil, first))
		return
	}
	for decimals := range maxDecimal + 1 {
		if scaled, ok := decimal(n, at, math.Pow10(decimals)); ok {
			_ = c.out.WriteByte(byte(decimals + 1))
			last := int64(0)
			for _, x := range scaled {
				c.varint(x - last)
				last = x
			}
			return
		}
	}
	_ = c.out.WriteByte(exclusive)
	for shift := 0; shift < 64; shift += 8 {
		last := uint64(0)
		for i := range n {
			x := math.Float64bits(*at(i))
			_ = c.out.WriteByte(byte((x ^ last) >> shift))
			last = x
		}
	}
}

// decimal returns values times a scale; ok is false unless they are integers from which the
// values can be made again.
func decimal(n int, at func(i int) *float64, scale float64) (list []int64, ok bool) {
	const most = 1 << 53
	for i := range n {
		x := *at(i)
		scaled := math.Round(x * scale)
		if !(math.Abs(scaled) < most) || math.Float64bits(scaled/scale) != math.Float64bits(x) || scaled == 0 && math.Signbit(x) {
			return nil, false
		}
		if list == nil {
			list = make([]int64, 0, n)
		}
		list = append(list, int64(scaled))
	}
	return list, true
}

func (c *fields) readFloats(n int, at func(i int) *float64) {
	switch kind := c.byte(); {
	case kind == steady:
		b := c.bytes(8)
		if b == nil {
			return
		}
		x := math.Float64frombits(binary.LittleEndian.Uint64(b))
		for i := range n {
			*at(i) = x
		}
	case kind <= maxDecimal+1:
		scale := math.Pow10(int(kind) - 1)
		var x int64
		for i := 0; i < n && !c.failed; i++ {
			x += c.signed()
			*at(i) = float64(x) / scale
		}
	case kind == exclusive:
		b := c.bytes(8 * n)
		if b == nil {
			return
		}
		var x uint64
		for i := range n {
			x ^= uint64(b[i]) | uint64(b[n+i])<<8 | uint64(b[2*n+i])<<16 | uint64(b[3*n+i])<<24 |
				uint64(b[4*n+i])<<32 | uint64(b[5*n+i])<<40 | uint64(b[6*n+i])<<48 | uint64(b[7*n+i])<<56
			*at(i) = math.Float64frombits(x)
		}
	default:
		c.fail()
	}
}

// texts writes or reads n texts. Equal texts share their memory after they were read.
func texts[T ~string](c *fields, n int, at func(i int) *T) {
	if n == 0 {
		return
	}
	var all []T
	which := make([]int32, n)
	if c.out != nil {
		known := map[T]int32{}
		for i := range n {
			k, ok := known[*at(i)]
			if !ok {
				k = int32(len(all))
				known[*at(i)] = k
				all = append(all, *at(i))
			}
			which[i] = k
		}
	}
	list(c, &all)
	lengths := make([]int, len(all))
	for i := range all {
		lengths[i] = len(all[i])
	}
	ints(c, len(all), func(i int) *int { return &lengths[i] })
	for i := range all {
		if c.out != nil {
			_, _ = c.out.WriteString(string(all[i]))
		} else {
			all[i] = T(c.bytes(lengths[i]))
		}
	}
	ints(c, n, func(i int) *int32 { return &which[i] })
	if c.out != nil {
		return
	}
	for i, k := range which {
		if k < 0 || int(k) >= len(all) {
			c.fail()
			return
		}
		*at(i) = all[k]
	}
}

// times writes or reads n times. A zone is read without its name.
func (c *fields) times(n int, at func(i int) *time.Time) {
	seconds, fractions, offsets := make([]int64, n), make([]int32, n), make([]int32, n)
	if c.out != nil {
		for i := range n {
			t := at(i)
			seconds[i], fractions[i], offsets[i] = t.Unix(), int32(t.Nanosecond()), noOffset
			if t.Location() != time.UTC {
				_, offset := t.Zone()
				offsets[i] = int32(offset)
			}
		}
	}
	ints(c, n, func(i int) *int64 { return &seconds[i] })
	ints(c, n, func(i int) *int32 { return &fractions[i] })
	ints(c, n, func(i int) *int32 { return &offsets[i] })
	if c.out != nil {
		return
	}
	for i := range n {
		*at(i) = time.Unix(seconds[i], int64(fractions[i])).In(c.place(int(offsets[i])))
	}
}

// place returns the zone of an offset.
func (c *fields) place(offset int) *time.Location {
	if offset == noOffset {
		return time.UTC
	}
	place, ok := c.places[offset]
	if !ok {
		place = time.FixedZone("", offset)
		if c.places == nil {
			c.places = map[int]*time.Location{}
		}
		c.places[offset] = place
	}
	return place
}

// done returns an error if what was read is not all, or was not there.
func (c *fields) done() error {
	if c.failed || len(c.rest) > 0 {
		return fmt.Errorf("fields: %w", ErrDamaged)
	}
	return nil
}
