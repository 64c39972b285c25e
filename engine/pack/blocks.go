// SPDX-License-Identifier: MIT

package pack

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"sync/atomic"
)

// blockSize is the greatest number of bytes under one checksum, unless an element is
// larger. A block takes about two microseconds to check, and the checksums of a country
// take a five-thousandth of its pack.
const blockSize = 1 << 14

// blockBytes returns the size of the blocks of a section: whole elements, so that no
// element lies in two blocks.
func (s Section) blockBytes() int64 { return int64(s.ElementSize) << s.blockShift() }

// blockShift returns the binary logarithm of the number of elements in a block.
func (s Section) blockShift() int { return bits.Len(uint(max(blockSize/s.ElementSize, 1))) - 1 }

// blocks returns the number of blocks of a section.
func (s Section) blocks() int {
	return int((s.Length + s.blockBytes() - 1) / s.blockBytes())
}

// block returns the content of one block in the content of the section.
func (s Section) block(content []byte, i int) []byte {
	from := int64(i) * s.blockBytes()
	return content[from:min(from+s.blockBytes(), int64(len(content)))]
}

// appendBlockSums appends the checksums of the blocks of content.
func (s Section) appendBlockSums(sums []uint32, content []byte) []uint32 {
	for i := range s.blocks() {
		sums = append(sums, checksum(s.block(content, i)))
	}
	return sums
}

func appendSums(b []byte, sums []uint32) []byte {
	for _, sum := range sums {
		b = binary.LittleEndian.AppendUint32(b, sum)
	}
	return b
}

func decodeSums(b []byte) []uint32 {
	sums := make([]uint32, len(b)/sumSize)
	for i := range sums {
		sums[i] = binary.LittleEndian.Uint32(b[i*sumSize:])
	}
	return sums
}

// checkBlocks compares the checksums of the blocks from first to before end that have
// not been compared before. The error wraps ErrCorrupt.
func (p *Pack) checkBlocks(s Section, first, end int) error {
	for i := first; i < end; i++ {
		if p.checked[s.firstBlock+i].Load() != 0 {
			continue
		}
		if checksum(s.block(p.bytes(s), i)) != p.sums[s.firstBlock+i] {
			return p.badSum(s.Tag)
		}
		p.checked[s.firstBlock+i].Store(1)
	}
	return nil
}

// damage is an error that a pack was found damaged, as Guard returns it.
type damage struct {
	pack *Pack
	text string
}

func (d *damage) Error() string { return d.text }
func (d *damage) Unwrap() error { return ErrCorrupt }

// badSum returns the error for a section with a wrong checksum.
func (p *Pack) badSum(tag Tag) error {
	return &damage{p, fmt.Sprintf("%v: section %s does not have its checksum: install the map again", ErrCorrupt, tag)}
}

// Fail panics with an error that wraps ErrCorrupt and says what is wrong with a section.
// Guard returns that error. It is for readers that find a contradiction.
func (p *Pack) Fail(tag Tag, format string, args ...any) {
	panic(&damage{p, fmt.Sprintf("%v: section %s: %s: install the map again", ErrCorrupt, tag, fmt.Sprintf(format, args...))})
}

// Array reads a section in place, and checks each block when it is used first. It is
// safe for concurrent use. A block that does not have its checksum makes it panic with
// an error that wraps ErrCorrupt and names the section; Guard returns that error.
type Array[T any] struct {
	items []T
	lazy
}

// lazy checks the blocks of a section when they are used first.
type lazy struct {
	checked []atomic.Uint32 // by block
	shift   uint8           // the index of an element, shifted right by it, is that of its block
	pack    *Pack
	section Section
}

// OpenArray returns the elements of a section as an Array, valid until Close. T and the
// errors are those of Slice, but the content is not read.
func OpenArray[T any](p *Pack, tag Tag) (Array[T], error) {
	s, err := sectionOf[T](p, tag)
	if err != nil {
		return Array[T]{}, fmt.Errorf("section %s of %q: %w", tag, p.name, err)
	}
	return Array[T]{view[T](p.bytes(s)), lazy{
		pack: p, section: s, shift: uint8(s.blockShift()),
		checked: p.checked[s.firstBlock : s.firstBlock+s.blocks()],
	}}, nil
}

// Len returns the number of elements.
func (a *Array[T]) Len() int { return len(a.items) }

// At returns element i, in place. It panics if i is out of range.
func (a *Array[T]) At(i int) *T {
	a.Need(i)
	return &a.items[i]
}

// Need checks the block of element i. Need and Item are what At does, in two steps that
// the compiler can inline.
func (l *lazy) Need(i int) {
	if l.checked[uint(i)>>(l.shift&63)].Load() == 0 { // 63 spares a check of the shift
		l.check(i)
	}
}

// Item returns element i, in place, of a block that has been used before.
func (a *Array[T]) Item(i int) *T { return &a.items[i] }

// Range returns the elements from first to before end, in place. It panics if they are
// out of range.
func (a *Array[T]) Range(first, end int) []T {
	items := a.items[first:end:end]
	for i := first; i < end; i = (i>>a.shift + 1) << a.shift {
		a.Need(i)
	}
	return items
}

// Unchecked returns all elements, in place, without a check: for their number, and for those that
// Range has returned before.
func (a *Array[T]) Unchecked() []T { return a.items }

// All returns all elements, in place.
func (a *Array[T]) All() []T { return a.Range(0, len(a.items)) }

// check checks the block of element i, and panics if it is damaged.
//
//go:noinline
func (l *lazy) check(i int) {
	block := i >> l.shift
	if err := l.pack.checkBlocks(l.section, block, block+1); err != nil {
		panic(err)
	}
}

// Reseal corrects all checksums of a pack whose sections have been changed in place. It
// is for tests of the checks that come after those of checksums. It does nothing if the
// table cannot be found.
func Reseal(b []byte) {
	if len(b) < headerSize {
		return
	}
	offset, count := binary.LittleEndian.Uint64(b[16:]), uint64(binary.LittleEndian.Uint32(b[12:]))
	if offset >= headerSize && offset <= uint64(len(b)) && count*entrySize <= uint64(len(b))-offset {
		table := b[offset:]
		resealBlocks(b[:offset], table[:count*entrySize], table[count*entrySize:])
		binary.LittleEndian.PutUint32(b[32:], checksum(table))
	}
	binary.LittleEndian.PutUint32(b[headerSize-4:], checksum(b[:headerSize-4]))
}

// resealBlocks corrects the checksums of blocks, and those of the checksums in the rows
// of the table, up to the first row that is invalid.
func resealBlocks(content, rows, sums []byte) {
	for ; len(rows) >= entrySize; rows = rows[entrySize:] {
		from, length := binary.LittleEndian.Uint64(rows[16:]), binary.LittleEndian.Uint64(rows[24:])
		size := binary.LittleEndian.Uint32(rows[8:])
		if size == 0 || size > maxElementSize || from > uint64(len(content)) || length > uint64(len(content))-from {
			return
		}
		s := Section{ElementSize: int(size), Length: int64(length)}
		if s.blocks()*sumSize > len(sums) {
			return
		}
		own := appendSums(nil, s.appendBlockSums(nil, content[from:from+length]))
		copy(sums, own)
		sums = sums[len(own):]
		binary.LittleEndian.PutUint32(rows[12:], checksum(own))
	}
}
