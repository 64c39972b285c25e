package boundary

import (
	"cmp"
	"slices"

	"roadsnap/engine/geo"
)

// bordering says that an arc is a border of an area. A locator has them sorted by
// owner and arc, each arc for the owners on its two sides.
type bordering struct {
	Owner owner
	Arc   uint32
	Block uint32          // the first of the arc, in the blocks of the locator
	Box   geo.FixedBounds // round the arc
}

// blockSegments is the number of segments of a block, round which a box is kept:
// of several, that can be passed over at once. It is part of the file format.
const blockSegments = 64

// outline returns the borders of an area. Those of nobody are the coasts, the
// borders with abroad, and those of gaps.
func (l *locator) outline(o owner) []bordering {
	first, _ := slices.BinarySearchFunc(l.borders, o, func(b bordering, o owner) int { return cmp.Compare(b.Owner, o) })
	end := first
	for end < len(l.borders) && l.borders[end].Owner == o {
		end++
	}
	return l.borders[first:end]
}

// newBorders returns the borders of all areas and the boxes round their blocks.
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

// span is a block of an arc, and what of the arc comes after it.
type span struct {
	block       uint32
	start, last uint32 // its first point and the arc's last
}

func (l *locator) firstBlock(b *bordering) span {
	return span{block: b.Block, start: l.arcs.start[b.Arc], last: l.arcs.start[b.Arc+1] - 1}
}

// next returns the next block of the arc; there is none if it starts at the last
// point.
func (s span) next() span {
	return span{block: s.block + 1, start: s.start + min(blockSegments, s.last-s.start), last: s.last}
}

// line returns the points of a block.
func (l *locator) line(s span) []geo.Fixed { return l.arcs.points[s.start : s.next().start+1] }
