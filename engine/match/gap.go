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

// tally measures a trip point by point as it is decided, and finds the gaps
// between its legs.
type tally struct {
	few       int       // how many points without a road do not make a gap one off the roads
	begun     bool      // there was a usable observation
	last      geo.Point // the last one; meaningful if begun
	first     int       // where a gap that is open begins: the first usable, or the last on a leg
	onLeg     bool      // there was a point on a leg
	off       int       // points since then that are off the roads
	roadless  int       // of these, those with no road near
	unrouted  int       // and those with no route
	straight  float64   // metres through the observations since then
	lastIndex int       // of the last usable observation
}

// count takes the next point. It adds the gap that ends with it, if one does:
// begins says that a leg begins with it, broken why the leg before did not go on.
func (t *tally) count(part *Part, p Point, o Observation, begins bool, broken GapCause) {
	if p.Reason == ReasonInvalid {
		return
	}
	if !t.begun {
		t.begun, t.first = true, p.Index
	} else {
		d := geo.Distance(t.last, o.Point)
		part.Distance.Raw += d
		t.straight += d
	}
	t.last, t.lastIndex = o.Point, p.Index
	if p.State == OffRoad {
		t.off++
		switch p.Reason {
		case ReasonNoRoad:
			t.roadless++
		case ReasonNoRoute:
			t.unrouted++
		}
		return
	}
	if begins && (t.onLeg || t.lost()) {
		t.gap(part, p.Index, broken)
	}
	*t = tally{few: t.few, begun: true, last: t.last, first: p.Index, onLeg: true, lastIndex: p.Index}
}

// lost reports whether an observation since the last leg is off the roads for
// another reason than that it is bad.
func (t *tally) lost() bool { return t.roadless > 0 || t.unrouted > 0 }

// end adds the gap at the end of the trip, if there is one.
func (t *tally) end(part *Part) {
	if t.begun && (t.lost() || !t.onLeg) {
		t.gap(part, t.lastIndex, GapNoRoute)
	}
}

// gap adds a gap that ends with the observation of that index. Its cause is
// GapNoRoad if more than a few observations of it, or all of them, have no road
// near, else the one that the search found.
func (t *tally) gap(part *Part, last int, cause GapCause) {
	if cause == "" {
		cause = GapNoRoute
	}
	if t.roadless > 0 && (t.roadless == t.off || t.roadless > t.few) {
		cause = GapNoRoad
		part.Distance.OffRoad += t.straight
	}
	part.Gaps = append(part.Gaps, Gap{t.first, last, cause})
}
