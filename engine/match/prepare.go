// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// fix is a usable observation.
type fix struct {
	index   int       // in the input
	raw     geo.Point // as observed
	at      geo.Point // where that is on the map; see shift
	seconds float64   // since the first time of the trip; meaningful if timed
	timed   bool
	sigma   float64 // standard deviation per axis, metres; 0 until known
	guessed bool    // sigma is an estimate
	heading float64 // degrees; meaningful if headed
	headed  bool
	repeats bool // same place and time as the previous fix
	stands  bool // the receiver reports a speed of about 0
	drives  bool // it reports a greater one
	pin     *pin // set by hand; nil for nearly all
	forced  bool // takes part in the search, because of a correction

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

// prepare fills r.fixes with the usable observations. The others get their final state.
func (r *recorded) prepare(obs []Observation) {
	r.fixes = r.fixes[:0]
	r.firstNew = -1
	r.points = grow(r.points, len(obs))
	for i := range obs {
		if i == r.from.overlap {
			r.endOverlap()
		}
		o := &obs[i]
		r.points[i] = Point{Index: i, Location: o.Point, State: OffRoad}
		if r.corrections != nil && r.corrections.left[r.from.base+i] {
			r.points[i].Reason = ReasonLeftOut
			continue
		}
		if !o.Valid() {
			r.points[i].Reason = ReasonInvalid
			r.warn(i, WarnBadCoordinate)
			continue
		}
		f := fix{index: i, raw: o.Point, at: moved(o.Point, r.shiftAt(i))}
		switch {
		case o.Accuracy > 0 && !math.IsInf(o.Accuracy, 1):
			f.sigma = r.clampSigma(o.Accuracy)
		case o.Accuracy != 0: // negative, infinite or not a number
			r.warn(i, WarnBadAccuracy)
		}
		// A heading is only meaningful while moving.
		if o.HasHeading && o.Heading >= -360 && o.Heading <= 360 && !(o.HasSpeed && o.Speed < minHeadingSpeed) {
			f.heading, f.headed = o.Heading, true
		}
		f.stands, f.drives = o.Stands(), o.Drives()
		r.next.moves = r.next.moves || o.HasSpeed && o.Speed >= r.stopSpeed()
		if r.corrections != nil {
			r.correct(&f)
		}
		r.fixes = append(r.fixes, f)
	}
	if r.firstNew < 0 { // all belong to the overlap
		r.endOverlap()
	}
	r.readTimes(obs)
	for i := 1; i < len(r.fixes); i++ {
		f, before := &r.fixes[i], &r.fixes[i-1]
		f.repeats = !f.forced && before.index >= 0 && f.raw == before.raw && obs[f.index].Time.Equal(obs[before.index].Time)
	}
}

// endOverlap notes that all fixes so far belong to the overlap. The last of them is the
// one from which the route continues, even if all observations of the overlap are
// invalid; its index is then negative.
func (r *recorded) endOverlap() {
	if a := &r.from.anchor; a.set && len(r.fixes) == 0 {
		r.fixes = append(r.fixes, a.fix)
		r.fixes[0].index -= r.from.base
	}
	r.firstNew = len(r.fixes)
}

// minHeadingSpeed is the speed (m/s) below which headings are ignored. u-blox receivers
// freeze the heading there.
const minHeadingSpeed = 1.5

func (bt *batch) clampSigma(sigma float64) float64 {
	return min(max(sigma, bt.model.minSigma), bt.model.maxSigma)
}

func (r *result) warn(index int, kind WarningKind) {
	r.warnings = append(r.warnings, Warning{Index: index, Kind: kind})
}
