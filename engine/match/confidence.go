package match

import "math"

// posteriors runs the backward half of the forward-backward algorithm over the
// transitions that the search found, and leaves in w.total the log-probability
// of all chains together.
func (w *workspace) posteriors(begin, last int) {
	w.total = w.aways[last+1-begin].alpha
	w.awayBack(begin, last+1, last)
	for t := last; t >= begin && last-t <= w.outliers(); t-- {
		for i := w.steps[t].first; i < w.steps[t].end; i++ {
			c := &w.candidates[i]
			c.beta = logAdd(c.beta, -w.endPrice(t, last))
			w.total = logAdd(w.total, c.alpha-w.endPrice(t, last))
		}
	}
	// Arcs lie in the order of the steps that they lead to.
	i := len(w.arcs) - 1
	for t := last; t >= begin; t-- {
		w.arriving(&w.steps[t])
		w.awayBack(begin, t, last)
		for ; i >= 0 && int(w.arcs[i].to) >= w.steps[t].first; i-- {
			r := &w.arcs[i]
			c, d := &w.candidates[r.from], &w.candidates[r.to]
			c.beta = logAdd(c.beta, r.weight+d.emission+d.ahead)
		}
	}
}

// confidence returns the probability that step t was on the way, given the
// whole chain: the share of all chains that pass it there, less the chance that
// the fix belongs to no mapped road at all.
func (w *workspace) confidence(t int, way int64) float64 {
	s := &w.steps[t]
	share, best := 0.0, math.Inf(-1)
	for i := s.first; i < s.end; i++ {
		c := &w.candidates[i]
		if w.graph.WayID(c.edge.Link()) != way {
			continue
		}
		share += math.Exp(min(0, c.alpha+c.beta-w.total))
		best = max(best, c.emission)
	}
	if math.IsInf(best, -1) {
		return 0
	}
	explained := math.Exp(best)
	return min(1, share) * explained / (explained + offMapDensity)
}

// offMapDensity is the density of a fix that belongs to no mapped road,
// relative to that of a fix on its road: as if 3.2 standard deviations off.
const offMapDensity = 0.006
