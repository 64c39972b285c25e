// SPDX-License-Identifier: MIT

package pack

import (
	"fmt"
	"math"
	"strings"
)

// Strings is a table of strings in two sections: n+1 offsets (uint32), and the
// bytes of all strings one after another.
type Strings struct {
	offsets []uint32
	data    []byte
}

// OpenStrings returns the string table in the sections tag (offsets) and dataTag
// (bytes). The error wraps ErrCorrupt if the offsets do not fit the bytes, or is one
// of Slice.
func OpenStrings(p *Pack, tag, dataTag Tag) (Strings, error) {
	offsets, err := Slice[uint32](p, tag)
	if err != nil {
		return Strings{}, err
	}
	data, err := Slice[byte](p, dataTag)
	if err != nil {
		return Strings{}, err
	}
	err = p.guard(func() error { return checkOffsets(offsets, len(data)) })
	if err != nil {
		return Strings{}, fmt.Errorf("strings %s of %q: %w", tag, p.name, err)
	}
	return Strings{offsets: offsets, data: data}, nil
}

func checkOffsets(offsets []uint32, dataSize int) error {
	if len(offsets) == 0 || offsets[0] != 0 {
		return fmt.Errorf("%w: offsets do not begin with 0", ErrCorrupt)
	}
	for i := 1; i < len(offsets); i++ {
		if offsets[i] < offsets[i-1] {
			return fmt.Errorf("%w: offset %d is %d, less than the one before it", ErrCorrupt, i, offsets[i])
		}
	}
	if last := offsets[len(offsets)-1]; uint64(last) != uint64(dataSize) {
		return fmt.Errorf("%w: offsets end at %d of %d bytes", ErrCorrupt, last, dataSize)
	}
	return nil
}

// Len returns the number of strings.
func (s Strings) Len() int { return max(len(s.offsets)-1, 0) }

// At returns string i, in place. It is valid until the pack is closed; use
// strings.Clone to keep it longer. If i is out of range, At returns "".
func (s Strings) At(i uint32) string {
	if uint64(i) >= uint64(s.Len()) {
		return ""
	}
	// OpenStrings has checked this, but the mapped file may have changed since.
	from, to := s.offsets[i], s.offsets[i+1]
	if from > to || uint64(to) > uint64(len(s.data)) {
		return ""
	}
	return text(s.data[from:to])
}

// WriteStrings adds a string table in the sections tag (offsets) and dataTag (bytes).
// The total length of the strings must be less than 4 GiB.
func WriteStrings(w *Writer, tag, dataTag Tag, list []string) error {
	total := 0
	for _, s := range list {
		total += len(s)
	}
	if uint64(total) > math.MaxUint32 {
		return w.fail(fmt.Errorf("write strings %s of %q: %d bytes is more than %d", tag, w.path, total, uint32(math.MaxUint32)))
	}
	offsets := make([]uint32, 1, len(list)+1)
	data := make([]byte, 0, total)
	for _, s := range list {
		data = append(data, s...)
		offsets = append(offsets, uint32(len(data)))
	}
	if err := Write(w, tag, offsets); err != nil {
		return err
	}
	return Write(w, dataTag, data)
}

// StringsBuilder numbers distinct strings. The zero value is ready for use. Number 0
// is always "".
type StringsBuilder struct {
	numbers map[string]uint32
	list    []string
	recent  []recentString
}

// recentString is a string that was added, and its number. It is kept, because the same
// string, at the same place in memory, is added many times.
type recentString struct {
	s      string
	number uint32
}

const recentBits = 10

// Add returns the number of s, and adds a copy of s if it is new.
func (b *StringsBuilder) Add(s string) uint32 {
	if s == "" {
		return 0
	}
	if b.numbers == nil {
		b.numbers = map[string]uint32{"": 0}
		b.list = []string{""}
		b.recent = make([]recentString, 1<<recentBits)
	}
	r := &b.recent[addressOf(s)>>4%(1<<recentBits)]
	if same(r.s, s) {
		return r.number
	}
	n, found := b.numbers[s]
	if !found {
		n = uint32(len(b.list))
		own := strings.Clone(s)
		b.numbers[own] = n
		b.list = append(b.list, own)
	}
	*r = recentString{s, n}
	return n
}

// Strings returns the strings in the order of their numbers. The caller must not
// change the slice.
func (b *StringsBuilder) Strings() []string {
	if b.list == nil {
		return []string{""}
	}
	return b.list
}
