// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// fix is a usable observation.
type fix struct {
	index   int // in the input
	at      geo.Point
	seconds float64 // since the first time of the trip; meaningful if timed
	timed   bool
	sigma   float64 // standard deviation per axis, metres; 0 until known
	guessed bool    // sigma is an estimate
	heading float64 // degrees; meaningful if headed
	headed  bool
	repeats bool // same place and time as the previous fix

	// Set by reduce.
	mean      geo.Point // the fix, averaged with its neighbours where the trip is dense
	meanSigma float64   // standard deviation of mean per axis, metres
	kept      bool      // selected for the search, even if no road is near
	stray     bool      // excluded from the search because it lies far from its neighbours

	// Set by finishLeg.
	leftOut bool    // skipped by the search, so it has no influence on the places of others
	placed  bool    // lies on a leg
	leg     int     // index of the leg; meaningful if placed
	along   float64 // metres along the leg; meaningful if placed
	segment int     // of the route's line, named by its end vertex; meaningful if placed
}

// recorded holds the usable observations of the batch.
type recorded struct {
	*batch
	*result

	fixes        []fix
	firstNew     int     // the first fix after the overlap
	usualSeconds float64 // median step from fix to fix
	usualMetres  float64
	filtered     []geo.Point // see medians
	stops        []stop

	sample     []float64
	timeTails  []int32
	timeBefore []int32
}

// prepare fills w.fixes with the usable observations. The others get their final state.
func (w *recorded) prepare(obs []Observation) {
	w.fixes = w.fixes[:0]
	w.firstNew = -1
	w.points = grow(w.points, len(obs))
	for i := range obs {
		if i == w.from.overlap {
			w.endOverlap()
		}
		o := &obs[i]
		w.points[i] = Point{Index: i, Location: o.Point, State: OffRoad}
		if !o.Valid() {
			w.points[i].Reason = ReasonInvalid
			w.warn(i, WarnBadCoordinate)
			continue
		}
		f := fix{index: i, at: o.Point}
		switch {
		case o.Accuracy > 0 && !math.IsInf(o.Accuracy, 1):
			f.sigma = w.clampSigma(o.Accuracy)
		case o.Accuracy != 0: // negative, infinite or not a number
			w.warn(i, WarnBadAccuracy)
		}
		// A heading is only meaningful while moving.
		if o.HasHeading && o.Heading >= -360 && o.Heading <= 360 && !(o.HasSpeed && o.Speed < minHeadingSpeed) {
			f.heading, f.headed = o.Heading, true
		}
		w.fixes = append(w.fixes, f)
	}
	if w.firstNew < 0 { // all belong to the overlap
		w.endOverlap()
	}
	w.readTimes(obs)
	for i := 1; i < len(w.fixes); i++ {
		f, before := &w.fixes[i], &w.fixes[i-1]
		f.repeats = before.index >= 0 && f.at == before.at && obs[f.index].Time.Equal(obs[before.index].Time)
	}
}

// endOverlap notes that all fixes so far belong to the overlap. The last of them is the
// one from which the route continues, even if all observations of the overlap are
// invalid; its index is then negative.
func (w *recorded) endOverlap() {
	if a := &w.from.anchor; a.set && len(w.fixes) == 0 {
		w.fixes = append(w.fixes, a.fix)
		w.fixes[0].index -= w.from.base
	}
	w.firstNew = len(w.fixes)
}

// minHeadingSpeed is the speed (m/s) below which headings are ignored. u-blox receivers
// freeze the heading there.
const minHeadingSpeed = 1.5

func (w *batch) clampSigma(sigma float64) float64 {
	return min(max(sigma, w.model.minSigma), w.model.maxSigma)
}

func (w *result) warn(index int, kind WarningKind) {
	w.warnings = append(w.warnings, Warning{Index: index, Kind: kind})
}
