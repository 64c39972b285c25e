// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/ui/text"
)

// ID identifies a trip of the list while the app runs. Later trips have higher IDs.
type ID int

// Stage is the stage of the work on a trip.
type Stage uint8

// The stages of a trip.
const (
	Reading Stage = iota
	Matching
	Done // it has a summary of a match on the installed map
	Failed
	Cancelled
)

// Trip is a trip of the list. It is immutable; a changed trip is a new Trip.
type Trip struct {
	ID      ID
	File    string // path of the trace file
	Given   string // name from the recorder or the user, may be empty
	Name    string // to show: vehicle and given name, or else that of the file
	Vehicle string
	Driver  string
	Stage   Stage
	Share   float64     // of the file that is read, 0 if unknown; valid if Stage is Reading
	Problem text.Notice // valid if Stage is Failed

	First, Last time.Time // of the timed observations, zero without times
	Count       int       // number of observations
	Raw         float64   // length from point to point (metres)
	Bounds      geo.Bounds

	// Summary is that of the latest match; valid if HasSummary. If Stale, the match was
	// made on another map.
	Summary           trip.Summary
	HasSummary, Stale bool
	// Assessment lists the unexplained parts of the trip, if HasSummary.
	Assessment trip.Assessment

	Added    time.Time // when its file was read; zero before
	Origin   Origin
	Kept     workspace.ID // 0 for a trip that is not kept
	Identity workspace.Identity
	Reviewed bool // a dispatcher has looked at it
	Tags     workspace.Tags
	Note     string
	// Corrected are the corrections by hand that the match was made under.
	Corrected []correction.Applied

	*Content // never nil; empty unless Loaded

	// source is the file of the row; its Read is nil after the file has been read.
	source Source
	// mapNumber is the value of Model.mapNumber when the latest matching started.
	mapNumber int
	fleet     fleetFacts // set while the trip is in the list
	// keys are made when they are needed first.
	searchKey, sortKey string
}

// Content is the large part of a trip. That of kept trips is loaded when they are
// selected.
type Content struct {
	Trace   trace.Trip
	Stops   []trip.Stop
	Result  match.Result // valid if Matched
	Matched bool
	Events  []trip.Event // of Result, and overlaps with other trips

	shared []workspace.Overlap // those in Events
}

// setResult sets the result of a match.
func (c *Content) setResult(r match.Result) {
	c.shared = nil
	c.Result, c.Matched, c.Events = r, true, trip.Events(c.Trace.Observations, r)
}

// notLoaded is the content of a trip that is not loaded.
var notLoaded = new(Content)

// Loaded reports whether the observations are in memory.
func (t *Trip) Loaded() bool { return t.Content != notLoaded }

// readContent returns the parts that depend on the recording alone.
func readContent(t trace.Trip) *Content {
	return &Content{Trace: t, Stops: trip.Stops(t)}
}

// describe sets the fields that depend on the recording.
func (t *Trip) describe(c *Content) {
	t.Content = c
	t.Count, t.Vehicle, t.Driver = len(c.Trace.Observations), c.Trace.Vehicle, c.Trace.Driver
	line := match.ValidPoints(c.Trace.Observations)
	t.Raw, t.Bounds = geo.Length(line), geo.BoundsOf(line...)
	t.First, t.Last = match.RecordedSpan(c.Trace.Observations)
	t.Given = c.Trace.Name
	t.entitle(c.Trace.ID)
}

// entitle sets Name. id is the identifier in the file, which may be empty.
func (t *Trip) entitle(id string) {
	t.searchKey, t.sortKey = "", ""
	switch {
	case t.Vehicle != "" && t.Given != "" && !strings.Contains(t.Given, t.Vehicle):
		t.Name = t.Vehicle + " · " + t.Given
	default:
		t.Name = cmp.Or(t.Given, t.Vehicle, id, filepath.Base(t.File))
	}
}

// busy reports whether the trip is being read or matched.
func (t *Trip) busy() bool { return t.Stage == Reading || t.Stage == Matching }

// Duration returns the time from the first to the last observation, 0 without times.
func (t *Trip) Duration() time.Duration { return t.Last.Sub(t.First) }

// DeviceDifference returns the odometer's distance minus the matched one (metres). ok is
// false without both.
func (t *Trip) DeviceDifference() (metres float64, ok bool) {
	return t.Summary.Device - t.Summary.Matched, t.HasSummary && t.Summary.HasDevice
}

// measure returns the amount of a kind of fault, 0 if there is none.
func (t *Trip) measure(k trip.Kind) float64 {
	for _, m := range t.Summary.Measures {
		if m.Kind == k {
			return m.Amount
		}
	}
	return 0
}

// Swapped reports whether latitude and longitude were swapped in the trip's file.
func (t *Trip) Swapped() bool {
	return t.measure(trip.SwappedCoordinates) > 0 || slices.ContainsFunc(t.Trace.Notes, func(n trace.Note) bool { return n.Kind == trace.NoteSwapped })
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
	case slices.Contains([]trip.Kind{trip.Truncated, trip.NoPositions, trip.OnePosition, trip.MixedVehicles, trip.WrongDate, trip.OffMap}, r.Kind):
		return math.Inf(1)
	case r.Kind == trip.LowConfidence:
		return r.Amount / maxUrgency // less than any gap
	case r.Unit == trip.UnitMetres:
		return r.Amount
	default:
		return 0
	}
}

// Unexplained reports whether the trip failed, or parts of it are unexplained.
func (t *Trip) Unexplained() bool {
	return t.Stage == Failed || t.HasSummary && !t.Assessment.Explained()
}

// ToReview reports whether a dispatcher should look at the trip: it is unexplained, and was
// not reviewed.
func (t *Trip) ToReview() bool { return t.Unexplained() && !t.Reviewed }

// urgency orders trips to review: 0 for the others, above that the length of the main
// reason (metres).
func (t *Trip) urgency() float64 {
	switch {
	case !t.ToReview():
		return 0
	case t.Stage == Failed:
		return maxUrgency
	}
	reason, _ := t.MainReason()
	return 1 + min(weight(reason), maxUrgency-2)
}

// maxUrgency is longer than any trip (metres).
const maxUrgency = 1e9

// search returns the text that a query is searched in.
func (t *Trip) search() string {
	if t.searchKey == "" {
		parts := []string{t.Name, t.Vehicle, t.DriverName(), t.Team(), filepath.Base(t.File), t.Note}
		if !t.First.IsZero() {
			day := t.First.In(text.Vietnam)
			parts = append(parts, day.Format("2006-01-02"), day.Format("02/01/2006"))
		}
		t.searchKey = units.Fold(strings.Join(parts, " "))
	}
	return t.searchKey
}

// folded returns the name for sorting, without accents.
func (t *Trip) folded() string {
	if t.sortKey == "" {
		t.sortKey = units.Fold(t.Name)
	}
	return t.sortKey
}

// BoundsOf returns the bounds of trips.
func BoundsOf(list []*Trip) geo.Bounds {
	all := geo.NoBounds
	for _, t := range list {
		all = all.Union(t.Bounds)
	}
	return all
}
