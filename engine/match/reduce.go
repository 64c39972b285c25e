// SPDX-License-Identifier: MIT

package match

import (
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
)

// step is a fix or a stop that takes part in the search.
type step struct {
	fix           int       // index into recorded.fixes
	at            geo.Point // the fix, averaged where the trip is dense
	sigma         float64   // standard deviation of at per axis, metres
	first, end    int       // its candidates: lattice.candidates[first:end]
	best          float64   // greatest score of its candidates; −Inf if none is reached
	cut           GapCause  // not empty: a new chain begins here; see markOutages
	offRoadBefore bool      // more than maxOutliers fixes without roads precede it, so no transition leads here
	tooFast       bool      // reaching it from an earlier step would take an impossible speed
	usual         float64   // local mean of the straight lengths of steps (metres)
	terminal      bool      // the first or the last of the trip
	chosen        bool      // on the best chain
	stay          stay      // of the stop at whose centre it is; zero while moving
	pin           *pin      // it cannot be skipped, and is on that road
}

// lattice holds the steps of the batch and their candidates.
type lattice struct {
	*batch
	*result
	*recorded

	steps      []step
	candidates []candidate
	sawIsland  bool // there was a candidate on an island

	hits   []road.Hit
	sample []float64
}

// reduce chooses the fixes that take part in the search: the first, the last, and those
// at least a spacing from the last one chosen (Newson and Krumm, section 4.1). Closer
// fixes show the noise rather than the road. Dense fixes are averaged with their
// neighbours first. A route that continues from the previous batch begins with the step
// where that batch ended.
func (lat *lattice) reduce() {
	lat.steps = lat.steps[:0]
	lat.medians()
	if a := &lat.from.anchor; a.set {
		lat.fixes[lat.firstNew-1].kept = true
		lat.steps = append(lat.steps, step{fix: lat.firstNew - 1, at: a.at, sigma: a.sigma, stay: a.stay})
	}
	lat.findStops()
	next := 0
	end := len(lat.fixes) - 1
	for end > lat.firstNew && lat.fixes[end].repeats {
		end--
	}
	inTime := 0 // number of steps that are due
	for i := lat.firstNew; i < len(lat.fixes); i++ {
		if lat.fixes[i].index < lat.due.first {
			inTime = len(lat.steps)
		} else if !lat.final && !lat.due.live && len(lat.steps)-inTime > borderSteps {
			lat.fixes[i].kept = true // it belongs to no step before it
			break
		}
		if next < len(lat.stops) && lat.stops[next].first == i {
			lat.appendStop(&lat.stops[next])
			i = lat.stops[next].last
			next++
			continue
		}
		f := &lat.fixes[i]
		if f.forced {
			f.mean, f.meanSigma, f.kept = f.at, f.sigma, true
			lat.steps = append(lat.steps, step{fix: i, at: f.at, sigma: f.sigma, pin: f.pin})
			continue
		}
		f.mean, f.meanSigma = lat.smooth(i)
		if f.repeats {
			continue
		}
		if f.stray = lat.stray(i); f.stray {
			continue
		}
		at, sigma := f.mean, f.meanSigma
		if n := len(lat.steps); n > 0 && geo.Distance(lat.steps[n-1].at, at) < lat.model.spacingSigmas*max(sigma, lat.steps[n-1].sigma) {
			// The last one ends the route, so it takes part regardless.
			if i != end || at == lat.steps[n-1].at {
				continue
			}
		}
		f.kept = true
		lat.steps = append(lat.steps, step{fix: i, at: at, sigma: sigma})
	}
}
