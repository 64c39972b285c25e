// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// A stationary vehicle records a cloud of fixes that jitter and drift about one place.
// The search would take such a cloud for a drive up and down the street, so it takes
// part as one step, at its centre.
//
// A stop is a run of fixes that stay within stopRadius of their common centre for
// longer than a moving vehicle would, and whose two halves have nearly the same centre.

const (
	// stopRadius is how far the fixes of a stop may lie from its centre (standard
	// deviations). In a bivariate normal distribution, one of 3,000 lies beyond.
	stopRadius = 4
	// How far apart the centres of the two halves of a stop may lie, as a variance (σ²):
	// stopDrift for the part of the noise that persists from fix to fix, so that a centre
	// of many fixes drifts with it, and stopSpread, by the number of fixes of a half, for
	// the rest, which averages out. For two fixes each that is 2.5σ, for thirty 1.7σ.
	stopDrift, stopSpread = 2.8, 6.8
	// stopSeconds is the least duration of a stop, or the time in which slow traffic drives
	// stopLength (standard deviations) if that is longer. A trip without times needs stopFixes
	// fixes there instead, any other at least stopFewest.
	stopSeconds = 60
	stopLength  = 5
	stopFixes   = 60
	stopFewest  = 4
	// A receiver without a stated accuracy may drift by longStopSigma (metres) between
	// buildings, which the rest of the trip does not show. A vehicle that stays within
	// that for longStopSeconds is not moving.
	longStopSigma   = 10
	longStopSeconds = 180
	// stopSame is how far apart the centres of two successive stops may lie to be one
	// stop (reaches of the stop). The fixes of an hour drift farther than those of a
	// minute.
	stopSame = 1.25
	// stopMisses is how many consecutive fixes may lie elsewhere; those are bad.
	stopMisses = 2
	// stopTrust is the greatest factor by which the noise in the positions may raise the
	// standard deviation of a stop.
	stopTrust = 2
)

// stopSpeed returns the mean speed (m/s) that the profile exceeds while it moves. A
// walk is 1.2 m/s. Slower motor traffic counts as a stop.
func (bt *batch) stopSpeed() float64 {
	if bt.profile == Foot {
		return 0.4
	}
	return 1
}

// stay is what a step knows of its stop, and passes to the next batch.
type stay struct {
	fixes int     // at the centre of the stop
	sigma float64 // their standard deviation per axis (metres)
	told  bool    // the receiver says that the vehicle stands
}

// stopReach returns how far the fixes of a stop may lie from its centre (metres).
func (bt *batch) stopReach(y stay) float64 {
	switch {
	case !y.told:
		return stopRadius * y.sigma
	case bt.due.live:
		return toldReachLive
	}
	return toldReach
}

// same returns how far apart (metres) the centres of this stop and the one before it are, at
// most, if the vehicle has not moved between them.
func (y stay) same(before stay) float64 {
	sigma := y.sigma
	if y.told && before.told {
		sigma = max(sigma, before.sigma)
	}
	return stopSame * stopRadius * sigma
}

// stop is a run of fixes of a stationary vehicle.
type stop struct {
	first, last int // fixes
	at          geo.Point
	stay
}

// findStops fills r.stops. If the route continues from a stop of the previous batch,
// that stop is the first and includes the fixes that belong to it.
func (r *recorded) findStops() {
	r.stops = r.stops[:0]
	i := r.firstNew
	if a := &r.from.anchor; a.set && a.stay.fixes > 0 {
		if last, _, _ := r.standsUntil(i, len(r.fixes), a.at, a.stay); last >= i {
			r.stops = append(r.stops, stop{i, last, a.at, a.stay})
			i = last + 1
		}
	} else if s, found := r.toldBefore(); found {
		r.stops = append(r.stops, s)
		i = s.last + 1
	}
	for i+stopFewest <= len(r.fixes) {
		f := &r.fixes[i]
		if r.next.moves && f.drives && r.fixes[i+1].stands {
			i++ // there it stops
			continue
		}
		s, found := r.toldStop(i)
		if !found {
			s, found = r.stopFrom(i, r.stopSigma(f), stopSeconds)
		}
		if f.guessed && f.timed && f.sigma < longStopSigma && !s.told {
			if long, is := r.stopFrom(i, longStopSigma, longStopSeconds); is {
				s, found = long, true
			}
		}
		if !found {
			i++
			continue
		}
		i = s.last + 1
		if !r.joinTold(&s) {
			r.stops = append(r.stops, s)
		}
	}
}

// stopSigma returns the standard deviation by which a fix of a stop may be off. Where it is
// an estimate from the distances to roads, the noise that shows in the positions themselves
// may raise it, up to twice: no road tells how far the fixes of a stop spread.
func (r *recorded) stopSigma(f *fix) float64 {
	if !f.guessed || math.IsInf(r.next.noise.jitter, 1) {
		return f.sigma
	}
	return max(f.sigma, min(r.next.noise.jitter, stopTrust*f.sigma, estimateRange*r.model.DefaultSigma))
}

// stopFrom returns the stop of fixes with that standard deviation that begins with fix
// i and lasts at least the given time, if there is one.
func (r *recorded) stopFrom(i int, sigma, seconds float64) (s stop, found bool) {
	s = r.run(i, len(r.fixes), stay{sigma: sigma})
	return s, r.lasts(&s, seconds) && s.steady(r.halves(&s))
}

// run returns the run of fixes from fix i to before end that stay at a place.
func (r *recorded) run(i, end int, y stay) stop {
	last, at, there := r.standsUntil(i, end, r.fixes[i].at, y)
	return stop{i, last, at, stay{there, y.sigma, y.told}}
}

// lasts reports whether a run is long enough for a stop of at least the given time.
func (r *recorded) lasts(s *stop, seconds float64) bool {
	n := s.last - s.first + 1
	// A drive there and back passes a place twice, but is elsewhere between.
	// One that begins before it gets there is elsewhere at first.
	if s.fixes < stopFewest || 2*s.fixes < n || geo.Distance(r.fixes[s.first].at, s.at) > r.stopReach(s.stay) {
		return false
	}
	if f, l := &r.fixes[s.first], &r.fixes[s.last]; f.timed && l.timed {
		least := max(seconds, stopLength*s.sigma/r.stopSpeed())
		if s.told && r.due.live {
			least = toldSecondsLive
		}
		return l.seconds-f.seconds >= least
	}
	return n >= stopFixes
}

// middle returns the first fix of the second half.
func (s *stop) middle() int { return (s.first + s.last + 1) / 2 }

// halves returns the centres of the two halves of a run (metres from s.at).
func (r *recorded) halves(s *stop) (a, b geo.XY) {
	plane, middle := geo.NewPlane(s.at), s.middle()
	return r.centre(plane, s.first, middle), r.centre(plane, middle, s.last+1)
}

// steady reports whether the halves of a run, whose centres are a and b, are at one place.
func (s *stop) steady(a, b geo.XY) bool {
	return math.Hypot(a.X-b.X, a.Y-b.Y) <= s.sigma*math.Sqrt(stopDrift+stopSpread/float64(s.middle()-s.first))
}

// appendStop appends one step for a stop. It merges the stop with the previous step if
// that is a stop at the same place, split by a few stray fixes.
func (lat *lattice) appendStop(s *stop) {
	if s.told { // they drift by more than the others
		for i := s.first; i <= s.last; i++ {
			f := &lat.fixes[i]
			f.sigma = max(f.sigma, lat.clampSigma(s.sigma))
		}
	}
	sigma := max(lat.fixes[s.first].sigma*smoothingFloor, lat.model.minSigma)
	n := s.last - s.first + 1
	if last := lat.stopBefore(); last != nil && geo.Distance(last.at, s.at) <= s.same(last.stay) {
		last.stay.fixes += n
		s.at = last.at
	} else {
		lat.fixes[s.first].kept = true
		lat.steps = append(lat.steps, step{fix: s.first, at: s.at, sigma: sigma, stay: stay{n, s.sigma, s.told}})
	}
	for i := s.first; i <= s.last; i++ {
		f := &lat.fixes[i]
		if f.pin != nil && lat.steps[len(lat.steps)-1].pin == nil {
			lat.steps[len(lat.steps)-1].pin = f.pin
		}
		f.mean, f.meanSigma = f.at, f.sigma
		if geo.Distance(f.at, s.at) <= 2*lat.stopReach(s.stay) { // not a stray
			f.mean, f.meanSigma = s.at, sigma
		}
	}
}

// stopBefore returns the last step if it is a stop.
func (lat *lattice) stopBefore() *step {
	if n := len(lat.steps); n > 0 && lat.steps[n-1].stay.fixes > 0 {
		return &lat.steps[n-1]
	}
	return nil
}

// standsUntil returns the last fix of the run from fix i to before end that stays within
// reach of its centre, the final centre, and how many fixes of the run are there. The initial
// centre counts as y.fixes fixes. last is i−1 if there is no such run.
func (r *recorded) standsUntil(i, end int, centre geo.Point, y stay) (last int, at geo.Point, there int) {
	plane, weight := geo.NewPlane(centre), float64(y.fixes)
	sum := geo.XY{}
	last = i - 1
	for k, misses := i, 0; k < end && misses <= stopMisses; k++ {
		f := &r.fixes[k]
		if f.pin != nil && f.pin.via {
			break
		}
		reach := r.stopReach(y)
		switch {
		case !y.told || f.stands:
		case f.drives:
			misses++
			continue
		default:
			reach = min(reach, stopRadius*r.stopSigma(f))
		}
		p := plane.XY(f.at)
		dx, dy := p.X, p.Y
		if weight > 0 {
			dx, dy = p.X-sum.X/weight, p.Y-sum.Y/weight
		}
		if dx*dx+dy*dy > reach*reach {
			if !y.told || !f.stands {
				misses++
			}
			continue
		}
		misses = 0
		sum.X, sum.Y, weight = sum.X+p.X, sum.Y+p.Y, weight+1
		last = k
		there++
	}
	if weight == 0 {
		return last, centre, there
	}
	return last, plane.Point(geo.XY{X: sum.X / weight, Y: sum.Y / weight}), there
}

// centre returns the median of the fixes from first to before end, per axis.
func (r *recorded) centre(plane geo.Plane, first, end int) geo.XY {
	var c geo.XY
	r.sample = r.sample[:0]
	for i := first; i < end; i++ {
		r.sample = append(r.sample, plane.XY(r.fixes[i].at).X)
	}
	c.X = median(r.sample)
	r.sample = r.sample[:0]
	for i := first; i < end; i++ {
		r.sample = append(r.sample, plane.XY(r.fixes[i].at).Y)
	}
	c.Y = median(r.sample)
	return c
}
