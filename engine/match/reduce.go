package match

import (
	"math"

	"roadsnap/engine/geo"
)

// step is a fix that takes part in the search.
type step struct {
	fix        int       // index into workspace.fixes
	at         geo.Point // the fix, smoothed where the trip is dense
	sigma      float64   // standard deviation of at per axis, metres
	first, end int       // its candidates: workspace.candidates[first:end]
	best       float64   // greatest score of its candidates; −Inf if none is reached
	cut        GapCause  // not empty: no leg goes from the step before to this one
	away       bool      // the trip was where no roads are before it
	tooFast    bool      // the search met an impossible speed on the way here
	usual      float64   // mean straight length of the steps thereabouts, metres
	chosen     bool      // on the best chain
	standing   int       // how many fixes of a stop it is the centre of; 0 for the vehicle on the move
	reach      float64   // of that stop
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
		w.steps = append(w.steps, step{fix: w.firstNew - 1, at: a.at, sigma: a.sigma, standing: a.standing, reach: a.reach})
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

// medians fills w.calm with the position of each fix as the median, axis by
// axis, of itself and its two neighbours: one bad fix leaves no trace in it.
func (w *workspace) medians() {
	w.calm = w.calm[:0]
	for i := range w.fixes {
		if i == 0 || i == len(w.fixes)-1 {
			w.calm = append(w.calm, w.fixes[i].at)
			continue
		}
		a, b, c := w.fixes[i-1].at, w.fixes[i].at, w.fixes[i+1].at
		w.calm = append(w.calm, geo.Point{Lat: median3(a.Lat, b.Lat, c.Lat), Lon: median3(a.Lon, b.Lon, c.Lon)})
	}
}

func median3(a, b, c float64) float64 { return max(min(a, b), min(max(a, b), c)) }

// calmSigma is the standard deviation of the median of three normal values, in
// standard deviations of one.
const calmSigma = 0.67

// pace returns how far the trip moves from fix to fix round i, in metres, over
// the half-width h, with the part that noise adds taken off.
func (w *workspace) pace(i, h int) float64 {
	back, ahead := geo.Distance(w.calm[i-h], w.calm[i]), geo.Distance(w.calm[i], w.calm[i+h])
	noise := 2 * calmSigma * w.fixes[i].sigma // two axes, two ends
	d := max(back, ahead)
	return math.Sqrt(max(0, d*d-noise*noise)) / float64(h)
}

// halfWidth returns over how many fixes on either side position i may be
// averaged: so few that the trip has moved by less than its noise.
func (w *workspace) halfWidth(i int) int {
	h := min(w.config.SmoothingHalfWidth, i, len(w.fixes)-1-i)
	if h < 1 {
		return 0
	}
	pace := w.pace(i, h)
	if reach := smoothingReach * w.fixes[i].sigma; pace*float64(h) > reach {
		h = int(reach / pace)
	}
	return h
}

const (
	// smoothingReach is how far, in standard deviations, the trip may move
	// within half a window. Averaging is exact on a straight road at constant
	// speed; in a right-angled turn it cuts the corner by a third of this.
	smoothingReach = 1.5
	// smoothingFloor is the least that averaging may make of σ.
	smoothingFloor = 0.5
	// smoothingTrim is how many standard deviations from the middle of its
	// window a neighbour may lie to be averaged.
	smoothingTrim = 3.5
	// strayTrim is how many standard deviations a fix may lie off the middle of
	// its window before it is left out of the search.
	strayTrim = 4
)

// smooth returns the average position of fix i and its neighbours, and the
// standard deviation of it.
func (w *workspace) smooth(i int) (at geo.Point, sigma float64) {
	f := &w.fixes[i]
	h := w.halfWidth(i)
	if h == 0 {
		return f.at, f.sigma
	}
	plane := geo.NewPlane(w.calm[i])
	// Neighbours are used in pairs, so that movement cancels out.
	sum, n := geo.XY{}, 0
	if q := plane.XY(f.at); math.Hypot(q.X, q.Y) <= smoothingTrim*f.sigma {
		sum, n = q, 1
	}
	for k := 1; k <= h; k++ {
		a, b := plane.XY(w.fixes[i-k].at), plane.XY(w.fixes[i+k].at)
		limit := smoothingTrim*f.sigma + smoothingReach*f.sigma
		if math.Hypot(a.X, a.Y) > limit || math.Hypot(b.X, b.Y) > limit {
			continue
		}
		sum.X, sum.Y, n = sum.X+a.X+b.X, sum.Y+a.Y+b.Y, n+2
	}
	if n == 0 {
		return f.at, f.sigma
	}
	// Only what changes from fix to fix averages away, not what a receiver is
	// wrong by for a while.
	white := min(w.jitter, f.sigma)
	sigma = max(f.sigma*smoothingFloor, math.Sqrt(f.sigma*f.sigma-white*white*(1-1/float64(n))))
	return plane.Point(geo.XY{X: sum.X / float64(n), Y: sum.Y / float64(n)}), max(sigma, w.config.MinSigma)
}

// stray reports whether fix i of a dense stretch lies so far off its neighbours
// that it is noise beyond the normal law. In a sparse stretch nobody knows.
func (w *workspace) stray(i int) bool {
	const h = 2
	if i < h || i >= len(w.fixes)-h {
		return false
	}
	f := &w.fixes[i]
	if w.pace(i, h) > f.sigma {
		return false
	}
	var lat, lon [2*h + 1]float64
	for k := range lat {
		lat[k], lon[k] = w.fixes[i-h+k].at.Lat, w.fixes[i-h+k].at.Lon
	}
	middle := geo.Point{Lat: median(lat[:]), Lon: median(lon[:])}
	return geo.Distance(f.at, middle) > strayTrim*f.sigma
}
