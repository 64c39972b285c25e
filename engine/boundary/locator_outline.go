// SPDX-License-Identifier: MIT

package boundary

import (
	"cmp"
	"slices"

	"roadsnap/engine/geo"
)

// bordering is an arc that is a border of an area. A locator has each arc once for
// each of its two sides, sorted by owner and arc.
type bordering struct {
	Owner owner
	Arc   uint32
	Block uint32          // index of the arc's first block in the blocks of the locator
	Box   geo.FixedBounds // of the arc
}

// blockSegments is the number of segments in a block. Each block has a box, so that
// its segments can be skipped together. The number is part of the file format.
const blockSegments = 64

// outline returns the borders of an area. Those of nobody are the coasts, the
// frontiers, and the borders of gaps.
func (l *locator) outline(o owner) []bordering {
	first, _ := slices.BinarySearchFunc(l.borders, o, func(b bordering, o owner) int { return cmp.Compare(b.Owner, o) })
	end := first
	for end < len(l.borders) && l.borders[end].Owner == o {
		end++
	}
	return l.borders[first:end]
}

// newBorders returns the borders of all areas and the boxes of their blocks.
func newBorders(a *arcs) (borders []bordering, blocks []geo.FixedBounds) {
	for arc := range a.len() {
		block, box := uint32(len(blocks)), geo.FixedBoundsOf(a.line(arc)...)
		borders = append(borders, bordering{a.left[arc], uint32(arc), block, box}, bordering{a.right[arc], uint32(arc), block, box})
		for line := a.line(arc); len(line) > 1; line = line[min(blockSegments, len(line)-1):] {
			blocks = append(blocks, geo.FixedBoundsOf(line[:min(blockSegments+1, len(line))]...))
		}
	}
	slices.SortFunc(borders, func(a, b bordering) int {
		return cmp.Or(cmp.Compare(a.Owner, b.Owner), cmp.Compare(a.Arc, b.Arc))
	})
	return borders, blocks
}

// span is the rest of an arc from one of its blocks on.
type span struct {
	block       uint32
	start, last uint32 // the first point of the block and the last of the arc
}

func (l *locator) firstBlock(b *bordering) span {
	return span{block: b.Block, start: l.arcs.start[b.Arc], last: l.arcs.start[b.Arc+1] - 1}
}

// next returns the next block of the arc. There is none if it starts at the last
// point.
func (s span) next() span {
	return span{block: s.block + 1, start: s.start + min(blockSegments, s.last-s.start), last: s.last}
}

// line returns the points of a block.
func (l *locator) line(s span) []geo.Fixed {
	return l.arcs.between(uint64(s.start), uint64(s.next().start)+1)
}
