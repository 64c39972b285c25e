// SPDX-License-Identifier: MIT

package road

// heap is a 4-ary min-heap of entries. Four children fit into half a cache line, and
// the tree is half as deep as a binary one, which is faster for a queue that mostly
// pushes (LaMarca and Ladner, "The Influence of Caches on the Performance of Heaps",
// 1996).
type heap []entry

// entry holds a rank (centimetres) in the upper and a state in the lower half, so that
// one comparison orders by rank, then by state. This makes the search deterministic.
type entry uint64

func makeEntry(rank uint32, s state) entry { return entry(rank)<<32 | entry(s) }

func (e entry) rank() uint32 { return uint32(e >> 32) }
func (e entry) state() state { return state(e) }

const arity = 4

func (h *heap) push(e entry) {
	*h = append(*h, e)
	s := *h
	i := len(s) - 1
	for i > 0 {
		parent := (i - 1) / arity
		if s[parent] <= e {
			break
		}
		s[i] = s[parent]
		i = parent
	}
	s[i] = e
}

// pop removes the least entry. The heap must not be empty.
func (h *heap) pop() entry {
	s := *h
	least, last := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	if len(s) > 0 {
		s.sink(last)
	}
	return least
}

// sink replaces the root by e and restores the heap order.
func (h heap) sink(e entry) {
	s, i := h, 0
	for {
		first := i*arity + 1
		if first+arity > len(s) {
			break
		}
		c := s[first : first+arity : first+arity]
		least, at := c[0], 0
		if c[1] < least {
			least, at = c[1], 1
		}
		if c[2] < least {
			least, at = c[2], 2
		}
		if c[3] < least {
			least, at = c[3], 3
		}
		if e <= least {
			s[i] = e
			return
		}
		s[i] = least
		i = first + at
	}
	// Fewer than four children are left at one place only.
	if first := i*arity + 1; first < len(s) {
		at := first
		for k := first + 1; k < len(s); k++ {
			if s[k] < s[at] {
				at = k
			}
		}
		if s[at] < e {
			s[i] = s[at]
			i = at
		}
	}
	s[i] = e
}
