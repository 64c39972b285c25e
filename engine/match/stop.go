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

// stop is a run of fixes of a stationary vehicle.
type stop struct {
	first, last int // fixes
	at          geo.Point
	reach       float64 // greatest distance of the fixes from at (metres)
}

// findStops fills r.stops. If the route continues from a stop of the previous batch,
// that stop is the first and includes the fixes that belong to it.
func (r *recorded) findStops() {
	r.stops = r.stops[:0]
	i := r.firstNew
	if a := &r.from.anchor; a.set && a.stopped > 0 {
		if last, _, _ := r.standsUntil(i, a.at, float64(a.stopped), a.stopReach); last >= i {
			r.stops = append(r.stops, stop{first: i, last: last, at: a.at, reach: a.stopReach})
			i = last + 1
		}
	}
	for i+stopFewest <= len(r.fixes) {
		f := &r.fixes[i]
		s, found := r.stopFrom(i, r.stopSigma(f), stopSeconds)
		if f.guessed && f.timed && f.sigma < longStopSigma {
			if long, is := r.stopFrom(i, longStopSigma, longStopSeconds); is {
				s, found = long, true
			}
		}
		if !found {
			i++
			continue
		}
		r.stops = append(r.stops, s)
		i = s.last + 1
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
	reach := stopRadius * sigma
	last, at, there := r.standsUntil(i, r.fixes[i].at, 0, reach)
	// A drive there and back passes a place twice, but is elsewhere between.
	// One that begins before it gets there is elsewhere at first.
	if there < stopFewest || 2*there < last-i+1 || geo.Distance(r.fixes[i].at, at) > reach {
		return stop{}, false
	}
	middle := (i + last + 1) / 2
	drift := sigma * math.Sqrt(stopDrift+stopSpread/float64(middle-i))
	if f, l := &r.fixes[i], &r.fixes[last]; f.timed && l.timed {
		if l.seconds-f.seconds < max(seconds, stopLength*sigma/r.stopSpeed()) {
			return stop{}, false
		}
	} else if last-i+1 < stopFixes {
		return stop{}, false
	}
	plane := geo.NewPlane(at)
	a, b := r.centre(plane, i, middle), r.centre(plane, middle, last+1)
	return stop{first: i, last: last, at: at, reach: reach}, math.Hypot(a.X-b.X, a.Y-b.Y) <= drift
}

// appendStop appends one step for a stop. It merges the stop with the previous step if
// that is a stop at the same place, split by a few stray fixes.
func (lat *lattice) appendStop(s *stop) {
	sigma := max(lat.fixes[s.first].sigma*smoothingFloor, lat.model.minSigma)
	fixes := s.last - s.first + 1
	if n := len(lat.steps); n > 0 && lat.steps[n-1].stopped > 0 && geo.Distance(lat.steps[n-1].at, s.at) <= stopSame*s.reach {
		lat.steps[n-1].stopped += fixes
		s.at = lat.steps[n-1].at
	} else {
		lat.fixes[s.first].kept = true
		lat.steps = append(lat.steps, step{fix: s.first, at: s.at, sigma: sigma, stopped: fixes, stopReach: s.reach})
	}
	for i := s.first; i <= s.last; i++ {
		f := &lat.fixes[i]
		if f.pin != nil && lat.steps[len(lat.steps)-1].pin == nil {
			lat.steps[len(lat.steps)-1].pin = f.pin
		}
		f.mean, f.meanSigma = f.at, f.sigma
		if geo.Distance(f.at, s.at) <= 2*s.reach { // not a stray
			f.mean, f.meanSigma = s.at, sigma
		}
	}
}

// standsUntil returns the last fix of the run from fix i on that stays within reach of
// its centre, the final centre, and how many fixes of the run are there. The initial
// centre counts as weight fixes. last is i−1 if there is no such run.
func (r *recorded) standsUntil(i int, centre geo.Point, weight, reach float64) (last int, at geo.Point, there int) {
	plane := geo.NewPlane(centre)
	sum := geo.XY{}
	last = i - 1
	for k := i; k < len(r.fixes) && k-last <= stopMisses+1; k++ {
		if r.fixes[k].pin != nil && r.fixes[k].pin.via {
			break
		}
		p := plane.XY(r.fixes[k].at)
		x, y := p.X, p.Y
		if weight > 0 {
			x, y = p.X-sum.X/weight, p.Y-sum.Y/weight
		}
		if x*x+y*y > reach*reach {
			continue
		}
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
