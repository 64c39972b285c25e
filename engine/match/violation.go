package match

import "roadsnap/engine/road"

// People drive against one-way streets and make turns that are banned, and maps
// are wrong about both. Roads with such ways would double the work of every trip
// if they were always candidates, so a trip is matched without them first. Only
// where that leaves it under pressure beside one of them is it matched as if it
// could go there, at a price; see batch.

// setPrices puts the prices of forbidden ways into the rules of the searches of a
// step: prices in nats are metres at the scale β of the step.
func (w *workspace) setPrices(beta float64) {
	if w.lenient {
		w.rules.AgainstPenalty = w.config.AgainstPenalty * beta
		w.rules.AgainstShare = w.config.AgainstPerMetre * beta
		w.rules.BannedTurnPenalty = w.config.BannedTurnPenalty * beta
	}
}

// beam is how far a state may fall behind; see Config.Beam. A forbidden way is
// worse than all lawful ones at first, and must live until what follows proves it.
func (w *workspace) beam() float64 {
	if w.lenient {
		return w.config.Beam + w.config.AgainstPenalty + w.config.BannedTurnPenalty
	}
	return w.config.Beam
}

// firstReach is how many nats a transition may cost that is looked for at once; see
// Config.Reach. A forbidden way is to be found though there is a lawful one.
func (w *workspace) firstReach() float64 {
	if w.lenient {
		return w.config.Reach + max(w.config.AgainstPenalty, w.config.BannedTurnPenalty)
	}
	return w.config.Reach
}

// underPressure reports whether the chain at hand pays more for a transition than
// a forbidden way would cost, or leaves out a step and loses more than that
// thereabouts, where there is one near, or whether it broke there. A fix that is
// left out for less is cheaper than any forbidden way.
func (w *workspace) underPressure() bool {
	least := min(w.config.AgainstPenalty, w.config.BannedTurnPenalty)
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
		if a.step != b.step && (leavesOut || price > least) && w.forbidsBetween(a.step, b.step) {
			return true
		}
	}
	return false
}

// lossRound returns what the chain at hand loses, in nats, on the way to choice k
// and in the transitions before and after.
func (w *workspace) lossRound(k int) float64 {
	before, after := w.choices[max(k-2, 0)], w.choices[min(k+1, len(w.choices)-1)]
	return w.candidates[before.candidate].score - w.candidates[after.candidate].score
}

// forbidsBetween reports whether a road near one of the steps from a to b has a
// direction or a turn that is forbidden. Few trips ask.
func (w *workspace) forbidsBetween(a, b int) bool {
	for i := w.steps[a].first; i < w.steps[b].end; i++ {
		if e := w.candidates[i].edge; w.against(e.Reverse()) || w.graph.BansTurns(e) {
			return true
		}
	}
	return false
}

// noteViolations warns of the forbidden ways that the route in w.pieces goes. The
// fixes are those from first to before end; goesOn tells whether the route
// does so from the batch before, which has warned of how it began.
func (w *workspace) noteViolations(first, end int, goesOn bool) {
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
		if i == 0 || w.pieces[i].from > 0 { // no turn, or one in the middle of an edge
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
func (w *workspace) against(e road.EdgeID) bool { return w.graph.Access(e)&w.rules.Access == 0 }

// indexBefore returns the place in the batch of the last placed fix at or before
// metres along the route, the first one if there is none.
func (w *workspace) indexBefore(along float64, first, end int) int {
	index := w.fixes[first].index
	for i := first; i < end && w.fixes[i].along <= along; i++ {
		if w.fixes[i].placed {
			index = w.fixes[i].index
		}
	}
	return index
}
