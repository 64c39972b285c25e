// SPDX-License-Identifier: MIT

package boundary

import (
	"math/bits"
	"math/rand/v2"

	"roadsnap/engine/geo"
)

// positions numbers distinct positions from 0, in the order in which they come. It is a
// hash table with open addressing, which takes a fifth of the memory of a map.
type positions struct {
	list   []geo.Fixed
	slots  []uint32 // numbers plus 1; 0 for a free slot
	factor uint64   // random, so that no file can be made whose positions share slots
	shift  uint8
}

// newPositions returns a table for about n positions.
func newPositions(n int) positions {
	size := bits.Len(uint(max(n, 4))) + 1
	return positions{list: make([]geo.Fixed, 0, n), slots: make([]uint32, 1<<size), factor: rand.Uint64() | 1, shift: uint8(64 - size)}
}

// number returns the number of a position, a new one if it is new.
func (t *positions) number(p geo.Fixed) uint32 {
	if 2*len(t.list) >= len(t.slots) {
		t.grow()
	}
	at := t.slotOf(p)
	if t.slots[at] == 0 {
		t.list = append(t.list, p)
		t.slots[at] = uint32(len(t.list))
	}
	return t.slots[at] - 1
}

// slotOf returns the slot of a position, or the free one that it would take.
func (t *positions) slotOf(p geo.Fixed) uint64 {
	at := rankOf(p) * t.factor >> t.shift
	for n := t.slots[at]; n != 0 && t.list[n-1] != p; n = t.slots[at] {
		at = (at + 1) & uint64(len(t.slots)-1)
	}
	return at
}

func (t *positions) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	t.shift--
	for i, p := range t.list {
		t.slots[t.slotOf(p)] = uint32(i + 1)
	}
}
