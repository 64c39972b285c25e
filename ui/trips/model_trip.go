package trips

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/ui/text"
)

// ID names a trip of the list for as long as the app runs.
type ID int

// Stage is how far the work on a trip is.
type Stage uint8

// The stages of a trip, in their order.
const (
	Reading Stage = iota
	Matching
	Done
	Failed
	Cancelled
)

// Trip is a row of the list with all that is known of it. It is never changed:
// a new Trip takes its place.
type Trip struct {
	ID     ID
	File   string // path of the trace file
	Name   string
	Stage  Stage
	Trace  trace.Trip
	Result match.Result // meaningful when Stage is Done
	// Assessment says what of the trip is unexplained; meaningful when Stage is Done.
	Assessment trip.Assessment
	Problem    text.Notice // meaningful when Stage is Failed
	Bounds     geo.Bounds  // of the recorded points, empty until they are read

	// read reads the file that the row stands for; nil once the file has been read.
	read func(context.Context, geo.Bounds) ([]trace.Trip, error)
	// mapNumber is the map that the trip was matched on, or is being matched on:
	// the value of Model.mapNumber at that time.
	mapNumber int
}

// busy reports whether work on the trip is under way.
func (t *Trip) busy() bool { return t.Stage == Reading || t.Stage == Matching }

// hasPoints reports whether the trip was read, and can be matched.
func (t *Trip) hasPoints() bool { return len(t.Trace.Observations) > 0 }

// timeSpan returns the times of a trip's first and last timed points.
func (t *Trip) timeSpan() (first, last time.Time, ok bool) {
	timed := func(o match.Observation) bool { return !o.Time.IsZero() }
	obs := t.Trace.Observations
	i := slices.IndexFunc(obs, timed)
	if i < 0 {
		return first, last, false
	}
	end := len(obs) - 1
	for !timed(obs[end]) {
		end--
	}
	return obs[i].Time, obs[end].Time, true
}

// MainReason returns the reason that a user should know first: one that concerns
// the whole trip, or else the gaps that are longest together. It reports false if
// the trip is explained.
func (t *Trip) MainReason() (main trip.Reason, ok bool) {
	if t.Assessment.Explained() {
		return main, false
	}
	weight := func(r trip.Reason) float64 {
		switch {
		case r.Kind == trip.Truncated || r.Kind == trip.NoPositions || r.Kind == trip.OffMap:
			return math.Inf(1)
		case r.Unit == trip.UnitMetres:
			return r.Amount
		default:
			return 0
		}
	}
	return slices.MaxFunc(t.Assessment.Reasons, func(a, b trip.Reason) int { return cmp.Compare(weight(a), weight(b)) }), true
}

// validPoints returns where the observations lie that are on Earth.
func validPoints(list []match.Observation) []geo.Point {
	points := make([]geo.Point, 0, len(list))
	for _, o := range list {
		if o.Valid() {
			points = append(points, o.Point)
		}
	}
	return points
}
