// SPDX-License-Identifier: MIT

package trips

import (
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
)

// DraftKind says what a Draft does.
type DraftKind uint8

// The kinds of drafts.
const (
	DraftCrop   DraftKind = iota // leaves out what is before and after a part
	DraftSpikes                  // drops spikes
	DraftSplit                   // splits the trip
)

// Draft is an edit of a trip that is shown on the map before it is done. It is immutable.
type Draft struct {
	Number   int // of the draft since the start of the app
	Kind     DraftKind
	Trip     ID
	From, To time.Time      // the part that stays, of DraftCrop
	Rule     trip.SpikeRule // of DraftSpikes
	// Gone are the observations that would be left out, in order, and Cuts the first ones of
	// each later part.
	Gone, Cuts []int
}

// usualSpikes are the limits that are offered first: 200 km/h, and no leap.
var usualSpikes = trip.SpikeRule{Speed: 200 / 3.6}

// Draft returns the draft of the selected trip; ok is false if there is none.
func (s State) Draft() (d *Draft, ok bool) {
	t, is := s.Trip()
	if s.draft == nil || !is || t.ID != s.draft.Trip || !t.Loaded() {
		return nil, false
	}
	return s.draft, true
}

// StartDraft begins a draft of the selected trip, if its points are loaded. A crop needs times.
func (p *Model) StartDraft(kind DraftKind) {
	t, ok := p.state.Trip()
	if !ok || !t.Loaded() || t.Count == 0 || kind == DraftCrop && t.First.IsZero() {
		return
	}
	p.drafts++
	d := &Draft{Number: p.drafts, Kind: kind, Trip: t.ID}
	d.From, d.To = trip.TimeSpan(t.Trace.Observations)
	if kind == DraftSpikes {
		d.Rule = usualSpikes
		d.Gone = trip.Spikes(t.Trace, d.Rule)
	}
	p.state.draft = d
	p.changed.Raise()
}

// change changes the draft of the selected trip, if it is of a kind.
func (p *Model) changeDraft(kind DraftKind, change func(t *Trip, d *Draft)) {
	d, ok := p.state.Draft()
	if !ok || d.Kind != kind {
		return
	}
	t, _ := p.state.Trip()
	next := *d
	change(t, &next)
	p.state.draft = &next
	p.changed.Raise()
}

// SetCrop sets the part of the trip that stays.
func (p *Model) SetCrop(from, to time.Time) {
	if d, ok := p.state.Draft(); ok && d.From.Equal(from) && d.To.Equal(to) {
		return
	}
	p.changeDraft(DraftCrop, func(t *Trip, d *Draft) {
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
func (p *Model) SetSpikes(rule trip.SpikeRule) {
	p.changeDraft(DraftSpikes, func(t *Trip, d *Draft) { d.Rule, d.Gone = rule, trip.Spikes(t.Trace, rule) })
}

// ShowSplit shows on the map where the selected trip would be split.
func (p *Model) ShowSplit(by SplitBy) {
	t, ok := p.state.Trip()
	if !ok || !t.Loaded() {
		return
	}
	p.state.draft = &Draft{Kind: DraftSplit, Trip: t.ID, Cuts: by.points(t.Trace, t.Stops)}
	p.changed.Raise()
}

// CancelDraft drops the draft.
func (p *Model) CancelDraft() {
	if p.state.draft != nil {
		p.state.draft = nil
		p.changed.Raise()
	}
}

// StepBack cancels the draft of the selected trip. It returns false if there is none.
func (p *Model) StepBack() bool {
	_, drafted := p.state.Draft()
	if drafted {
		p.CancelDraft()
	}
	return drafted
}

// Ready reports whether the draft changes the trip, and leaves something of it.
func (d *Draft) Ready(t *Trip) bool { return len(d.Gone) > 0 && len(d.Gone) < t.Count }

// ApplyDraft replaces the selected trip by what its draft leaves of it. The original is kept:
// Undo lists it again.
func (p *Model) ApplyDraft() {
	d, ok := p.state.Draft()
	t, _ := p.state.Trip()
	if !ok || !d.Ready(t) {
		return
	}
	p.state.draft = nil
	p.exchange([][]*Trip{{t}}, func(whole []trace.Trip) ([]trace.Trip, error) {
		if d.Kind == DraftCrop {
			first, end := trip.Between(whole[0], d.From, d.To)
			return []trace.Trip{trip.Crop(whole[0], first, end)}, nil
		}
		return []trace.Trip{trip.Drop(whole[0], d.Gone)}, nil
	})
	p.changed.Raise()
}

// draftPlaces returns what the map shows of a draft: the line that stays, and the places of
// points that go or at which the trip is split.
func (s State) draftPlaces() (stays, marks []geo.Point) {
	d, ok := s.Draft()
	if !ok {
		return nil, nil
	}
	t, _ := s.Trip()
	obs := t.Trace.Observations
	at := func(list []int) (points []geo.Point) {
		for _, i := range list {
			if i < len(obs) && obs[i].Valid() {
				points = append(points, obs[i].Point)
			}
		}
		return points
	}
	switch d.Kind {
	case DraftCrop:
		rest := trip.Drop(t.Trace, d.Gone).Observations
		return validPoints(rest), ends(rest)
	case DraftSpikes:
		return nil, at(d.Gone)
	}
	return nil, at(d.Cuts)
}

// ends returns the places of the first and the last valid observation.
func ends(list []match.Observation) []geo.Point {
	points := validPoints(list)
	if len(points) == 0 {
		return nil
	}
	return slices.Concat(points[:1], points[len(points)-1:])
}
