package match

import (
	"math"

	"roadsnap/engine/geo"
)

// placeFixes puts the fixes from first to before end on w.line, all at once and in
// order: it minimises the sum of squared distances, in standard deviations,
// under the condition that no fix lies behind the one before. Noise that moves
// backwards, or a cloud of fixes where the vehicle stood, so adds no distance.
//
// A dynamic programme over the segments of the line says which segment each fix
// belongs to; within a segment isotonic regression (pool adjacent violators,
// Ayer and others 1955) says exactly where.
func (w *workspace) placeFixes(first, end int) {
	if len(w.line) < 2 {
		for i := first; i < end; i++ {
			w.fixes[i].along, w.fixes[i].segment = 0, 0
		}
		return
	}
	w.findWindows(first, end)
	w.assign(first, end)
	for i := first; i < end; {
		j := i + 1
		for j < end && w.fixes[j].segment == w.fixes[i].segment {
			j++
		}
		w.order(i, j)
		i = j
	}
}

// window is the range of segments that a fix may be put on, and where its cells
// begin in the table of the dynamic programme. Segment k ends at vertex k.
type window struct {
	first, last int
	cells       int
}

// findWindows sets how far along the line each fix may lie: near the place that the
// search gave to the step that it belongs to.
func (w *workspace) findWindows(first, end int) {
	w.windows = w.windows[:0]
	k, cells := 0, 0
	for i := first; i < end; i++ {
		for k+1 < len(w.choices) && w.steps[w.choices[k+1].step].fix <= i {
			k++
		}
		s := &w.steps[w.choices[k].step]
		sigma := w.fixes[i].sigma
		reach := windowSigmas * sigma
		if s.fix != i {
			reach += 2 * min(geo.Distance(w.fixes[i].mean, s.at), windowSigmas*sigma)
		}
		lo := max(w.chosenAlong[max(k-1, 0)], w.chosenAlong[k]-reach)
		hi := min(w.chosenAlong[min(k+2, len(w.chosenAlong)-1)], w.chosenAlong[k]+reach)
		win := window{first: 1, last: 1, cells: cells}
		if n := len(w.windows); n > 0 { // both ends only move ahead, so that an order always exists
			win.first, win.last = w.windows[n-1].first, w.windows[n-1].last
		}
		win.first = vertexFrom(w.line, win.first, lo)
		win.last = vertexFrom(w.line, win.last, hi)
		w.windows = append(w.windows, win)
		cells += win.last - win.first + 1
	}
	w.cells = grow(w.cells, cells)
}

// windowSigmas is how far along the route, in standard deviations, a fix may be
// put from where the search had its step.
const windowSigmas = 8

// cell is one entry of the dynamic programme: the least cost of all fixes so
// far if this one lies on the segment, and the segment of the fix before.
type cell struct {
	cost   float64
	before int32
}

// assign sets the segment of each fix.
func (w *workspace) assign(first, end int) {
	for n := range w.windows {
		win := &w.windows[n]
		f := &w.fixes[first+n]
		plane := geo.NewPlane(f.mean)
		prefix, from := math.Inf(1), 0 // the best of the fix before, up to the segment
		next := 0
		if n > 0 {
			next = w.windows[n-1].first
		}
		a := plane.XY(w.line[win.first-1].at)
		for seg := win.first; seg <= win.last; seg++ {
			if n == 0 {
				prefix = 0
			} else {
				for ; next <= seg && next <= w.windows[n-1].last; next++ {
					if c := w.cells[w.windows[n-1].cells+next-w.windows[n-1].first].cost; c < prefix-tieCost {
						prefix, from = c, next
					}
				}
			}
			b := plane.XY(w.line[seg].at)
			_, d2 := geo.Project(geo.XY{}, a, b)
			cost := min(d2/(f.meanSigma*f.meanSigma), placeCap)
			w.cells[win.cells+seg-win.first] = cell{cost: prefix + cost, before: int32(from)}
			a = b
		}
	}
	n := len(w.windows) - 1
	win := &w.windows[n]
	best := win.first
	for seg := win.first + 1; seg <= win.last; seg++ {
		if w.cells[win.cells+seg-win.first].cost < w.cells[win.cells+best-win.first].cost-tieCost {
			best = seg
		}
	}
	for ; n >= 0; n-- {
		w.fixes[first+n].segment = best
		best = int(w.cells[w.windows[n].cells+best-w.windows[n].first].before)
	}
}

// tieCost is the difference of costs up to which two segments tie, as those do at
// whose common vertex a fix lies; the first counts. Rounding adds up to less.
const tieCost = 1e-6

// placeCap is the most that one fix may cost, in squared standard deviations:
// an outlier has no say in where its neighbours go.
const placeCap = 36

// block is a run of fixes that isotonic regression puts in one place.
type block struct {
	along, weight float64
	fixes         int
}

// order sets the places of the fixes from first to before end, all on one
// segment: their projections where these ascend, else the weighted mean of those
// that do not.
func (w *workspace) order(first, end int) {
	seg := w.fixes[first].segment
	a, b := &w.line[seg-1], &w.line[seg]
	span := b.along - a.along
	w.blocks = w.blocks[:0]
	for i := first; i < end; i++ {
		f := &w.fixes[i]
		at := a.along + span*fraction(f.mean, a.at, b.at)
		w.blocks = append(w.blocks, block{along: at, weight: 1 / (f.meanSigma * f.meanSigma), fixes: 1})
		for n := len(w.blocks); n > 1 && w.blocks[n-2].along > w.blocks[n-1].along; n = len(w.blocks) {
			p, q := &w.blocks[n-2], &w.blocks[n-1]
			sum := p.weight + q.weight
			p.along = (p.along*p.weight + q.along*q.weight) / sum
			p.weight = sum
			p.fixes += q.fixes
			w.blocks = w.blocks[:n-1]
		}
	}
	i := first
	for _, bl := range w.blocks {
		// Holding the solution within the segment keeps it the best.
		at := min(max(bl.along, a.along), b.along)
		for ; bl.fixes > 0; bl.fixes-- {
			w.fixes[i].along = at
			i++
		}
	}
}

// fraction returns where on the line through a and b p is nearest, as a
// fraction of the way from a to b; below 0 and above 1 beyond the ends.
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
