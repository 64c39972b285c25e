// SPDX-License-Identifier: MIT

package match

// Later observations may still change the end of the last chain of a batch, so only what is
// before the border becomes part of a leg, and the next batch continues from there.

// ended returns the observation after the last leg of the batch so far.
func (w *workspace) ended() int {
	if n := len(w.legs); n > 0 {
		return w.legs[n-1].LastIndex + 1
	}
	return 0
}

// dueFirst returns the first observation that may wait: the one that the stream says, or
// the one after the last finished leg if that is later.
func (w *workspace) dueFirst() int { return max(w.due.first, w.ended()) }

// decide makes legs of the beginning of the chain in w.choices, up to the first observation
// that may wait.
func (w *workspace) decide(begin, last int) {
	first := w.dueFirst()
	if w.decideBetween(begin, last, first) {
		return
	}
	keep := 0
	for keep < len(w.choices) {
		if w.indexOf(w.choices[keep].step) >= first {
			break
		}
		keep++
	}
	// A single fix at the end is a leg only if more fixes on it follow.
	if keep > 0 && (keep == 1 || w.choices[keep-1].begins) && (keep == len(w.choices) || w.choices[keep].begins) {
		all := w.choices
		if w.choices = all[keep-1 : keep]; w.isolated() {
			keep--
			first = max(first, w.indexOf(all[keep].step)+1)
		}
		w.choices = all
	}
	for _, c := range w.choices[keep:] {
		w.steps[c.step].chosen = false
	}
	w.choices = w.choices[:keep]
	if keep == 0 { // everything before it is outside the chain
		w.decided = first
		w.next.anchor = anchor{}
		w.setReason(begin, last+1, w.leftOutFor(last+1-begin))
		return
	}
	end := w.choices[keep-1]
	w.lastFix = w.steps[end.step].fix
	// Where the vehicle stands or is off the roads, the fixes that are due are
	// decided together with the last choice.
	for w.lastFix+1 < len(w.fixes) && w.fixes[w.lastFix+1].index < first {
		w.lastFix++
	}
	w.finishLegs(begin, last, true)
	// An invalid observation after the last fix need not wait.
	w.decided = len(w.points)
	if w.lastFix+1 < len(w.fixes) {
		w.decided = w.fixes[w.lastFix+1].index
	}
	w.handOver(end)
}

// indexOf returns the index of a step among the observations of the batch.
func (lat *lattice) indexOf(t int) int { return lat.fixes[lat.steps[t].fix].index }

// handOver makes the last choice the anchor of the next batch.
func (w *workspace) handOver(end choice) {
	s := &w.steps[end.step]
	a := anchor{
		set: true, at: s.at, sigma: s.sigma, place: w.candidates[end.candidate],
		stay: s.stay, since: w.lastFix - s.fix,
	}
	if w.anchored(end.step) {
		a.since += w.from.anchor.since
		a.roadless = w.from.anchor.roadless
	}
	for i := s.fix + 1; i <= w.lastFix; i++ {
		a.roadless = a.roadless || w.points[w.fixes[i].index].Reason == ReasonNoRoad
	}
	a.place.lag = w.next.anchor.place.lag
	w.handOverFix(&a)
}

// handOverFix makes a the anchor of the next batch, after the last decided fix.
func (w *workspace) handOverFix(a *anchor) {
	f := &w.fixes[w.lastFix]
	a.fix = fix{index: w.from.base + f.index, raw: f.raw, at: f.at, guessed: f.guessed}
	if !f.guessed {
		a.fix.sigma = f.sigma
	}
	w.next.anchor = *a
	w.next.clock.anchorTimed, w.next.clock.anchorSeconds = w.fixes[w.lastFix].timed, w.fixes[w.lastFix].seconds
}

// handOverRest hands over the state that does not depend on how the batch ended.
func (w *workspace) handOverRest() {
	w.next.effort = w.effort.left
	for i := w.firstNew; i < len(w.fixes) && w.fixes[i].index < w.decided; i++ {
		if f := &w.fixes[i]; f.timed {
			w.next.clock.run, w.next.clock.last = true, f.seconds
		}
	}
}
