package match

import (
	"math"

	"roadsnap/engine/geo"
)

// A vehicle that stands still keeps recording: a cloud of fixes that jitters and
// drifts about one place. In the search such a cloud would be a drive up and down
// the street, so it takes part as one step, at its centre.
//
// A stop is a run of fixes that stay within stopRadius of their common centre for
// so long that anything on the move would have left, and whose two halves have
// nearly the same centre.

const (
	// stopRadius is how far, in standard deviations, the fixes of a stop lie from
	// its centre at most. Of a thousand fixes of a plane normal law one does.
	stopRadius = 4
	// stopDrift is how far, in standard deviations, the centres of the two halves
	// may lie apart: receivers drift by about their σ.
	stopDrift = 2.5
	// stopSeconds is how long a stop takes at least, stopFixes how many fixes a
	// trip without times must have there, stopFewest any other.
	stopSeconds = 60
	stopFixes   = 60
	stopFewest  = 4
	// A receiver that does not say its accuracy may drift by longStopSigma metres
	// between houses, which the trip on the move does not show. Whoever stays
	// within that for longStopSeconds is not on the move either.
	longStopSigma   = 10
	longStopSeconds = 180
	// stopSame is how far, in the reach of a stop, the centre of the next may lie
	// to be the same: the fixes of an hour drift farther than those of a minute.
	stopSame = 1.25
	// stopMisses is how many fixes in a row may lie elsewhere: those are bad.
	stopMisses = 3
)

// stopSpeed is, in m/s, what a profile exceeds on the whole while it moves: a walk
// is 1.2 m/s, a jam where one drives is worth calling a stop.
func (w *workspace) stopSpeed() float64 {
	if w.profile == Foot {
		return 0.4
	}
	return 1
}

// stop is a run of fixes that stand.
type stop struct {
	first, last int // fixes
	at          geo.Point
	reach       float64 // how far from there they lie at most, metres
}

// findStops fills w.stops. If the route goes on from a stop of the batch before,
// that is the first, and takes what belongs to it.
func (w *workspace) findStops() {
	w.stops = w.stops[:0]
	i := w.firstNew
	if a := &w.from.anchor; a.set && a.stopped > 0 {
		if last, _ := w.standsUntil(i, a.at, float64(a.stopped), a.stopReach); last >= i {
			w.stops = append(w.stops, stop{first: i, last: last, at: a.at, reach: a.stopReach})
			i = last + 1
		}
	}
	for i+stopFewest <= len(w.fixes) {
		f := &w.fixes[i]
		s, found := w.stopFrom(i, f.sigma, stopSeconds)
		if f.guessed && f.timed && f.sigma < longStopSigma {
			if long, is := w.stopFrom(i, longStopSigma, longStopSeconds); is {
				s, found = long, true
			}
		}
		if !found {
			i++
			continue
		}
		w.stops = append(w.stops, s)
		i = s.last + 1
	}
}

// stopFrom returns the stop that begins with fix i, if one does, of fixes with
// that standard deviation, for so many seconds at least.
func (w *workspace) stopFrom(i int, sigma, seconds float64) (s stop, found bool) {
	reach := stopRadius * sigma
	last, at := w.standsUntil(i, w.fixes[i].at, 0, reach)
	if last-i+1 < stopFewest {
		return stop{}, false
	}
	if f, l := &w.fixes[i], &w.fixes[last]; f.timed && l.timed {
		if l.seconds-f.seconds < max(seconds, 2*stopDrift*sigma/w.stopSpeed()) {
			return stop{}, false
		}
	} else if last-i+1 < stopFixes {
		return stop{}, false
	}
	plane := geo.NewPlane(at)
	middle := (i + last + 1) / 2
	a, b := w.centre(plane, i, middle), w.centre(plane, middle, last+1)
	return stop{first: i, last: last, at: at, reach: reach}, math.Hypot(a.X-b.X, a.Y-b.Y) <= stopDrift*sigma
}

// stand makes one step of a stop. If the step before is a stop there, too, which a
// few stray fixes have cut in two, both are one.
func (w *workspace) stand(s *stop) {
	sigma := max(w.fixes[s.first].sigma*smoothingFloor, w.config.MinSigma)
	fixes := s.last - s.first + 1
	if n := len(w.steps); n > 0 && w.steps[n-1].stopped > 0 && geo.Distance(w.steps[n-1].at, s.at) <= stopSame*s.reach {
		w.steps[n-1].stopped += fixes
		s.at = w.steps[n-1].at
	} else {
		w.fixes[s.first].kept = true
		w.steps = append(w.steps, step{fix: s.first, at: s.at, sigma: sigma, stopped: fixes, stopReach: s.reach})
	}
	for i := s.first; i <= s.last; i++ {
		f := &w.fixes[i]
		f.mean, f.meanSigma = f.at, f.sigma
		if geo.Distance(f.at, s.at) <= 2*s.reach { // not a stray one
			f.mean, f.meanSigma = s.at, sigma
		}
	}
}

// standsUntil returns the last fix of the run from fix i on that stays within
// reach of its centre, which counts as so many fixes to begin with, and the centre
// in the end. It is i−1 if none does.
func (w *workspace) standsUntil(i int, centre geo.Point, weight, reach float64) (last int, at geo.Point) {
	plane := geo.NewPlane(centre)
	sum := geo.XY{}
	last = i - 1
	for k := i; k < len(w.fixes) && k-last <= stopMisses+1; k++ {
		p := plane.XY(w.fixes[k].at)
		x, y := p.X, p.Y
		if weight > 0 {
			x, y = p.X-sum.X/weight, p.Y-sum.Y/weight
		}
		if x*x+y*y > reach*reach {
			continue
		}
		sum.X, sum.Y, weight = sum.X+p.X, sum.Y+p.Y, weight+1
		last = k
	}
	if weight == 0 {
		return last, centre
	}
	return last, plane.Point(geo.XY{X: sum.X / weight, Y: sum.Y / weight})
}

// centre returns the median of the fixes from first to before end, axis by axis.
func (w *workspace) centre(plane geo.Plane, first, end int) geo.XY {
	var c geo.XY
	w.sample = w.sample[:0]
	for i := first; i < end; i++ {
		w.sample = append(w.sample, plane.XY(w.fixes[i].at).X)
	}
	c.X = median(w.sample)
	w.sample = w.sample[:0]
	for i := first; i < end; i++ {
		w.sample = append(w.sample, plane.XY(w.fixes[i].at).Y)
	}
	c.Y = median(w.sample)
	return c
}
