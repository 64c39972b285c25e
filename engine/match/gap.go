package match

import (
	"slices"

	"roadsnap/engine/geo"
)

// explain gives a reason to every fix that lies on no leg and has none yet:
// its own, if it was meant for the search, else that of the fix before that was.
func (w *workspace) explain() {
	reason := ReasonNoRoute
	for i := range w.fixes {
		f := &w.fixes[i]
		p := &w.points[f.index]
		if f.placed {
			reason = ReasonOutlier
			continue
		}
		if p.Reason == ReasonNone {
			p.Reason = reason
		}
		if f.kept {
			reason = p.Reason
		}
	}
}

// blame gives their reason to the steps of a chain that are not on its leg.
func (w *workspace) blame(begin, end int, reason Reason) {
	for t := begin; t < end; t++ {
		s := &w.steps[t]
		f := &w.fixes[s.fix]
		if s.chosen || f.placed {
			continue
		}
		p := &w.points[f.index]
		p.Reason = reason
		if s.tooFast {
			p.Reason = ReasonImpossibleSpeed
			w.warn(p.Index, WarnImpossibleSpeed)
		}
	}
}

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

// gaps fills in the stretches that no leg covers.
func (w *workspace) gaps() []Gap {
	if len(w.fixes) == 0 {
		return nil
	}
	var gaps []Gap
	firstIndex, lastIndex := w.fixes[0].index, w.fixes[len(w.fixes)-1].index
	if len(w.legs) == 0 {
		return append(gaps, Gap{firstIndex, lastIndex, w.causeWithin(firstIndex, lastIndex, GapNoRoute)})
	}
	if at := w.legs[0].FirstIndex; w.offRoadWithin(firstIndex, at) {
		gaps = append(gaps, Gap{firstIndex, at, w.causeWithin(firstIndex, at, GapNoRoute)})
	}
	for i := 1; i < len(w.legs); i++ {
		from, to := w.legs[i-1].LastIndex, w.legs[i].FirstIndex
		gaps = append(gaps, Gap{from, to, w.causeWithin(from, to, w.breaks[i])})
	}
	if at := w.legs[len(w.legs)-1].LastIndex; w.offRoadWithin(at, lastIndex) {
		gaps = append(gaps, Gap{at, lastIndex, w.causeWithin(at, lastIndex, GapNoRoute)})
	}
	return gaps
}

// causeWithin returns GapNoRoad if more than a few observations of the range,
// or all of them, have no road near, else the cause that the search found.
func (w *workspace) causeWithin(from, to int, found GapCause) GapCause {
	without, off := 0, 0
	for i := from; i <= to; i++ {
		if p := &w.points[i]; p.State == OffRoad && p.Reason != ReasonInvalid {
			off++
			if p.Reason == ReasonNoRoad {
				without++
			}
		}
	}
	if without > 0 && (without == off || without > w.config.MaxOutliers) {
		return GapNoRoad
	}
	return found
}

// offRoadWithin reports whether the range holds an observation that is off the
// roads for another reason than that it is bad.
func (w *workspace) offRoadWithin(from, to int) bool {
	for i := from; i <= to; i++ {
		if r := w.points[i].Reason; r == ReasonNoRoad || r == ReasonNoRoute {
			return true
		}
	}
	return false
}

// measure sums up the trip.
func (w *workspace) measure(gaps []Gap) Distances {
	d := w.distance
	for i := 1; i < len(w.fixes); i++ {
		d.Raw += geo.Distance(w.fixes[i-1].at, w.fixes[i].at)
	}
	for i := range w.legs {
		d.Matched += w.legs[i].Length
	}
	for _, g := range gaps {
		if g.Cause != GapNoRoad {
			continue
		}
		i, _ := slices.BinarySearchFunc(w.fixes, g.FirstIndex, func(f fix, index int) int { return f.index - index })
		for i++; i < len(w.fixes) && w.fixes[i].index <= g.LastIndex; i++ {
			d.OffRoad += geo.Distance(w.fixes[i-1].at, w.fixes[i].at)
		}
	}
	return d
}
