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
func (cs *chainSearch) chain(ctx context.Context, begin int) (last int, open bool, err error) {
	cs.arcs, cs.edges = cs.arcs[:0], cs.edges[:0]
	cs.reset(begin)
	cs.offRoad = cs.offRoad[:0]
	cs.leaveRoads(begin, begin, true)
	cs.start(begin, 0)
	cs.turnRound(&cs.steps[begin])
	last = begin
	t := begin + 1
	for ; t < len(cs.steps) && cs.steps[t].cut == ""; t++ {
		cs.reset(t)
		reached, err := cs.reach(ctx, begin, t)
		if err != nil {
			return 0, false, err
		}
		cs.startLate(begin, t)
		cs.leaveRoads(begin, t, reached)
		cs.returnToRoads(t)
		cs.turnRound(&cs.steps[t])
		last = t
	}
	cs.leaveRoads(begin, last+1, true)
	return last, t == len(cs.steps), nil
}

// outliers returns how many consecutive steps may be skipped. At least two steps of a
// short trip remain, because one alone does not define a route.
func (lat *lattice) outliers() int { return min(lat.model.maxOutliers, max(len(lat.steps)-2, 0)) }

// reset marks the candidates of a step as unreached.
func (cs *chainSearch) reset(t int) {
	s := &cs.steps[t]
	s.best, s.tooFast, s.chosen = math.Inf(-1), false, false
	for i := s.first; i < s.end; i++ {
		c := &cs.candidates[i]
		c.score, c.alpha, c.beta = math.Inf(-1), math.Inf(-1), math.Inf(-1)
		c.chained, c.returned, c.turned, c.pending, c.lag = false, false, false, false, 0
	}
}

// start lets a chain begin at step t, with the given log-probability. None begins on a
// shadow. A chain that continues from the previous batch begins at the anchor.
func (cs *chainSearch) start(t int, log float64) {
	s := &cs.steps[t]
	for i := s.first; i < s.end; i++ {
		c := &cs.candidates[i]
		lag := 0.0
		if cs.anchored(t) {
			if !cs.isAnchor(t, c) {
				continue
			}
			lag = cs.from.anchor.place.lag
		} else if cs.graph.IsShadow(c.edge.Link()) {
			continue
		}
		score := log + c.emission
		if c.against {
			score -= cs.model.againstPenalty
		}
		c.alpha = logAdd(c.alpha, score)
		if score > c.score {
			c.score, c.chained, c.lag = score, false, lag
		}
		s.best = max(s.best, c.score)
	}
}

// reach computes the scores of step t from the steps before it, and reports whether a
// route leads to it. Skipping steps is tried only where it could come close to the best
// score: an emission never adds to a score, and a transition adds little, on a cheap
// road.
func (cs *chainSearch) reach(ctx context.Context, begin, t int) (reached bool, err error) {
	cs.effort.step = cs.model.effortSpent
	for left := 0; left <= cs.outliers() && t-1-left >= begin && !cs.steps[t-left].offRoadBefore; left++ {
		price := cs.skipPrice(t-left, t)
		best := cs.steps[t-1-left].best - price
		if math.IsInf(best, -1) || left > 0 && best+cs.model.outlierSlack <= cs.steps[t].best {
			continue
		}
		if left > 0 && !math.IsInf(cs.steps[t].best, -1) && cs.isLong(t-1-left, t) {
			continue // too expensive for an unlikely case
		}
		if err := cs.relax(ctx, t-1-left, t, price); err != nil {
			return false, err
		}
	}
	return !math.IsInf(cs.steps[t].best, -1), nil
}

// startLate lets a chain from step begin on have its first place at step t, with the
// steps before it skipped, if that could come close to the best score.
func (cs *chainSearch) startLate(begin, t int) {
	if left := t - begin; left <= cs.outliers() && !cs.anchored(begin) {
		if log := -cs.skipPrice(begin, t); log+cs.model.outlierSlack > cs.steps[t].best {
			cs.start(t, log)
		}
	}
}

// backtrack fills cs.choices with the best chain between steps begin and last, in travel
// order. Skipped steps are absent. A step where the vehicle turns round appears twice,
// once with either twin. A chain of one place does not define a route, so it is chosen
// only if there is no other.
func (cs *chainSearch) backtrack(begin, last int) {
	t, at := cs.chainEnd(begin, last)
	cs.choices = cs.choices[:0]
	for more := true; more; {
		for at < int32(cs.steps[t].first) {
			t--
		}
		cs.steps[t].chosen = true
		if cs.candidates[at].turned {
			cs.choices = append(cs.choices, choice{step: t, candidate: at})
			at = cs.twinOf(at)
		}
		c := &cs.candidates[at]
		cs.choices = append(cs.choices, choice{step: t, candidate: at, begins: c.returned})
		at, more = c.from, c.joined()
	}
	slices.Reverse(cs.choices)
}

// chainEnd returns the last step and candidate of the best chain.
func (cs *chainSearch) chainEnd(begin, last int) (end int, at int32) {
	best, joined := math.Inf(-1), cs.anchored(begin) // an anchored chain is joined to the previous batch
	for t := last; t >= begin && last-t <= cs.outliers(); t-- {
		for i := cs.steps[t].first; i < cs.steps[t].end; i++ {
			c := &cs.candidates[i]
			score := c.score - cs.endPrice(t, last)
			if math.IsInf(score, -1) || joined && !c.joined() && !cs.anchored(t) {
				continue
			}
			if score > best+tieLog || c.joined() && !joined {
				end, at, best, joined = t, int32(i), score, c.joined()
			}
		}
	}
	if a := &cs.offRoad[last+1-begin]; a.score > best { // the trip ends off the roads
		return last, a.from
	}
	return end, at
}

// endPrice returns the cost of ending a chain at step t instead of last.
func (lat *lattice) endPrice(t, last int) float64 { return lat.skipPrice(t+1, last+1) }

// skipPrice returns the cost of leaving out the steps from first to before end.
func (lat *lattice) skipPrice(first, end int) (price float64) {
	for t := first; t < end; t++ {
		price += lat.model.outlierPenalty
		if lat.steps[t].pin != nil {
			return math.Inf(1)
		}
		if lat.steps[t].stay.fixes > 0 {
			price += lat.model.outlierPenalty * (stopOutliers - 1)
		}
	}
	return price
}

// stopOutliers is how many outliers a stop counts as, because its fixes are not all bad by
// chance.
const stopOutliers = 2
