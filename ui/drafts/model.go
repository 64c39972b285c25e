// SPDX-License-Identifier: MIT

package drafts

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/trips"
)

// Trips has the open trips; see [trips.Model].
type Trips interface {
	State() trips.State
	Exchange(id trips.ID, build func(whole trace.Trip) []trace.Trip)
}

// Kind says what a Draft does.
type Kind uint8

// The kinds of drafts.
const (
	Crop   Kind = iota // leaves out what is before and after a part
	Spikes             // drops spikes
	Split              // splits the trip
)

// Draft is an edit of a trip that is shown on the map before it is done. It is immutable.
type Draft struct {
	Number   int // of the draft since the start of the app
	Kind     Kind
	Trip     trips.ID
	From, To time.Time      // the part that stays, of Crop
	Rule     trip.SpikeRule // of Spikes
	// Gone are the observations that would be left out, in order, and Cuts the first ones of
	// each later part.
	Gone, Cuts []int
}

// usualSpikes are the limits that are offered first: 200 km/h, and no leap.
var usualSpikes = trip.SpikeRule{Speed: 200 / 3.6}

// Model is the view model of drafts. It belongs to the UI goroutine.
type Model struct {
	trips   Trips
	changed *job.Signal
	draft   *Draft // of the selected trip, or else not in force; nil without one
	begun   int    // drafts so far
}

// NewModel returns a model without a draft of open trips.
func NewModel(jobs *job.Runner, open Trips) *Model {
	return &Model{trips: open, changed: jobs.Signal()}
}

// OnChange sets the listener that is called after each change of the draft.
func (m *Model) OnChange(listen func()) { m.changed.Listen(listen) }

// Draft returns the draft of the selected trip, and that; ok is false if there is none.
func (m *Model) Draft() (d *Draft, t *trips.Trip, ok bool) {
	t, is := m.trips.State().Trip()
	if m.draft == nil || !is || t.ID != m.draft.Trip || !t.Loaded() {
		return nil, nil, false
	}
	return m.draft, t, true
}

// set replaces the draft; nil drops it.
func (m *Model) set(d *Draft) {
	m.draft = d
	m.changed.Raise()
}

// Start begins a draft of the selected trip, if its points are loaded. A crop needs times.
func (m *Model) Start(kind Kind) {
	t, ok := m.trips.State().Trip()
	if !ok || !t.Loaded() || t.Count == 0 || kind == Crop && t.First.IsZero() {
		return
	}
	m.begun++
	d := &Draft{Number: m.begun, Kind: kind, Trip: t.ID}
	d.From, d.To = trip.TimeSpan(t.Trace.Observations)
	if kind == Spikes {
		d.Rule = usualSpikes
		d.Gone = trip.Spikes(t.Trace, d.Rule)
	}
	m.set(d)
}

// change changes the draft of the selected trip, if it is of a kind.
func (m *Model) change(kind Kind, change func(t *trips.Trip, d *Draft)) {
	d, t, ok := m.Draft()
	if !ok || d.Kind != kind {
		return
	}
	next := *d
	change(t, &next)
	m.set(&next)
}

// SetCrop sets the part of the trip that stays.
func (m *Model) SetCrop(from, to time.Time) {
	if d, _, ok := m.Draft(); ok && d.From.Equal(from) && d.To.Equal(to) {
		return
	}
	m.change(Crop, func(t *trips.Trip, d *Draft) {
		d.From, d.To, d.Gone = from, to, nil
		first, end := trip.Between(t.Trace, from, to)
		for i := range t.Trace.Observations {
			if i < first || i >= end {
				d.Gone = append(d.Gone, i)
			}
		}
	})
}

// SetSpikes sets which points are spikes.
func (m *Model) SetSpikes(rule trip.SpikeRule) {
	m.change(Spikes, func(t *trips.Trip, d *Draft) { d.Rule, d.Gone = rule, trip.Spikes(t.Trace, rule) })
}

// ShowSplit shows on the map where the selected trip would be split.
func (m *Model) ShowSplit(by SplitBy) {
	if t, ok := m.trips.State().Trip(); ok && t.Loaded() {
		m.set(&Draft{Kind: Split, Trip: t.ID, Cuts: by.points(t.Trace, t.Stops)})
	}
}

// Cancel drops the draft.
func (m *Model) Cancel() {
	if m.draft != nil {
		m.set(nil)
	}
}

// StepBack cancels the draft of the selected trip. It returns false if there is none.
func (m *Model) StepBack() bool {
	_, _, drafted := m.Draft()
	if drafted {
		m.Cancel()
	}
	return drafted
}

// Ready reports whether the draft changes the trip, and leaves something of it.
func (d *Draft) Ready(t *trips.Trip) bool { return len(d.Gone) > 0 && len(d.Gone) < t.Count }

// Apply replaces the selected trip by what its draft leaves of it. The original is kept: Undo lists
// it again.
func (m *Model) Apply() {
	d, t, ok := m.Draft()
	if !ok || !d.Ready(t) {
		return
	}
	m.set(nil)
	m.trips.Exchange(t.ID, func(whole trace.Trip) []trace.Trip {
		if d.Kind == Crop {
			first, end := trip.Between(whole, d.From, d.To)
			return []trace.Trip{trip.Crop(whole, first, end)}
		}
		return []trace.Trip{trip.Drop(whole, d.Gone)}
	})
}

// Overlays returns what the map shows of the draft: the line that stays, and the points that go or
// at which the trip is split.
func (m *Model) Overlays() (list []overlay.Overlay) {
	d, t, ok := m.Draft()
	if !ok {
		return nil
	}
	var marks []geo.Point
	if d.Kind == Crop {
		if stays := match.ValidPoints(trip.Drop(t.Trace, d.Gone).Observations); len(stays) > 0 {
			list = append(list, overlay.Highlight{Line: stays})
			marks = []geo.Point{stays[0], stays[len(stays)-1]}
		}
	} else {
		for _, i := range slices.Concat(d.Gone, d.Cuts) {
			if o := t.Trace.Observations[i]; o.Valid() {
				marks = append(marks, o.Point)
			}
		}
	}
	if len(marks) > 0 {
		list = append(list, overlay.Faults{Points: marks})
	}
	return list
}
