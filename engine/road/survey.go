package road

import "math"

// survey says how far it is at least from a node to the nearest target, by the
// roads: what remains of the rules when turns cost nothing and none is banned, so
// never more than the cheapest route. It takes a search backwards from the targets,
// which pays where several runs look far for them: those go round rivers, and
// begin nothing where no way leads to a target.
//
// In a hurry, nodes come in the order of what a route to a target by way of them
// costs at least in all, from the places that are asked for. So a survey that ends
// before its bound knows something of the nodes that it has not come to, too. Else
// they come in the order of their cost, which is found out sooner.
type survey struct {
	nodes []surveyed
	stamp uint32 // of the current survey
	set   bool   // there is one of the current targets
	bound uint32 // centimetres; what is not surveyed is farther from the targets, or off all ways
	home  aim    // at the places; zero unless the survey ended early: bound is then that of nodes with nothing to go to them
}

// surveyed is what a survey says of a node.
type surveyed struct {
	stamp uint32 // the survey that it belongs to
	cost  uint32 // centimetres to the nearest target at least
}

// Survey makes the runs to the current targets that follow, from any of the places
// and with bounds of no more than bound, go by the roads that lead there. Settled
// then says how many nodes it took; MaxStates counts for it as for a run, and if
// the search is Hasty it ends where it has come to all the places.
func (s *Search) Survey(from []Position, bound float64) {
	v := &s.survey
	if v.nodes == nil {
		v.nodes = make([]surveyed, s.g.NumNodes())
	}
	if v.stamp++; v.stamp == 0 { // every 2³² surveys the stamps begin anew
		clear(v.nodes)
		v.stamp = 1
	}
	v.bound, v.set, v.home = centimetresUp(bound), true, aim{}
	home := s.aimBack(from)
	s.queue, s.settled = s.queue[:0], 0
	note := func(n NodeID, cost uint32) {
		if x := &v.nodes[n]; x.stamp == v.stamp && cost >= x.cost {
			return
		}
		left := home.leastFrom(s.g.nodes[n])
		if left > v.bound-cost {
			return
		}
		if !s.Hasty {
			left = 0
		}
		v.nodes[n] = surveyed{v.stamp, cost}
		s.queue.push(makeEntry(cost+left, state(n)))
	}
	for i := range s.targets {
		if t := &s.targets[i]; t.open {
			note(s.g.From(t.edge), 0)
		}
	}
	for len(s.queue) > 0 {
		e := s.queue.pop()
		n := NodeID(e.state())
		cost, left := v.nodes[n].cost, uint32(0)
		if s.Hasty {
			left = home.leastFrom(s.g.nodes[n])
		}
		if cost+left != e.rank() {
			continue
		}
		if s.settled++; s.settled == s.MaxStates || s.Hasty && left == 0 && s.surveyedAll(from, e.rank()) {
			// The aim may be off by the rounding of short links.
			v.bound = e.rank() - min(e.rank(), uint32(s.g.shortLinks())+1)
			if s.Hasty {
				v.home = home
			}
			break
		}
		for i := s.g.outOffsets[n]; i < s.g.outOffsets[n+1]; i++ {
			back := s.g.out[i].Reverse() // leads here
			if s.travellers(s.g.Access(back), back) == 0 {
				continue
			}
			arc := &s.g.arcs[i] // of the same length and class
			if price := s.limits.prices.of(arc.Length, arc.Class); price <= uint64(v.bound-cost) {
				note(arc.Head, cost+uint32(price))
			}
		}
	}
}

// surveyedAll reports whether a survey has come to the ends of the edges of all
// places, where it is at that rank. It lets nothing but nodes with nothing left to
// the places stand for them.
func (s *Search) surveyedAll(from []Position, rank uint32) bool {
	for _, p := range from {
		if x := &s.survey.nodes[s.g.To(p.Edge)]; x.stamp != s.survey.stamp || x.cost > rank {
			return false
		}
	}
	return true
}

// aimBack returns the aim at the ends of the edges of the places.
func (s *Search) aimBack(from []Position) (a aim) {
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
		at := s.g.nodes[s.g.To(p.Edge)]
		if degreesOff(at)+margin(reach) > a.plane.lat {
			return aim{}
		}
		x, y := a.plane.place(at)
		minX, minY, maxX, maxY = min(minX, x), min(minY, y), max(maxX, x), max(maxY, y)
	}
	a.x, a.y = (minX+maxX)/2, (minY+maxY)/2
	a.radius = math.Hypot(maxX-minX, maxY-minY)/2 + float64(s.g.shortLinks())
	a.set = true
	return a
}

// leastFrom returns the centimetres from a node to the nearest target at least.
func (s *Search) leastFrom(n NodeID) uint32 {
	if !s.survey.set {
		return s.aim.leastFrom(s.g.nodes[n])
	}
	beyond := s.survey.bound
	if s.survey.home.set {
		beyond -= min(beyond, s.survey.home.leastFrom(s.g.nodes[n]))
	}
	if x := &s.survey.nodes[n]; x.stamp == s.survey.stamp {
		return min(x.cost, beyond)
	}
	return beyond
}
