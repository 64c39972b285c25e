// SPDX-License-Identifier: MIT

package match

import "math"

// posteriors runs the backward pass of the forward-backward algorithm over the
// transitions that the search found, and sets w.total to the log-probability of all
// chains together.
func (w *chainSearch) posteriors(begin, last int) {
	w.total = w.offRoad[last+1-begin].alpha
	w.offRoadBackward(begin, last+1, last)
	for t := last; t >= begin && last-t <= w.outliers(); t-- {
		for i := w.steps[t].first; i < w.steps[t].end; i++ {
			c := &w.candidates[i]
			c.beta = logAdd(c.beta, -w.endPrice(t, last))
			w.total = logAdd(w.total, c.alpha-w.endPrice(t, last))
		}
	}
	// Arcs are ordered by the step that they lead to.
	i := len(w.arcs) - 1
	for t := last; t >= begin; t-- {
		w.arriving(&w.steps[t])
		w.offRoadBackward(begin, t, last)
		for ; i >= 0 && int(w.arcs[i].to) >= w.steps[t].first; i-- {
			r := &w.arcs[i]
			c, d := &w.candidates[r.from], &w.candidates[r.to]
			c.beta = logAdd(c.beta, r.weight+d.emission+d.ahead)
		}
	}
}

// posterior returns the share of all chains that leave their step at c.
func (w *chainSearch) posterior(c *candidate) float64 {
	log := c.alpha + c.beta - w.total
	if log < leastPosterior {
		return 0
	}
	return math.Exp(min(0, log))
}

// leastPosterior is the logarithm of the least share that counts: one in a million.
const leastPosterior = -14
