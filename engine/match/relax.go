// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// arc is a possible transition between two candidates.
type arc struct {
	from, to int32     // indexes into lattice.candidates
	weight   float64   // log-probability, outlier penalties included
	cost     float64   // of its route, metres; 0 where the vehicle stood
	route    edgeRange // set only if the arc may be the best to its candidate
}

// edgeRange holds the edges of a route after the first: relaxer.edges[first:end].
type edgeRange struct{ first, end int32 }

// relaxer finds the arcs between two steps.
type relaxer struct {
	*batch
	*recorded
	*lattice

	search *road.Search
	effort int           // states that the searches may still settle; negative when overdrawn
	arcs   []arc         // of the current chain
	edges  []road.EdgeID // of their routes

	places  []road.Position // of the sources
	sources []int32         // candidates to search from, the best first; see rankSources
	targets []road.Position
	reached []float64 // by target; see setTargets
	bounds  []float64 // by target; see setBounds
}

// relaxation holds the state of computing the transitions between two steps.
//
// Route searches dominate the cost of matching, so useless ones are pruned. The best
// candidate of the first step goes first. For the others, only arcs within model.reach
// of the best known route to their target, and within the beam of the best candidate of
// the second step, are searched. The pruned arcs are on no best chain, and affect
// posteriors by 3 in 10,000. A log-probability is bounded by the cost of the route, so
// either limit gives a maximum cost per target.
type relaxation struct {
	a, b     *step
	straight float64 // distance between the steps (metres)
	beta     float64 // see betaOf
	price    float64 // cost of the steps skipped between (nats)
	best     float64 // greatest known score of a candidate of b
}

// isLong reports whether a step is so long that searches over it are limited.
func (w *relaxer) isLong(from, to int) bool {
	return w.rationed(geo.Distance(w.steps[from].at, w.steps[to].at))
}

// rationed reports whether searches over a step of that straight length are limited,
// because it is long or the effort of the trip is spent.
func (w *relaxer) rationed(straight float64) bool {
	return straight > w.model.longStep || w.effort <= 0
}

// relax computes the transitions from step from to step to, at an additional price. It
// searches as far as a route can be likely. If a farther route could still be better
// than those found, it repeats the search with a greater reach.
func (w *relaxer) relax(from, to int, price float64) {
	a, b := &w.steps[from], &w.steps[to]
	straight := geo.Distance(a.at, b.at)
	if straight > w.model.MaxStep {
		return
	}
	if from < to-1 && straight > w.model.longStep && w.effort <= 0 {
		return // no effort is left for outliers over the most expensive steps
	}
	if w.tooFast(a, b, straight) {
		b.tooFast = true
		return
	}
	r := relaxation{a: a, b: b, straight: straight, beta: w.betaOf(a, b, straight), price: price, best: b.best}
	w.rankSources(&r)
	w.setTargets(&r)
	mark := len(w.arcs)
	far := straight >= farStep
	w.search.Hasty = far
	for reach := w.firstReach(); ; reach *= reachGrowth {
		if gaveUp := w.survey(&r, reach); gaveUp && far {
			break // the searches would give up too
		}
		w.arcs = w.arcs[:mark]
		if cut := w.transitions(&r, reach); !cut || r.best >= a.best-price-reach {
			break
		}
	}
	w.applyArcs(&r, mark)
}

// reachGrowth is the factor between the reaches of repeated searches. Most steps need
// one. The cost of a search grows with the square of its reach, so that all rounds
// together cost little more than the last.
const reachGrowth = 3

// farStep is the length (metres) from which on a step always has a survey, and its
// searches are hasty (see road.Search). The cost of a search grows with the square of
// the length, and most of it would be spent on one target without a good route.
const farStep = 2000

// surveyPays is the number of searches of the first reach from which on a survey of the
// roads to the targets saves time. A survey takes about as long as one of them.
// Measured on sparse and noisy drives. A wide search counts as several.
const surveyPays = 8

// survey runs a survey before a round of searches if they are many, wide or far. It
// reports whether the survey gave up at its limit of states.
func (w *relaxer) survey(r *relaxation, reach float64) (gaveUp bool) {
	n := float64(len(w.sources))
	if n < 2 || n*(reach/w.firstReach()) < surveyPays && r.straight < farStep {
		return false
	}
	w.places = w.places[:0]
	for _, i := range w.sources {
		w.places = append(w.places, w.candidates[i].position())
	}
	w.search.MaxStates = max(w.effort, w.model.effortSpent)
	w.search.Survey(w.places, min(w.longestRoute(r.straight), r.straight+r.beta*reach))
	w.effort -= w.search.Settled()
	return w.search.Settled() >= w.search.MaxStates
}

// rankSources fills w.sources with the candidates of the first step to search from, the
// best first: those within the beam, and over a limited step only the best few.
func (w *relaxer) rankSources(r *relaxation) {
	w.sources = w.sources[:0]
	least := r.a.best - w.beam()
	for i := r.a.first; i < r.a.end; i++ {
		score := w.candidates[i].score
		if score < least || math.IsInf(score, -1) {
			continue
		}
		w.sources = append(w.sources, int32(i))
		at := len(w.sources) - 1
		for ; at > 0 && w.candidates[w.sources[at-1]].score < score; at-- {
			w.sources[at] = w.sources[at-1]
		}
		w.sources[at] = int32(i)
	}
	if n := w.model.longStepSources; n < len(w.sources) && w.rationed(r.straight) {
		for n < len(w.sources) && w.candidates[w.sources[n]].score == w.candidates[w.sources[n-1]].score {
			n++
		}
		w.sources = w.sources[:n]
	}
}

// setTargets makes the candidates of the second step the targets of the searches that
// follow, and fills w.reached with the best known log-probabilities of arriving at
// them.
func (w *relaxer) setTargets(r *relaxation) {
	w.targets, w.reached = w.targets[:0], w.reached[:0]
	for i := r.b.first; i < r.b.end; i++ {
		d := &w.candidates[i]
		w.targets = append(w.targets, d.position())
		w.reached = append(w.reached, d.score-d.emission)
	}
	w.setPrices(r.beta)
	w.search.Targets(w.targets, w.rules)
}

// transitions appends the arcs of a relaxation. A search stops where a transition would
// cost more than reach (nats) or exceed the longest route. cut reports whether reach
// stopped a search.
func (w *relaxer) transitions(r *relaxation, reach float64) (cut bool) {
	full := w.longestRoute(r.straight)
	for _, i := range w.sources {
		c := &w.candidates[i]
		bound := full
		near := r.straight + r.beta*min(reach, max(reach, w.beam())-(r.a.best-c.score))
		if near < full {
			bound = near
		}
		if !w.setBounds(r, i, bound) {
			cut = cut || near < full
			continue
		}
		// A search that gave up would settle the same states with a greater reach.
		gaveUp := w.runSearch(c)
		cut = cut || near < full && !gaveUp
		for k := range w.targets {
			if cost, found := w.search.Cost(k); found {
				length, _ := w.search.Distance(k)
				weight := transitionLog(length, cost, r.straight, r.beta) - r.price
				w.addArc(r, k, arc{from: i, weight: weight, cost: cost, route: w.keepRoute(k, c.score+weight)})
			}
		}
	}
	return cut
}

// setBounds fills w.bounds with the greatest useful cost of a route from candidate i to
// each target, at most bound. Where the vehicle stood, no route is needed. It reports
// whether any search is needed.
func (w *relaxer) setBounds(r *relaxation, i int32, bound float64) (wanted bool) {
	c := &w.candidates[i]
	w.bounds = w.bounds[:0]
	reach, beam, log := w.firstReach(), w.beam(), c.score-r.price
	for k := range w.targets {
		d := &w.candidates[r.b.first+k]
		if c.edge == d.edge {
			if log, yes := w.standing(r.a, r.b, c, d); yes {
				w.addArc(r, k, arc{from: i, weight: log - r.price})
				w.bounds = append(w.bounds, -1)
				continue
			}
		}
		least := max(w.reached[k]-reach, r.best-beam-d.emission)
		useful := min(bound, r.straight+r.beta*(log-least))
		w.bounds = append(w.bounds, useful)
		wanted = wanted || useful >= 0
	}
	return wanted
}

// runSearch searches from c to the targets within w.bounds and subtracts the states
// settled from the effort. It reports whether the search gave up at its limit of
// states.
func (w *relaxer) runSearch(c *candidate) (gaveUp bool) {
	w.search.MaxStates = max(w.effort, w.model.effortSpent)
	w.search.RunWithin(c.position(), w.bounds)
	w.effort -= w.search.Settled()
	return w.search.Settled() >= w.search.MaxStates
}

// keepRoute stores the route that the search found to target k, if its arrival is the
// best known.
func (w *relaxer) keepRoute(k int, arrival float64) edgeRange {
	if arrival < w.reached[k]-sameLog {
		return edgeRange{}
	}
	first := len(w.edges)
	w.edges = w.search.AppendRest(w.edges, k)
	return edgeRange{first: int32(first), end: int32(len(w.edges))}
}

// sameLog is a difference of log-probabilities due to rounding.
const sameLog = 1e-6

// addArc appends an arc to target k.
func (w *relaxer) addArc(r *relaxation, k int, x arc) {
	to := r.b.first + k
	x.to = int32(to)
	w.arcs = append(w.arcs, x)
	arrival := w.candidates[x.from].score + x.weight
	w.reached[k] = max(w.reached[k], arrival)
	r.best = max(r.best, arrival+w.candidates[to].emission)
}

// improves reports whether arriving from a candidate with that score is the best known
// way to d. Two candidates at one node often tie, and rounding then depends on the
// whole trip before; the first wins.
func (w *relaxer) improves(d *candidate, from int32, score float64) bool {
	if d.chained && math.Abs(score-d.score) < tieLog {
		return from < d.from
	}
	return score > d.score
}

// tieLog is the difference of log-probabilities up to which two routes tie: a thousand
// times the rounding error of a trip.
const tieLog = 1e-9

// applyArcs updates the scores of the second step with the arcs from mark on.
func (w *relaxer) applyArcs(r *relaxation, mark int) {
	for i := mark; i < len(w.arcs); i++ {
		x := &w.arcs[i]
		c, d := &w.candidates[x.from], &w.candidates[x.to]
		d.alpha = logAdd(d.alpha, c.alpha+x.weight+d.emission)
		if score := c.score + x.weight + d.emission; w.improves(d, x.from, score) {
			d.score, d.from, d.chained, d.route = score, x.from, true, x.route
			d.lag = w.lagAfter(r.a, r.b, c, d)
			r.b.best = max(r.b.best, score)
		}
	}
}
