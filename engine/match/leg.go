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

	lastFix  int    // last fix of an open leg; see finishLeg
	cut      anchor // where an open leg ends, if between is set
	between  bool   // an open leg ends between two choices; see decideBetween
	inferred []span
	passes   []pass
	sample   []float64

	ferryPasses []pass // the other of two buffers; see passFerries
}

// finishLeg turns the chain of m.choices into a leg, or into the next piece of the one
// that the previous batch began. It builds the route, places the fixes on it, cuts it
// at the first and the last of them, and sets their results. An open leg includes the
// fixes up to m.lastFix, and the next batch continues from the place of that fix.
func (m *legMaker) finishLeg(open bool) {
	goesOn := m.anchored(m.choices[0].step)
	m.buildRoute()
	m.buildLine()
	first, end := m.legFixes()
	between := open && m.between
	held := open && !between // the leg ends at its last choice
	if held {
		end = m.lastFix + 1
	}
	m.placeFixes(first, end)
	m.waitAtJunctions(first, end)
	to := 0.0
	switch {
	case held:
		to = m.holdEnd(end)
	case between: // the fixes after it were placed for their influence on those before
		end = m.lastFix + 1
	}
	last := m.acceptFixes(first, end)
	if goesOn && last < first {
		return // no further fix lies on the leg of the previous batch
	}
	if !held {
		to = m.fixes[last].along
	}
	if between {
		m.cutAt(last)
	}

	m.warnViolations(first, end, goesOn)
	m.warnTimedTurns(first, end)
	m.warnLimits(first, end, goesOn)
	from := 0.0
	if !goesOn {
		from = m.fixes[first].along
	}
	m.findInferred(first, end, goesOn)
	begin := len(m.track)
	m.cutLine(from, to)
	line := m.track[begin:]

	leg := Leg{FirstIndex: m.fixes[first].index, LastIndex: m.fixes[last].index}
	known := extent{begin: from, end: to}
	if goesOn {
		known.begin = math.Inf(-1)
	}
	if open {
		known.end = math.Inf(1)
	}
	m.finishPoints(first, end, from, known)
	m.ways(&leg, line)
	m.appendEdges(line, from)
	leg.Shape = shapeOf(line)
	leg.Inferred = m.inferredStretches(line, from)
	leg.Times = m.times(line, first, end, goesOn)
	if len(line) == 1 && leg.Times != nil {
		leg.Times = append(leg.Times, leg.Times[0])
	}
	leg.doubts = m.legDoubts(goesOn, open)
	leg.Confidence = leg.confidence()
	m.legs = append(m.legs, leg)
	m.trackEnds = append(m.trackEnds, len(m.track))
	var broken GapCause
	if goesOn {
		m.continued = true
	} else {
		broken = m.next.broken
	}
	m.breaks = append(m.breaks, broken)
}

// legFixes returns the range of fixes that the chain may place: from its first step, or
// after the end of the previous batch, up to the first fix after its last step that was
// selected for the search.
func (r *route) legFixes() (first, end int) {
	first = max(r.steps[r.choices[0].step].fix, r.firstNew)
	end = max(r.steps[r.choices[len(r.choices)-1].step].fix+1, first)
	for end < len(r.fixes) && !r.fixes[end].kept {
		end++
	}
	return first, end
}

// holdEnd places the fixes from the last choice on, up to before end, where the open
// leg ends, and returns that place. It is the end of the line or, where noise before
// the last choice extended the line too far, the place of the fix before end.
func (pl *placer) holdEnd(end int) (to float64) {
	choice := pl.choices[len(pl.choices)-1]
	c, reached := &pl.candidates[choice.candidate], &pl.pieces[len(pl.pieces)-1]
	to = pl.line[len(pl.line)-1].along
	lag := reached.to - c.offset
	first := max(pl.steps[choice.step].fix, pl.firstNew)
	if back := max(to-lag, 0); first < end && back < to {
		back = max(back, pl.fixes[end-1].along)
		to, lag = back, lag-(to-back)
	}
	pl.next.anchor.place.lag = lag
	for i := first; i < end; i++ {
		f := &pl.fixes[i]
		f.along, f.segment = to, len(pl.line)-1
		if len(pl.line) > 1 {
			f.segment = vertexAfter(pl.line, to)
		}
	}
	return to
}

// acceptFixes decides which fixes of the range lie on the route: those of the chain,
// and the others unless they are too far from their place. It returns the last one that
// does, or first−1.
func (pl *placer) acceptFixes(first, end int) (last int) {
	k, last := 0, first-1
	for i := first; i < end; i++ {
		f := &pl.fixes[i]
		for k < len(pl.choices) && pl.steps[pl.choices[k].step].fix < i {
			k++
		}
		chosen := k < len(pl.choices) && pl.steps[pl.choices[k].step].fix == i
		location := pointAt(pl.line, f.along)
		distance := geo.Distance(f.at, location)
		p := &pl.points[f.index]
		if !chosen && distance > onRouteSigmas*f.sigma+onRouteBase {
			if p.Reason == ReasonNone {
				p.Reason = ReasonOutlier
			}
			continue
		}
		f.placed, f.leg, last = true, len(pl.legs), i
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
func (as *assessor) finishPoints(first, end int, from float64, known extent) {
	as.shareRoute()
	as.rateOddness()
	k := 0
	for i := first; i < end; i++ {
		f := &as.fixes[i]
		for k+1 < len(as.choices) && as.steps[as.choices[k+1].step].fix <= i {
			k++
		}
		if !f.placed {
			continue
		}
		p := &as.points[f.index]
		p.WayID, p.HasWay = as.wayOfSegment(f.segment), true
		if x := as.steps[as.choices[k].step].pin; f.pin != nil && x != nil && x.way == f.pin.way {
			p.WayID = x.way // of two roads at a junction
		}
		p.Confidence = as.confidence(f, k, p.State == Matched, p.Distance, known)
		if f.raw != f.at {
			p.Distance = geo.Distance(f.raw, p.Location)
		}
		f.along -= from
	}
}

func (r *route) wayOfSegment(segment int) int64 {
	v := r.line[max(segment-1, 0)]
	return r.graph.WayID(r.pieces[v.piece].edge.Link())
}

// cutLine appends to m.track the line between two places, with a vertex at each end and
// at each end of an inferred part. Distances count from the cut.
func (m *legMaker) cutLine(from, to float64) {
	begin := len(m.track)
	add := func(along float64, at geo.Point, piece int) {
		if n := len(m.track); n > begin && along-from <= m.track[n-1].along {
			m.track[n-1].piece = piece
			return
		}
		m.track = append(m.track, vertex{at: at, along: along - from, piece: piece})
	}
	marks := m.marks(from, to)
	next := 0
	for i := range m.line {
		v := &m.line[i]
		for ; next < len(marks) && marks[next] < v.along; next++ {
			before := &m.line[max(i-1, 0)]
			add(marks[next], pointAt(m.line, marks[next]), before.piece)
		}
		if v.along >= from && v.along <= to {
			add(v.along, v.at, v.piece)
		}
	}
	for ; next < len(marks); next++ {
		add(marks[next], pointAt(m.line, marks[next]), m.line[len(m.line)-1].piece)
	}
}

// marks returns the places where the line must have a vertex, ascending.
func (m *legMaker) marks(from, to float64) []float64 {
	m.sample = append(m.sample[:0], from, to)
	for _, s := range m.inferred {
		m.sample = append(m.sample, s.from, s.to)
	}
	slices.Sort(m.sample)
	return m.sample
}

// ways sets the ways and the length of the leg. Successive pieces of one way in one
// direction are merged.
func (m *legMaker) ways(leg *Leg, line []vertex) {
	for i := range line {
		e := m.pieces[line[i].piece].edge
		id, forward := m.graph.WayID(e.Link()), !e.Backward()
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

// appendEdges appends the edges along the line, which was cut at from, to m.trackEdges.
func (m *legMaker) appendEdges(line []vertex, from float64) {
	for i := range line {
		v := &line[i]
		if i > 0 && i == len(line)-1 { // no line follows the last vertex
			v = &line[i-1]
		}
		p := &m.pieces[v.piece]
		m.trackEdges = append(m.trackEdges, edgePlace{edge: p.edge, offset: p.from + line[i].along + from - p.start})
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
