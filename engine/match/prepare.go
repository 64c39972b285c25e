package match

import (
	"math"

	"roadsnap/engine/geo"
)

// fix is a usable observation.
type fix struct {
	index   int // place in the input
	at      geo.Point
	seconds float64 // since the first time of the trip; meaningful if timed
	timed   bool
	sigma   float64 // standard deviation per axis, metres; 0 until known
	guessed bool    // sigma is an estimate
	heading float64 // degrees; meaningful if headed
	headed  bool
	repeats bool // same place and time as the fix before

	// Filled in by reduce.
	mean      geo.Point // the fix averaged with its neighbours where the trip is dense
	meanSigma float64   // standard deviation of mean per axis, metres
	kept      bool      // takes part in the search, or would if a road were near

	// Filled in by settle.
	placed  bool    // lies on a leg
	leg     int     // which; meaningful if placed
	along   float64 // metres along the leg; meaningful if placed
	segment int     // of the route's line: ends at that vertex; meaningful if placed
}

// prepare sorts the usable observations from the others, which get their final
// state here, and fills w.fixes.
func (w *workspace) prepare(obs []Observation) {
	w.fixes = w.fixes[:0]
	w.firstNew = -1
	w.points = grow(w.points, len(obs))
	for i := range obs {
		if i == w.from.lenders {
			w.endLenders()
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
		// A heading means something only while moving.
		if o.HasHeading && o.Heading >= -360 && o.Heading <= 360 && !(o.HasSpeed && o.Speed < minHeadingSpeed) {
			f.heading, f.headed = o.Heading, true
		}
		w.fixes = append(w.fixes, f)
	}
	if w.firstNew < 0 { // all lend
		w.endLenders()
	}
	w.effort = w.from.effort
	w.readTimes(obs)
	for i := 1; i < len(w.fixes); i++ {
		f, before := &w.fixes[i], &w.fixes[i-1]
		f.repeats = before.index >= 0 && f.at == before.at && obs[f.index].Time.Equal(obs[before.index].Time)
	}
}

// endLenders notes that all fixes so far are there to lend only. The one that the
// route goes on from is the last of them, even if all that lends is no position;
// its index is then below 0.
func (w *workspace) endLenders() {
	if a := &w.from.anchor; a.set && len(w.fixes) == 0 {
		w.fixes = append(w.fixes, a.fix)
		w.fixes[0].index -= w.from.base
	}
	w.firstNew = len(w.fixes)
}

// minHeadingSpeed in m/s is the speed below which receivers report headings
// that mean little (u-blox receivers freeze the heading there).
const minHeadingSpeed = 1.5

func (w *workspace) clampSigma(sigma float64) float64 {
	return min(max(sigma, w.config.MinSigma), w.config.MaxSigma)
}

func (w *workspace) warn(index int, kind WarningKind) {
	w.warnings = append(w.warnings, Warning{Index: index, Kind: kind})
}
