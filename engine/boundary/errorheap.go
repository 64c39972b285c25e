// SPDX-License-Identifier: MIT

package boundary

import "math"

// An errorHeap orders vertices by the error of removing them, least first. Equal
// errors are ordered by vertex number, so that the result does not depend on the
// order of insertion.
type errorHeap []uint64

// entry packs a vertex and its error. The bits of non-negative floats have the order
// of the numbers.
func entry(err float32, v uint32) uint64 { return uint64(math.Float32bits(err))<<32 | uint64(v) }

func entryError(e uint64) float32 { return math.Float32frombits(uint32(e >> 32)) }

func (h *errorHeap) push(e uint64) {
	*h = append(*h, e)
	s := *h
	i := len(s) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if s[parent] <= e {
			break
		}
		s[i] = s[parent]
		i = parent
	}
	s[i] = e
}

func (h *errorHeap) pop() uint64 {
	s := *h
	least, last := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	if len(s) > 0 {
		s.sink(0, last)
	}
	return least
}

// sink puts e at index i or below.
func (h errorHeap) sink(i int, e uint64) {
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1] < h[child] {
			child++
		}
		if e <= h[child] {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = e
}

// order makes a heap of entries in any order.
func (h errorHeap) order() {
	for i := len(h)/2 - 1; i >= 0; i-- {
		h.sink(i, h[i])
	}
}
