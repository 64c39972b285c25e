// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// betaOf returns the scale of the transition distribution between two steps a straight
// distance apart (metres); see Config. A step shorter than its neighbours, as when the
// vehicle turned back, does not reduce it. At the ends of a trip it is greater.
func (bt *batch) betaOf(a, b *step, straight float64) float64 {
	c := &bt.model
	d := max(straight, usualShare*(a.usual+b.usual)/2)
	beta := c.betaBase + c.betaPerSigma*(a.sigma+b.sigma)/2 + c.betaPerMetre*d + c.sparseBeta*c.sparseness(d)
	if a.terminal || b.terminal {
		beta *= c.endBeta
	}
	return beta
}

const (
	// usualShare is the least distance used for β (local mean steps).
	usualShare = 1.5
	// usualWindow is the number of steps on either side in the local mean.
	usualWindow = 5
	// fewestBetween is the number of steps from which on a trip has ends that differ from
	// the rest.
	fewestBetween = 5
)

// findUsual sets the local mean step length of each step, and which of them are the ends
// of the trip.
func (lat *lattice) findUsual() {
	lengths := lat.sample[:0]
	for t := 1; t < len(lat.steps); t++ {
		lengths = append(lengths, geo.Distance(lat.steps[t-1].at, lat.steps[t].at))
	}
	lat.sample = lengths
	for t := range lat.steps {
		around := lengths[max(t-usualWindow, 0):min(t+usualWindow, len(lengths))]
		sum := 0.0
		for _, l := range around {
			sum += l
		}
		lat.steps[t].usual = sum / float64(max(len(around), 1))
	}
	if n := len(lat.steps); n >= fewestBetween {
		lat.steps[0].terminal = !lat.from.anchor.set && lat.from.base == 0
		lat.steps[n-1].terminal = lat.steps[n-1].terminal || lat.final
	}
}

// transitionLog returns the log-probability of a route of that length and cost between
// two fixes a straight distance apart, up to a constant for the step. It is the
// exponential distribution of Newson and Krumm (their equation 2), applied also to the
// cost of the route beyond its length, with a longer tail in sparse trips.
func (c *model) transitionLog(length, cost, straight, beta float64) float64 {
	return -c.shortened((math.Abs(length-straight)+cost-length)/beta, straight)
}

// shortened returns what a transition costs (nats) that would cost that much by the
// exponential distribution. lengthened is its inverse.
func (c *model) shortened(nats, straight float64) float64 {
	if straight < c.sparse || nats <= c.detourNats {
		return nats
	}
	likely := c.detourNats * (2 - c.sparseness(straight))
	return min(nats, likely+(nats-likely)*c.detourShare)
}

func (c *model) lengthened(nats, straight float64) float64 {
	if straight < c.sparse || nats <= c.detourNats {
		return nats
	}
	likely := c.detourNats * (2 - c.sparseness(straight))
	return max(nats, likely+(nats-likely)/c.detourShare)
}

// sparseness returns 0 for steps up to sparse, 1 from sparseRamp metres beyond it on, and a
// share in between.
func (c *model) sparseness(straight float64) float64 {
	return min(max(straight-c.sparse, 0)/c.sparseRamp, 1)
}

// standing reports whether d lies behind c on the same edge by no more than noise
// explains. The vehicle then stood, or crept, and the route between them has length 0.
// The distance is measured from the foremost place of the route, so that steps
// backwards do not add up to a drive in reverse. The log-probability is that of the
// difference of two positions along the road, minus the part that c has paid. deviation
// is the standard deviation of that difference; see apart. It has the tail of the
// emission distribution, because the fixes of a stop drift.
func (lat *lattice) standing(c, d *candidate, deviation float64) (log float64, yes bool) {
	if c.edge != d.edge || !(d.offset < c.offset) {
		return 0, false
	}
	lag := c.lag + c.offset - d.offset
	limit := lat.model.backwardSigmas
	return emissionLog(lag, deviation) - emissionLog(c.lag, deviation), lag <= limit*deviation
}

// apart returns the standard deviation of the difference of two steps of a stationary
// vehicle along the road (metres). The noise that changes from fix to fix adds up. The
// rest changes slowly, so it is nearly the same in both steps if they are near in time.
func (lat *lattice) apart(a, b *step) float64 {
	variance := a.sigma*a.sigma + b.sigma*b.sigma
	fa, fb := &lat.fixes[a.fix], &lat.fixes[b.fix]
	passed := float64(b.fix - a.fix) // a second each, if the time is unknown
	if fa.timed && fb.timed {
		passed = fb.seconds - fa.seconds
	}
	jitter := coarseness * lat.next.noise.fewJitter
	changes := min(2*jitter*jitter/variance, 1)
	changes += (1 - changes) * -math.Expm1(-passed/slowNoise)
	return math.Sqrt(variance * max(changes, leastChange))
}

const (
	// slowNoise is the time in which noise that persists from fix to fix changes
	// (seconds).
	slowNoise = 30
	// coarseness is the factor by which a rounded estimate may be too low; see coarse.
	coarseness = math.Sqrt2
	// leastChange is the least share of the variance that changes between two steps.
	leastChange = 0.1
)

// lagAfter returns how far the route from c is ahead of d; see standing.
func (lat *lattice) lagAfter(c, d *candidate, deviation float64) float64 {
	if c.edge != d.edge {
		return 0
	}
	if _, yes := lat.standing(c, d, deviation); yes || d.offset >= c.offset {
		return max(0, c.lag+c.offset-d.offset)
	}
	return 0 // once round a loop
}

// tooFast reports whether no vehicle of the profile could have moved from step a to
// step b in the time between, allowing for noise in both fixes.
func (lat *lattice) tooFast(a, b *step, straight float64) bool {
	if lat.corrections != nil && lat.bridged(a, b) {
		return false
	}
	return lat.outruns(&lat.fixes[a.fix], &lat.fixes[b.fix], a.sigma+b.sigma, straight)
}

// outruns is tooFast for two fixes whose standard deviations add up to sigmas.
func (bt *batch) outruns(a, b *fix, sigmas, straight float64) bool {
	if !a.timed || !b.timed {
		return false
	}
	least := straight - 3*sigmas
	// Half a second either way, because many recorders round to whole seconds.
	return least > bt.topSpeed*(b.seconds-a.seconds+1)
}

// longestRoute returns the longest route over a step (metres).
func (bt *batch) longestRoute(straight float64) float64 {
	return straight*bt.model.maxDetour + bt.model.detourBase
}
