// SPDX-License-Identifier: MIT

package road

const (
	pageSize = 256 // elements
	// maxPages is the number of pages that are kept from one use to the next: about those
	// of a large city.
	maxPages = 1 << 10
)

// pages is a sparse array of elements that are grouped by place. Its memory grows with
// the pages used. New elements are zero or left from an earlier use, so an element must
// say to which use it belongs.
type pages[T any] struct {
	table []*[pageSize]T
	none  *[pageSize]T // stands in the table for pages that are not in use; always zero
	used  []uint32     // indexes of the other pages
	free  []*[pageSize]T
}

func newPages[T any](n int) pages[T] {
	p := pages[T]{table: make([]*[pageSize]T, (n+pageSize-1)/pageSize), none: new([pageSize]T)}
	for i := range p.table {
		p.table[i] = p.none
	}
	return p
}

// get returns element i, which must not be changed.
func (p *pages[T]) get(i uint32) *T { return &p.table[i/pageSize][i%pageSize] }

// unused reports whether the page of element i is not in use.
func (p *pages[T]) unused(i uint32) bool { return p.table[i/pageSize] == p.none }

// set returns element i to be changed.
func (p *pages[T]) set(i uint32) *T {
	page := p.table[i/pageSize]
	if page == p.none {
		page = p.add(i / pageSize)
	}
	return &page[i%pageSize]
}

// add takes a page into use.
func (p *pages[T]) add(index uint32) *[pageSize]T {
	var page *[pageSize]T
	if n := len(p.free); n > 0 {
		page, p.free = p.free[n-1], p.free[:n-1]
	} else {
		page = new([pageSize]T)
	}
	p.table[index] = page
	p.used = append(p.used, index)
	return page
}

// shrink empties the array if it has more than maxPages pages, and keeps so many of
// them for the next use.
func (p *pages[T]) shrink() {
	if len(p.used) <= maxPages {
		return
	}
	p.free = p.free[:0]
	for _, index := range p.used {
		if len(p.free) < maxPages {
			p.free = append(p.free, p.table[index])
		}
		p.table[index] = p.none
	}
	p.used = p.used[:0]
}

// clear sets all elements to zero.
func (p *pages[T]) clear() {
	for _, index := range p.used {
		p.table[index] = p.none
	}
	p.used, p.free = p.used[:0], nil
}
