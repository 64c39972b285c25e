// SPDX-License-Identifier: MIT

package match

import (
	"math"

	"roadsnap/engine/geo"
)

// A stated accuracy is a typical value, and now and then a fix is off by far more: the
// normal distribution is contaminated (Tukey, A Survey of Sampling from Contaminated
// Distributions, 1960), and its logarithm falls more slowly where the contamination
// dominates. An estimated accuracy already includes the bad fixes, so Huber's tail is
// right there.
//
// The road of an outlying fix is beyond the search radius, and the roads within are
// wrong. Where a fix lies off the course between its neighbours, roads nearer to that
// course are therefore searched in a larger radius.

const (
	// outlyingTail is the loss of an outlying fix per standard deviation beyond
	// huberThreshold (nats). It is between Huber's 3 and the 0.7 that follows from one
	// twentieth of fixes five times as far off. Values down to 0.7 do as well.
	outlyingTail = 1.5
	// outlyingSigmas is how far off the course a fix must lie to be outlying (standard
	// deviations).
	outlyingSigmas = 3.0
	// outlyingRadius is the search radius for outlying fixes (standard deviations),
	// limited by Config.MaxRadius.
	outlyingRadius = 7.5
	// outlyingShare is how near to the course such a road must come, relative to the
	// distance of the fix from the course. A fix in a corner of the trip is off the
	// course as well.
	outlyingShare = 0.5
)

// outlyingLog is emissionLog for an outlying fix.
func outlyingLog(distance, sigma float64) float64 {
	if z := distance / sigma; z > huberThreshold {
		return -huberThreshold*huberThreshold/2 - outlyingTail*(z-huberThreshold)
	}
	return emissionLog(distance, sigma)
}

// course is the straight line from the previous step to the next.
type course struct{ from, to geo.Point }

// distance returns the distance of p from the course (metres).
func (c course) distance(p geo.Point) float64 {
	plane := geo.NewPlane(p)
	_, d2 := geo.Project(geo.XY{}, plane.XY(c.from), plane.XY(c.to))
	return math.Sqrt(d2)
}

// outlying returns the course at step i, how far off it the step lies, and the radius in
// which an outlying step is searched for. The radius is 0 if the step is not outlying.
func (lat *lattice) outlying(i int, s *step) (c course, off, wide float64) {
	if i == 0 || i+1 >= len(lat.steps) || lat.fixes[s.fix].guessed {
		return c, 0, 0
	}
	c = course{lat.steps[i-1].at, lat.steps[i+1].at}
	if off = c.distance(s.at); off <= outlyingSigmas*s.sigma {
		return c, 0, 0
	}
	return c, off, min(outlyingRadius*s.sigma, lat.model.MaxRadius)
}

// keepNear keeps the hits within a radius, and those beyond it where a step may be that
// lies off a course.
func (lat *lattice) keepNear(radius float64, c course, off float64) {
	kept := lat.hits[:0]
	for _, h := range lat.hits {
		if h.Distance <= radius || c.distance(h.Point) <= outlyingShare*off {
			kept = append(kept, h)
		}
	}
	lat.hits = kept
}
