// SPDX-License-Identifier: MIT

package match

import "roadsnap/engine/geo"

// causeBetween returns why the search could not continue from step a to step b.
func (lat *lattice) causeBetween(a, b int) GapCause {
	s, t := &lat.steps[a], &lat.steps[b]
	straight := geo.Distance(s.at, t.at)
	switch {
	case t.cut != "":
		return t.cut
	case lat.tooFast(s, t, straight):
		return GapImpossibleSpeed
	case straight <= lat.model.MaxStep:
		return GapNoRoute
	case lat.fixes[s.fix].timed && lat.fixes[t.fix].timed:
		return GapOutage
	}
	return GapJump
}

// markOutages cuts the trip where the time without a fix was too long to know its way.
func (lat *lattice) markOutages() {
	for t := 1; t < len(lat.steps); t++ {
		a, b := &lat.steps[t-1], &lat.steps[t]
		fa, fb := &lat.fixes[a.fix], &lat.fixes[b.fix]
		if lat.corrections != nil {
			if s := lat.spanAt(a, b); s != nil {
				if !s.bridge {
					b.cut = GapNotDriven
				}
				continue
			}
		}
		most := lat.model.MaxOutage.Seconds()
		if b.cut != "" || !fa.timed || !fb.timed || fb.seconds-fa.seconds <= most {
			continue
		}
		if geo.Distance(a.at, b.at) <= lat.model.inferredDistance {
			continue
		}
		if silence := lat.silenceBetween(a, b); silence > most && !lat.ferried(a, b, silence) {
			b.cut = GapOutage
		}
	}
}

// silenceBetween returns the longest time (seconds) without a fix between two steps in
// which the vehicle moved on. While it stands, its fixes belong to the first step.
func (lat *lattice) silenceBetween(a, b *step) (longest float64) {
	before := &lat.fixes[a.fix]
	for i := a.fix + 1; i <= b.fix; i++ {
		f := &lat.fixes[i]
		if !f.timed {
			continue
		}
		if geo.Distance(before.at, f.at) > lat.model.inferredDistance {
			longest = max(longest, f.seconds-before.seconds)
		}
		before = f
	}
	return longest
}

// lostBetween returns why the way from a fix to the next one, a straight distance
// apart, is unknown unless a route joins them. It returns "" if they are so close that
// the vehicle went about straight. On a leg, such a part is inferred.
func (r *recorded) lostBetween(a, b *fix, straight float64) GapCause {
	switch {
	case straight <= r.model.inferredDistance:
		return ""
	case r.outruns(a, b, a.sigma+b.sigma, straight):
		return GapImpossibleSpeed
	case !r.unseenBetween(a, b):
		return ""
	case a.timed && b.timed:
		return GapOutage
	}
	return GapJump
}

// gapFinder finds the gaps between the legs of a trip and measures the trip, point by
// point as it is decided.
type gapFinder struct {
	few      int     // greatest number of points without a road that are not a part off the roads
	begun    bool    // there was a usable observation
	last     fix     // the last one; meaningful if begun
	index    int     // its index in the input
	first    int     // where an open gap begins: the first usable observation, or the last on a leg
	onLeg    bool    // there was a point on a leg
	off      int     // points off the roads since then
	roadless int     // of these, those with no road near
	unrouted int     // of these, those with no route
	run      run     // the last run of observations since then
	pieces   []Gap   // the runs and jumps before it, in order, that are not yet gaps; see jump
	offRoad  float64 // length of those runs that are off the roads (metres)
}

// run is a run of observations in a gap without a jump.
type run struct {
	first    int     // index of its first observation
	roadless int     // number of points with no road near
	straight float64 // length of the line through its observations (metres)
}

// count adds the next point; f is nil if it is not a valid position. It appends the
// gaps that end with it to part. begins reports whether a leg begins with the point,
// broken why the previous leg ended.
func (t *gapFinder) count(w *workspace, part *Part, p Point, f *fix, begins bool, broken GapCause) {
	if f == nil || f.pin != nil && f.pin.via {
		return
	}
	if !t.begun {
		t.begun, t.first = true, p.Index
		t.run.first = p.Index
	} else {
		d := geo.Distance(t.last.raw, f.raw)
		part.Distance.Raw += d
		cause := w.lostBetween(&t.last, f, d)
		if s := w.corrections.spanBetween(t.index, p.Index); s != nil && !s.bridge {
			cause = GapNotDriven
		}
		if cause != "" {
			t.jump(part, p.Index, cause)
		} else {
			t.run.straight += d
		}
	}
	t.last, t.index = *f, p.Index
	if p.State == OffRoad {
		t.off++
		switch p.Reason {
		case ReasonNoRoad:
			t.roadless++
			t.run.roadless++
		case ReasonNoRoute:
			t.unrouted++
		}
		return
	}
	if begins && (t.onLeg || t.lost()) {
		t.gap(part, broken)
	}
	*t = gapFinder{few: t.few, begun: true, last: t.last, index: p.Index, first: p.Index, onLeg: true, run: run{first: p.Index}, pieces: t.pieces[:0]}
}

// lost reports whether an observation since the last leg is off the roads for a reason
// other than being an outlier.
func (t *gapFinder) lost() bool { return t.roadless > 0 || t.unrouted > 0 }

// end appends the gaps at the end of the trip.
func (t *gapFinder) end(part *Part) {
	if !t.begun || !t.lost() && t.onLeg {
		return
	}
	cause := GapNoRoute
	if len(t.pieces) == 1 && t.pieces[0] == (Gap{t.first, t.index, GapNotDriven}) {
		cause = GapNotDriven
	}
	t.gap(part, cause)
}

// jump ends the current run because of a jump from its last observation to observation
// to. Successive jumps with one cause and no part off the roads between them become
// one. Once a part is off the roads, all pieces but the last, which may grow, are gaps.
func (t *gapFinder) jump(part *Part, to int, cause GapCause) {
	from := t.endRun()
	if n := len(t.pieces); n > 0 && t.pieces[n-1].Cause == cause {
		t.pieces[n-1].LastIndex = to
	} else {
		t.add(Gap{from, to, cause})
	}
	t.run = run{first: to}
	if last := len(t.pieces) - 1; t.roadless > t.few {
		part.Gaps = append(part.Gaps, t.pieces[:last]...)
		t.pieces = append(t.pieces[:0], t.pieces[last])
		part.Distance.OffRoad += t.offRoad // even if the leg goes on afterwards, past a stop without a road
		t.offRoad = 0
	}
}

// add appends a piece. Beyond mostPieces of them, the last one grows instead.
func (t *gapFinder) add(g Gap) {
	if n := len(t.pieces); n == mostPieces {
		t.pieces[n-1].LastIndex = g.LastIndex
		return
	}
	t.pieces = append(t.pieces, g)
}

// mostPieces is the greatest number of pieces before a part is known to be off the roads,
// so that memory does not grow with the trip. Only jumps of different causes in turn reach
// it, with no more than a few points that have no road near. They become one gap, then.
const mostPieces = 16

// endRun makes the current run a piece if it is off the roads, and returns the
// observation up to which the pieces extend. A run that is not becomes part of the jump
// before or after it.
func (t *gapFinder) endRun() int {
	if t.run.roadless == 0 || t.run.first == t.index {
		return t.run.first
	}
	t.add(Gap{t.run.first, t.index, GapNoRoad})
	t.offRoad += t.run.straight
	return t.index
}

// gap appends the gap that ends with the last observation. Its cause is GapNoRoad if
// more than a few of its observations, or all, have no road near, else the cause that
// the search found. A jump divides a gap off the roads, because the position of the
// vehicle between its ends is unknown. It is a gap of its own and adds nothing to the
// distance off the roads.
func (t *gapFinder) gap(part *Part, cause GapCause) {
	offRoads := t.roadless > 0 && (t.roadless == t.off || t.roadless > t.few)
	switch {
	case !offRoads && cause == "":
		cause = GapNoRoute
	case offRoads && len(t.pieces) == 0:
		cause = GapNoRoad
		part.Distance.OffRoad += t.run.straight
	case offRoads:
		if t.endRun() < t.index {
			t.pieces[len(t.pieces)-1].LastIndex = t.index
		}
		part.Gaps = append(part.Gaps, t.pieces...)
		part.Distance.OffRoad += t.offRoad
		return
	}
	part.Gaps = append(part.Gaps, Gap{t.first, t.index, cause})
}
