package mapdraw

import (
	"cmp"
	"math"
	"slices"
)

// roadway is one of the lines that carry a name. A road with a central
// reservation is two such lines side by side, and its name stands between the
// two where they are close.
type roadway struct {
	walk *walk
	all  []walk
}

// twinJoin is how far apart the lines of a road may lie for its name to stand in
// their middle, in logical pixels.
const twinJoin = 20.0

// maxWalks is how many lines of one name a tile looks at: each is compared with all
// others, and no picture has room for more.
const maxWalks = 128

// walksOf joins lines of one name; the longest comes first, and of very many the
// shortest are left out.
func walksOf(lines [][]vec) []walk {
	chains := joinLines(splitAtKnees(lines))
	walks := make([]walk, len(chains))
	for i, chain := range chains {
		walks[i] = newWalk(chain)
	}
	slices.SortStableFunc(walks, func(a, b walk) int { return cmp.Compare(b.length(), a.length()) })
	return walks[:min(len(walks), maxWalks)]
}

// splitAtKnees cuts lines where they turn back: packs join the carriageways of a
// road where they end.
func splitAtKnees(lines [][]vec) [][]vec {
	out := make([][]vec, 0, len(lines))
	for _, line := range lines {
		from := 0
		for i := 1; i+1 < len(line); i++ {
			if knee(line[i-1], line[i], line[i+1]) > maxKnee {
				out, from = append(out, line[from:i+1]), i
			}
		}
		out = append(out, line[from:])
	}
	return out
}

// middle returns the way from p, on the road, to between it and the nearest other
// line of the road, if there is one within reach.
func (r roadway) middle(p vec, reach float64) vec {
	var shift vec
	for i := range r.all {
		if w := &r.all[i]; w != r.walk {
			if q, ok := w.nearest(p, reach); ok {
				shift, reach = vec{(q.x - p.x) / 2, (q.y - p.y) / 2}, math.Hypot(q.x-p.x, q.y-p.y)
			}
		}
	}
	return shift
}

// nearest returns the point of the line that is nearest to p, if it lies beside p
// and not beyond an end, within reach.
func (w *walk) nearest(p vec, reach float64) (q vec, ok bool) {
	best := reach
	for i := 1; i < len(w.line); i++ {
		a, b := w.line[i-1], w.line[i]
		if max(a.x, b.x) < p.x-best || min(a.x, b.x) > p.x+best || max(a.y, b.y) < p.y-best || min(a.y, b.y) > p.y+best {
			continue
		}
		dx, dy := b.x-a.x, b.y-a.y
		t := 0.0
		if run := dx*dx + dy*dy; run > 0 {
			t = min(max(((p.x-a.x)*dx+(p.y-a.y)*dy)/run, 0), 1)
		}
		if (i == 1 && t == 0) || (i == len(w.line)-1 && t == 1) {
			continue
		}
		at := vec{a.x + t*dx, a.y + t*dy}
		if d := math.Hypot(at.x-p.x, at.y-p.y); d < best {
			best, q, ok = d, at, true
		}
	}
	return q, ok
}
