package match

import "math"

// A vehicle may leave the mapped roads for a while: over a yard, a field, a road
// that is not on the map. In the search such a stretch is a run of steps left
// out, longer than outliers may be, over which no route is asked for: a leg ends
// before it and another begins after it. It costs Config.OffRoadPenalty to leave
// the roads, as much to come back, and Config.OffRoadStep for each step. A trip
// that begins or ends off the roads pays for one of the two.
//
// Where no route leads to a step, the trip breaks before it: that is a stretch off
// the roads which may have few steps, or none.

// away is the state of being off the roads just before a step. There is one for
// all roads.
type away struct {
	score  float64 // log-probability of the best chain that left the roads; −Inf if none did
	from   int32   // candidate where that one left them
	begun  float64 // log-probability of the trip having begun off the roads and being there still
	alpha  float64 // log-probability of all chains that are off the roads
	beta   float64 // of all that may follow
	breaks bool    // no route leads to the step
}

// noCandidate stands for the beginning of a trip off the roads.
const noCandidate = -1

// leastAway is how many steps a stretch off the roads has at least.
func (w *workspace) leastAway() int { return w.config.MaxOutliers + 1 }

// leavePrice is what it costs to leave the roads for so many steps at least.
func (w *workspace) leavePrice(steps int) float64 {
	return w.config.OffRoadPenalty + float64(steps)*w.config.OffRoadStep
}

// returnPrice is what it costs to come back to the roads at c.
func (w *workspace) returnPrice(c *candidate) float64 {
	if c.against {
		return w.config.OffRoadPenalty + w.config.AgainstPenalty
	}
	return w.config.OffRoadPenalty
}

// goAway appends to w.aways the state before step t, the next one of a chain that
// began at step begin, when it is known whether any route leads to the step.
func (w *workspace) goAway(begin, t int, reached bool) {
	a := away{score: math.Inf(-1), begun: math.Inf(-1), alpha: math.Inf(-1)}
	if n := len(w.aways); n > 0 {
		before, price := &w.aways[n-1], w.config.OffRoadStep
		a.score, a.from, a.begun, a.alpha = before.score-price, before.from, before.begun-price, before.alpha-price
	}
	switch left := t - 1 - w.leastAway(); {
	case left >= begin:
		w.leave(&a, left, w.leastAway())
	case left == begin-1 && !w.anchored(begin):
		a.begun = -float64(t-begin) * w.config.OffRoadStep
		a.alpha = logAdd(a.alpha, a.begun)
	}
	if !reached {
		a.breaks = true
		w.leave(&a, t-1, 0)
	}
	w.aways = append(w.aways, a)
}

// leave lets the chains that end at step t leave the roads there, for the next
// steps.
func (w *workspace) leave(a *away, t, steps int) {
	s, price := &w.steps[t], w.leavePrice(steps)
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

// comeBack lets the chains that are off the roads before step t go on there.
func (w *workspace) comeBack(t int) {
	s, a := &w.steps[t], &w.aways[len(w.aways)-1]
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

// awayBack is the backward half of comeBack and goAway: it fills in what may
// follow on being off the roads before step t, and adds to what may follow on the
// steps where the roads were left for it. last is the last step of the chain.
func (w *workspace) awayBack(begin, t, last int) {
	a := &w.aways[t-begin]
	if t > last {
		a.beta = 0 // the trip ends off the roads
	} else {
		s := &w.steps[t]
		all := newLogSum(w.aways[t-begin+1].beta - w.config.OffRoadStep)
		for i := s.first; i < s.end; i++ {
			c := &w.candidates[i]
			all.add(c.emission + c.ahead - w.returnPrice(c))
		}
		a.beta = all.log()
	}
	if left := t - 1 - w.leastAway(); left >= begin {
		w.leaveBack(a, left, w.leastAway())
	}
	if a.breaks {
		w.leaveBack(a, t-1, 0)
	}
}

// leaveBack is the backward half of leave.
func (w *workspace) leaveBack(a *away, t, steps int) {
	s, price := &w.steps[t], w.leavePrice(steps)
	for i := s.first; i < s.end; i++ {
		c := &w.candidates[i]
		c.beta = logAdd(c.beta, a.beta-price)
	}
}
