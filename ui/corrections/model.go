// SPDX-License-Identifier: MIT

package corrections

import (
	"context"
	"errors"
	"fmt"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job"
	"roadsnap/ui/trips"
)

// Corrector corrects matches of kept trips by hand. Its methods are called on background
// goroutines.
type Corrector interface {
	Corrections(ctx context.Context, id workspace.ID) (correction.Log, error)
	// Correct changes the corrections of a trip, matches it under them, and keeps both. If
	// refuse is set and the match does not follow the last correction, it keeps nothing.
	Correct(ctx context.Context, id workspace.ID, recording trace.Trip, stops []trip.Stop, profile match.Profile, refuse bool, change func(correction.Log) (correction.Log, error)) (trips.Corrected, error)
	// Why explains why an observation was matched to its road, under corrections.
	Why(ctx context.Context, recording trace.Trip, profile match.Profile, log correction.Log, observation int) (match.Explanation, error)
	// Ways returns the ways of matched points by their ids.
	Ways(points []match.Point) (map[int64]road.Way, error)
}

// Trips has the open trips; see [trips.Model].
type Trips interface {
	State() trips.State
	CanKeep(t *trips.Trip) bool
	Keep(t *trips.Trip, then func())
	AfterEdits(work func(ctx context.Context) (apply func()))
	ShowCorrected(id trips.ID, content *trips.Content, done trips.Corrected)
}

// Options configures a Model.
type Options struct {
	Jobs      *job.Runner
	Trips     Trips
	Corrector Corrector // nil corrects nothing
	User      string    // who makes corrections, "" if unknown
	// Refused is called with the error of a correction that could not be kept, and so was not made.
	Refused func(error)
}

// State is the state of correcting the selected trip.
type State struct {
	On    bool
	Trip  trips.ID
	Log   correction.Log // meaningful once Ready
	Ready bool
	Busy  bool // the trip is being matched

	Point    int // the clicked observation, −1 for none
	Why      match.Explanation
	HasWhy   bool
	Ways     map[int64]road.Way // of the candidates
	Wanted   match.ConstraintKind
	Refused  *correction.Applied // the last correction, if it cannot be followed
	Previous []match.Leg         // before the last correction; nil if there is none
}

// noPoint is State.Point if no observation was clicked.
const noPoint = -1

// Model is the view model of correcting the selected trip by hand. It belongs to the UI goroutine.
type Model struct {
	o        Options
	changed  *job.Signal
	state    State
	version  int       // counts the changes of state
	pulled   geo.Point // where the route is dragged to, if pulling
	grabbed  int       // observation before the place where it was grabbed, if pulling
	pulling  bool
	question *job.Job // explains a point
}

// NewModel returns a model that corrects nothing yet.
func NewModel(o Options) *Model {
	return &Model{o: o, changed: o.Jobs.Signal(), state: State{Point: noPoint}}
}

// OnChange sets the listener that is called after each change of the state.
func (m *Model) OnChange(listen func()) { m.changed.Listen(listen) }

// raise calls the listener after a change of the state.
func (m *Model) raise() {
	m.version++
	m.changed.Raise()
}

// CanCorrect reports whether a trip can be corrected: it is kept, and matched.
func (m *Model) CanCorrect(t *trips.Trip) bool {
	return m.o.Corrector != nil && t.Kept != 0 && t.Matched
}

// CanKeep reports whether a trip could be corrected if it were kept.
func (m *Model) CanKeep(t *trips.Trip) bool {
	return m.o.Corrector != nil && m.o.Trips.CanKeep(t) && t.Matched
}

// Keep keeps the selected trip, and begins to correct it.
func (m *Model) Keep() {
	t, ok := m.o.Trips.State().Trip()
	if !ok || !m.CanKeep(t) {
		return
	}
	m.o.Trips.Keep(t, func() {
		if !m.State().On {
			m.Toggle()
		}
	})
}

// State returns the state of correcting the selected trip; it is off if another one is
// selected.
func (m *Model) State() State {
	if s := m.o.Trips.State(); m.state.On && s.HasSelected && m.state.Trip == s.Selected {
		return m.state
	}
	return State{Point: noPoint}
}

// Toggle begins to correct the selected trip, or ends it.
func (m *Model) Toggle() {
	was := m.State().On
	m.question.Cancel()
	m.state = State{Point: noPoint}
	t, ok := m.o.Trips.State().Trip()
	if !was && ok && m.CanCorrect(t) {
		m.state = State{On: true, Trip: t.ID, Point: noPoint}
		id, kept := t.ID, t.Kept
		m.o.Trips.AfterEdits(func(ctx context.Context) func() {
			l, err := m.o.Corrector.Corrections(ctx, kept)
			return func() {
				if err != nil {
					m.o.Refused(err)
				} else if f := &m.state; f.On && f.Trip == id && !f.Ready {
					f.Log, f.Ready = l, true
					m.raise()
				}
			}
		})
	}
	m.raise()
}

// Click is called with a click on the map while a trip is corrected. It sets the place of
// a via point or of a moved observation if one is wanted, or else chooses the nearest
// observation within reach (metres) and explains it.
func (m *Model) Click(at geo.Point, reach float64) {
	f := m.State()
	t, ok := m.o.Trips.State().Trip()
	if !f.On || !ok || !t.Matched {
		return
	}
	switch f.Wanted {
	case match.Move:
		m.want("")
		m.correct(match.Constraint{Kind: match.Move, Index: f.Point, Place: at})
		return
	case match.Via:
		m.want("")
		m.Via(at)
		return
	}
	nearest, least := noPoint, reach
	for i, o := range t.Trace.Observations {
		if !o.Valid() || i >= len(t.Result.Points) {
			continue
		}
		if d := min(geo.Distance(o.Point, at), geo.Distance(t.Result.Points[i].Location, at)); d <= least {
			nearest, least = i, d
		}
	}
	m.Choose(nearest)
}

// Choose chooses an observation, −1 for none, and explains why it is on its road. Pins of
// the observation do not count in that.
func (m *Model) Choose(i int) {
	f := &m.state
	t, ok := m.o.Trips.State().Trip()
	if !m.State().On || !ok {
		return
	}
	m.question.Cancel()
	f.Point, f.HasWhy, f.Refused, f.Wanted = i, false, nil, ""
	m.raise()
	if i == noPoint || !f.Ready {
		return
	}
	id, recording, profile := t.ID, t.Trace, m.o.Trips.State().Profile
	log := f.Log.Without(func(o correction.Operation) bool { return o.Kind == match.Pin && o.Index == i })
	m.question = m.o.Jobs.Start(func(ctx context.Context) func() {
		why, err := m.o.Corrector.Why(ctx, recording, profile, log, i)
		var ways map[int64]road.Way
		if err == nil {
			points := make([]match.Point, len(why.Candidates))
			for k, c := range why.Candidates {
				points[k] = match.Point{Location: c.Location, WayID: c.WayID, HasWay: true}
			}
			if ways, err = m.o.Corrector.Ways(points); err != nil {
				ways, err = nil, nil // without names
			}
		}
		return func() {
			if f := &m.state; err == nil && f.On && f.Trip == id && f.Point == i {
				f.Why, f.HasWhy, f.Ways = why, true, ways
				m.raise()
			}
		}
	})
}

// want makes the next click on the map the place of a via point or of the moved observation;
// "" takes that back.
func (m *Model) want(k match.ConstraintKind) {
	m.state.Wanted = k
	m.raise()
}

// Want makes the next click on the map the place of a via point, or where the chosen
// observation is moved to. Asked again, it takes that back.
func (m *Model) Want(k match.ConstraintKind) {
	f := m.State()
	if !f.On || k == match.Move && f.Point == noPoint {
		return
	}
	if f.Wanted == k {
		k = ""
	}
	m.want(k)
}

// Via leads the route through a place: between the two observations on the route that are
// nearest to it.
func (m *Model) Via(at geo.Point) {
	if t, ok := m.o.Trips.State().Trip(); ok && t.Matched {
		m.viaAfter(beforeVia(&t.Result, at), at)
	}
}

// viaAfter leads the route through a place after observation i.
func (m *Model) viaAfter(i int, at geo.Point) {
	if m.State().On && i != noPoint {
		m.correct(match.Constraint{Kind: match.Via, Index: i, Place: at})
	}
}

// GrabRoute begins to drag the route of the trip that is corrected, and reports whether there
// is one within reach of a place (metres).
func (m *Model) GrabRoute(at geo.Point, reach float64) bool {
	f := m.State()
	t, ok := m.o.Trips.State().Trip()
	if !f.On || !f.Ready || f.Busy || !ok || !t.Matched || !onRoute(&t.Result, at, reach) {
		return false
	}
	m.pulling, m.grabbed = true, beforeVia(&t.Result, at)
	m.PullRoute(at)
	return true
}

// onRoute reports whether a place is within reach of a leg (metres).
func onRoute(r *match.Result, at geo.Point, reach float64) bool {
	plane := geo.NewPlane(at)
	for i := range r.Legs {
		shape := r.Legs[i].Shape
		for k := 1; k < len(shape); k++ {
			if _, d2 := geo.Project(geo.XY{}, plane.XY(shape[k-1]), plane.XY(shape[k])); d2 <= reach*reach {
				return true
			}
		}
	}
	return false
}

// PullRoute drags the route to a place. It returns false if the route is not being dragged.
func (m *Model) PullRoute(at geo.Point) bool {
	if m.pulling {
		m.pulled = at
		m.raise()
	}
	return m.pulling
}

// DropRoute leads the route through the place that it was dragged to, where it was grabbed: the
// trip may pass the place at another time. It returns false if the route is not being dragged.
func (m *Model) DropRoute() bool {
	if !m.pulling {
		return false
	}
	m.pulling = false
	m.viaAfter(m.grabbed, m.pulled)
	m.raise()
	return true
}

// beforeVia returns the observation after which a via point lies: the first one of the two
// neighbours between which it makes the least detour.
func beforeVia(r *match.Result, at geo.Point) int {
	best, least, before := noPoint, 0.0, noPoint
	for i := range r.Points {
		if r.Points[i].State == match.OffRoad {
			continue
		}
		if before != noPoint {
			a, b := r.Points[before].Location, r.Points[i].Location
			if detour := geo.Distance(a, at) + geo.Distance(at, b) - geo.Distance(a, b); best == noPoint || detour < least {
				best, least = before, detour
			}
		}
		before = i
	}
	return best
}

// Pin pins the chosen observation to a candidate.
func (m *Model) Pin(c match.Candidate) {
	d := match.AgainstDraw
	if c.Forward {
		d = match.AlongWay
	}
	m.correct(match.Constraint{Kind: match.Pin, Index: m.State().Point, Place: c.Location, WayID: c.WayID, Direction: d})
}

// Forbid forbids the way of a candidate: all of it, or its stretch there.
func (m *Model) Forbid(c match.Candidate, stretch bool) {
	m.correct(match.Constraint{Kind: match.Forbid, WayID: c.WayID, Place: c.Location, Stretch: stretch})
}

// LeaveOut leaves out the chosen observation.
func (m *Model) LeaveOut() {
	if i := m.State().Point; i != noPoint {
		m.correct(match.Constraint{Kind: match.LeaveOut, Index: i})
	}
}

// Gap bridges a gap, or marks it as not driven.
func (m *Model) Gap(g match.Gap, driven bool) {
	kind := match.NotDriven
	if driven {
		kind = match.Bridge
	}
	m.correct(match.Constraint{Kind: kind, Index: g.FirstIndex, Last: g.LastIndex})
}

// SetProfile sets the vehicle of the trip.
func (m *Model) SetProfile(profile match.Profile) {
	if f := m.State(); f.Ready && f.Log.Profile(m.o.Trips.State().Profile) != profile {
		m.apply(correction.Operation{Constraint: match.Constraint{Kind: correction.SetProfile}, Profile: profile})
	}
}

func (m *Model) correct(c match.Constraint) { m.apply(correction.Operation{Constraint: c}) }

// apply adds an operation to the corrections and matches the trip.
func (m *Model) apply(o correction.Operation) {
	o.Who, o.When = m.o.User, time.Now().Truncate(time.Second)
	m.change(true, func(l correction.Log) (correction.Log, error) { return l.Add(o), nil })
}

// errNothing is returned by a change if there is nothing to undo or to make again.
var errNothing = errors.New("nothing to undo")

// Undo takes back the last correction, also one of an earlier run.
func (m *Model) Undo() { m.step(correction.Log.Undo) }

// Redo makes the correction again that was undone last.
func (m *Model) Redo() { m.step(correction.Log.Redo) }

func (m *Model) step(step func(correction.Log) (correction.Log, bool)) {
	m.change(false, func(l correction.Log) (correction.Log, error) {
		l, ok := step(l)
		if !ok {
			return l, errNothing
		}
		return l, nil
	})
}

// change changes the corrections of the selected trip and matches it, after the earlier
// changes.
func (m *Model) change(refuse bool, change func(correction.Log) (correction.Log, error)) {
	t, ok := m.o.Trips.State().Trip()
	if f := m.State(); !f.On || !f.Ready || !ok || !t.Loaded() {
		return
	}
	m.question.Cancel()
	f := &m.state
	f.Busy, f.Refused, f.Wanted = true, nil, ""
	id, kept, content, profile := t.ID, t.Kept, t.Content, m.o.Trips.State().Profile
	m.o.Trips.AfterEdits(func(ctx context.Context) func() {
		done, err := m.o.Corrector.Correct(ctx, kept, content.Trace, content.Stops, profile, refuse, change)
		return func() { m.show(id, content, done, err) }
	})
	m.raise()
}

// show shows a corrected match.
func (m *Model) show(id trips.ID, content *trips.Content, done trips.Corrected, err error) {
	f := &m.state
	mine := f.On && f.Trip == id
	if mine {
		f.Busy = false
	}
	switch {
	case errors.Is(err, errNothing):
	case err != nil:
		m.o.Refused(fmt.Errorf("correct a trip: %w", err))
	case done.Refused != nil:
		if mine {
			f.Refused = done.Refused
		}
	default:
		if mine {
			f.Log, f.Previous, f.HasWhy = done.Log, content.Result.Legs, false
		}
		m.o.Trips.ShowCorrected(id, content, done)
		if mine && f.Point != noPoint {
			m.Choose(f.Point)
		}
	}
	m.raise()
}

// StepBack leaves what was begun last: what the next click on the map does, the chosen point, or
// correcting. It reports whether there was anything to leave.
func (m *Model) StepBack() bool {
	f := m.State()
	switch {
	case f.Wanted != "":
		m.want("")
	case f.Point != noPoint:
		m.Choose(noPoint)
	case f.On:
		m.Toggle()
	default:
		return false
	}
	return true
}
