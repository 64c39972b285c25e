// SPDX-License-Identifier: MIT

package match

import "roadsnap/engine/road"

// People drive against one-way streets and make banned turns, and maps contain errors
// in both. Allowing such ways everywhere would double the work of every trip, so a trip
// is first matched without them. It is matched again with them, at a price, only if one
// of them may explain a bad result; see batch.

// setPrices sets the penalties of forbidden ways in the search rules of a step. A
// penalty in nats is multiplied by the scale β of the step to give metres.
func (w *batch) setPrices(beta float64) {
	if w.lenient {
		w.rules.AgainstPenalty = w.model.againstPenalty * beta
		w.rules.AgainstShare = w.model.againstPerMetre * beta
		w.rules.BannedTurnPenalty = w.model.bannedTurnPenalty * beta
	}
}

// beam returns how far a state may fall behind; see model.beam. It is wider if
// violations are allowed, because a forbidden way looks worse than all lawful ones
// until later fixes prove it.
func (w *batch) beam() float64 {
	if w.lenient {
		return w.model.beam + w.model.againstPenalty + w.model.bannedTurnPenalty
	}
	return w.model.beam
}

// firstReach returns the greatest cost of a transition in the first round of searches
// (nats); see model.reach. It is greater if violations are allowed, so that a
// forbidden way is found next to a lawful one.
func (w *batch) firstReach() float64 {
	if w.lenient {
		return w.model.reach + max(w.model.againstPenalty, w.model.bannedTurnPenalty)
	}
	return w.model.reach
}

// suspectsViolation reports whether a forbidden way may be better than the current
// chain, which was searched up to step last. Near such a way, the chain must begin, end
// or break, or pay more for a transition than a forbidden way costs, or skip a step and
// lose more than that there. Skipping a fix for less is cheaper than any forbidden way.
func (w *chainSearch) suspectsViolation(last int) bool {
	if end := w.choices[len(w.choices)-1].step; end < last && w.forbidsBetween(end, end+1) {
		return true
	}
	least := min(w.model.againstPenalty, w.model.bannedTurnPenalty)
	for k := range w.choices {
		b := w.choices[k]
		if k == 0 {
			if b.step > 0 && w.steps[b.step].cut == "" && w.forbidsBetween(b.step-1, b.step) {
				return true
			}
			continue
		}
		a := w.choices[k-1]
		c, d := &w.candidates[a.candidate], &w.candidates[b.candidate]
		price := c.score + d.emission - d.score
		leavesOut := b.step-a.step > 1 && w.lossRound(k) > least
		if a.step != b.step && (leavesOut || b.begins || price > least) && w.forbidsBetween(a.step, b.step) {
			return true
		}
	}
	return false
}

// lossRound returns what the current chain loses (nats) on the way to choice k and in
// the transitions before and after.
func (w *chainSearch) lossRound(k int) float64 {
	before, after := w.choices[max(k-2, 0)], w.choices[min(k+1, len(w.choices)-1)]
	return w.candidates[before.candidate].score - w.candidates[after.candidate].score
}

// forbidsBetween reports whether a road near one of the steps from a to b has a
// forbidden direction or turn. It is rarely called.
func (w *lattice) forbidsBetween(a, b int) bool {
	for i := w.steps[a].first; i < w.steps[b].end; i++ {
		if e := w.candidates[i].edge; w.against(e.Reverse()) || w.graph.BansTurns(e) {
			return true
		}
	}
	return false
}

// warnViolations warns about the forbidden ways on the route in w.pieces. Its fixes are
// those from first to before end. If goesOn is set, the route continues from the
// previous batch, which has already warned about how it began.
func (w *legMaker) warnViolations(first, end int, goesOn bool) {
	if !w.lenient {
		return
	}
	for i := range w.pieces {
		e := w.pieces[i].edge
		against := w.against(e)
		if against && (i > 0 && !w.against(w.pieces[i-1].edge) || i == 0 && !goesOn) {
			w.violates = true
			w.warn(w.indexBefore(w.pieces[i].start, first, end), WarnOneway)
		}
		if i == 0 || w.pieces[i].from > 0 { // not a turn, or one in the middle of an edge
			continue
		}
		who := w.graph.Access(e) & w.rules.Access
		if against {
			who = w.graph.Access(e.Reverse()) & w.rules.Access
		}
		if who&^w.graph.BannedFor(w.pieces[i-1].edge, e) == 0 {
			w.violates = true
			w.warn(w.indexBefore(w.pieces[i].start, first, end), WarnTurn)
		}
	}
}

// against reports whether e is closed to the profile in its direction.
func (w *batch) against(e road.EdgeID) bool { return w.graph.Access(e)&w.rules.Access == 0 }

// indexBefore returns the index in the batch of the last placed fix at or before along
// (metres along the route), or of the first fix if there is none.
func (w *legMaker) indexBefore(along float64, first, end int) int {
	index := w.fixes[first].index
	for i := first; i < end && w.fixes[i].along <= along; i++ {
		if w.fixes[i].placed {
			index = w.fixes[i].index
		}
	}
	return index
}
