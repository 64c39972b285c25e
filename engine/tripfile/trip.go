// SPDX-License-Identifier: MIT

package tripfile

import (
	"cmp"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// Trip is a trip to be written.
type Trip struct {
	// Matched has the recording, and its result if HasResult. Its verdict may be nil.
	trace.Matched
	HasResult bool
	// Corrections are what a user changed in the match, in order; if empty, those of
	// Matched.Corrected.
	Corrections []Correction
}

// Correction is one change of a match by hand.
type Correction struct {
	By   string // who made it, "" if unknown
	At   time.Time
	What string // in words
}

// correctionsOf returns the corrections that a match was made under.
func correctionsOf(m *trace.Matched) (list []Correction) {
	for _, a := range m.Corrected {
		what := a.String()
		if a.Unmet != "" {
			what += " (not applied: " + correction.UnmetText(a.Unmet) + ")"
		}
		list = append(list, Correction{By: a.Who, At: a.When, What: what})
	}
	return list
}

// view is a trip with what its rows are made from.
type view struct {
	*Trip
	o      *Options
	stops  []trip.Stop
	events []trip.Event
	lines  []legLine // one per leg
	roads  map[int64]road.Way
}

// newView returns the view of a trip. withRoads says whether the roads of its ways are
// needed.
func newView(t *Trip, o *Options, withRoads bool) (*view, error) {
	if len(t.Corrections) == 0 && len(t.Corrected) > 0 {
		corrected := *t
		corrected.Corrections = correctionsOf(&t.Matched)
		t = &corrected
	}
	v := &view{Trip: t, o: o, stops: trip.Stops(t.Matched.Trip)}
	if !t.HasResult || !o.What.snapped() {
		return v, nil
	}
	v.events = trip.Events(t.Matched.Trip.Observations, t.Result)
	for i := range t.Result.Legs {
		if l := &t.Result.Legs[i]; len(l.Shape) > 1 { // a kept match may come from anywhere
			v.lines = append(v.lines, newLegLine(l))
		}
	}
	if !withRoads {
		return v, nil
	}
	var err error
	v.roads, err = o.Ways(v.onWays())
	return v, err
}

// onWays returns a matched point in the middle of each part of a way. The observations do
// not suffice, because some ways have none.
func (v *view) onWays() (points []match.Point) {
	for _, l := range v.lines {
		for i, s := range l.pieces() {
			at, _ := l.at((s.from + s.to) / 2)
			points = append(points, match.Point{Location: at, State: match.Matched, WayID: l.leg.Ways[i].WayID, HasWay: true})
		}
	}
	return points
}

// title returns the name of the trip for people.
func (v *view) title() string { return cmp.Or(v.Matched.Trip.Name, v.Matched.Trip.ID) }

// position returns the position of an observation on the map; ok is false if it is not on
// Earth.
func (v *view) position(i int) (at geo.Point, ok bool) {
	list := v.Matched.Trip.Observations
	if i < 0 || i >= len(list) || !list[i].Valid() {
		return at, false
	}
	return list[i].Point, true
}

// recorded returns the valid positions from an observation to another one, both included.
func (v *view) recorded(first, last int) (line []geo.Point) {
	for i := max(first, 0); i <= last; i++ {
		if at, ok := v.position(i); ok {
			line = append(line, at)
		}
	}
	return line
}

// timeSpan returns the times of the first and the last timed observation, zero without
// times.
func (v *view) timeSpan() (first, last time.Time) {
	for _, o := range v.Matched.Trip.Observations {
		if o.Time.IsZero() {
			continue
		}
		if first.IsZero() {
			first = o.Time
		}
		last = o.Time
	}
	return first, last
}
