// SPDX-License-Identifier: MIT

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
	begins    bool // the chain returns to the roads here
}

// chainSearch finds the best chain from a step to the next cut.
type chainSearch struct {
	*batch
	*lattice
	*relaxer

	offRoad []offRoad // from the first step of the chain to the one after its last
	choices []choice
	total   float64 // log-probability of all chains
}

// chain runs the search from step begin to the next cut or the end of the batch. It
// returns the last step searched. open is set at the end of the batch. All sums are of
// logarithms.
//
// A step may follow any of the outliers()+1 steps before it, at the cost of the skipped
// ones. Steps skipped at the beginning and the end cost the same. Longer runs may be
// off the roads; see offRoad.
func (w *chainSearch) chain(ctx context.Context, begin int) (last int, open bool, err error) {
	w.arcs, w.edges = w.arcs[:0], w.edges[:0]
	w.reset(begin)
	w.offRoad = w.offRoad[:0]
	w.leaveRoads(begin, begin, true)
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
		w.reset(t)
		reached := w.reach(begin, t)
		w.startLate(begin, t)
		w.leaveRoads(begin, t, reached)
		w.returnToRoads(t)
		w.turnRound(&w.steps[t])
		last = t
	}
	w.leaveRoads(begin, last+1, true)
	return last, t == len(w.steps), nil
}

// outliers returns how many consecutive steps may be skipped. At least two steps of a
// short trip remain, because one alone does not define a route.
func (w *lattice) outliers() int { return min(w.model.maxOutliers, max(len(w.steps)-2, 0)) }

// reset marks the candidates of a step as unreached.
func (w *chainSearch) reset(t int) {
	s := &w.steps[t]
	s.best, s.tooFast, s.chosen = math.Inf(-1), false, false
	for i := s.first; i < s.end; i++ {
		c := &w.candidates[i]
		c.score, c.alpha, c.beta = math.Inf(-1), math.Inf(-1), math.Inf(-1)
		c.chained, c.returned, c.turned, c.lag = false, false, false, 0
	}
}

// start lets a chain begin at step t, with the given log-probability.
func (w *chainSearch) start(t int, log float64) {
	s := &w.steps[t]
	for i := s.first; i < s.end; i++ {
		c := &w.candidates[i]
		score := log + c.emission
		if c.against {
			score -= w.model.againstPenalty
		}
		c.alpha = logAdd(c.alpha, score)
		if score > c.score {
			c.score, c.chained, c.lag = score, false, 0
		}
		s.best = max(s.best, c.score)
	}
}

// reach computes the scores of step t from the steps before it, and reports whether a
// route leads to it. Skipping steps is tried only where it could come close to the best
// score: an emission never adds to a score, and a transition adds little, on a cheap
// road.
func (w *chainSearch) reach(begin, t int) (reached bool) {
	for left := 0; left <= w.outliers() && t-1-left >= begin && !w.steps[t-left].offRoadBefore; left++ {
		price := float64(left) * w.model.outlierPenalty
		best := w.steps[t-1-left].best - price
		if math.IsInf(best, -1) || left > 0 && best+w.model.outlierSlack <= w.steps[t].best {
			continue
		}
		if left > 0 && !math.IsInf(w.steps[t].best, -1) && w.isLong(t-1-left, t) {
			continue // too expensive for an unlikely case
		}
		w.relax(t-1-left, t, price)
	}
	return !math.IsInf(w.steps[t].best, -1)
}

// startLate lets a chain from step begin on have its first place at step t, with the
// steps before it skipped, if that could come close to the best score.
func (w *chainSearch) startLate(begin, t int) {
	if left := t - begin; left <= w.outliers() && !w.anchored(begin) {
		if log := -float64(left) * w.model.outlierPenalty; log+w.model.outlierSlack > w.steps[t].best {
			w.start(t, log)
		}
	}
}

// backtrack fills w.choices with the best chain between steps begin and last, in travel
// order. Skipped steps are absent. A step where the vehicle turns round appears twice,
// once with either twin. A chain of one place does not define a route, so it is chosen
// only if there is no other.
func (w *chainSearch) backtrack(begin, last int) {
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

// chainEnd returns the last step and candidate of the best chain.
func (w *chainSearch) chainEnd(begin, last int) (end int, at int32) {
	best, joined := math.Inf(-1), w.anchored(begin) // an anchored chain is joined to the previous batch
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
	if a := &w.offRoad[last+1-begin]; a.score > best { // the trip ends off the roads
		return last, a.from
	}
	return end, at
}

// endPrice returns the cost of ending a chain at step t instead of last.
func (w *batch) endPrice(t, last int) float64 {
	return float64(last-t) * w.model.outlierPenalty
}
