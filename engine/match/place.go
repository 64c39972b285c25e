// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// placer places the fixes on the route.
type placer struct {
	*batch
	*result
	*recorded
	*lattice
	*chainSearch
	*route

	windows []window
	cells   []cell
	blocks  []block
}

// placeFixes places the fixes from first to before end on pl.line together. It minimises
// the sum of squared distances (standard deviations) subject to no fix lying behind the
// one before. So noise that moves backwards, or a cloud of fixes where the vehicle
// stood, adds no distance. A fix that the search left out has no influence on the others:
// it gets the nearest place between its neighbours.
//
// A dynamic programme over the segments of the line chooses the segment of each fix.
// Within a segment, isotonic regression (pool adjacent violators, Ayer and others 1955)
// gives the place.
func (pl *placer) placeFixes(first, end int) {
	if len(pl.line) < 2 {
		for i := first; i < end; i++ {
			pl.fixes[i].along, pl.fixes[i].segment = 0, 0
		}
		return
	}
	pl.findLeftOut(first, end)
	pl.findWindows(first, end)
	pl.assign(first, end)
	for i := first; i < end; {
		j := i + 1
		for j < end && pl.fixes[j].segment == pl.fixes[i].segment {
			j++
		}
		pl.order(i, j)
		i = j
	}
}

// findLeftOut marks the fixes that the search left out: steps that are not on the chain,
// fixes without a road or far from their neighbours, and those that belong to such a fix
// because they lie near it.
func (pl *placer) findLeftOut(first, end int) {
	k, leftOut := 0, false
	for i := first; i < end; i++ {
		for k < len(pl.choices) && pl.steps[pl.choices[k].step].fix < i {
			k++
		}
		f := &pl.fixes[i]
		switch {
		case f.stray:
			f.leftOut = true
			continue
		case f.kept:
			leftOut = k == len(pl.choices) || pl.steps[pl.choices[k].step].fix > i
		}
		f.leftOut = leftOut
	}
}

// window is the range of segments that a fix may be placed on, and the index of its
// first cell in the table of the dynamic programme. Segment k ends at vertex k.
type window struct {
	first, last int
	cells       int
}

// findWindows sets the range of segments for each fix: near the place of the step that
// it belongs to.
func (pl *placer) findWindows(first, end int) {
	pl.windows = pl.windows[:0]
	k, cells := 0, 0
	for i := first; i < end; i++ {
		for k+1 < len(pl.choices) && pl.steps[pl.choices[k+1].step].fix <= i {
			k++
		}
		s := &pl.steps[pl.choices[k].step]
		sigma := pl.fixes[i].sigma
		reach := windowSigmas * sigma
		if s.fix != i {
			reach += 2 * min(geo.Distance(pl.fixes[i].mean, s.at), windowSigmas*sigma)
		}
		lo := max(pl.chosenAlong[max(k-1, 0)], pl.chosenAlong[k]-reach)
		hi := min(pl.chosenAlong[min(k+2, len(pl.chosenAlong)-1)], pl.chosenAlong[k]+reach)
		if pl.corrections != nil {
			lo, hi = pl.boundByPins(i, k, lo, hi)
		}
		win := window{first: 1, last: 1, cells: cells}
		if n := len(pl.windows); n > 0 { // both ends only move ahead, so that an order always exists
			win.first, win.last = pl.windows[n-1].first, pl.windows[n-1].last
		}
		win.first = vertexFrom(pl.line, win.first, lo)
		win.last = vertexFrom(pl.line, win.last, hi)
		pl.windows = append(pl.windows, win)
		cells += win.last - win.first + 1
	}
	pl.cells = grow(pl.cells, cells)
}

// windowSigmas is the greatest distance along the route between a fix and the place of
// its step (standard deviations).
const windowSigmas = 8

// cell is one entry of the dynamic programme: the least cost of all fixes so far if
// this one lies on the segment, and the segment of the previous fix.
type cell struct {
	cost   float64
	before int32
}

// assign sets the segment of each fix.
func (pl *placer) assign(first, end int) {
	line, cells := pl.line, pl.cells
	for n := range pl.windows {
		win := &pl.windows[n]
		f := &pl.fixes[first+n]
		plane := geo.NewPlane(f.mean)
		prefix, from := math.Inf(1), 0 // the best of the previous fix, up to the segment
		next := 0
		if n > 0 {
			next = pl.windows[n-1].first
		}
		a := plane.XY(line[win.first-1].at)
		for seg := win.first; seg <= win.last; seg++ {
			if n == 0 {
				prefix = 0
			} else {
				for ; next <= seg && next <= pl.windows[n-1].last; next++ {
					if c := cells[pl.windows[n-1].cells+next-pl.windows[n-1].first].cost; c < prefix-tieCost {
						prefix, from = c, next
					}
				}
			}
			b := plane.XY(line[seg].at)
			_, d2 := geo.Project(geo.XY{}, a, b)
			cost := min(d2/(f.meanSigma*f.meanSigma), placeCap)
			if f.leftOut {
				cost *= leftOutShare
			}
			cells[win.cells+seg-win.first] = cell{cost: prefix + cost, before: int32(from)}
			a = b
		}
	}
	n := len(pl.windows) - 1
	win := &pl.windows[n]
	best := win.first
	for seg := win.first + 1; seg <= win.last; seg++ {
		if cells[win.cells+seg-win.first].cost < cells[win.cells+best-win.first].cost-tieCost {
			best = seg
		}
	}
	for ; n >= 0; n-- {
		pl.fixes[first+n].segment = best
		best = int(cells[pl.windows[n].cells+best-pl.windows[n].first].before)
	}
}

// tieCost is the difference of costs up to which two segments tie, as for a fix near
// their common vertex; the first wins. Rounding errors are smaller.
const tieCost = 1e-6

// placeCap is the greatest cost of one fix (squared standard deviations), so that an
// outlier does not affect the places of its neighbours.
const placeCap = 36

// leftOutShare is the weight of a fix that the search left out, relative to the others.
// It only chooses between segments that are equal for them.
const leftOutShare = 1e-4

// block is a run of fixes that isotonic regression gives the same place.
type block struct {
	along, weight float64
	fixes         int
}

// order sets the places of the fixes from first to before end, all on one segment:
// their projections where these ascend, else the weighted mean of those that do not.
// Those that the search left out have no weight.
func (pl *placer) order(first, end int) {
	seg := pl.fixes[first].segment
	a, b := &pl.line[seg-1], &pl.line[seg]
	span := b.along - a.along
	pl.blocks = pl.blocks[:0]
	for i := first; i < end; i++ {
		f := &pl.fixes[i]
		at := a.along + span*fraction(f.mean, a.at, b.at)
		if f.leftOut {
			f.along = at
			continue
		}
		pl.blocks = append(pl.blocks, block{along: at, weight: 1 / (f.meanSigma * f.meanSigma), fixes: 1})
		for n := len(pl.blocks); n > 1 && pl.blocks[n-2].along > pl.blocks[n-1].along; n = len(pl.blocks) {
			p, q := &pl.blocks[n-2], &pl.blocks[n-1]
			sum := p.weight + q.weight
			p.along = (p.along*p.weight + q.along*q.weight) / sum
			p.weight = sum
			p.fixes += q.fixes
			pl.blocks = pl.blocks[:n-1]
		}
	}
	i, before := first, a.along
	for _, bl := range pl.blocks {
		// The solution clamped to the segment is optimal within it.
		at := min(max(bl.along, a.along), b.along)
		for ; bl.fixes > 0; bl.fixes-- {
			for ; pl.fixes[i].leftOut; i++ {
				before = min(max(pl.fixes[i].along, before), at)
				pl.fixes[i].along = before
			}
			pl.fixes[i].along, before = at, at
			i++
		}
	}
	for ; i < end; i++ {
		before = min(max(pl.fixes[i].along, before), b.along)
		pl.fixes[i].along = before
	}
}

// fraction returns where p projects onto the line through a and b, as a fraction of the
// way from a to b; below 0 and above 1 beyond the ends.
func fraction(p, a, b geo.Point) float64 {
	plane := geo.NewPlane(p)
	s, e := plane.XY(a), plane.XY(b)
	dx, dy := e.X-s.X, e.Y-s.Y
	l2 := dx*dx + dy*dy
	if l2 == 0 {
		return 0
	}
	return -(s.X*dx + s.Y*dy) / l2
}
