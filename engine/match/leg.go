// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// legMaker makes a leg of the current chain.
type legMaker struct {
	*batch
	*result
	*recorded
	*chainSearch
	*route
	*placer
	*assessor

	lastFix  int // last fix of an open leg; see finishLeg
	inferred []span
	passes   []pass
	sample   []float64
}

// finishLeg turns the chain of w.choices into a leg, or into the next piece of the one
// that the previous batch began. It builds the route, places the fixes on it, cuts it
// at the first and the last of them, and sets their results. An open leg includes the
// fixes up to w.lastFix, and the next batch continues from the place of that fix.
func (w *legMaker) finishLeg(open bool) {
	goesOn := w.anchored(w.choices[0].step)
	w.buildRoute()
	w.buildLine()
	first, end := w.legFixes()
	if open {
		end = w.lastFix + 1
	}
	w.placeFixes(first, end)
	w.waitAtJunctions(first, end)
	to := w.line[len(w.line)-1].along
	if open {
		to = w.holdEnd(end)
	}
	last := w.acceptFixes(first, end)
	if goesOn && last < first {
		return // no further fix lies on the leg of the previous batch
	}

	w.warnViolations(first, end, goesOn)
	from := 0.0
	if !goesOn {
		from = w.fixes[first].along
	}
	if !open {
		to = w.fixes[last].along
	}
	w.findInferred(first, end, goesOn)
	begin := len(w.track)
	w.cutLine(from, to)
	line := w.track[begin:]

	leg := Leg{FirstIndex: w.fixes[first].index, LastIndex: w.fixes[last].index}
	known := extent{begin: from, end: to}
	if goesOn {
		known.begin = math.Inf(-1)
	}
	if open {
		known.end = math.Inf(1)
	}
	w.finishPoints(first, end, from, known)
	w.ways(&leg, line)
	w.appendWays(line)
	leg.Shape = shapeOf(line)
	leg.Inferred = w.inferredStretches(line, from)
	leg.Times = w.times(line, first, end, goesOn)
	if len(line) == 1 && leg.Times != nil {
		leg.Times = append(leg.Times, leg.Times[0])
	}
	leg.Confidence = w.legConfidence(first, end, leg.Length)
	w.legs = append(w.legs, leg)
	w.trackEnds = append(w.trackEnds, len(w.track))
	var broken GapCause
	if goesOn {
		w.continued = true
	} else {
		broken = w.next.broken
	}
	w.breaks = append(w.breaks, broken)
}

// legFixes returns the range of fixes that the chain may place: from its first step, or
// after the end of the previous batch, up to the first fix after its last step that was
// selected for the search.
func (w *route) legFixes() (first, end int) {
	first = max(w.steps[w.choices[0].step].fix, w.firstNew)
	end = max(w.steps[w.choices[len(w.choices)-1].step].fix+1, first)
	for end < len(w.fixes) && !w.fixes[end].kept {
		end++
	}
	return first, end
}

// holdEnd places the fixes from the last choice on, up to before end, where the open
// leg ends, and returns that place. It is the end of the line or, where noise before
// the last choice extended the line too far, the place of the fix before end.
func (w *placer) holdEnd(end int) (to float64) {
	choice := w.choices[len(w.choices)-1]
	c, reached := &w.candidates[choice.candidate], &w.pieces[len(w.pieces)-1]
	to = w.line[len(w.line)-1].along
	lag := reached.to - c.offset
	first := max(w.steps[choice.step].fix, w.firstNew)
	if back := max(to-lag, 0); first < end && back < to {
		back = max(back, w.fixes[end-1].along)
		to, lag = back, lag-(to-back)
	}
	w.next.anchor.place.lag = lag
	for i := first; i < end; i++ {
		f := &w.fixes[i]
		f.along, f.segment = to, len(w.line)-1
		if len(w.line) > 1 {
			f.segment = vertexAfter(w.line, to)
		}
	}
	return to
}

// acceptFixes decides which fixes of the range lie on the route: those of the chain,
// and the others unless they are too far from their place. It returns the last one that
// does, or first−1.
func (w *placer) acceptFixes(first, end int) (last int) {
	k, last := 0, first-1
	for i := first; i < end; i++ {
		f := &w.fixes[i]
		for k < len(w.choices) && w.steps[w.choices[k].step].fix < i {
			k++
		}
		chosen := k < len(w.choices) && w.steps[w.choices[k].step].fix == i
		location := pointAt(w.line, f.along)
		distance := geo.Distance(f.at, location)
		p := &w.points[f.index]
		if !chosen && distance > onRouteSigmas*f.sigma+onRouteBase {
			if p.Reason == ReasonNone {
				p.Reason = ReasonOutlier
			}
			continue
		}
		f.placed, f.leg, last = true, len(w.legs), i
		p.State, p.Reason, p.Location, p.Distance = OnRoute, ReasonNone, location, distance
		if chosen {
			p.State = Matched
		} else if f.repeats {
			p.Reason = ReasonDuplicate
		}
	}
	return last
}

// A fix that the search skipped lies on the route if its distance is at most
// onRouteSigmas standard deviations plus onRouteBase (metres), about the width of a
// large road.
const (
	onRouteSigmas = 4
	onRouteBase   = 10
)

// finishPoints sets the way and the confidence of the results and converts the places
// of the fixes to distances from the beginning of the leg.
func (w *assessor) finishPoints(first, end int, from float64, known extent) {
	w.shareRoute()
	w.rateOddness()
	k := 0
	for i := first; i < end; i++ {
		f := &w.fixes[i]
		for k+1 < len(w.choices) && w.steps[w.choices[k+1].step].fix <= i {
			k++
		}
		if !f.placed {
			continue
		}
		p := &w.points[f.index]
		p.WayID, p.HasWay = w.wayOfSegment(f.segment), true
		p.Confidence = w.confidence(f, k, p.State == Matched, p.Distance, known)
		f.along -= from
	}
}

func (w *route) wayOfSegment(segment int) int64 {
	v := w.line[max(segment-1, 0)]
	return w.graph.WayID(w.pieces[v.piece].edge.Link())
}

// cutLine appends to w.track the line between two places, with a vertex at each end and
// at each end of an inferred part. Distances count from the cut.
func (w *legMaker) cutLine(from, to float64) {
	begin := len(w.track)
	add := func(along float64, at geo.Point, piece int) {
		if n := len(w.track); n > begin && along-from <= w.track[n-1].along {
			w.track[n-1].piece = piece
			return
		}
		w.track = append(w.track, vertex{at: at, along: along - from, piece: piece})
	}
	marks := w.marks(from, to)
	next := 0
	for i := range w.line {
		v := &w.line[i]
		for ; next < len(marks) && marks[next] < v.along; next++ {
			before := &w.line[max(i-1, 0)]
			add(marks[next], pointAt(w.line, marks[next]), before.piece)
		}
		if v.along >= from && v.along <= to {
			add(v.along, v.at, v.piece)
		}
	}
	for ; next < len(marks); next++ {
		add(marks[next], pointAt(w.line, marks[next]), w.line[len(w.line)-1].piece)
	}
}

// marks returns the places where the line must have a vertex, ascending.
func (w *legMaker) marks(from, to float64) []float64 {
	w.sample = append(w.sample[:0], from, to)
	for _, s := range w.inferred {
		w.sample = append(w.sample, s.from, s.to)
	}
	slices.Sort(w.sample)
	return w.sample
}

// ways sets the ways and the length of the leg. Successive pieces of one way in one
// direction are merged.
func (w *legMaker) ways(leg *Leg, line []vertex) {
	for i := range line {
		e := w.pieces[line[i].piece].edge
		id, forward := w.graph.WayID(e.Link()), !e.Backward()
		length := 0.0
		switch {
		case i+1 < len(line):
			length = line[i+1].along - line[i].along
		case i > 0:
			continue // no line follows the last vertex
		}
		if n := len(leg.Ways); n > 0 && leg.Ways[n-1].WayID == id && leg.Ways[n-1].Forward == forward {
			leg.Ways[n-1].Length += length
		} else {
			leg.Ways = append(leg.Ways, WayPiece{WayID: id, Forward: forward, Length: length})
		}
	}
	for _, p := range leg.Ways {
		leg.Length += p.Length
	}
}

// appendWays appends the ways along the line to w.trackWays.
func (w *legMaker) appendWays(line []vertex) {
	for i := range line {
		v := &line[i]
		if i > 0 && i == len(line)-1 { // no line follows the last vertex
			v = &line[i-1]
		}
		w.trackWays = append(w.trackWays, w.graph.WayID(w.pieces[v.piece].edge.Link()))
	}
}

// shapeOf returns the points of a line. The only point of a line is repeated.
func shapeOf(line []vertex) []geo.Point {
	shape := make([]geo.Point, 0, max(len(line), 2))
	for i := range line {
		shape = append(shape, line[i].at)
	}
	if len(shape) == 1 {
		shape = append(shape, shape[0])
	}
	return shape
}
