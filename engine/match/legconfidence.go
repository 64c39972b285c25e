// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// The confidence of a leg is the probability that it goes the true ways, all of them, from
// its first point to its last. That is far less than the mean confidence of its points: a
// single wrong turn makes the leg wrong. The form is logistic; its parameters are fitted to
// simulated trips. See MODEL.md, section Confidence of legs.

// NumEvidence is the number of terms of the evidence of a leg.
const NumEvidence = 7

// legLevel is the log-odds of a leg without any evidence against it, legWeights the decrease
// per unit of each term of [Leg.Evidence].
const legLevel = 5.026

var legWeights = [NumEvidence]float64{0.603, 1.258, 0.506, 0.715, 1.167, 2.128, 0.392}

// Evidence returns what speaks against the leg, each term from 0 upwards. The confidence of
// a leg is computed from it, and its weights are fitted to it.
func (l *Leg) Evidence() [NumEvidence]float64 {
	d := &l.doubts
	n := max(d.choices, 1)
	return [NumEvidence]float64{
		math.Log1p(float64(len(l.Ways))),
		math.Log1p(d.reversals),
		math.Log1p(d.others / littleOthers),
		math.Log1p(d.cost / n / littleCost),
		math.Log1p(d.skipped),
		math.Log1p(d.turns),
		math.Log1p(d.distance / n / littleDistance),
	}
}

const (
	// littleOthers is the share of other chains (summed over the choices), littleCost the
	// mean cost of a transition (nats), littleDistance the mean distance from the road
	// (standard deviations), below which they say little.
	littleOthers   = 0.01
	littleCost     = 0.1
	littleDistance = 0.3
)

// legDoubts are sums over the choices of a leg.
type legDoubts struct {
	choices   float64
	others    float64 // shares of the chains that are not on the route, without the ends of the leg
	most      float64 // greatest of these shares
	cost      float64 // of the transitions (nats), each at most mostOdd; see oddness
	distance  float64 // from the road (standard deviations), each at most onMapReach
	skipped   float64 // steps left out between choices
	turns     float64 // U-turns in the middle of an edge
	reversals float64 // U-turns of any kind
}

// add adds the sums of the next piece of the leg.
func (d *legDoubts) add(next legDoubts) {
	d.choices += next.choices
	d.others += next.others
	d.most = max(d.most, next.most)
	d.cost += next.cost
	d.distance += next.distance
	d.skipped += next.skipped
	d.turns += next.turns
	d.reversals += next.reversals
}

// legDoubts returns the sums over the choices, without the first if the previous batch
// counted it. goesOn and open say that the leg began before the batch and ends after it.
func (as *assessor) legDoubts(goesOn, open bool) (d legDoubts) {
	end := as.chosenAlong[len(as.choices)-1]
	for k, choice := range as.choices {
		s := &as.steps[choice.step]
		if k > 0 {
			if before := as.choices[k-1]; before.step == choice.step {
				d.turns++
			} else {
				d.skipped += float64(choice.step - before.step - 1)
			}
			d.cost += min(max(as.oddness(k), 0), mostOdd)
		}
		if k == 0 && goesOn {
			continue
		}
		d.choices++
		d.distance += min(geo.Distance(s.at, as.candidates[choice.candidate].at)/s.sigma, onMapReach)
		reach := endSigmas*s.sigma + endBase
		if (goesOn || as.chosenAlong[k] > reach) && (open || end-as.chosenAlong[k] > reach) {
			d.others += 1 - as.shares[k]
			d.most = max(d.most, 1-as.shares[k])
		}
	}
	for i := 1; i < len(as.pieces); i++ {
		if as.pieces[i].edge == as.pieces[i-1].edge.Reverse() {
			d.reversals++
		}
	}
	return d
}

// The noise of one fix may move either end of a leg by endSigmas standard deviations plus
// endBase (metres). Which road it begins and ends on does not count.
const endSigmas, endBase = 3, 10

// confidence returns the probability that the leg goes the true ways: at most that of its
// most doubtful place.
func (l *Leg) confidence() float64 {
	log := legLevel
	for i, x := range l.Evidence() {
		log -= legWeights[i] * x
	}
	return min(1/(1+math.Exp(-log)), 1-l.doubts.most)
}
