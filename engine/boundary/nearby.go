// SPDX-License-Identifier: MIT

package boundary

import (
	"slices"

	"roadsnap/engine/geo"
)

// nearby finds kept segments that can represent an island.
type nearby struct {
	t     *thinning
	limit float64 // metres
	side  int64   // of a cell (units)
	cells map[[2]int64][]uint32
}

func newNearby(t *thinning, limit float64) *nearby {
	const least = 250 // metres
	return &nearby{t: t, limit: limit, side: int64(max(limit, least) / metresPerUnit), cells: map[[2]int64][]uint32{}}
}

// over calls visit with each cell that a box touches.
func (n *nearby) over(b geo.FixedBounds, visit func(cell [2]int64)) {
	for lat := floorDiv(int64(b.MinLat), n.side); lat <= floorDiv(int64(b.MaxLat), n.side); lat++ {
		for lon := floorDiv(int64(b.MinLon), n.side); lon <= floorDiv(int64(b.MaxLon), n.side); lon++ {
			visit([2]int64{lat, lon})
		}
	}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// watch enables the cells near a box. Segments elsewhere are not stored, because host
// is never called there.
func (n *nearby) watch(b geo.FixedBounds) {
	n.over(b.Bounds().Pad(n.limit).Fixed(), func(cell [2]int64) {
		if _, ok := n.cells[cell]; !ok {
			n.cells[cell] = nil
		}
	})
}

// add stores the segments of an arc.
func (n *nearby) add(arc uint32) {
	a := n.t.arcs
	for v := a.start[arc]; v < a.start[arc+1]; v++ {
		next := n.t.vertices[v].next
		if next == gone || next == v {
			continue
		}
		n.overWatched(geo.FixedBoundsOf(a.points[v], a.points[next]), func(cell [2]int64) {
			n.cells[cell] = append(n.cells[cell], v)
		})
	}
}

// overWatched calls visit with each watched cell that a box touches. The box of a
// segment may be as large as the Earth, with far more cells than are watched.
func (n *nearby) overWatched(b geo.FixedBounds, visit func(cell [2]int64)) {
	south, north := floorDiv(int64(b.MinLat), n.side), floorDiv(int64(b.MaxLat), n.side)
	west, east := floorDiv(int64(b.MinLon), n.side), floorDiv(int64(b.MaxLon), n.side)
	if (north-south+1)*(east-west+1) > int64(len(n.cells)) {
		for cell := range n.cells {
			if south <= cell[0] && cell[0] <= north && west <= cell[1] && cell[1] <= east {
				visit(cell)
			}
		}
		return
	}
	n.over(b, func(cell [2]int64) {
		if _, ok := n.cells[cell]; ok {
			visit(cell)
		}
	})
}

// host returns the start of the segment, along its arc, that is nearest to all of a
// box and is a border of a party. found is false if there is none within the limit.
func (n *nearby) host(b geo.FixedBounds, of party) (at uint32, found bool) {
	t := n.t
	s := scaleFor(b.MinLat, b.MaxLat, n.limit)
	least := n.limit * n.limit
	n.over(b.Bounds().Pad(n.limit).Fixed(), func(cell [2]int64) {
		for _, v := range n.cells[cell] {
			if found && v == at || !slices.Contains(t.parties(t.vertices[v].arc), of) {
				continue
			}
			line := s.chord(t.arcs.points[v], t.arcs.points[t.vertices[v].next])
			if d := line.boxDistance2(b); d < least || d == least && (!found || v < at) {
				at, least, found = v, d, true
			}
		}
	})
	return at, found
}
