// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// Many receivers report their speed, and so say themselves when they stand. Parked under a
// roof or between high buildings they drift by 50 to 100 m, which positions alone show as a
// drive round the blocks.

const (
	// toldReach is how far from their centre the fixes of such a stop may lie (metres). In a
	// live stream it is more: fixes farther away are decided before the next ones come back.
	toldReach, toldReachLive = 200, 300
	// toldSecondsLive is the least duration of such a stop in a live stream, which holds few
	// fixes.
	toldSecondsLive = 30
)

// toldStop returns the stop that begins with fix i, if the receiver says so. Its fixes may
// drift, but about one place: a queue of cars that stands each time a fix is due moves on, so
// the halves of its fixes are far apart for what either of them spreads. If the drift is slow,
// only a part of them passes; see joinTold.
func (r *recorded) toldStop(i int) (s stop, found bool) {
	if !r.next.moves || !r.fixes[i].stands {
		return stop{}, false
	}
	for end := len(r.fixes); ; end = (i + s.last + 1) / 2 {
		s = r.run(i, end, stay{told: true})
		if s.fixes < stopFewest {
			return stop{}, false
		}
		a, b := r.halves(&s)
		s.sigma = r.spread(&s, a, b)
		if r.lasts(&s, stopSeconds) && s.steady(a, b) {
			return s, true
		}
	}
}

// toldBefore returns the stop that began with a decided fix of a live stream. It is at the
// place where the route has come to.
func (r *recorded) toldBefore() (s stop, found bool) {
	if !r.due.live {
		return stop{}, false
	}
	for i := 0; i < r.firstNew; i++ {
		if s, found = r.toldStop(i); found && s.last >= r.firstNew {
			s.first = r.firstNew
			return s, true
		}
	}
	return stop{}, false
}

// joinTold adds a stop to the one before it and returns true, if the receiver says both and
// that the vehicle did not drive between them. The drift of an hour goes farther than that of
// a minute.
func (r *recorded) joinTold(s *stop) bool {
	n := len(r.stops)
	if n == 0 {
		return false
	}
	p := &r.stops[n-1]
	if !s.told || !p.told || geo.Distance(p.at, s.at) > s.same(p.stay) {
		return false
	}
	for i := p.last + 1; i < s.first; i++ {
		if r.fixes[i].drives {
			return false
		}
	}
	p.at = geo.Lerp(p.at, s.at, float64(s.fixes)/float64(p.fixes+s.fixes))
	p.last, p.fixes, p.sigma = s.last, p.fixes+s.fixes, max(p.sigma, s.sigma)
	return true
}

// spread returns the standard deviation per axis (metres) of the fixes of a run about the
// centres of its halves.
func (r *recorded) spread(s *stop, a, b geo.XY) float64 {
	plane, middle, sum := geo.NewPlane(s.at), s.middle(), 0.0
	for i := s.first; i <= s.last; i++ {
		c := a
		if i >= middle {
			c = b
		}
		p := plane.XY(r.fixes[i].at)
		sum += square(p.X-c.X) + square(p.Y-c.Y)
	}
	return math.Sqrt(sum / 2 / float64(s.last-s.first-1))
}
