package match

import (
	"math"

	"roadsnap/engine/geo"
)

// A receiver that states its accuracy means what is usual. Now and then it is off
// by far more: the normal law is contaminated, as Tukey has it (A Survey of Sampling
// from Contaminated Distributions, 1960), and its logarithm hardly falls any more
// where the contamination takes over. An estimate of the accuracy has the bad fixes
// in it, so that Huber's tail is right there.
//
// The road of such a fix is beyond the radius in which roads are looked for, and what
// is within belongs to nobody. So where a fix lies off the course between its
// neighbours, roads nearer to that course are looked for farther away.

const (
	// outlyingTail is what such a fix loses by each standard deviation beyond the knee
	// of the emission law, in nats: between Huber's 3 and the 0.7 that a twentieth
	// of fixes five times as far off makes of it. All down to 0.7 serve.
	outlyingTail = 1.5
	// outlyingSigmas is how far off the course, in standard deviations, a fix lies
	// that may be outlying.
	outlyingSigmas = 3.0
	// outlyingRadius is how far roads are looked for round one, in standard
	// deviations, at most Config.MaxRadius.
	outlyingRadius = 7.5
	// outlyingShare is how near to the course such a road must come, as a share of how
	// far the fix is off it: a fix in a corner of the trip lies off it as well.
	outlyingShare = 0.5
)

// outlyingLog is emissionLog for an outlying fix.
func outlyingLog(distance, sigma float64) float64 {
	if z := distance / sigma; z > emissionKnee {
		return -emissionKnee*emissionKnee/2 - outlyingTail*(z-emissionKnee)
	}
	return emissionLog(distance, sigma)
}

// course is the straight line from the step before one to the step after it.
type course struct{ from, to geo.Point }

// distance returns how far p is from the course, in metres.
func (c course) distance(p geo.Point) float64 {
	plane := geo.NewPlane(p)
	_, d2 := geo.Project(geo.XY{}, plane.XY(c.from), plane.XY(c.to))
	return math.Sqrt(d2)
}

// lookFarther adds to w.hits, which holds the roads within a radius of step i, those
// beyond it that it may have come from if it is outlying. It reports whether it is.
func (w *workspace) lookFarther(i int, s *step, radius float64) (outlying bool) {
	wide := min(outlyingRadius*s.sigma, w.config.MaxRadius)
	if i == 0 || i+1 >= len(w.steps) || wide <= radius || w.fixes[s.fix].guessed {
		return false
	}
	c := course{w.steps[i-1].at, w.steps[i+1].at}
	off := c.distance(s.at)
	if off <= outlyingSigmas*s.sigma {
		return false
	}
	w.hits = w.finder.Near(w.hits[:0], s.at, wide, w.rules.Access)
	w.leaveIslands()
	kept := w.hits[:0]
	for _, h := range w.hits {
		if h.Distance <= radius || c.distance(h.Point) <= outlyingShare*off {
			kept = append(kept, h)
		}
	}
	w.hits = kept
	return true
}
