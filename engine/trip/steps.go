// SPDX-License-Identifier: MIT

package trip

import (
	"iter"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

const (
	// maxSilence is the longest time without an observation for which a vehicle off the roads
	// is taken to go straight. In five minutes it gets some four kilometres on.
	maxSilence = 5 * time.Minute
	// sameSpot is how far apart two observations may lie that show a vehicle at one spot
	// (metres): that of the positions of a stop from each other.
	sameSpot = 100
)

// Step is the way of a vehicle from one known place to the next one, straight in degrees.
type Step struct {
	From, To   geo.Point
	Start, End time.Time
	// Along is the distance from the beginning of the trip to From, as in Place, and Length
	// that of the step (metres). A gap has no length.
	Along, Length float64
	// Known is false if the way is not known: in a gap of the recording, or where an
	// observation off the roads came only after minutes. From and To are known also then.
	Known bool
	// Still reports that From and To are one spot, at which the vehicle probably stood if its
	// way is not known.
	Still bool
}

// Steps returns the steps of the track in order. Each begins where the one before ends. A
// track of one observation has one step, of no length.
func (t *Track) Steps() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		for k := range t.knots {
			if k > 0 || len(t.knots) == 1 {
				if !yield(t.step(max(k-1, 0), k)) {
					return
				}
			}
		}
	}
}

// step returns the step from knot i to knot k.
func (t *Track) step(i, k int) Step {
	a, b := &t.knots[i], &t.knots[k]
	s := Step{
		From: a.point, To: b.point, Start: t.start.Add(a.after), End: t.start.Add(b.after),
		Along: a.along, Length: b.along - a.along,
	}
	s.Known = b.onRoad || !b.gap && b.after-a.after <= maxSilence || i == k
	s.Still = geo.Distance(a.point, b.point) <= sameSpot
	return s
}

// RecordedTrack returns the track of a recording that is not matched: straight from one
// observation to the next.
func RecordedTrack(observations []match.Observation) *Track {
	timed := forward(observations)
	b := trackBuilder{observations: observations, offRoad: make(map[int]bool, len(timed))}
	for _, i := range timed {
		b.offRoad[i] = true
		b.point(i)
	}
	b.track.measureSpeeds(observations)
	return &b.track
}
