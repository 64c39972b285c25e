// SPDX-License-Identifier: MIT

package match

import (
	"context"
	"math"

	"roadsnap/engine/geo"
	"roadsnap/engine/road"
	"roadsnap/engine/yield"
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
	effort effort
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
	apart    float64 // see lattice.apart
	price    float64 // cost of the steps skipped between (nats)
	longest  float64 // greatest length of a route (metres)
	best     float64 // greatest known score of a candidate of b
}

// isLong reports whether a step is so long that searches over it are limited.
func (rx *relaxer) isLong(from, to int) bool {
	return rx.rationed(geo.Distance(rx.steps[from].at, rx.steps[to].at))
}

// rationed reports whether searches over a step of that straight length are limited,
// because it is long or the effort of the trip is spent.
func (rx *relaxer) rationed(straight float64) bool {
	return straight > rx.model.longStep || rx.effort.left <= 0
}

// relax computes the transitions from step from to step to, at an additional price. It
// searches as far as a route can be likely. If a farther route could still be better
// than those found, it repeats the search with a greater reach. Other work may go first
// between two searches. The error is that of ctx.
func (rx *relaxer) relax(ctx context.Context, from, to int, price float64) error {
	a, b := &rx.steps[from], &rx.steps[to]
	straight := geo.Distance(a.at, b.at)
	longest := rx.longestRoute(straight)
	if rx.corrections != nil && rx.bridged(a, b) {
		longest = bridgeDetour*straight + bridgeBase
		defer func(before effort) { rx.effort = before }(rx.effort)
		rx.effort.left = bridgeEffort
	} else if straight > rx.model.MaxStep {
		return nil
	}
	if from < to-1 && straight > rx.model.longStep && rx.effort.left <= 0 {
		return nil // no effort is left for outliers over the most expensive steps
	}
	if rx.tooFast(a, b, straight) {
		b.tooFast = true
		return nil
	}
	r := relaxation{a: a, b: b, straight: straight, beta: rx.betaOf(a, b, straight), apart: rx.apart(a, b), price: price, longest: longest, best: b.best}
	rx.rankSources(&r)
	rx.setTargets(&r)
	mark := len(rx.arcs)
	far := straight > rx.model.longStep
	rx.search.Hasty = far
	usual := from == to-1 // nothing is left out, and the reach is the first
	for reach := rx.firstReach(); !rx.effort.spent(); reach *= reachGrowth {
		before := rx.effort.left
		if gaveUp := rx.survey(&r, reach); gaveUp && far {
			rx.effort.penalise(before - rx.effort.left)
			break // the searches would give up too
		}
		rx.arcs = rx.arcs[:mark]
		cut, err := rx.transitions(ctx, &r, reach)
		if err != nil {
			return err
		}
		done := !cut || r.best >= a.best-price-rx.model.shortened(reach, straight)
		if !usual || far && !done {
			rx.effort.penalise(before - rx.effort.left)
		}
		if done {
			break
		}
		usual = false
	}
	rx.applyArcs(&r, mark)
	return nil
}

// reachGrowth is the factor between the reaches of repeated searches. Most steps need
// one. The cost of a search grows with the square of its reach, so that all rounds
// together cost little more than the last.
const reachGrowth = 3

// surveyPays is the number of searches of the first reach from which on a survey of the
// roads to the targets saves time, surveyPaysSparse that where turns are dear. A survey takes
// about as long as one of them. Measured on sparse and noisy drives. A wide search counts as
// several.
const surveyPays, surveyPaysSparse = 8, 4

// survey runs a survey before a round of searches if they are many, wide or far. It
// reports whether the survey gave up at its limit of states.
func (rx *relaxer) survey(r *relaxation, reach float64) (gaveUp bool) {
	n, pays := float64(len(rx.sources)), surveyPays
	if r.straight > rx.model.farStep {
		pays = surveyPaysSparse
	}
	if n < 2 || n*(reach/rx.firstReach()) < float64(pays) && r.straight <= rx.model.longStep {
		return false
	}
	rx.places = rx.places[:0]
	for _, i := range rx.sources {
		rx.places = append(rx.places, rx.candidates[i].position())
	}
	rx.search.MaxStates = rx.effort.limit()
	rx.search.Survey(rx.places, min(r.longest, r.straight+r.beta*reach))
	rx.effort.pay(rx.search.Settled())
	return rx.search.Settled() >= rx.search.MaxStates
}

// rankSources fills rx.sources with the candidates of the first step to search from, the
// best first: those within the beam, and over a limited step only the best few.
func (rx *relaxer) rankSources(r *relaxation) {
	rx.sources = rx.sources[:0]
	least := r.a.best - rx.beam()
	for i := r.a.first; i < r.a.end; i++ {
		score := rx.candidates[i].score
		if score < least || math.IsInf(score, -1) {
			continue
		}
		rx.sources = append(rx.sources, int32(i))
		at := len(rx.sources) - 1
		for ; at > 0 && rx.candidates[rx.sources[at-1]].score < score; at-- {
			rx.sources[at] = rx.sources[at-1]
		}
		rx.sources[at] = int32(i)
	}
	if n := rx.model.longStepSources; n < len(rx.sources) && rx.rationed(r.straight) {
		for n < len(rx.sources) && rx.candidates[rx.sources[n]].score == rx.candidates[rx.sources[n-1]].score {
			n++
		}
		rx.sources = rx.sources[:n]
	}
}

// setTargets makes the candidates of the second step the targets of the searches that
// follow, and fills rx.reached with the best known log-probabilities of arriving at
// them.
func (rx *relaxer) setTargets(r *relaxation) {
	rx.targets, rx.reached = rx.targets[:0], rx.reached[:0]
	for i := r.b.first; i < r.b.end; i++ {
		d := &rx.candidates[i]
		rx.targets = append(rx.targets, d.position())
		rx.reached = append(rx.reached, d.score-d.emission)
	}
	rx.setPrices(r.beta, r.straight, r.a.terminal || r.b.terminal)
	rx.search.Targets(rx.targets, rx.rules)
}

// transitions appends the arcs of a relaxation. A search stops where a transition would
// cost more than reach (nats) or exceed the longest route. cut reports whether reach
// stopped a search.
func (rx *relaxer) transitions(ctx context.Context, r *relaxation, reach float64) (cut bool, err error) {
	full := r.longest
	for _, i := range rx.sources {
		if err := yield.Now(ctx); err != nil {
			return false, err
		}
		c := &rx.candidates[i]
		bound := full
		near := r.straight + r.beta*min(reach, max(reach, rx.beam())-(r.a.best-c.score))
		if near < full {
			bound = near
		}
		if !rx.setBounds(r, i, bound) {
			cut = cut || near < full
			continue
		}
		// A search that gave up would settle the same states with a greater reach.
		gaveUp := rx.runSearch(c)
		cut = cut || near < full && !gaveUp
		for k := range rx.targets {
			if cost, found := rx.search.Cost(k); found {
				length, _ := rx.search.Distance(k)
				weight := rx.model.transitionLog(length, cost, r.straight, r.beta) - r.price
				rx.addArc(r, k, arc{from: i, weight: weight, cost: cost, route: rx.keepRoute(k, c.score+weight)})
			}
		}
	}
	return cut, nil
}

// setBounds fills rx.bounds with the greatest useful cost of a route from candidate i to
// each target, at most bound. Where the vehicle stood, no route is needed. It reports
// whether any search is needed.
func (rx *relaxer) setBounds(r *relaxation, i int32, bound float64) (wanted bool) {
	c, candidates := &rx.candidates[i], rx.candidates[r.b.first:r.b.end]
	rx.bounds = rx.bounds[:0]
	reach, beam, log := rx.firstReach(), rx.beam(), c.score-r.price
	reached := rx.reached[:len(candidates)]
	for k := range candidates {
		d := &candidates[k]
		if c.edge == d.edge {
			if log, yes := rx.standing(c, d, r.apart); yes {
				rx.addArc(r, k, arc{from: i, weight: log - r.price})
				rx.bounds = append(rx.bounds, -1)
				continue
			}
		}
		// Not max and min, which are slower because of NaN.
		least := r.best - beam - d.emission
		if x := reached[k] - reach; x > least {
			least = x
		}
		useful := r.straight + r.beta*rx.model.lengthened(log-least, r.straight)
		if bound < useful {
			useful = bound
		}
		rx.bounds = append(rx.bounds, useful)
		wanted = wanted || useful >= 0
	}
	return wanted
}

// runSearch searches from c to the targets within rx.bounds and subtracts the states
// settled from the effort. It reports whether the search gave up at its limit of
// states.
func (rx *relaxer) runSearch(c *candidate) (gaveUp bool) {
	rx.search.MaxStates = rx.effort.limit()
	rx.search.RunWithin(c.position(), rx.bounds)
	rx.effort.pay(rx.search.Settled())
	return rx.search.Settled() >= rx.search.MaxStates
}

// keepRoute stores the route that the search found to target k, if its arrival is the
// best known.
func (rx *relaxer) keepRoute(k int, arrival float64) edgeRange {
	if arrival < rx.reached[k]-sameLog {
		return edgeRange{}
	}
	first := len(rx.edges)
	rx.edges = rx.search.AppendRest(rx.edges, k)
	return edgeRange{first: int32(first), end: int32(len(rx.edges))}
}

// sameLog is a difference of log-probabilities due to rounding.
const sameLog = 1e-6

// addArc appends an arc to target k.
func (rx *relaxer) addArc(r *relaxation, k int, x arc) {
	to := r.b.first + k
	x.to = int32(to)
	rx.arcs = append(rx.arcs, x)
	arrival := rx.candidates[x.from].score + x.weight
	if arrival > rx.reached[k] {
		rx.reached[k] = arrival
	}
	if best := arrival + rx.candidates[to].emission; best > r.best {
		r.best = best
	}
}

// improves reports whether arriving from a candidate with that score is the best known
// way to d. Two candidates at one node often tie, and rounding then depends on the
// whole trip before; the first wins.
func (rx *relaxer) improves(d *candidate, from int32, score float64) bool {
	if d.chained && math.Abs(score-d.score) < tieLog {
		return from < d.from
	}
	return score > d.score
}

// tieLog is the difference of log-probabilities up to which two routes tie: a thousand
// times the rounding error of a trip.
const tieLog = 1e-9

// applyArcs updates the scores of the second step with the arcs from mark on.
func (rx *relaxer) applyArcs(r *relaxation, mark int) {
	for i := mark; i < len(rx.arcs); i++ {
		x := &rx.arcs[i]
		c, d := &rx.candidates[x.from], &rx.candidates[x.to]
		d.alpha = logAdd(d.alpha, c.alpha+x.weight+d.emission)
		if score := c.score + x.weight + d.emission; rx.improves(d, x.from, score) {
			d.score, d.from, d.chained, d.route = score, x.from, true, x.route
			d.lag = rx.lagAfter(c, d, r.apart)
			r.b.best = max(r.b.best, score)
		}
	}
}
