// SPDX-License-Identifier: MIT

package match

import "math"

// A vehicle may leave the mapped roads for a while: over a yard, a field, or an
// unmapped road. In the search this is a run of skipped steps, longer than for
// outliers, that needs no route: one leg ends before it and another begins after it. It
// costs model.offRoadPenalty to leave the roads, the same to return, and
// model.offRoadStep per step. A trip that begins or ends off the roads pays the
// penalty once.
//
// Where no route leads to a step, the trip breaks before it. Such a part off the roads
// may have few steps, or none. Near either end of a chain, such a break costs
// model.endBreakPenalty in place of leaving and returning.

// offRoad is the state of being off the roads just before a step. There is one for all
// roads.
type offRoad struct {
	score  float64 // log-probability of the best chain that left the roads; −Inf if there is none
	from   int32   // candidate at which that chain left them
	begun  float64 // log-probability of a trip that began off the roads and is still there
	alpha  float64 // log-probability of all chains that are off the roads
	beta   float64 // log-probability of all continuations
	breaks bool    // no route leads to the step
}

// noCandidate marks the beginning of a trip off the roads.
const noCandidate = -1

// minOffRoad returns the least number of steps of a part off the roads.
func (bt *batch) minOffRoad() int { return bt.model.maxOutliers + 1 }

// leavePrice returns the cost of leaving the roads for minOffRoad steps.
func (bt *batch) leavePrice() float64 {
	return bt.model.offRoadPenalty + float64(bt.minOffRoad())*bt.model.offRoadStep
}

// breakPrice returns the cost of leaving the roads where no route leads to step t of a
// chain that began at step begin. Few steps at an end of the chain cost less as outliers
// than leaving the roads and returning, so there a break is cheaper.
func (cs *chainSearch) breakPrice(begin, t int) float64 {
	few := t-begin <= endSteps && !cs.anchored(begin)
	for k := t + 1; k <= t+endSteps && !few; k++ {
		if k == len(cs.steps) {
			few = cs.final
			break
		}
		few = cs.steps[k].cut != ""
	}
	if few && !cs.steps[t].offRoadBefore {
		return cs.model.endBreakPenalty - cs.model.offRoadPenalty // returning costs the rest
	}
	return cs.model.offRoadPenalty
}

// endSteps is the greatest number of steps on one side of such a break.
const endSteps = 2

// returnPrice returns the cost of returning to the roads at c.
func (bt *batch) returnPrice(c *candidate) float64 {
	if c.against {
		return bt.model.offRoadPenalty + bt.model.againstPenalty
	}
	return bt.model.offRoadPenalty
}

// leaveRoads appends to cs.offRoad the state before step t, the next one of a chain that
// began at step begin. reached reports whether any route leads to the step.
func (cs *chainSearch) leaveRoads(begin, t int, reached bool) {
	a := offRoad{score: math.Inf(-1), begun: math.Inf(-1), alpha: math.Inf(-1)}
	if n := len(cs.offRoad); n > 0 {
		before, price := &cs.offRoad[n-1], cs.offRoadPrice(t-1)
		a.score, a.from, a.begun, a.alpha = before.score-price, before.from, before.begun-price, before.alpha-price
	}
	switch left := t - 1 - cs.minOffRoad(); {
	case cs.anyPinned(max(left+1, begin), t):
	case left >= begin:
		cs.leave(&a, left, cs.leavePrice())
	case left == begin-1 && !cs.anchored(begin):
		a.begun = -float64(t-begin) * cs.model.offRoadStep
		a.alpha = logAdd(a.alpha, a.begun)
	}
	if !reached {
		a.breaks = true
		cs.leave(&a, t-1, cs.breakPrice(begin, t))
	}
	cs.offRoad = append(cs.offRoad, a)
}

// leave lets the chains that end at step t leave the roads there, at a price.
func (cs *chainSearch) leave(a *offRoad, t int, price float64) {
	s := &cs.steps[t]
	all := newLogSum(a.alpha)
	for i := s.first; i < s.end; i++ {
		c := &cs.candidates[i]
		all.add(c.alpha - price)
		if c.score-price > a.score {
			a.score, a.from = c.score-price, int32(i)
		}
	}
	a.alpha = all.log()
}

// returnToRoads lets the chains that are off the roads before step t continue on a road
// there.
func (cs *chainSearch) returnToRoads(t int) {
	s, a := &cs.steps[t], &cs.offRoad[len(cs.offRoad)-1]
	if math.IsInf(a.alpha, -1) {
		return
	}
	best, from := a.score, a.from
	if a.begun > best {
		best, from = a.begun, noCandidate
	}
	for i := s.first; i < s.end; i++ {
		c := &cs.candidates[i]
		price := cs.returnPrice(c) - c.emission
		c.alpha = logAdd(c.alpha, a.alpha-price)
		if best-price > c.score {
			c.score, c.from, c.chained, c.returned, c.lag = best-price, from, false, true, 0
			s.best = max(s.best, c.score)
		}
	}
}

// offRoadBackward is the backward pass of returnToRoads and leaveRoads. It sets the
// log-probability of all continuations of being off the roads before step t, and adds
// them to the steps where the roads were left. last is the last step of the chain.
func (cs *chainSearch) offRoadBackward(begin, t, last int) {
	a := &cs.offRoad[t-begin]
	if t > last {
		a.beta = 0 // the trip ends off the roads
	} else {
		s := &cs.steps[t]
		all := newLogSum(cs.offRoad[t-begin+1].beta - cs.offRoadPrice(t))
		for i := s.first; i < s.end; i++ {
			c := &cs.candidates[i]
			all.add(c.emission + c.ahead - cs.returnPrice(c))
		}
		a.beta = all.log()
	}
	if left := t - 1 - cs.minOffRoad(); left >= begin && !cs.anyPinned(left+1, t) {
		cs.leaveBackward(a, left, cs.leavePrice())
	}
	if a.breaks {
		cs.leaveBackward(a, t-1, cs.breakPrice(begin, t))
	}
}

// leaveBackward is the backward pass of leave.
func (cs *chainSearch) leaveBackward(a *offRoad, t int, price float64) {
	s := &cs.steps[t]
	for i := s.first; i < s.end; i++ {
		c := &cs.candidates[i]
		c.beta = logAdd(c.beta, a.beta-price)
	}
}
