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
func (w *batch) minOffRoad() int { return w.model.maxOutliers + 1 }

// leavePrice returns the cost of leaving the roads for minOffRoad steps.
func (w *batch) leavePrice() float64 {
	return w.model.offRoadPenalty + float64(w.minOffRoad())*w.model.offRoadStep
}

// breakPrice returns the cost of leaving the roads where no route leads to step t of a
// chain that began at step begin. Few steps at an end of the chain cost less as outliers
// than leaving the roads and returning, so there a break is cheaper.
func (w *chainSearch) breakPrice(begin, t int) float64 {
	few := t-begin <= endSteps && !w.anchored(begin)
	for k := t + 1; k <= t+endSteps && !few; k++ {
		if k == len(w.steps) {
			few = w.final
			break
		}
		few = w.steps[k].cut != ""
	}
	if few && !w.steps[t].offRoadBefore {
		return w.model.endBreakPenalty - w.model.offRoadPenalty // returning costs the rest
	}
	return w.model.offRoadPenalty
}

// endSteps is the greatest number of steps on one side of such a break.
const endSteps = 2

// returnPrice returns the cost of returning to the roads at c.
func (w *batch) returnPrice(c *candidate) float64 {
	if c.against {
		return w.model.offRoadPenalty + w.model.againstPenalty
	}
	return w.model.offRoadPenalty
}

// leaveRoads appends to w.offRoad the state before step t, the next one of a chain that
// began at step begin. reached reports whether any route leads to the step.
func (w *chainSearch) leaveRoads(begin, t int, reached bool) {
	a := offRoad{score: math.Inf(-1), begun: math.Inf(-1), alpha: math.Inf(-1)}
	if n := len(w.offRoad); n > 0 {
		before, price := &w.offRoad[n-1], w.model.offRoadStep
		a.score, a.from, a.begun, a.alpha = before.score-price, before.from, before.begun-price, before.alpha-price
	}
	switch left := t - 1 - w.minOffRoad(); {
	case left >= begin:
		w.leave(&a, left, w.leavePrice())
	case left == begin-1 && !w.anchored(begin):
		a.begun = -float64(t-begin) * w.model.offRoadStep
		a.alpha = logAdd(a.alpha, a.begun)
	}
	if !reached {
		a.breaks = true
		w.leave(&a, t-1, w.breakPrice(begin, t))
	}
	w.offRoad = append(w.offRoad, a)
}

// leave lets the chains that end at step t leave the roads there, at a price.
func (w *chainSearch) leave(a *offRoad, t int, price float64) {
	s := &w.steps[t]
	all := newLogSum(a.alpha)
	for i := s.first; i < s.end; i++ {
		c := &w.candidates[i]
		all.add(c.alpha - price)
		if c.score-price > a.score {
			a.score, a.from = c.score-price, int32(i)
		}
	}
	a.alpha = all.log()
}

// returnToRoads lets the chains that are off the roads before step t continue on a road
// there.
func (w *chainSearch) returnToRoads(t int) {
	s, a := &w.steps[t], &w.offRoad[len(w.offRoad)-1]
	if math.IsInf(a.alpha, -1) {
		return
	}
	best, from := a.score, a.from
	if a.begun > best {
		best, from = a.begun, noCandidate
	}
	for i := s.first; i < s.end; i++ {
		c := &w.candidates[i]
		price := w.returnPrice(c) - c.emission
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
func (w *chainSearch) offRoadBackward(begin, t, last int) {
	a := &w.offRoad[t-begin]
	if t > last {
		a.beta = 0 // the trip ends off the roads
	} else {
		s := &w.steps[t]
		all := newLogSum(w.offRoad[t-begin+1].beta - w.model.offRoadStep)
		for i := s.first; i < s.end; i++ {
			c := &w.candidates[i]
			all.add(c.emission + c.ahead - w.returnPrice(c))
		}
		a.beta = all.log()
	}
	if left := t - 1 - w.minOffRoad(); left >= begin {
		w.leaveBackward(a, left, w.leavePrice())
	}
	if a.breaks {
		w.leaveBackward(a, t-1, w.breakPrice(begin, t))
	}
}

// leaveBackward is the backward pass of leave.
func (w *chainSearch) leaveBackward(a *offRoad, t int, price float64) {
	s := &w.steps[t]
	for i := s.first; i < s.end; i++ {
		c := &w.candidates[i]
		c.beta = logAdd(c.beta, a.beta-price)
	}
}
