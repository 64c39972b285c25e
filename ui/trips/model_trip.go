// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"math"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/text"
)

// ID identifies a trip of the list while the app runs.
type ID int

// Stage is the stage of the work on a trip.
type Stage uint8

// The stages of a trip.
const (
	Reading Stage = iota
	Matching
	Done
	Failed
	Cancelled
)

// Trip is a trip of the list. It is immutable; a changed trip is a new Trip.
type Trip struct {
	ID     ID
	File   string // path of the trace file
	Name   string
	Stage  Stage
	Trace  trace.Trip
	Result match.Result // valid if Stage is Done
	// Assessment lists the unexplained parts of the trip; valid if Stage is Done.
	Assessment trip.Assessment
	Problem    text.Notice  // valid if Stage is Failed
	Bounds     geo.Bounds   // bounds of the recorded points, empty until they are read
	Stops      []trip.Stop  // of the recording, found when it is read
	Kept       workspace.ID // 0 for a trip that is not kept
	Reviewed   bool         // a dispatcher has looked at it

	searchText string // see searchText; empty until the file is read

	// source is the file of the row; its Read is nil after the file has been read.
	source Source
	// mapNumber is the value of Model.mapNumber when the latest matching started.
	mapNumber int
}

// busy reports whether the trip is being read or matched.
func (t *Trip) busy() bool { return t.Stage == Reading || t.Stage == Matching }

// hasPoints reports whether the trip was read and has points to match.
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

// MainReason returns the most important reason why the trip is unexplained: one for the
// whole trip, or else the one with the greatest total length of gaps. ok is false if the
// trip is explained.
func (t *Trip) MainReason() (main trip.Reason, ok bool) {
	if t.Assessment.Explained() {
		return main, false
	}
	return slices.MaxFunc(t.Assessment.Reasons, func(a, b trip.Reason) int { return cmp.Compare(weight(a), weight(b)) }), true
}

// weight returns how much a reason matters: its length (metres), or more than any for the
// whole trip.
func weight(r trip.Reason) float64 {
	switch {
	case r.Kind == trip.Truncated || r.Kind == trip.NoPositions || r.Kind == trip.OffMap:
		return math.Inf(1)
	case r.Unit == trip.UnitMetres:
		return r.Amount
	default:
		return 0
	}
}

// nameOf returns the name to show for a trip: that of the recorder, that of the vehicle or
// trip in the file, or else that of the file.
func nameOf(name, id, file string) string { return cmp.Or(name, id, file) }

// boundsOf returns the bounds of the recorded points.
func boundsOf(t trace.Trip) geo.Bounds { return geo.BoundsOf(validPoints(t.Observations)...) }

// validPoints returns the positions of the valid observations.
func validPoints(list []match.Observation) []geo.Point {
	points := make([]geo.Point, 0, len(list))
	for _, o := range list {
		if o.Valid() {
			points = append(points, o.Point)
		}
	}
	return points
}
