// SPDX-License-Identifier: MIT

package road

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// target holds the data of one target: those common to all runs, and the result of the
// last run.
type target struct {
	x, y   float64 // start of the edge in the shared plane; see heuristic
	last   float64 // cost of the part of its edge up to offset (metres)
	offset float64 // metres, within the edge
	edge   EdgeID
	state  state
	at     geo.Fixed // start of the edge
	open   bool      // its edge may be travelled

	direct bool // ahead on the first edge, so no search is needed
	wanted bool // to be searched for
	found  bool
	limit  uint32  // greatest cost at which its edge may be entered (centimetres); meaningful if wanted
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

		angle: centimetresUp(min(rules.AnglePenalty, maxAnglePenalty)),

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
	s.targets = slices.Grow(s.targets, len(targets))[:len(targets)]
	for i, p := range targets {
		t := &s.targets[i]
		t.edge, t.state = p.Edge, s.g.stateOf(p.Edge)
		arc := s.arc(t.state)
		t.offset = clamp(p.Offset, metres(arc.Length))
		t.last = s.priced(arc, t.offset)
		t.open = s.travellers(arc.access(), p.Edge) != 0
		t.at = *s.g.nodes.At(int(s.g.From(p.Edge)))
		if i == 0 {
			s.near = planeRound(t.at, 2*nearReach, s.least)
		}
		t.x, t.y = s.near.place(t.at)
	}
}

// selectTargets determines the targets that a run must search for from the end of its
// first edge, sets its bound and its heuristic, and makes goals of them. Targets too far
// away to be reached within their bound, even in a straight line, are dropped. Every
// second run has none left then, so this is checked before anything else is computed.
func (s *Search) selectTargets(bounds []float64, head NodeID) {
	from := *s.g.nodes.At(int(head))
	near := 0.0 // greatest distance for which the shared plane is valid (metres)
	if degreesOff(from)+margin(nearReach) <= s.near.lat {
		near = nearReach * s.least
	}
	x, y := s.near.place(from)
	short := float64(s.g.short)
	bound, some, shared := uint32(0), false, near > 0 // shared: the run needs no plane of its own
	edge, offset, start := s.from.Edge, s.from.Offset, s.start
	box := noPlaneBox
	bounds = bounds[:len(s.targets)]
	for _, b := range bounds {
		shared = shared && !(b-start > near)
	}
	for i := range s.targets {
		t := &s.targets[i]
		t.direct, t.wanted, t.found = false, false, false
		if t.edge == edge && t.offset >= offset {
			t.direct = true
			continue
		}
		room := bounds[i] - start - t.last
		// The last bits of a sum depend on its order; finishTarget checks again.
		if !t.open || !(room >= -tiny) {
			continue
		}
		limit := centimetresUp(room)
		if room <= near {
			most := float64(limit) + short
			if !shared { // setHeuristic drops more
				most = room*centimetresPerMetre + short + 1
			}
			dx, dy := t.x-x, t.y-y
			if dx*dx+dy*dy > most*most {
				continue
			}
			box.add(t.x, t.y)
		}
		t.limit, t.wanted, some = limit, true, true
		bound = max(bound, limit)
	}
	s.limits.bound = bound
	if !some {
		return
	}
	if shared {
		s.aim(s.near, x, y, box, false)
	} else {
		s.setHeuristic(from)
	}
	bound = 0
	for i := range s.targets {
		if t := &s.targets[i]; t.wanted {
			s.addGoal(t)
			bound = max(bound, t.limit)
		}
	}
	s.limits.bound = bound
}

// tiny is a negligible length (metres).
const tiny = 1e-6

// addGoal adds a target to the goals of the search.
func (s *Search) addGoal(t *target) {
	s.open(t.state)
	if l := s.label(t.state); l.stamp != s.stamp+1 {
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
		t.cost = s.priced(&s.arcs[t.state], t.edges)
	} else if l := s.label(t.state); t.wanted && l.stamp == s.stamp {
		t.edges = s.remainder + t.offset
		t.cost = s.start + t.last + metres(l.cost)
	} else {
		t.cost = math.Inf(1)
	}
	t.found = t.cost <= bound && t.cost <= math.MaxFloat64
}
