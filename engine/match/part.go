// SPDX-License-Identifier: MIT

package match

import (
	"slices"
	"time"
)

// Part is the decided part of a batch of a [Stream]. Indexes count from the beginning
// of the trip, those of vertices from the beginning of the part's leg.
type Part struct {
	Points []Point // following the points of the previous part
	// Along holds, for each of Points, the distance along its leg from where that began
	// (metres); 0 off the roads.
	Along []float64
	// Legs are those that began or continued. If Continues is set, the first is the
	// next piece of the last leg of the previous part and starts where that ended.
	Legs      []Leg
	Continues bool
	Gaps      []Gap     // those that ended, ordered by index
	Warnings  []Warning // ordered by index
	Distance  Distances // of this part; those of all parts add up to the trip's
}

// Add appends the next part of a stream to r. Start from a zero Result with the
// stream's profile.
func (r *Result) Add(p Part) {
	r.Points = append(r.Points, p.Points...)
	legs := p.Legs
	if p.Continues && len(legs) > 0 && len(r.Legs) > 0 {
		r.Legs[len(r.Legs)-1].extend(legs[0])
		legs = legs[1:]
	}
	r.Legs = append(r.Legs, legs...)
	r.Gaps = append(r.Gaps, p.Gaps...)
	r.Warnings = append(r.Warnings, p.Warnings...)
	r.Distance.Raw += p.Distance.Raw
	r.Distance.Matched += p.Distance.Matched
	r.Distance.Inferred += p.Distance.Inferred
	r.Distance.OffRoad += p.Distance.OffRoad
}

// extend appends the next piece of the leg. The whole is at most as sure as either piece.
func (l *Leg) extend(next Leg) {
	l.doubts.add(next.doubts)
	l.join(&next)
	l.Confidence = min(l.Confidence, next.Confidence, l.confidence())
}

// join appends the line and the ways of the next piece.
func (l *Leg) join(next *Leg) {
	l.LastIndex = next.LastIndex
	l.joinTimes(next)
	switch {
	case next.Length == 0: // its two vertices are the last one of the leg
		return
	case l.Length == 0: // the same for the leg so far
		l.Shape = l.Shape[:1]
		if l.Times != nil {
			l.Times = l.Times[:1]
		}
	}
	shift := len(l.Shape) - 1
	l.Shape = append(l.Shape, next.Shape[1:]...)
	if l.Times != nil {
		l.Times = append(l.Times, next.Times[1:]...)
	}
	for _, s := range next.Inferred {
		s.First, s.Last = s.First+shift, s.Last+shift
		l.Inferred = append(l.Inferred, s)
	}
	l.Length += next.Length
	ways := next.Ways
	if last := &l.Ways[len(l.Ways)-1]; last.WayID == ways[0].WayID && last.Forward == ways[0].Forward {
		last.Length += ways[0].Length
		ways = ways[1:]
	}
	l.Ways = append(l.Ways, ways...)
}

// joinTimes gives times to the piece that has none if the other has some: the nearest
// known time.
func (l *Leg) joinTimes(next *Leg) {
	switch {
	case l.Times == nil && next.Times != nil:
		l.Times = slices.Repeat([]time.Time{next.Times[0]}, len(l.Shape))
	case l.Times != nil && next.Times == nil:
		next.Times = slices.Repeat([]time.Time{l.Times[len(l.Times)-1]}, len(next.Shape))
	}
}
