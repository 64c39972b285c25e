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
	chosen        bool      // on the best chain
	stopped       int       // number of fixes of the stop at its centre; 0 while moving
	stopReach     float64   // of that stop, metres
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
func (w *lattice) reduce() {
	w.steps = w.steps[:0]
	w.medians()
	if a := &w.from.anchor; a.set {
		w.fixes[w.firstNew-1].kept = true
		w.steps = append(w.steps, step{fix: w.firstNew - 1, at: a.at, sigma: a.sigma, stopped: a.stopped, stopReach: a.stopReach})
	}
	w.findStops()
	next := 0
	end := len(w.fixes) - 1
	for end > w.firstNew && w.fixes[end].repeats {
		end--
	}
	for i := w.firstNew; i < len(w.fixes); i++ {
		if next < len(w.stops) && w.stops[next].first == i {
			w.appendStop(&w.stops[next])
			i = w.stops[next].last
			next++
			continue
		}
		f := &w.fixes[i]
		f.mean, f.meanSigma = w.smooth(i)
		if f.repeats {
			continue
		}
		if f.stray = w.stray(i); f.stray {
			continue
		}
		at, sigma := f.mean, f.meanSigma
		if n := len(w.steps); n > 0 && geo.Distance(w.steps[n-1].at, at) < w.model.spacingSigmas*max(sigma, w.steps[n-1].sigma) {
			// The last one ends the route, so it takes part regardless.
			if i != end || at == w.steps[n-1].at {
				continue
			}
		}
		f.kept = true
		w.steps = append(w.steps, step{fix: i, at: at, sigma: sigma})
	}
}
