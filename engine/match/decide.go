// SPDX-License-Identifier: MIT

package match

// A batch may end anywhere in the trip. Later observations may still change the end of
// its last chain, so only the beginning becomes part of a leg, and the next batch
// continues from there.

// waitingSteps is how many steps at the end of a batch are matched again with the next
// one. Chains that end in different candidates have nearly always merged that far back:
// of 127,000 points of recorded trips with a stated accuracy, 1 in 400 lies elsewhere
// than if its trip were one batch, most of them where the vehicle stood or was off the
// roads.
const waitingSteps = 16

// middle returns the observation up to which at least a batch is decided: the middle of
// the new ones, so that half of the batch is free again, or the end of the last
// finished leg if that is later.
func (w *workspace) middle() int {
	middle := w.from.overlap + (len(w.points)-w.from.overlap+1)/2
	if w.due.live {
		middle = w.due.first
	}
	return max(middle, w.ended())
}

// ended returns the observation after the last leg of the batch so far.
func (w *workspace) ended() int {
	if n := len(w.legs); n > 0 {
		return w.legs[n-1].LastIndex + 1
	}
	return 0
}

// decide makes legs of the beginning of the chain in w.choices, up to the last choice
// that is waitingSteps from the end or, if there are fewer, before the middle of the
// batch.
func (w *workspace) decide(begin, last int) {
	middle := w.middle()
	if w.decideBetween(begin, last, w.dueFirst(middle)) {
		return
	}
	keep := 0
	for keep < len(w.choices) {
		t := w.choices[keep].step
		if w.indexOf(t) >= middle && (w.due.live || t > len(w.steps)-1-waitingSteps) {
			break
		}
		keep++
	}
	// A single fix at the end is a leg only if more fixes on it follow.
	if keep > 0 && (keep == 1 || w.choices[keep-1].begins) && (keep == len(w.choices) || w.choices[keep].begins) {
		all := w.choices
		if w.choices = all[keep-1 : keep]; w.isolated() {
			keep--
			middle = max(middle, w.indexOf(all[keep].step)+1)
		}
		w.choices = all
	}
	for _, c := range w.choices[keep:] {
		w.steps[c.step].chosen = false
	}
	w.choices = w.choices[:keep]
	if keep == 0 { // everything before the middle is outside the chain
		w.decided = middle
		w.next.anchor = anchor{}
		w.setReason(begin, last+1, w.leftOutFor(last+1-begin))
		return
	}
	end := w.choices[keep-1]
	w.lastFix = w.steps[end.step].fix
	// Where the vehicle stands or is off the roads, the fixes up to the middle are
	// decided together with the last choice.
	for w.lastFix+1 < len(w.fixes) && w.fixes[w.lastFix+1].index < middle {
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

// dueFirst returns the first observation that may wait.
func (w *workspace) dueFirst(middle int) int {
	first := middle
	if w.due.live {
		return first
	}
	for _, c := range w.choices {
		if c.step > len(w.steps)-1-waitingSteps {
			break
		}
		first = max(first, w.indexOf(c.step)+1)
	}
	return first
}

// indexOf returns the index of a step among the observations of the batch.
func (lat *lattice) indexOf(t int) int { return lat.fixes[lat.steps[t].fix].index }

// handOver makes the last choice the anchor of the next batch.
func (w *workspace) handOver(end choice) {
	s := &w.steps[end.step]
	a := anchor{
		set: true, at: s.at, sigma: s.sigma, place: w.candidates[end.candidate],
		stopped: s.stopped, stopReach: s.stopReach, since: w.lastFix - s.fix,
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
	w.next.effort = w.effort
	for i := w.firstNew; i < len(w.fixes) && w.fixes[i].index < w.decided; i++ {
		if f := &w.fixes[i]; f.timed {
			w.next.clock.run, w.next.clock.last = true, f.seconds
		}
	}
}
