// SPDX-License-Identifier: MIT

package road

import "math"

// survey holds lower bounds of the cost from nodes to the nearest target by road, where no
// turn is banned and each costs the least that a junction can be passed for on the way from
// one road; see leastTurn. It takes a backward search from the targets, which
// pays off where several runs search far for them. Those then follow the roads around
// rivers, and expand nothing from which no target can be reached.
//
// In a hasty search, nodes are settled in the order of a lower bound of the whole route
// from the given places. A survey that ends early then also gives a bound for the nodes
// that it has not reached. Otherwise they are settled in the order of their cost, which
// is faster to compute.
type survey struct {
	nodes pages[surveyed]
	stamp uint32    // of the current survey
	set   bool      // it was computed for the current targets
	bound uint32    // centimetres; a lower bound for nodes not reached
	home  heuristic // to the places; zero unless the survey ended early: bound then includes the way to the places
}

// surveyed holds the survey of a node.
type surveyed struct {
	stamp uint32 // the survey that it belongs to
	cost  uint32 // lower bound to the nearest target (centimetres)
}

// Survey directs the following runs to the current targets along the roads that lead
// there. The runs must begin at one of the places in from, with bounds of at most
// bound. Settled then returns the number of nodes settled. MaxStates limits them as in
// a run, and if the search is Hasty, the survey ends once it has reached all the
// places.
func (s *Search) Survey(from []Position, bound float64) {
	v := &s.survey
	if v.nodes.table == nil {
		v.nodes = newPages[surveyed](s.g.NumNodes())
	}
	v.nodes.shrink()
	if v.stamp++; v.stamp == 0 { // every 2³² surveys the stamps start again
		v.nodes.clear()
		v.stamp = 1
	}
	v.bound, v.set, v.home = centimetresUp(bound), true, heuristic{}
	home := s.heuristicBack(from)
	s.queue, s.settled = s.queue[:0], 0
	note := func(n NodeID, cost uint32) {
		x := v.nodes.get(uint32(n))
		if x.stamp == v.stamp && cost >= x.cost {
			return
		}
		left := home.leastFrom(s.nodes[n])
		if left > v.bound-cost {
			return
		}
		if !s.Hasty {
			left = 0
		}
		*v.nodes.set(uint32(n)) = surveyed{v.stamp, cost}
		s.queue.push(makeEntry(cost+left, state(n)))
	}
	for i := range s.targets {
		if t := &s.targets[i]; t.open {
			n := s.g.From(t.edge) // Targets has read its place
			s.g.outOf(n)
			note(n, 0)
		}
	}
	for len(s.queue) > 0 {
		e := s.queue.pop()
		n := NodeID(e.state())
		cost, left := v.nodes.get(uint32(n)).cost, uint32(0)
		if s.Hasty {
			left = home.leastFrom(s.nodes[n])
		}
		if cost+left != e.rank() {
			continue
		}
		if s.settled++; s.settled == s.MaxStates || s.Hasty && left == 0 && s.reachedAll(from, e.rank()) {
			// The heuristic may be off by the rounding of short links.
			v.bound = e.rank() - min(e.rank(), s.g.short+1)
			if s.Hasty {
				v.home = home
			}
			break
		}
		first, end := s.offsets[n], s.offsets[n+1]
		s.openAll(first, end)
		next := s.arcs[first:end]
		for i := range next {
			arc := &next[i]
			price := s.limits.least(arc.Length, arc.Road.class())
			if price > uint64(v.bound-cost) {
				continue
			}
			if x := v.nodes.get(uint32(arc.head())); x.stamp == v.stamp && cost+uint32(price) >= x.cost {
				continue // before the access of back is read from another place
			}
			back := arc.Edge.Reverse() // leads here, and has the same length and class
			if s.travellers(s.g.Access(back), back) == 0 {
				continue
			}
			if s.limits.angle > 0 && len(next) > 2 {
				price += uint64(s.leastTurn(s.g.arcOf(back), next))
			}
			if price <= uint64(v.bound-cost) {
				note(arc.head(), cost+uint32(price))
			}
		}
	}
}

// leastTurn returns the least cost of passing the junction at the end of arc, onto one of
// the edges that begin there (centimetres). For most who come from a side street, that is
// a sharp turn.
func (s *Search) leastTurn(arc *packedArc, next []packedArc) uint32 {
	if arc.Head&bendBit != 0 {
		return 0
	}
	least, deadEnd, reverse := s.limits.uTurn, true, arc.Edge.Reverse()
	for i := range next {
		to := &next[i]
		if to.Edge == reverse || s.travellers(to.access(), to.Edge) == 0 {
			continue
		}
		deadEnd = false
		least = min(least, s.turnPrice(arc, to))
	}
	if deadEnd || arc.Access&turnsBit != 0 || s.limits.against > 0 { // or it may be one
		least = min(least, s.limits.deadEnd)
	}
	return least
}

// reachedAll reports whether a survey that has come to that rank has reached the ends
// of the edges of all places. It is only called at nodes from which the lower bound to
// the places is 0.
func (s *Search) reachedAll(from []Position, rank uint32) bool {
	for _, p := range from {
		if x := s.survey.nodes.get(uint32(s.g.To(p.Edge))); x.stamp != s.survey.stamp || x.cost > rank {
			return false
		}
	}
	return true
}

// heuristicBack returns the heuristic towards the ends of the edges of the places.
func (s *Search) heuristicBack(from []Position) (a heuristic) {
	reach := metres(s.survey.bound) / s.least
	if len(from) == 0 || len(s.targets) == 0 {
		return a
	}
	a.plane = s.near
	if reach > nearReach {
		a.plane = planeRound(s.targets[0].at, 2*reach, s.least)
	}
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, p := range from {
		at := *s.g.nodes.At(int(s.g.To(p.Edge)))
		if degreesOff(at)+margin(reach) > a.plane.lat {
			return heuristic{}
		}
		x, y := a.plane.place(at)
		minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
	}
	a.x, a.y = (minX+maxX)/2, (minY+maxY)/2
	a.radius = math.Hypot(maxX-minX, maxY-minY)/2 + float64(s.g.short)
	a.set = true
	return a
}

// leastFrom returns a lower bound from a node to the nearest target (centimetres).
func (s *Search) leastFrom(n NodeID) uint32 {
	if s.survey.set {
		return s.surveyedFrom(n)
	}
	return s.heuristic.leastFrom(s.nodes[n])
}

// surveyedFrom is leastFrom by the survey.
func (s *Search) surveyedFrom(n NodeID) uint32 {
	beyond := s.survey.bound
	if s.survey.home.set {
		beyond -= min(beyond, s.survey.home.leastFrom(s.nodes[n]))
	}
	if x := s.survey.nodes.get(uint32(n)); x.stamp == s.survey.stamp {
		return min(x.cost, beyond)
	}
	return beyond
}
