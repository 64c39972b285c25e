// SPDX-License-Identifier: MIT

package timeline

import (
	"image/color"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/trips"
)

// Quantity is what the graph shows.
type Quantity uint8

// The quantities.
const (
	Speed      Quantity = iota // km/h
	ToRoad                     // distance of the observations to the road (metres)
	Confidence                 // in per cent
	numQuantities
)

// Entry is a trip for the timeline.
type Entry struct {
	Trip   *trips.Trip
	Colour color.RGBA // of its line on the map
}

// EntriesOf returns the selected trips, the main one first.
func EntriesOf(s trips.State) (list []Entry) {
	for _, t := range s.ChosenTrips() {
		e := Entry{t, s.Colour(t.ID)}
		if t.ID == s.Selected {
			list = slices.Insert(list, 0, e)
		} else {
			list = append(list, e)
		}
	}
	return list
}

// Line is a trip on the timeline. It is immutable.
type Line struct {
	Entry
	*trips.Drive
}

// Span is a stretch of time, empty if To is not after From.
type Span struct{ From, To time.Time }

// Empty reports whether the span has no length.
func (s Span) Empty() bool { return !s.To.After(s.From) }

// Length returns the duration of the span.
func (s Span) Length() time.Duration { return s.To.Sub(s.From) }

// clamp returns the moment of the span that is nearest to t.
func (s Span) clamp(t time.Time) time.Time {
	switch {
	case t.Before(s.From):
		return s.From
	case t.After(s.To):
		return s.To
	default:
		return t
	}
}

// State is what the timeline shows.
type State struct {
	Lines    []*Line // the selected trips with times, the main one first; empty for none
	Whole    Span    // of all lines
	Shown    Span    // the visible part of Whole
	Marked   Span    // the part whose figures are shown, empty for none
	Cursor   time.Time
	Rate     float64 // seconds of the trip in a second; negative backwards, 0 while it stands
	Chosen   float64 // the rate at which Play plays, above 0
	Quantity Quantity
	Follow   bool   // the map follows the main vehicle
	Ward     string // at the cursor of the main line, "" if it is not known
}

// Place returns where the vehicle of a line is at the cursor; ok is false before and after
// its trip.
func (s State) Place(l *Line) (p trip.Place, ok bool) {
	if s.Cursor.Before(l.Track.Start()) || s.Cursor.After(l.Track.End()) {
		return p, false
	}
	return l.Track.At(s.Cursor)
}

// Playing reports whether the clock runs.
func (s State) Playing() bool { return s.Rate != 0 }

// Options configures a Model.
type Options struct {
	Jobs   *job.Runner
	Drives *trips.Drives
	// Ward finds the name of the ward at a place in the background and calls then with it,
	// "" if there is none; nil finds none.
	Ward func(at geo.Point, then func(name string)) *job.Job
}

// Model is the view model of the timeline. It belongs to the UI goroutine.
type Model struct {
	o       Options
	changed *job.Signal // the trips, or what is shown of them
	moved   *job.Signal // the cursor
	state   State

	wanted  []Entry // as set by SetTrips
	making  *job.Job
	sought  time.Time // where the cursor goes when the lines are made, zero for its place
	clock   *job.Job  // runs while the timeline plays
	locate  *job.Job
	located geo.Point // where Ward is asked for or known
}

// Rates are the rates of playback.
var Rates = []float64{1, 2, 5, 10, 20, 50, 100, 200, 500}

// startRate is the rate at first: a drive of an hour in two minutes.
const startRate = 20

// NewModel returns a timeline without trips.
func NewModel(o Options) *Model {
	return &Model{o: o, changed: o.Jobs.Signal(), moved: o.Jobs.Signal(), state: State{Chosen: startRate}}
}

// OnChange sets the listener for changes of everything but the cursor, and OnMove that for
// the cursor.
func (m *Model) OnChange(listen func()) { m.changed.Listen(listen) }

// OnMove sets the listener for changes of the cursor. It is called at most once per frame.
func (m *Model) OnMove(listen func()) { m.moved.Listen(listen) }

// State returns the current state.
func (m *Model) State() State { return m.state }

// SetTrips sets the selected trips, the main one first. Those without times or without a
// match in memory are left out. Lines are made in the background.
func (m *Model) SetTrips(list []Entry) {
	list = slices.DeleteFunc(slices.Clone(list), func(e Entry) bool { return !e.Trip.Matched || e.Trip.First.IsZero() })
	if slices.EqualFunc(list, m.wanted, Entry.same) {
		return
	}
	m.wanted = list
	m.making.Cancel()
	if len(list) == 0 {
		m.setLines(nil)
		return
	}
	contents := make([]*trips.Content, len(list))
	for i, e := range list {
		contents[i] = e.Trip.Content
	}
	m.making = m.o.Drives.Of(contents, func(drives []*trips.Drive) {
		lines := make([]*Line, 0, len(list))
		for i, d := range drives {
			if !d.Track.Empty() {
				lines = append(lines, &Line{list[i], d})
			}
		}
		m.setLines(lines)
	})
}

// same reports whether two entries look the same on the timeline.
func (e Entry) same(f Entry) bool { return e.Trip.Content == f.Trip.Content && e.Colour == f.Colour }

// setLines shows lines. The cursor stays, if it is still inside.
func (m *Model) setLines(lines []*Line) {
	s := &m.state
	s.Lines, s.Whole, s.Marked = lines, Span{}, Span{}
	for i, l := range lines {
		from, to := l.Track.Start(), l.Track.End()
		if i == 0 || from.Before(s.Whole.From) {
			s.Whole.From = from
		}
		if i == 0 || to.After(s.Whole.To) {
			s.Whole.To = to
		}
	}
	s.Shown = s.Whole
	if !m.sought.IsZero() && len(lines) > 0 {
		s.Cursor, m.sought = s.Whole.clamp(m.sought), time.Time{}
	}
	if len(lines) == 0 || s.Cursor.Before(s.Whole.From) || s.Cursor.After(s.Whole.To) {
		s.Cursor = s.Whole.From
	}
	if len(lines) == 0 {
		m.setRate(0)
	}
	m.changed.Raise()
	m.cursorMoved()
}

// Seek moves the cursor to a moment, or to the end of the timeline that is nearer. While
// other lines are being made, it moves when they are there.
func (m *Model) Seek(at time.Time) {
	if m.making.Running() {
		m.sought = at
	}
	if len(m.state.Lines) == 0 {
		return
	}
	if at = m.state.Whole.clamp(at); !at.Equal(m.state.Cursor) {
		m.state.Cursor = at
		m.keepShown()
		m.cursorMoved()
	}
}

// keepShown moves the visible part so that the cursor is in it.
func (m *Model) keepShown() {
	s := &m.state
	if s.Shown.clamp(s.Cursor).Equal(s.Cursor) {
		return
	}
	const ahead = 10 // parts of the visible span, one of which lies behind the cursor
	back := s.Shown.Length() / ahead
	if s.Cursor.Before(s.Shown.From) {
		back = s.Shown.Length() - back
	}
	m.Show(Span{s.Cursor.Add(-back), s.Cursor.Add(s.Shown.Length() - back)})
}

// cursorMoved calls the listener and asks for the ward.
func (m *Model) cursorMoved() {
	m.moved.RaiseSoon()
	if m.o.Ward == nil || len(m.state.Lines) == 0 || m.locate.Running() {
		return
	}
	p, ok := m.state.Lines[0].Track.At(m.state.Cursor)
	if !ok || p.Point == m.located {
		return
	}
	m.located = p.Point
	m.locate = m.o.Ward(p.Point, func(name string) {
		if m.locate = nil; m.state.Ward != name {
			m.state.Ward = name
			m.moved.RaiseSoon()
		}
		m.cursorMoved() // it may have moved on
	})
}

// Step moves the cursor to the next sample of the main line (1) or the one before (-1), and
// stops the clock.
func (m *Model) Step(by int) {
	if len(m.state.Lines) == 0 {
		return
	}
	m.setRate(0)
	track, at := m.state.Lines[0].Track, m.state.Cursor
	i := track.SampleAt(at)
	switch exact := track.Samples[i].Time.Equal(at); {
	case by > 0 && !track.Samples[i].Time.After(at):
		for i < len(track.Samples)-1 && !track.Samples[i].Time.After(at) {
			i++
		}
	case by < 0 && exact:
		i = max(i-1, 0)
	}
	m.Seek(track.Samples[i].Time)
}

// Show shows a part of the timeline, at least a few seconds and at most all of it.
func (m *Model) Show(part Span) {
	const shortest = 10 * time.Second
	s := &m.state
	length := min(max(part.Length(), shortest), s.Whole.Length())
	part.From = Span{s.Whole.From, s.Whole.To.Add(-length)}.clamp(part.From)
	part.To = part.From.Add(length)
	if part != s.Shown {
		s.Shown = part
		m.changed.RaiseSoon()
	}
}

// ZoomAt shows a part that is shorter by a factor; the moment at keeps its place.
func (m *Model) ZoomAt(at time.Time, factor float64) {
	s := m.state.Shown
	length := time.Duration(float64(s.Length()) / factor)
	before := time.Duration(float64(at.Sub(s.From)) / factor)
	from := at.Add(-before)
	m.Show(Span{from, from.Add(length)})
}

// Mark marks a part of the timeline, whose figures are shown; an empty one marks none.
func (m *Model) Mark(part Span) {
	s := &m.state
	if !part.Empty() {
		part = Span{s.Whole.clamp(part.From), s.Whole.clamp(part.To)}
	}
	if part != s.Marked {
		s.Marked = part
		m.changed.RaiseSoon()
	}
}

// SetQuantity sets what the graph shows.
func (m *Model) SetQuantity(q Quantity) {
	if q != m.state.Quantity {
		m.state.Quantity = q
		m.changed.Raise()
	}
}

// SetFollow sets whether the map follows the main vehicle.
func (m *Model) SetFollow(on bool) {
	if on != m.state.Follow {
		m.state.Follow = on
		m.changed.Raise()
		m.moved.RaiseSoon()
	}
}

// trailTime is the time of the screen that the trail of a vehicle covers, at least
// leastTrail of the trip.
const (
	trailTime  = 2 * time.Second
	leastTrail = 30 * time.Second
	trailParts = 5
)

// Vehicles returns the overlays of the vehicles at the cursor, the main one on top.
func (s State) Vehicles() (list []overlay.Overlay) {
	for _, l := range slices.Backward(s.Lines) {
		p, ok := s.Place(l)
		if !ok {
			continue
		}
		v := overlay.Vehicle{At: p.Point, Heading: p.Heading, Unknown: !p.Known, Colour: l.Colour}
		length := max(time.Duration(max(s.Rate, -s.Rate)*float64(trailTime)), leastTrail)
		for i := range trailParts {
			from := s.Cursor.Add(-length + length*time.Duration(i)/trailParts)
			v.Trail = append(v.Trail, l.Track.Trail(from, from.Add(length/trailParts))...)
		}
		list = append(list, v)
	}
	return list
}
