// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/road"
)

// People drive against one-way streets and make banned turns, and maps contain errors
// in both. Allowing such ways everywhere would double the work of every trip, so a trip
// is first matched without them. It is matched again with them, at a price, only if one
// of them may explain a bad result; see batch.

// setPrices sets the prices in the search rules of a step of a straight length. At an end
// of the trip, β is greater for turns and detours only, not for turning round. Penalties
// of forbidden ways are in nats and are multiplied by the scale β of the step to give
// metres.
func (bt *batch) setPrices(beta, straight float64, terminal bool) {
	c := &bt.model
	back := 1.0
	if terminal {
		back = c.endBeta
	}
	sparse := straight >= c.sparse
	bt.rules.Prices = bt.pricesFor(bt.profile, sparse)
	bt.rules.LimitWeight = 0
	if bt.profile.drivesCars() && straight >= c.limitFrom {
		bt.rules.LimitWeight = c.limitWeight
	}
	bt.rules.AnglePenalty = c.sparseTurn * c.sparseness(straight)
	bt.rules.UTurnPenalty, bt.rules.DeadEndPenalty = back*(c.uTurnPenalty+2*bt.rules.AnglePenalty), back*c.deadEndPenalty
	if bt.lenient {
		bt.rules.AgainstPenalty = bt.model.againstPenalty * beta
		bt.rules.AgainstShare = bt.model.againstPerMetre * beta
		bt.rules.BannedTurnPenalty = bt.model.bannedTurnPenalty * beta
	}
}

// beam returns how far a state may fall behind; see model.beam. It is wider if
// violations are allowed, because a forbidden way looks worse than all lawful ones
// until later fixes prove it.
func (bt *batch) beam() float64 {
	if bt.pinned { // chains through a later pin may look worse than any other until then
		return math.MaxFloat64
	}
	if bt.lenient {
		return bt.model.beam + bt.model.againstPenalty + bt.model.bannedTurnPenalty
	}
	return bt.model.beam
}

// firstReach returns the greatest cost of a transition in the first round of searches
// (nats); see model.reach. It is greater if violations are allowed, so that a
// forbidden way is found next to a lawful one.
func (bt *batch) firstReach() float64 {
	if bt.lenient {
		return bt.model.reach + max(bt.model.againstPenalty, bt.model.bannedTurnPenalty)
	}
	return bt.model.reach
}

// suspectsViolation reports whether a forbidden way may be better than the current
// chain, which was searched up to step last. Near such a way, the chain must begin late,
// end early or break, or pay more for a transition than a forbidden way costs, or skip a
// step and lose more than that there. Skipping a fix for less is cheaper than any
// forbidden way.
func (cs *chainSearch) suspectsViolation(last int) bool {
	least := min(cs.model.againstPenalty, cs.model.bannedTurnPenalty)
	end := cs.choices[len(cs.choices)-1].step
	decided := cs.final || last+1 < len(cs.steps) // else the next batch may join the steps after it
	if decided && cs.endPrice(end, last) > least && cs.forbidsBetween(end, end+1) {
		return true
	}
	for k := range cs.choices {
		b := cs.choices[k]
		if k == 0 {
			if b.step > 0 && cs.steps[b.step].cut == "" && cs.forbidsBetween(b.step-1, b.step) {
				return true
			}
			continue
		}
		a := cs.choices[k-1]
		c, d := &cs.candidates[a.candidate], &cs.candidates[b.candidate]
		price := c.score + d.emission - d.score
		leavesOut := b.step-a.step > 1 && cs.lossRound(k) > least
		if a.step != b.step && (leavesOut || b.begins || price > least) && cs.forbidsBetween(a.step, b.step) {
			return true
		}
	}
	return false
}

// lossRound returns what the current chain loses (nats) on the way to choice k and in
// the transitions before and after.
func (cs *chainSearch) lossRound(k int) float64 {
	before, after := cs.choices[max(k-2, 0)], cs.choices[min(k+1, len(cs.choices)-1)]
	return cs.candidates[before.candidate].score - cs.candidates[after.candidate].score
}

// forbidsBetween reports whether a road near one of the steps from a to b has a
// forbidden direction or turn. It is rarely called.
func (lat *lattice) forbidsBetween(a, b int) bool {
	for i := lat.steps[a].first; i < lat.steps[b].end; i++ {
		if e := lat.candidates[i].edge; lat.against(e.Reverse()) || lat.graph.BansTurns(e) {
			return true
		}
	}
	return false
}

// warnViolations warns about the forbidden ways on the route in m.pieces. Its fixes are
// those from first to before end. If goesOn is set, the route continues from the
// previous batch, which has already warned about how it began.
func (m *legMaker) warnViolations(first, end int, goesOn bool) {
	if !m.lenient {
		return
	}
	for i := range m.pieces {
		e := m.pieces[i].edge
		against := m.against(e)
		if against && (i > 0 && !m.against(m.pieces[i-1].edge) || i == 0 && !goesOn) {
			m.violates = true
			m.warn(m.indexBefore(m.pieces[i].start, first, end), WarnOneway)
		}
		if i == 0 || m.pieces[i].from > 0 { // not a turn, or one in the middle of an edge
			continue
		}
		who := m.graph.Access(e) & m.rules.Access
		if against {
			who = m.graph.Access(e.Reverse()) & m.rules.Access
		}
		if who&^m.graph.BannedFor(m.pieces[i-1].edge, e) == 0 {
			m.violates = true
			kind := WarnTurn
			if m.graph.Blocked(m.pieces[i-1].edge, e) {
				kind = WarnBarrier
			}
			m.warn(m.indexBefore(m.pieces[i].start, first, end), kind)
		}
	}
}

// warnTimedTurns warns about the turns on the route in m.pieces that are banned at the
// hour at which they are made, if that is known. Its arguments are those of
// warnViolations.
func (m *legMaker) warnTimedTurns(first, end int) {
	for i := 1; i < len(m.pieces); i++ {
		if m.pieces[i].from > 0 {
			continue // in the middle of an edge
		}
		e := m.pieces[i].edge
		who := m.graph.Access(e) & m.rules.Access
		for _, hours := range m.graph.TimedBans(m.pieces[i-1].edge, e, who) {
			if banned, known := m.holdsAt(e, hours, m.pieces[i].start, first, end); banned && known {
				m.warn(m.indexBefore(m.pieces[i].start, first, end), WarnTurn)
				break
			}
		}
	}
}

// against reports whether e is closed to the profile in its direction.
func (bt *batch) against(e road.EdgeID) bool { return bt.graph.Access(e)&bt.rules.Access == 0 }

// indexBefore returns the index in the batch of the last placed fix at or before along
// (metres along the route), or of the first fix if there is none.
func (m *legMaker) indexBefore(along float64, first, end int) int {
	index := m.fixes[first].index
	for i := first; i < end && m.fixes[i].along <= along; i++ {
		if m.fixes[i].placed {
			index = m.fixes[i].index
		}
	}
	return index
}
