package match

import (
	"math"

	"roadsnap/engine/geo"
)

// arc is a possible transition between two candidates.
type arc struct {
	from, to int32   // indexes into workspace.candidates
	weight   float64 // log-probability, outlier penalties included
	cost     float64 // of its route, metres; 0 where the vehicle stood
	route    route   // kept of those arcs only that may be the best to their candidate
}

// route is the edges after the first that a route goes along: workspace.edges[first:end].
type route struct{ first, end int32 }

// relaxation is the work on the transitions between two steps.
//
// What searches for routes cost is what matching costs, so what cannot be of use
// is not searched for. The best candidate of the first step goes first. Of the
// others only such arcs count as come within Config.Reach of the best known way to
// their target, and within the beam of the best candidate of the second step: what
// is left out is on no best chain, and on so few of the others that posteriors
// stay what they are to 3 in 10,000. A log-probability is at most what the cost
// says, so either is a bound on the cost of the route, target by target.
type relaxation struct {
	a, b     *step
	straight float64 // metres between them
	beta     float64 // see betaOf
	price    float64 // of the steps left out between, nats
	best     float64 // greatest score known of a candidate of b
}

// isLong reports whether a step is so long that searches over it are rationed.
func (w *workspace) isLong(from, to int) bool {
	return w.rationed(geo.Distance(w.steps[from].at, w.steps[to].at))
}

// rationed reports whether searches over a step of that straight length are
// rationed: it is long, or the trip has had its share of effort.
func (w *workspace) rationed(straight float64) bool {
	return straight > w.config.LongStep || w.effort <= 0
}

// relax tries all transitions from step from to step to, less a price. It looks
// only so far for routes as they can be likely; if what it finds is not better
// than all that could lie beyond, it looks again, wider and wider.
func (w *workspace) relax(from, to int, price float64) {
	a, b := &w.steps[from], &w.steps[to]
	straight := geo.Distance(a.at, b.at)
	if straight > w.config.MaxStep {
		return
	}
	if from < to-1 && straight > w.config.LongStep && w.effort <= 0 {
		return // no effort is left to look for outliers over steps that ask for most of it
	}
	if w.tooFast(a, b, straight) {
		b.tooFast = true
		return
	}
	r := relaxation{a: a, b: b, straight: straight, beta: w.betaOf(a, b, straight), price: price, best: b.best}
	w.rankSources(&r)
	w.faceTargets(&r)
	mark := len(w.arcs)
	far := straight >= farStep
	w.search.Hasty = far
	for reach := w.firstReach(); ; reach *= reachGrowth {
		if gaveUp := w.survey(&r, reach); gaveUp && far {
			break // and so would the searches
		}
		w.arcs = w.arcs[:mark]
		if cut := w.transitions(&r, reach); !cut || r.best >= a.best-price-reach {
			break
		}
	}
	w.take(&r, mark)
}

// reachGrowth is how many times as far the next look for routes goes. Most
// steps need one; what a search costs grows with the square of its reach, so
// that all looks together cost little more than the last.
const reachGrowth = 3

// farStep is the length in metres from which on a step always has its roads
// surveyed, and its searches are hasty (see road.Search): what they look through
// grows with the square of it, and most of that for the sake of one target
// that there is no good way to.
const farStep = 2000

// surveyPays is from how many searches of the usual reach on it pays to survey the
// roads to the targets first, which takes about as long as one of them; measured
// on sparse and noisy drives. A wide search counts as several.
const surveyPays = 8

// survey prepares the searches of a look if they are many, wide or far. It reports
// whether it gave up because it might settle no more.
func (w *workspace) survey(r *relaxation, reach float64) (gaveUp bool) {
	n := float64(len(w.sources))
	if n < 2 || n*(reach/w.firstReach()) < surveyPays && r.straight < farStep {
		return false
	}
	w.places = w.places[:0]
	for _, i := range w.sources {
		w.places = append(w.places, w.candidates[i].position())
	}
	w.search.MaxStates = max(w.effort, w.config.EffortSpent)
	w.search.Survey(w.places, min(w.longestRoute(r.straight), r.straight+r.beta*reach))
	w.effort -= w.search.Settled()
	return w.search.Settled() >= w.search.MaxStates
}

// rankSources fills w.sources with the candidates of the first step that are
// searched from, the best first: those within the beam, and over a rationed step
// only the best few.
func (w *workspace) rankSources(r *relaxation) {
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
	if n := w.config.LongStepSources; n < len(w.sources) && w.rationed(r.straight) {
		for n < len(w.sources) && w.candidates[w.sources[n]].score == w.candidates[w.sources[n-1]].score {
			n++
		}
		w.sources = w.sources[:n]
	}
}

// faceTargets makes the candidates of the second step the targets of the searches
// that follow, and fills w.reached with the best known log-probabilities of coming
// to them.
func (w *workspace) faceTargets(r *relaxation) {
	w.targets, w.reached = w.targets[:0], w.reached[:0]
	for i := r.b.first; i < r.b.end; i++ {
		d := &w.candidates[i]
		w.targets = append(w.targets, d.position())
		w.reached = append(w.reached, d.score-d.emission)
	}
	w.setPrices(r.beta)
	w.search.Targets(w.targets, w.rules)
}

// transitions appends the arcs of a relaxation. Searches stop where a transition
// would cost more than reach, in nats, or where no route is followed any farther.
// It reports whether one stopped for its reach.
func (w *workspace) transitions(r *relaxation, reach float64) (cut bool) {
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
		// A search that gave up settles the same states if it may look farther.
		gaveUp := w.seek(c)
		cut = cut || near < full && !gaveUp
		for k := range w.targets {
			if cost, found := w.search.Cost(k); found {
				length, _ := w.search.Distance(k)
				weight := transitionLog(length, cost, r.straight, r.beta) - r.price
				w.join(r, k, arc{from: i, weight: weight, cost: cost, route: w.keepRoute(k, c.score+weight)})
			}
		}
	}
	return cut
}

// setBounds fills w.bounds with what a route from candidate i may cost to be of
// use, at most bound; where the vehicle stood no route is wanted. It reports
// whether any is.
func (w *workspace) setBounds(r *relaxation, i int32, bound float64) (wanted bool) {
	c := &w.candidates[i]
	w.bounds = w.bounds[:0]
	reach, beam, log := w.firstReach(), w.beam(), c.score-r.price
	for k := range w.targets {
		d := &w.candidates[r.b.first+k]
		if c.edge == d.edge {
			if log, yes := w.standing(c, d, r.a.sigma, r.b.sigma); yes {
				w.join(r, k, arc{from: i, weight: log - r.price})
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

// seek runs a search from c to the targets within w.bounds, and counts its effort.
// It reports whether the search gave up because it might settle no more.
func (w *workspace) seek(c *candidate) (gaveUp bool) {
	w.search.MaxStates = max(w.effort, w.config.EffortSpent)
	w.search.RunWithin(c.position(), w.bounds)
	w.effort -= w.search.Settled()
	return w.search.Settled() >= w.search.MaxStates
}

// keepRoute keeps the route that the search found to target k, if it comes there
// with the best log-probability known.
func (w *workspace) keepRoute(k int, arrival float64) route {
	if arrival < w.reached[k]-sameLog {
		return route{}
	}
	first := len(w.edges)
	w.edges = w.search.AppendRest(w.edges, k)
	return route{first: int32(first), end: int32(len(w.edges))}
}

// sameLog is a difference of log-probabilities that rounding may make.
const sameLog = 1e-6

// join appends an arc to target k.
func (w *workspace) join(r *relaxation, k int, x arc) {
	to := r.b.first + k
	x.to = int32(to)
	w.arcs = append(w.arcs, x)
	arrival := w.candidates[x.from].score + x.weight
	w.reached[k] = max(w.reached[k], arrival)
	r.best = max(r.best, arrival+w.candidates[to].emission)
}

// improves reports whether coming from a candidate with that score is the best
// known way to d. Two candidates at one node often tie, and what rounding makes of
// that depends on all the trip before: the first counts.
func (w *workspace) improves(d *candidate, from int32, score float64) bool {
	if d.chained && math.Abs(score-d.score) < tieLog {
		return from < d.from
	}
	return score > d.score
}

// tieLog is the difference of log-probabilities up to which two ways tie: a
// thousand times what rounding adds up to over a trip.
const tieLog = 1e-9

// take carries the arcs from mark on into the scores of the second step.
func (w *workspace) take(r *relaxation, mark int) {
	for i := mark; i < len(w.arcs); i++ {
		x := &w.arcs[i]
		c, d := &w.candidates[x.from], &w.candidates[x.to]
		d.alpha = logAdd(d.alpha, c.alpha+x.weight+d.emission)
		if score := c.score + x.weight + d.emission; w.improves(d, x.from, score) {
			d.score, d.from, d.chained, d.route = score, x.from, true, x.route
			d.lag = w.lagAfter(c, d, r.a.sigma, r.b.sigma)
			r.b.best = max(r.b.best, score)
		}
	}
}
