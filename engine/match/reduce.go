package match

import "roadsnap/engine/geo"

// step is a fix that takes part in the search.
type step struct {
	fix        int       // index into workspace.fixes
	at         geo.Point // the fix, smoothed where the trip is dense
	sigma      float64   // standard deviation of at per axis, metres
	first, end int       // its candidates: workspace.candidates[first:end]
	best       float64   // greatest score of its candidates; −Inf if none is reached
	cut        GapCause  // not empty: a new chain begins here; see markOutages
	away       bool      // fixes without roads lie before it, too many for any transition to lead here
	tooFast    bool      // the search met an impossible speed on the way here
	usual      float64   // mean straight length of the steps thereabouts, metres
	chosen     bool      // on the best chain
	stopped    int       // how many fixes of a stop it is the centre of; 0 for the vehicle on the move
	stopReach  float64   // of that stop, metres
}

// reduce chooses the fixes that take part in the search: those at least a
// spacing from the last one chosen (Newson and Krumm, section 4.1), the first
// and the last. What is nearer says more about the noise than about the road.
// Dense fixes are averaged with their neighbours first. A route that goes on
// from the batch before does so from the step where that ended.
func (w *workspace) reduce() {
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
			w.stand(&w.stops[next])
			i = w.stops[next].last
			next++
			continue
		}
		f := &w.fixes[i]
		f.mean, f.meanSigma = w.smooth(i)
		if f.repeats || w.stray(i) {
			continue
		}
		at, sigma := f.mean, f.meanSigma
		if n := len(w.steps); n > 0 && geo.Distance(w.steps[n-1].at, at) < w.config.SpacingSigmas*max(sigma, w.steps[n-1].sigma) {
			// The last one ends the route, so it takes part all the same.
			if i != end || at == w.steps[n-1].at {
				continue
			}
		}
		f.kept = true
		w.steps = append(w.steps, step{fix: i, at: at, sigma: sigma})
	}
}
