// SPDX-License-Identifier: MIT

package road

import (
	"math"

	"roadsnap/engine/geo"
)

// target holds the data of one target: those common to all runs, and the result of the
// last run.
type target struct {
	edge   EdgeID
	offset float64 // metres, within the edge
	last   float64 // cost of the part of its edge up to offset (metres)
	state  state
	open   bool      // its edge may be travelled
	at     geo.Fixed // start of the edge
	x, y   float64   // the same in the shared plane; see heuristic

	direct bool   // ahead on the first edge, so no search is needed
	limit  uint32 // greatest cost at which its edge may be entered (centimetres); meaningful if wanted
	wanted bool   // to be searched for
	found  bool
	cost   float64 // metres, with penalties
	edges  float64 // length of the route on the first and the last edge (metres)
}

// goal is a state with an unsettled target.
type goal struct {
	state state
	limit uint32 // greatest limit of its targets
}

// Targets sets the targets and the rules of the following runs. Offsets are clamped to
// their edge.
func (s *Search) Targets(targets []Position, rules Rules) {
	s.limits = limits{
		access: rules.Access & Anyone,
		prices: &evenPrices,
		turn:   centimetresUp(min(rules.TurnPenalty, maxTurnPenalty)),
		uTurn:  centimetresUp(rules.UTurnPenalty),

		junction: centimetresUp(rules.JunctionPenalty),

		deadEnd: centimetresUp(rules.DeadEndPenalty),
		against: centimetresUp(rules.AgainstPenalty),
		share:   uint64(min(max(rules.AgainstShare, 0), maxAgainstShare) * wholeShare),
		banned:  centimetresUp(rules.BannedTurnPenalty),

		closed: rules.Closed,
	}
	if rules.NoTrucksShare > 0 {
		s.limits.dear, s.limits.dearShare = noTrucksBit, uint64(min(rules.NoTrucksShare, maxAgainstShare)*wholeShare)
	}
	if rules.Prices != nil {
		s.limits.prices = rules.Prices
	}
	if rules.LimitWeight > 0 {
		s.bands.set(min(rules.LimitWeight, 1))
		s.limits.byBand = &s.bands
	}
	s.least = s.limits.leastPrice()
	s.survey.set = false
	s.targets = s.targets[:0]
	for _, p := range targets {
		t := target{edge: p.Edge, state: s.g.stateOf(p.Edge)}
		arc := s.arc(t.state)
		t.offset = clamp(p.Offset, metres(arc.Length))
		t.last = s.priced(arc, t.offset)
		t.open = s.travellers(arc.access(), p.Edge) != 0
		t.at = *s.g.nodes.At(int(s.g.From(p.Edge)))
		if len(s.targets) == 0 {
			s.near = planeRound(t.at, 2*nearReach, s.least)
		}
		t.x, t.y = s.near.place(t.at)
		s.targets = append(s.targets, t)
	}
}

// selectTargets determines the targets that a run must search for from the end of its
// first edge, sets its bound and its heuristic, and makes goals of them. Targets too far away to be reached within
// their bound, even in a straight line, are dropped. Every second run has none left
// then, so this is checked before anything else is computed.
func (s *Search) selectTargets(bounds []float64, head NodeID) {
	from := *s.g.nodes.At(int(head))
	near := 0.0 // greatest distance for which the shared plane is valid (metres)
	if degreesOff(from)+margin(nearReach) <= s.near.lat {
		near = nearReach * s.least
	}
	x, y := s.near.place(from)
	short := float64(s.g.short + 1) // centimetres; one is added for rounding up
	s.limits.bound = 0
	some := false
	for i := range s.targets {
		t := &s.targets[i]
		t.direct = t.edge == s.from.Edge && t.offset >= s.from.Offset
		t.wanted, t.found, t.edges, t.cost = false, false, 0, 0
		room := bounds[i] - s.start - t.last
		// The last bits of a sum depend on its order; finishTarget checks again.
		if t.direct || !t.open || !(room >= -tiny) {
			continue
		}
		if room <= near {
			dx, dy, most := t.x-x, t.y-y, room*centimetresPerMetre+short
			if dx*dx+dy*dy > most*most {
				continue
			}
		}
		t.limit, t.wanted, some = centimetresUp(room), true, true
		s.limits.bound = max(s.limits.bound, t.limit)
	}
	if !some {
		return
	}
	s.setHeuristic(from)
	s.limits.bound = 0
	for i := range s.targets {
		if t := &s.targets[i]; t.wanted {
			s.addGoal(t)
			s.limits.bound = max(s.limits.bound, t.limit)
		}
	}
}

// tiny is a negligible length (metres).
const tiny = 1e-6

// addGoal adds a target to the goals of the search.
func (s *Search) addGoal(t *target) {
	if s.label(t.state).stamp != s.stamp+1 {
		l := s.labels.set(uint32(t.state))
		l.stamp, l.cost = s.stamp+1, unreached
		s.goals = append(s.goals, goal{t.state, t.limit})
		return
	}
	for i := range s.goals {
		if g := &s.goals[i]; g.state == t.state {
			g.limit = max(g.limit, t.limit)
		}
	}
}

// removeGoal removes the goal of a state and reduces the bound to the greatest limit of
// the others.
func (s *Search) removeGoal(at state) {
	most, n := uint32(0), 0
	for _, g := range s.goals {
		if g.state != at {
			s.goals[n] = g
			most = max(most, g.limit)
			n++
		}
	}
	s.goals = s.goals[:n]
	s.limits.bound = most
}

// finishTarget computes the result for one target of a run.
func (s *Search) finishTarget(t *target, bound float64) {
	if t.direct {
		t.edges = t.offset - s.from.Offset
		t.cost = s.priced(s.arc(t.state), t.edges)
	} else if l := s.label(t.state); t.wanted && l.stamp == s.stamp {
		t.edges = s.remainder + t.offset
		t.cost = s.start + t.last + metres(l.cost)
	} else {
		t.cost = math.Inf(1)
	}
	if t.found = t.cost <= bound && t.cost <= math.MaxFloat64; !t.found {
		t.edges, t.cost = 0, 0
	}
}
