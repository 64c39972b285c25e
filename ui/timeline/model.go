// SPDX-License-Identifier: MIT

package timeline

import (
	"context"
	"slices"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/trips"
)

// State is what the timeline shows.
type State struct {
	Lines  []*Line // the selected trips with times, the main one first; empty for none
	Whole  Span    // the clock of all lines
	Reach  float64 // distance of the longest line (metres)
	Axis   Axis
	Shown  Range // the visible part of the axis
	Marked Span  // the part whose figures are shown, empty for none
	Cursor time.Time
	Rate   float64 // seconds of the trip in a second; negative backwards, 0 while it stands
	Chosen float64 // the rate at which Play plays, above 0
	Graphs Graphs
	// Together reports whether all trips start with the main one. Otherwise each plays at
	// its own times.
	Together bool
	Follow   bool   // the map follows the main vehicle
	Ward     string // at the cursor of the main line, "" if it is not known
}

// Place returns where the vehicle of a line is at the cursor; ok is false before and after
// its trip.
func (s State) Place(l *Line) (p trip.Place, ok bool) {
	if s.Cursor.Before(l.Start()) || s.Cursor.After(l.End()) {
		return p, false
	}
	return l.Track.At(l.recorded(s.Cursor))
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
	// Choice is what the graphs show at first. Remember is called with each later choice.
	Choice   Choice
	Remember func(Choice)
}

// Model is the view model of the timeline. It belongs to the UI goroutine.
type Model struct {
	o       Options
	changed *job.Signal // the trips, or what is shown of them
	moved   *job.Signal // the cursor
	state   State

	wanted  []Entry // as set by SetTrips
	making  *job.Job
	start   startRule // how several trips begin
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
	if o.Choice.Graphs == 0 {
		o.Choice.Graphs = 1 << Speed
	}
	if o.Remember == nil {
		o.Remember = func(Choice) {}
	}
	s := State{Chosen: startRate, Graphs: o.Choice.Graphs, Axis: o.Choice.Axis}
	return &Model{o: o, changed: o.Jobs.Signal(), moved: o.Jobs.Signal(), state: s}
}

// OnChange sets the listener for changes of everything but the cursor and the marked part,
// and OnMove that for these.
func (m *Model) OnChange(listen func()) { m.changed.Listen(listen) }

// OnMove sets the listener for changes of the cursor and of the marked part. It is called at
// most once per frame.
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
	m.making = m.o.Drives.Of(contents, func(drives []*trips.Drive) { m.measure(list, drives) })
}

// measure makes the lines of drives in the background, and then shows them.
func (m *Model) measure(list []Entry, drives []*trips.Drive) {
	known := m.state.Lines
	m.making = m.o.Jobs.Start(func(context.Context) func() {
		lines := make([]*Line, 0, len(list))
		for i, d := range drives {
			if d.Track.Empty() {
				continue
			}
			k := slices.IndexFunc(known, func(l *Line) bool { return l.Drive == d })
			if k >= 0 {
				lines = append(lines, known[k].with(list[i], 0))
			} else {
				lines = append(lines, newLine(list[i], d))
			}
		}
		return func() { m.setLines(lines) }
	})
}

// setLines shows lines. The cursor stays, if it is still inside, unless another trip is opened:
// one that was not among several on the clock.
func (m *Model) setLines(lines []*Line) {
	s := &m.state
	if !sameTrips(lines, s.Lines) {
		m.start = startAuto
	}
	opened := len(lines) == 1 && !slices.ContainsFunc(s.Lines, func(l *Line) bool { return l.Trip.ID == lines[0].Trip.ID })
	m.arrange(lines)
	if opened {
		s.Cursor = s.Whole.From
	}
	if !m.sought.IsZero() && len(lines) > 0 {
		s.Cursor, m.sought = s.Whole.clamp(m.sought), time.Time{}
	}
	if len(lines) == 0 {
		m.setRate(0)
	}
	m.changed.Raise()
	m.cursorMoved()
}

// sameTrips reports whether lines are those of the same trips.
func sameTrips(a, b []*Line) bool {
	return slices.EqualFunc(a, b, func(a, b *Line) bool { return a.Trip.ID == b.Trip.ID })
}

// arrange puts lines on the clock and shows all of them. The cursor stays, if it is inside.
func (m *Model) arrange(lines []*Line) {
	s := &m.state
	s.Together = m.start == startTogether || m.start == startAuto && mostlyEmpty(lines)
	s.Whole, s.Reach, s.Marked = Span{}, 0, Span{}
	s.Lines = make([]*Line, len(lines))
	for i, l := range lines {
		shift := time.Duration(0)
		if s.Together {
			shift = lines[0].Track.Start().Sub(l.Track.Start())
		}
		l = l.with(l.Entry, shift)
		s.Lines[i], s.Reach = l, max(s.Reach, l.Track.Length())
		if i == 0 || l.Start().Before(s.Whole.From) {
			s.Whole.From = l.Start()
		}
		if i == 0 || l.End().After(s.Whole.To) {
			s.Whole.To = l.End()
		}
	}
	s.Shown = s.Extent()
	if len(lines) == 0 || s.Cursor.Before(s.Whole.From) || s.Cursor.After(s.Whole.To) {
		s.Cursor = s.Whole.From
	}
}

// mostlyEmpty reports whether trips at their own times leave more time empty than they
// fill, as those of several days do.
func mostlyEmpty(lines []*Line) bool {
	spans := make([]Span, len(lines))
	for i, l := range lines {
		spans[i] = Span{l.Track.Start(), l.Track.End()}
	}
	slices.SortFunc(spans, func(a, b Span) int { return a.From.Compare(b.From) })
	var empty, filled time.Duration
	var end time.Time
	for i, s := range spans {
		if i > 0 && s.From.After(end) {
			empty += s.From.Sub(end)
		}
		if i == 0 || s.To.After(end) {
			filled += Span{s.From.Add(max(0, end.Sub(s.From))), s.To}.Length()
			end = s.To
		}
	}
	return empty > filled
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
	x := s.X(s.Cursor)
	if s.Shown.holds(x) {
		return
	}
	const ahead = 10 // parts of the visible range, one of which lies behind the cursor
	back := s.Shown.Length() / ahead
	if x < s.Shown.From {
		back = s.Shown.Length() - back
	}
	m.Show(Range{x - back, x - back + s.Shown.Length()})
}

// cursorMoved calls the listener and asks for the ward.
func (m *Model) cursorMoved() {
	m.moved.RaiseSoon()
	if m.o.Ward == nil || len(m.state.Lines) == 0 || m.locate.Running() {
		return
	}
	l := m.state.Lines[0]
	p, ok := l.Track.At(l.recorded(m.state.Cursor))
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
	l := m.state.Lines[0]
	track, at := l.Track, l.recorded(m.state.Cursor)
	i := track.SampleAt(at)
	switch exact := track.Samples[i].Time.Equal(at); {
	case by > 0 && !track.Samples[i].Time.After(at):
		for i < len(track.Samples)-1 && !track.Samples[i].Time.After(at) {
			i++
		}
	case by < 0 && exact:
		i = max(i-1, 0)
	}
	m.Seek(track.Samples[i].Time.Add(l.shift))
}

// leastShown is the least visible part of each axis.
var leastShown = [numAxes]float64{OverTime: 10, OverDistance: 50}

// Show shows a part of the axis, at least a few seconds or metres and at most all of it.
func (m *Model) Show(part Range) {
	s := &m.state
	if least := leastShown[s.Axis]; part.Length() < least {
		part.To = part.From + least
	}
	if part = part.within(s.Extent()); part != s.Shown {
		s.Shown = part
		m.changed.RaiseSoon()
	}
}

// ZoomAt shows a part that is shorter by a factor; x keeps its place.
func (m *Model) ZoomAt(x, factor float64) {
	s := m.state.Shown
	least := leastShown[m.state.Axis]
	length := max(s.Length()/factor, min(least, s.Length()))
	from := x - (x-s.From)*length/s.Length()
	m.Show(Range{from, from + length})
}

// Mark marks a part of the clock, whose figures are shown; an empty one marks none.
func (m *Model) Mark(part Span) {
	s := &m.state
	if !part.Empty() {
		part = Span{s.Whole.clamp(part.From), s.Whole.clamp(part.To)}
	}
	if part != s.Marked {
		s.Marked = part
		m.moved.RaiseSoon()
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
			v.Trail = append(v.Trail, l.Track.Trail(l.recorded(from), l.recorded(from.Add(length/trailParts)))...)
		}
		list = append(list, v)
	}
	return list
}
