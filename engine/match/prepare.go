package match

import (
	"math"
	"slices"
	"time"

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

// clock is what is known of the times of a trip.
type clock struct {
	epoch time.Time // the first time of the trip, to which fix.seconds count; zero without
	run   bool      // there was a time that can be used
	last  float64   // the last one that can; meaningful if run

	// Of the last fix decided, where a route goes on.
	anchorTimed   bool
	anchorSeconds float64
}

// readTimes marks the fixes whose time can be used: the longest run of fixes
// with increasing times, so that one wrong clock reading spoils itself alone.
// The others keep their place in the order and lose their time.
func (w *workspace) readTimes(obs []Observation) {
	w.timeTails, w.timeBefore = w.timeTails[:0], w.timeBefore[:0]
	clock := &w.next.clock
	for i := w.firstNew; i < len(w.fixes) && clock.epoch.IsZero(); i++ {
		clock.epoch = obs[w.fixes[i].index].Time
	}
	if clock.epoch.IsZero() {
		return
	}
	for i := range w.fixes[:w.firstNew] { // decided, and only their distance in time counts
		w.timeBefore = append(w.timeBefore, int32(i))
		f := &w.fixes[i]
		if f.index < 0 {
			continue
		}
		if t := obs[f.index].Time; !t.IsZero() {
			f.seconds = t.Sub(clock.epoch).Seconds()
		}
	}
	if w.from.anchor.set {
		f := &w.fixes[w.firstNew-1]
		f.timed, f.seconds = clock.anchorTimed, clock.anchorSeconds
	}
	// Patience sorting: timeTails[k] is the fix that ends the run of k+1 fixes
	// with the least time, timeBefore[i] the fix before i in its best run.
	for i := w.firstNew; i < len(w.fixes); i++ {
		f := &w.fixes[i]
		w.timeBefore = append(w.timeBefore, int32(i))
		t := obs[f.index].Time
		if t.IsZero() {
			continue
		}
		f.seconds = t.Sub(clock.epoch).Seconds()
		if clock.run && f.seconds <= clock.last {
			continue
		}
		k, _ := slices.BinarySearchFunc(w.timeTails, f.seconds, func(tail int32, s float64) int {
			if w.fixes[tail].seconds < s {
				return -1
			}
			return 1 // an equal time takes the place: runs increase strictly
		})
		if k > 0 {
			w.timeBefore[i] = w.timeTails[k-1]
		}
		if k == len(w.timeTails) {
			w.timeTails = append(w.timeTails, int32(i))
		} else if w.fixes[w.timeTails[k]].seconds != f.seconds { // of equal times the first counts
			w.timeTails[k] = int32(i)
		}
	}
	if len(w.timeTails) > 0 {
		for i := w.timeTails[len(w.timeTails)-1]; ; i = w.timeBefore[i] {
			w.fixes[i].timed = true
			if w.timeBefore[i] == i {
				break
			}
		}
	}
	w.warnTimes(obs)
}

func (w *workspace) warnTimes(obs []Observation) {
	last := math.Inf(-1)
	if w.from.clock.run {
		last = w.from.clock.last
	}
	for i := w.firstNew; i < len(w.fixes); i++ {
		f := &w.fixes[i]
		switch {
		case f.timed:
			last = f.seconds
		case obs[f.index].Time.IsZero():
			w.warn(f.index, WarnMissingTime)
		case f.seconds == last:
			w.warn(f.index, WarnDuplicateTime)
		default:
			w.warn(f.index, WarnBackwardTime)
		}
	}
}
