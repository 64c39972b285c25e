package match

import "roadsnap/engine/geo"

// causeBetween says why the search could not go on from step a to step b.
func (w *workspace) causeBetween(a, b int) GapCause {
	s, t := &w.steps[a], &w.steps[b]
	straight := geo.Distance(s.at, t.at)
	switch {
	case t.cut != "":
		return t.cut
	case w.tooFast(s, t, straight):
		return GapImpossibleSpeed
	case straight <= w.config.MaxStep:
		return GapNoRoute
	case w.fixes[s.fix].timed && w.fixes[t.fix].timed:
		return GapOutage
	}
	return GapJump
}

// markOutages cuts the trip where there was no fix for too long to tell which
// way it went.
func (w *workspace) markOutages() {
	for t := 1; t < len(w.steps); t++ {
		a, b := &w.steps[t-1], &w.steps[t]
		fa, fb := &w.fixes[a.fix], &w.fixes[b.fix]
		if b.cut != "" || !fa.timed || !fb.timed || fb.seconds-fa.seconds <= w.config.MaxOutage.Seconds() {
			continue
		}
		if geo.Distance(a.at, b.at) > w.config.InferredDistance {
			b.cut = GapOutage
		}
	}
}

// lostBetween returns why nothing is known of the way from a fix to the next one, a
// straight distance apart, unless a route joins them; "" if they are so near to each
// other that the vehicle went about straight. On a leg such a stretch is inferred.
func (w *workspace) lostBetween(a, b *fix, straight float64) GapCause {
	switch {
	case straight <= w.config.InferredDistance:
		return ""
	case w.outruns(a, b, a.sigma+b.sigma, straight):
		return GapImpossibleSpeed
	case !w.unseenBetween(a, b):
		return ""
	case a.timed && b.timed:
		return GapOutage
	}
	return GapJump
}

// tally measures a trip point by point as it is decided, and finds the gaps
// between its legs.
type tally struct {
	few      int     // how many points without a road do not make a gap one off the roads
	begun    bool    // there was a usable observation
	last     fix     // the last one; meaningful if begun
	index    int     // of that one in the input
	first    int     // where a gap that is open begins: the first usable, or the last on a leg
	onLeg    bool    // there was a point on a leg
	off      int     // points since then that are off the roads
	roadless int     // of these, those with no road near
	unrouted int     // and those with no route
	run      run     // the last run of observations since then
	pieces   []Gap   // the runs and the jumps before it, in order; see jump
	offRoad  float64 // metres of those runs that are off the roads
}

// run is a run of observations in a gap, with no jump from one to the next.
type run struct {
	first    int     // its first observation
	roadless int     // points of it with no road near
	straight float64 // metres through its observations
}

// count takes the next point, and its fix if it is a position on Earth. It adds the
// gaps that end with it, if any do: begins says that a leg begins with it, broken why
// the leg before did not go on.
func (t *tally) count(w *workspace, part *Part, p Point, f *fix, begins bool, broken GapCause) {
	if f == nil {
		return
	}
	if !t.begun {
		t.begun, t.first = true, p.Index
		t.run.first = p.Index
	} else {
		d := geo.Distance(t.last.at, f.at)
		part.Distance.Raw += d
		if cause := w.lostBetween(&t.last, f, d); cause != "" {
			t.jump(p.Index, cause)
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
	*t = tally{few: t.few, begun: true, last: t.last, index: p.Index, first: p.Index, onLeg: true, run: run{first: p.Index}, pieces: t.pieces[:0]}
}

// lost reports whether an observation since the last leg is off the roads for
// another reason than that it is bad.
func (t *tally) lost() bool { return t.roadless > 0 || t.unrouted > 0 }

// end adds the gaps at the end of the trip, if there are any.
func (t *tally) end(part *Part) {
	if t.begun && (t.lost() || !t.onLeg) {
		t.gap(part, GapNoRoute)
	}
}

// jump ends the run at hand: there is a jump from its last observation to the next.
// Jumps of one cause with nothing of note between them become one.
func (t *tally) jump(to int, cause GapCause) {
	from := t.endRun()
	if n := len(t.pieces); n > 0 && t.pieces[n-1].Cause == cause {
		t.pieces[n-1].LastIndex = to
	} else {
		t.pieces = append(t.pieces, Gap{from, to, cause})
	}
	t.run = run{first: to}
}

// endRun makes a piece of the run at hand if it left the roads, and returns the
// observation up to which the pieces go: without that, the run is part of the jump
// before or after it.
func (t *tally) endRun() int {
	if t.run.roadless == 0 || t.run.first == t.index {
		return t.run.first
	}
	t.pieces = append(t.pieces, Gap{t.run.first, t.index, GapNoRoad})
	t.offRoad += t.run.straight
	return t.index
}

// gap adds the gap that ends with the last observation. Its cause is GapNoRoad if
// more than a few observations of it, or all of them, have no road near, else the one
// that the search found. A jump divides a gap off the roads, because nobody knows
// where the vehicle was meanwhile: it is a gap of its own and adds nothing to the
// distance off the roads.
func (t *tally) gap(part *Part, cause GapCause) {
	away := t.roadless > 0 && (t.roadless == t.off || t.roadless > t.few)
	switch {
	case !away && cause == "":
		cause = GapNoRoute
	case away && len(t.pieces) == 0:
		cause = GapNoRoad
		part.Distance.OffRoad += t.run.straight
	case away:
		if t.endRun() < t.index {
			t.pieces[len(t.pieces)-1].LastIndex = t.index
		}
		part.Gaps = append(part.Gaps, t.pieces...)
		part.Distance.OffRoad += t.offRoad
		return
	}
	part.Gaps = append(part.Gaps, Gap{t.first, t.index, cause})
}
