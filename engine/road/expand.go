// SPDX-License-Identifier: MIT

package road

// expand enters every edge that may follow arc. At its end the route has the given cost,
// and at least left remains to a target; their sum is within the bound. parent is the
// previous state.
func (s *Search) expand(parent state, arc *packedArc, cost, left uint32) {
	offsets := s.offsets[arc.head():]
	first, end := offsets[0], offsets[1]
	s.openAll(first, end)
	if arc.Access&turnsBit != 0 || s.limits.against > 0 {
		s.expandByRules(parent, arc, cost, left, first, end)
		return
	}
	// As expandByRules, without restrictions.
	reverse, access := arc.Edge.Reverse(), s.limits.access
	junction := end-first > 2 && s.limits.turn|s.limits.angle > 0 && arc.Head&bendBit == 0
	next := s.arcs[first:end]
	back, deadEnd := -1, true
	for i := range next {
		to := &next[i]
		if Access(to.Access)&access == 0 {
			continue
		}
		if to.Edge == reverse {
			back = i
			continue
		}
		deadEnd = false
		total := cost
		if junction {
			penalty := s.turnPrice(arc, to)
			if penalty > s.limits.bound-cost-left {
				continue
			}
			total += penalty
		}
		if l := s.label(state(first) + state(i)); l.stamp&^1 != s.stamp || total < l.cost {
			s.reach(state(first)+state(i), to, l, total, left, parent)
		}
	}
	if back < 0 {
		return
	}
	penalty := s.limits.uTurn
	if deadEnd {
		penalty = s.limits.deadEnd
	}
	if penalty <= s.limits.bound-cost-left {
		at := state(first) + state(back)
		if l := s.label(at); l.stamp&^1 != s.stamp || cost+penalty < l.cost {
			s.reach(at, &s.arcs[at], l, cost+penalty, left, parent)
		}
	}
}

// expandByRules is expand with turn restrictions and violations of the law.
func (s *Search) expandByRules(parent state, arc *packedArc, cost, left, first, end uint32) {
	reverse := arc.Edge.Reverse()
	restricted := arc.Access&turnsBit != 0
	junction := s.limits.turn|s.limits.angle > 0 && end-first > 2 && arc.Head&bendBit == 0
	room := s.limits.bound - cost - left
	var back state
	canTurnBack, deadEnd := false, true
	unlawful := uint64(0) // penalty of turning back against the law
	next := s.arcs[first:end]
	for i := range next {
		to := &next[i]
		who := Access(to.Access) & s.limits.access
		lawful, penalty := true, uint64(0)
		if who == 0 {
			if who = s.travellers(to.access(), to.Edge); who == 0 {
				continue
			}
			lawful = false
			if Access(arc.Access)&s.limits.access != 0 {
				penalty = uint64(s.limits.against)
			}
		}
		if restricted && who&^s.g.BannedFor(arc.Edge, to.Edge) == 0 {
			if s.limits.banned == 0 {
				continue
			}
			lawful = false
			penalty += uint64(s.limits.banned)
		}
		at := state(first) + state(i)
		if to.Edge == reverse {
			back, canTurnBack = at, true
			unlawful = penalty
			continue
		}
		deadEnd = deadEnd && !lawful
		if junction {
			penalty += uint64(s.turnPrice(arc, to))
		}
		if penalty <= uint64(room) {
			s.reachIfCheaper(at, cost+uint32(penalty), left, parent)
		}
	}
	uTurn := unlawful + uint64(s.limits.uTurn)
	if deadEnd {
		uTurn = unlawful + uint64(s.limits.deadEnd)
	}
	if canTurnBack && uTurn <= uint64(room) {
		s.reachIfCheaper(back, cost+uint32(uTurn), left, parent)
	}
}

// turnPrice returns the cost of the turn at a junction from one arc to the next (centimetres).
func (s *Search) turnPrice(arc, to *packedArc) uint32 {
	return s.limits.turn*turnShare(arc.Arrives, to.Leaves)/fullTurn + s.limits.angle*angleOf(arc.Arrives, to.Leaves)/rightAngle
}

// travellers returns the travellers that may use an edge of that access, including
// against its direction if the rules allow it.
func (s *Search) travellers(access Access, e EdgeID) Access {
	if who := access & s.limits.access; who != 0 || s.limits.against == 0 || s.g.Class(e.Link()).NeverAgainst() {
		return who
	}
	return s.g.Access(e.Reverse()) & s.limits.access
}

// reachIfCheaper records a route to a state, whose page is in use, if it is the cheapest so
// far.
func (s *Search) reachIfCheaper(at state, cost, left uint32, parent state) {
	if l := s.label(at); l.stamp&^1 != s.stamp || cost < l.cost {
		s.reach(at, &s.arcs[at], l, cost, left, parent)
	}
}

// reach records the cheapest route so far to the state of an edge, whose label is l. The
// sum of cost and left is within the bound.
func (s *Search) reach(at state, arc *packedArc, l *label, cost, left uint32, parent state) {
	l.cost, l.parent = cost, parent
	if l.stamp == s.stamp+1 {
		l.rank = cost + left
		s.queue.push(makeEntry(l.rank, at))
		return
	}
	l.stamp = s.stamp
	s.enqueue(at, arc, l)
}

// enqueue queues the state of an edge for expansion at its end, ranked by the lower bound
// from there. A state from which no target can be reached within the bound is not queued.
func (s *Search) enqueue(at state, arc *packedArc, l *label) {
	l.rank = unreached
	price := s.priceOf(arc)
	if price > uint64(s.limits.bound-l.cost) {
		return
	}
	end := l.cost + uint32(price)
	left := uint32(0)
	switch {
	case s.survey.set:
		left = s.surveyedFrom(arc.head())
	case s.heuristic.set:
		left = s.heuristic.leastFrom(s.nodes[arc.head()])
	}
	if left <= s.limits.bound-end {
		l.rank = end + left
		s.queue.push(makeEntry(l.rank, at))
	}
}
