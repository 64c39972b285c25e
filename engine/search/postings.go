// SPDX-License-Identifier: MIT

package search

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// wordRange is the words of the index from…to, of which an entry must have one.
type wordRange struct{ from, to int }

// posting reads the entries of words. It keeps its memory from one query to the next.
type posting struct {
	*Index
	scratch []uint32
	set     []uint64 // a bit for each entry, all 0 between calls
}

// length returns the length of the lists of words (bytes), which is hardly more than the
// number of their entries.
func (p *posting) length(ranges []wordRange) (n uint64) {
	for _, r := range ranges {
		if from, to := p.lists[r.from], p.lists[r.to]; from < to {
			n += uint64(to - from)
		}
	}
	return n
}

// intersect returns the entries that have a word of each group of ranges, ascending. The
// result is valid until the next call.
func (p *posting) intersect(groups [][]wordRange) []uint32 {
	if len(groups) == 0 {
		return nil
	}
	// The entries of the rarest words are few; the lists of the others are only walked.
	order := slices.Clone(groups)
	slices.SortStableFunc(order, func(a, b []wordRange) int { return cmp.Compare(p.length(a), p.length(b)) })
	out := p.union(p.scratch[:0], order[0])
	for _, ranges := range order[1:] {
		if len(out) == 0 {
			break
		}
		out = p.keep(out, ranges)
	}
	p.scratch = out
	return out
}

// oneWord returns the only word of ranges, if there is one.
func oneWord(ranges []wordRange) (word int, is bool) {
	if len(ranges) == 1 && ranges[0].to == ranges[0].from+1 {
		return ranges[0].from, true
	}
	return 0, false
}

// union appends the entries of words, ascending and each once.
func (p *posting) union(dst []uint32, ranges []wordRange) []uint32 {
	if word, is := oneWord(ranges); is {
		w := p.walk(word)
		for some := w.next(); len(some) > 0; some = w.next() {
			dst = append(dst, some...)
		}
		return dst
	}
	defer p.mark(ranges)()
	for i, b := range p.set {
		for ; b != 0; b &= b - 1 {
			dst = append(dst, uint32(i<<6+bits.TrailingZeros64(b)))
		}
	}
	return dst
}

// keep returns those of entries that have one of the words. It changes entries.
func (p *posting) keep(entries []uint32, ranges []wordRange) []uint32 {
	kept := entries[:0]
	if word, is := oneWord(ranges); is {
		w := p.walk(word)
		for some := w.next(); len(some) > 0 && len(entries) > 0; {
			switch {
			case some[len(some)-1] < entries[0]:
				some = some[len(some):]
			case some[0] < entries[0]:
				some = some[1:]
			default:
				if some[0] == entries[0] {
					kept = append(kept, some[0])
				}
				entries = entries[1:]
			}
			if len(some) == 0 {
				some = w.next()
			}
		}
		return kept
	}
	defer p.mark(ranges)()
	for _, e := range entries {
		if p.set[e>>6]>>(e&63)&1 != 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

// mark sets the bits of the entries of words, until unmark is called.
func (p *posting) mark(ranges []wordRange) (unmark func()) {
	if n := (p.Len() + 63) >> 6; len(p.set) != n {
		p.set = make([]uint64, n)
	}
	for _, r := range ranges {
		for k := r.from; k < r.to; k++ {
			w := p.walk(k)
			for some := w.next(); len(some) > 0; some = w.next() {
				for _, e := range some {
					p.set[e>>6] |= 1 << (e & 63)
				}
			}
		}
	}
	return p.unmark
}

func (p *posting) unmark() { clear(p.set) }

// walk decodes a list.
type walk struct {
	data  []byte
	entry uint64 // the last one
	begun bool
	limit uint64 // number of entries
	rest  []byte // after the last entry, of a damaged list
	some  [256]uint32
}

func (x *Index) walk(i int) walk { return walk{data: x.list(i), limit: uint64(x.Len())} }

// next returns the next entries, which are valid until the next call. There are none at the end
// of the list, and after a number that is no entry.
func (w *walk) next() []uint32 {
	data, entry, n := w.data, w.entry, 0
	for n < len(w.some) && len(data) > 0 {
		// Most steps take one byte.
		step, size := uint64(data[0]), 1
		if step >= 0x80 {
			if step, size = binary.Uvarint(data); size <= 0 {
				break
			}
		}
		if step == 0 && w.begun || step >= w.limit || entry+step >= w.limit {
			break
		}
		w.begun = true
		data, entry = data[size:], entry+step
		w.some[n] = uint32(entry)
		n++
	}
	if n < len(w.some) {
		w.rest, data = data, nil
	}
	w.data, w.entry = data, entry
	return w.some[:n]
}
