package match

import (
	"context"
	"math"
	"slices"
)

// choice is one chosen place of a chain.
type choice struct {
	step      int
	candidate int32
	begins    bool // comes back from a stretch off the roads
}

// chain runs the search from step begin until the trip is cut, and returns the
// last step before, and whether it is open: not cut, but out of steps. All sums are
// of logarithms.
//
// A step may follow any of the outliers()+1 steps before it, at the price of
// those left out between. Whatever is left out at the beginning and at the end
// costs the same. Longer stretches may be off the roads; see away.
func (w *workspace) chain(ctx context.Context, begin int) (last int, open bool, err error) {
	w.arcs, w.edges = w.arcs[:0], w.edges[:0]
	w.forget(begin)
	w.aways = w.aways[:0]
	w.goAway(begin, begin, true)
	w.start(begin, 0)
	if w.anchored(begin) {
		w.candidates[w.steps[begin].first].lag = w.from.anchor.place.lag
	}
	w.turnRound(&w.steps[begin])
	last = begin
	t := begin + 1
	for ; t < len(w.steps) && w.steps[t].cut == ""; t++ {
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		w.forget(t)
		w.reach(begin, t)
		w.goAway(begin, t, !math.IsInf(w.steps[t].best, -1))
		w.comeBack(t)
		w.turnRound(&w.steps[t])
		last = t
	}
	w.goAway(begin, last+1, true)
	return last, t == len(w.steps), nil
}

// outliers is how many steps in a row may be left out: not so many that one
// alone is left of a short trip, which would say nothing about a route.
func (w *workspace) outliers() int { return min(w.config.MaxOutliers, max(len(w.steps)-2, 0)) }

// forget makes the candidates of a step unreached.
func (w *workspace) forget(t int) {
	s := &w.steps[t]
	s.best, s.tooFast, s.chosen = math.Inf(-1), false, false
	for i := s.first; i < s.end; i++ {
		c := &w.candidates[i]
		c.score, c.alpha, c.beta = math.Inf(-1), math.Inf(-1), math.Inf(-1)
		c.chained, c.returned, c.turned, c.lag = false, false, false, 0
	}
}

// start lets a chain begin at step t, at a price.
func (w *workspace) start(t int, log float64) {
	s := &w.steps[t]
	for i := s.first; i < s.end; i++ {
		c := &w.candidates[i]
		score := log + c.emission
		if c.against {
			score -= w.config.AgainstPenalty
		}
		c.alpha = logAdd(c.alpha, score)
		if score > c.score {
			c.score, c.chained, c.lag = score, false, 0
		}
		s.best = max(s.best, c.score)
	}
}

// reach fills in step t from the steps before it. Steps farther back, and
// beginning anew, are tried only where they could come near the best score: an
// emission never adds to a score, and a transition little, for a cheap road.
func (w *workspace) reach(begin, t int) {
	for left := 0; left <= w.outliers() && t-1-left >= begin && !w.steps[t-left].away; left++ {
		price := float64(left) * w.config.OutlierPenalty
		best := w.steps[t-1-left].best - price
		if math.IsInf(best, -1) || left > 0 && best+w.config.OutlierSlack <= w.steps[t].best {
			continue
		}
		if left > 0 && !math.IsInf(w.steps[t].best, -1) && w.isLong(t-1-left, t) {
			continue // too dear for a doubt
		}
		w.relax(t-1-left, t, price)
	}
	if left := t - begin; left <= w.outliers() && !w.anchored(begin) {
		if log := -float64(left) * w.config.OutlierPenalty; log+w.config.OutlierSlack > w.steps[t].best {
			w.start(t, log)
		}
	}
}

// backtrack fills w.choices with the best chain between steps begin and last,
// in travel order. Steps left out are missing from it, a step where it turns
// round is there twice, with either twin. A chain of one place, which says nothing
// about a route, is the best only where there is no other: what is left out at the
// two ends must not be all but one.
func (w *workspace) backtrack(begin, last int) {
	t, at := w.chainEnd(begin, last)
	w.choices = w.choices[:0]
	for more := true; more; {
		for at < int32(w.steps[t].first) {
			t--
		}
		w.steps[t].chosen = true
		if w.candidates[at].turned {
			w.choices = append(w.choices, choice{step: t, candidate: at})
			at = w.twinOf(at)
		}
		c := &w.candidates[at]
		w.choices = append(w.choices, choice{step: t, candidate: at, begins: c.returned})
		at, more = c.from, c.joined()
	}
	slices.Reverse(w.choices)
}

// chainEnd returns the step and the candidate that the best chain ends with.
func (w *workspace) chainEnd(begin, last int) (end int, at int32) {
	best, joined := math.Inf(-1), w.anchored(begin) // that is, to the batch before
	for t := last; t >= begin && last-t <= w.outliers(); t-- {
		for i := w.steps[t].first; i < w.steps[t].end; i++ {
			c := &w.candidates[i]
			score := c.score - w.endPrice(t, last)
			if math.IsInf(score, -1) || joined && !c.joined() && !w.anchored(t) {
				continue
			}
			if score > best+tieLog || c.joined() && !joined {
				end, at, best, joined = t, int32(i), score, c.joined()
			}
		}
	}
	if a := &w.aways[last+1-begin]; a.score > best { // the trip ends off the roads
		return last, a.from
	}
	return end, at
}

// endPrice is what it costs to end a chain at step t when it could reach last.
func (w *workspace) endPrice(t, last int) float64 {
	return float64(last-t) * w.config.OutlierPenalty
}
