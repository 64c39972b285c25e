// SPDX-License-Identifier: MIT

package trip

import (
	"cmp"
	"slices"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
)

// Statistics are the figures of a trip, for a card or a report.
type Statistics struct {
	// Driving is the recorded time without stops and without Silent. Moving is the part of it at
	// 1 m/s or more, so without waiting at lights.
	Driving, Moving time.Duration
	// Silent is the time without observations that is neither driving nor standing at a known
	// place: gaps in which the recorder was off, and what a vehicle that got on slowly, but too
	// far for a stop, did not need for its way.
	Silent time.Duration
	// Standing is the time in stops, and Idling the part of it with the ignition on, if
	// HasIgnition.
	Standing, Idling time.Duration
	HasIgnition      bool
	Distance         float64 // on roads and off them (metres)
	Average          float64 // Distance by Driving (m/s), 0 without times
	// AverageMoving is the average over Moving, and not below Average (m/s), 0 without times.
	AverageMoving float64
	Top           float64 // highest credible speed along the routes (m/s)
	// Up and Down are metres of ascent and descent, if HasAscent. See Ascent.
	Up, Down  float64
	HasAscent bool
	// Classes are the shares of the road classes, without the time in stops and of Silent within
	// the route, the longest first.
	Classes []ClassShare
}

// NewStatistics returns the statistics of a matched trip. The result, the stops and the track
// must be those of the recording. way returns the road of an ID; without it there are no classes.
func NewStatistics(recording trace.Trip, result match.Result, stops []Stop, track *Track, way func(id int64) (road.Way, bool)) Statistics {
	s := Statistics{
		HasIgnition: HasIgnition(recording), Distance: result.Distance.Matched + result.Distance.OffRoad,
		Top: topSpeed(recording.Observations, result),
	}
	for _, stop := range stops {
		s.Standing += stop.Duration()
		s.Idling += stop.Idling
	}
	all := pauses(recording.Observations, stops)
	s.Driving, s.Silent = driving(recording.Observations, result, stops, all)
	moved := moving(track, all)
	s.Moving = min(s.Driving, moved.time)
	if s.Driving > 0 {
		s.Average = s.Distance / s.Driving.Seconds()
	}
	if moved.metres > 0 {
		s.AverageMoving = max(moved.metres/moved.time.Seconds(), s.Average) // which has metres within stops
	}
	s.Up, s.Down, s.HasAscent = Ascent(recording)
	if way != nil {
		s.Classes = byRoadClass(result, way, all)
	}
	return s
}

// ClassShare is the part of a trip on roads of one class.
type ClassShare struct {
	Class   road.Class // road.Road for ways that the map does not have
	Matched float64    // metres
	Time    time.Duration
}

// ByRoadClass divides the matched part of a trip among the road classes, the longest share
// first. The lengths add up to Distance.Matched. Time passes evenly between the vertices of
// a leg, and includes stops on it.
func ByRoadClass(result match.Result, way func(id int64) (road.Way, bool)) []ClassShare {
	return byRoadClass(result, way, nil)
}

func byRoadClass(result match.Result, way func(id int64) (road.Way, bool), stops []Stop) (shares []ClassShare) {
	classes := map[int64]road.Class{} // by way
	for i := range result.Legs {
		l := &result.Legs[i]
		c := newLegClock(l)
		passed, before := 0.0, c.at(0)
		for _, piece := range l.Ways {
			class, known := classes[piece.WayID]
			if !known {
				class = road.Road
				if w, found := way(piece.WayID); found {
					class = w.Class
				}
				classes[piece.WayID] = class
			}
			k := slices.IndexFunc(shares, func(s ClassShare) bool { return s.Class == class })
			if k < 0 {
				k = len(shares)
				shares = append(shares, ClassShare{Class: class})
			}
			passed += piece.Length
			after := c.at(passed)
			shares[k].Matched += piece.Length
			shares[k].Time += after.Sub(before) - inStops(stops, before, after)
			before = after
		}
	}
	slices.SortFunc(shares, func(a, b ClassShare) int {
		return cmp.Or(cmp.Compare(b.Matched, a.Matched), cmp.Compare(a.Class, b.Class))
	})
	return shares
}

// legClock returns the time at rising distances along a leg.
type legClock struct {
	leg    *match.Leg
	along  []float64
	scale  float64 // drawn metres per metre of the leg
	vertex int     // of the last answer
}

func newLegClock(l *match.Leg) legClock {
	c := legClock{leg: l, along: lengths(l), scale: 1}
	if l.Length > 0 && len(c.along) > 0 {
		c.scale = c.along[len(c.along)-1] / l.Length
	}
	return c
}

// at returns the time at a distance along the leg (metres), that of arrival where the
// vehicle stood except at its ends; zero without times.
func (c *legClock) at(metres float64) time.Time {
	times := c.leg.Times
	if len(times) == 0 {
		return time.Time{}
	}
	if metres <= 0 {
		return times[0]
	}
	if metres >= c.leg.Length {
		return times[len(times)-1]
	}
	metres *= c.scale
	for c.vertex+1 < len(c.along) && c.along[c.vertex+1] < metres {
		c.vertex++
	}
	if c.vertex+1 == len(c.along) {
		return times[c.vertex]
	}
	a, b := c.along[c.vertex], c.along[c.vertex+1]
	span := times[c.vertex+1].Sub(times[c.vertex])
	if b <= a {
		return times[c.vertex]
	}
	return times[c.vertex].Add(time.Duration(min(max((metres-a)/(b-a), 0), 1) * float64(span)))
}

// inStops returns how much of the time between two moments lies in stops.
func inStops(stops []Stop, from, to time.Time) (d time.Duration) {
	first, _ := slices.BinarySearchFunc(stops, from, func(s Stop, t time.Time) int { return s.Departure.Compare(t) })
	for _, s := range stops[first:] {
		if !s.Arrival.Before(to) {
			break
		}
		if part := earlier(s.Departure, to).Sub(later(s.Arrival, from)); part > 0 {
			d += part
		}
	}
	return d
}
