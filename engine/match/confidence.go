// SPDX-License-Identifier: MIT

package match

import "math"

// posteriors runs the backward pass of the forward-backward algorithm over the
// transitions that the search found, and sets cs.total to the log-probability of all
// chains together.
func (cs *chainSearch) posteriors(begin, last int) {
	cs.total = cs.offRoad[last+1-begin].alpha
	cs.offRoadBackward(begin, last+1, last)
	for t := last; t >= begin && last-t <= cs.outliers(); t-- {
		for i := cs.steps[t].first; i < cs.steps[t].end; i++ {
			c := &cs.candidates[i]
			c.beta = logAdd(c.beta, -cs.endPrice(t, last))
			cs.total = logAdd(cs.total, c.alpha-cs.endPrice(t, last))
		}
	}
	// Arcs are ordered by the step that they lead to.
	i := len(cs.arcs) - 1
	for t := last; t >= begin; t-- {
		cs.arriving(&cs.steps[t])
		cs.offRoadBackward(begin, t, last)
		for ; i >= 0 && int(cs.arcs[i].to) >= cs.steps[t].first; i-- {
			r := &cs.arcs[i]
			c, d := &cs.candidates[r.from], &cs.candidates[r.to]
			c.beta = logAdd(c.beta, r.weight+d.emission+d.ahead)
		}
	}
}

// posterior returns the share of all chains that leave their step at c.
func (cs *chainSearch) posterior(c *candidate) float64 {
	log := c.alpha + c.beta - cs.total
	if log < leastPosterior {
		return 0
	}
	return math.Exp(min(0, log))
}

// leastPosterior is the logarithm of the least share that counts: one in a million.
const leastPosterior = -14
