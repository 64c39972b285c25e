// SPDX-License-Identifier: MIT

package trip

import (
	"slices"
	"sort"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// Run is a passage of a road stretch on the matched route.
type Run struct {
	Start, End time.Time
	Length     float64 // metres
	Reverse    bool    // from the end of the stretch to its beginning
	Inferred   bool    // a part of it has no fixes
	// Partial is set for a passage of ways that is shorter than the others: the vehicle came
	// from a side road, or turned off.
	Partial bool
}

// Duration returns the time of the passage.
func (r Run) Duration() time.Duration { return r.End.Sub(r.Start) }

// Speed returns the average speed (m/s), 0 without time.
func (r Run) Speed() float64 {
	if d := r.Duration(); d > 0 {
		return r.Length / d.Seconds()
	}
	return 0
}

// RunsOverWays returns the passages of a stretch that consists of ways. ways are the numbers
// of OpenStreetMap in their order along the road. A passage goes from the first to the last
// way over no others, or back. Legs without times have none. See MarkPartial.
func RunsOverWays(r match.Result, ways []int64) (runs []Run) {
	if len(ways) == 0 {
		return nil
	}
	for i := range r.Legs {
		l := &r.Legs[i]
		if l.Times == nil {
			continue
		}
		c := newRouteClock(l)
		from := 0.0
		for k := 0; k < len(l.Ways); {
			if !slices.Contains(ways, l.Ways[k].WayID) {
				from += l.Ways[k].Length
				k++
				continue
			}
			first, to := k, from
			for ; k < len(l.Ways) && slices.Contains(ways, l.Ways[k].WayID); k++ {
				if k > first && l.Ways[k].WayID == l.Ways[k-1].WayID && l.Ways[k].Forward != l.Ways[k-1].Forward {
					break // it turned round
				}
				to += l.Ways[k].Length
			}
			a, b := l.Ways[first], l.Ways[k-1]
			run := c.run(from, to)
			switch {
			case len(ways) == 1:
				run.Reverse = !a.Forward
				runs = append(runs, run)
			case a.WayID == ways[0] && b.WayID == ways[len(ways)-1]:
				runs = append(runs, run)
			case a.WayID == ways[len(ways)-1] && b.WayID == ways[0]:
				run.Reverse = true
				runs = append(runs, run)
			}
			from = to
		}
	}
	return runs
}

// whole is the part of the longest passage from which a passage counts as whole: a match may
// begin or end on a way some metres off.
const whole = 0.95

// MarkPartial sets Partial for the runs over ways, of all trips, that are shorter than the
// longest one in their direction.
func MarkPartial(runs []*Run) {
	longest := map[bool]float64{}
	for _, r := range runs {
		longest[r.Reverse] = max(longest[r.Reverse], r.Length)
	}
	for _, r := range runs {
		r.Partial = r.Length < whole*longest[r.Reverse]
	}
}

// RunsBetween returns the passages from one place to another along the matched route. The
// vehicle is at a place where the route is nearest to it, at most reach away (metres). Between
// them it is not at either place again, and has no gap in its route.
func RunsBetween(r match.Result, from, to geo.Point, reach float64) (runs []Run) {
	for i := range r.Legs {
		l := &r.Legs[i]
		if l.Times == nil {
			continue
		}
		c := newRouteClock(l)
		starts, ends := c.passes(from, reach), c.passes(to, reach)
		for k, a := range starts {
			n := sort.SearchFloat64s(ends, a)
			if n < len(ends) && ends[n] == a {
				n++ // the places are one
			}
			if n < len(ends) && (k+1 == len(starts) || ends[n] <= starts[k+1]) {
				runs = append(runs, c.run(a, ends[n]))
			}
		}
	}
	return runs
}

// routeClock says when a vehicle was where on a leg. Unlike legClock it answers in any order, and
// knows arrival from departure.
type routeClock struct {
	leg   *match.Leg
	along []float64 // of each vertex (metres), in the measure of Leg.Length
}

func newRouteClock(l *match.Leg) routeClock {
	c := routeClock{l, lengths(l)}
	if drawn := c.along[len(c.along)-1]; drawn > 0 && l.Length > 0 {
		for i := range c.along {
			c.along[i] *= l.Length / drawn
		}
	}
	return c
}

// at returns the time at a distance from the beginning: the last one if the vehicle stood
// there and late is set, else the first one.
func (c routeClock) at(along float64, late bool) time.Time {
	times := c.leg.Times
	k := sort.SearchFloat64s(c.along, along)
	if late {
		k = sort.Search(len(c.along), func(i int) bool { return c.along[i] > along })
	}
	switch {
	case k == 0:
		return times[0]
	case k == len(times):
		return times[k-1]
	}
	part := (along - c.along[k-1]) / (c.along[k] - c.along[k-1])
	return times[k-1].Add(time.Duration(part * float64(times[k].Sub(times[k-1]))))
}

// run returns the run from one distance to another. It begins when the vehicle moves on from
// the first place, and ends when it arrives at the second.
func (c routeClock) run(from, to float64) Run {
	r := Run{Start: c.at(from, true), End: c.at(to, false), Length: to - from}
	if r.End.Before(r.Start) {
		r.End = r.Start
	}
	for _, s := range c.leg.Inferred {
		r.Inferred = r.Inferred || c.along[s.First] < to && c.along[s.Last] > from
	}
	return r
}

// passes returns where the leg passes a place: at the nearest point of each part that is not
// farther from it than reach.
func (c routeClock) passes(p geo.Point, reach float64) (list []float64) {
	plane := geo.NewPlane(p)
	near, best, least := false, 0.0, 0.0
	for i := 1; i < len(c.leg.Shape); i++ {
		f, d2 := geo.Project(geo.XY{}, plane.XY(c.leg.Shape[i-1]), plane.XY(c.leg.Shape[i]))
		if d2 > reach*reach {
			if near {
				list = append(list, best)
			}
			near = false
			continue
		}
		if !near || d2 < least {
			least, best = d2, c.along[i-1]+f*(c.along[i]-c.along[i-1])
		}
		near = true
	}
	if near {
		list = append(list, best)
	}
	return list
}
