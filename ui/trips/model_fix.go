// SPDX-License-Identifier: MIT

package trips

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
)

// Corrector corrects matches of kept trips by hand. Its methods are called on background
// goroutines.
type Corrector interface {
	Corrections(ctx context.Context, id workspace.ID) (correction.Log, error)
	// Correct changes the corrections of a trip, matches it under them, and keeps both. If
	// refuse is set and the match does not follow the last correction, it keeps nothing.
	Correct(ctx context.Context, id workspace.ID, recording trace.Trip, stops []trip.Stop, profile match.Profile, refuse bool, change func(correction.Log) (correction.Log, error)) (Corrected, error)
	// Why explains why an observation was matched to its road, under corrections.
	Why(ctx context.Context, recording trace.Trip, profile match.Profile, log correction.Log, observation int) (match.Explanation, error)
	// Ways returns the ways of matched points by their ids.
	Ways(points []match.Point) (map[int64]road.Way, error)
}

// Corrected is a match under corrections.
type Corrected struct {
	Result  match.Result
	Summary trip.Summary
	Log     correction.Log
	Applied []correction.Applied
	// Refused is the last correction if the match does not follow it and nothing was kept.
	Refused *correction.Applied
}

// Fix is the state of correcting the selected trip by hand.
type Fix struct {
	On    bool
	Trip  ID
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

// noPoint is Fix.Point if no observation was clicked.
const noPoint = -1

// fixing is the work of correcting a trip.
type fixing struct {
	state    Fix
	version  int       // counts the changes of state
	pulled   geo.Point // where the route is dragged to, if pulling
	grabbed  int       // observation before the place where it was grabbed, if pulling
	pulling  bool
	question *job.Job // explains a point
}

// fixChanged notifies the listener of a change of the state of correcting.
func (p *Model) fixChanged() {
	p.fixing.version++
	p.changed.Raise()
}

// CanFix reports whether a trip can be corrected: it is kept, and matched.
func (p *Model) CanFix(t *Trip) bool {
	return p.o.Corrector != nil && t.Kept != 0 && t.Matched
}

// CanKeepToFix reports whether a trip could be corrected if it were kept.
func (p *Model) CanKeepToFix(t *Trip) bool {
	return p.o.Corrector != nil && p.o.Keeper != nil && t.Kept == 0 && t.Matched
}

// KeepToFix keeps the selected trip, and begins to correct it. If the trip is kept already, it
// selects that one.
func (p *Model) KeepToFix() {
	t, ok := p.state.Trip()
	if !ok || !p.CanKeepToFix(t) {
		return
	}
	row := *t
	p.edits.Start(func(ctx context.Context) func() {
		added, err := p.o.Keeper.Add(ctx, row.File, nil, []trace.Trip{row.Trace})
		if err == nil && !added[0].Known {
			row.Kept = added[0].ID
			err = p.keepMarks(ctx, []*Trip{&row})
		}
		return func() {
			if err != nil {
				p.o.KeepFailed(err)
				return
			}
			id := row.ID
			if other := p.state.kept()[added[0].ID]; other != nil {
				id = other.ID
			} else {
				p.update(id, func(t *Trip) { t.Kept, t.Identity = added[0].ID, added[0].Identity })
			}
			p.Select(id)
			if !p.Fix().On {
				p.ToggleFix()
			}
		}
	})
}

// Fix returns the state of correcting the selected trip; it is off if another one is
// selected.
func (p *Model) Fix() Fix {
	if f := p.fixing.state; f.On && p.state.HasSelected && f.Trip == p.state.Selected {
		return f
	}
	return Fix{Point: noPoint}
}

// ToggleFix begins to correct the selected trip, or ends it.
func (p *Model) ToggleFix() {
	was := p.Fix().On
	p.fixing.question.Cancel()
	p.fixing.state = Fix{Point: noPoint}
	t, ok := p.state.Trip()
	if !was && ok && p.CanFix(t) {
		p.fixing.state = Fix{On: true, Trip: t.ID, Point: noPoint}
		id, kept := t.ID, t.Kept
		p.edits.Start(func(ctx context.Context) func() {
			l, err := p.o.Corrector.Corrections(ctx, kept)
			return func() {
				if err != nil {
					p.o.EditRefused(err)
				} else if f := &p.fixing.state; f.On && f.Trip == id && !f.Ready {
					f.Log, f.Ready = l, true
					p.fixChanged()
				}
			}
		})
	}
	p.fixChanged()
}

// FixClick is called with a click on the map while a trip is corrected. It sets the place of
// a via point or of a moved observation if one is wanted, or else chooses the nearest
// observation within reach (metres) and explains it.
func (p *Model) FixClick(at geo.Point, reach float64) {
	f := p.Fix()
	t, ok := p.state.Trip()
	if !f.On || !ok || !t.Matched {
		return
	}
	switch f.Wanted {
	case match.Move:
		p.want("")
		p.correct(match.Constraint{Kind: match.Move, Index: f.Point, Place: at})
		return
	case match.Via:
		p.want("")
		p.FixVia(at)
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
	p.FixPoint(nearest)
}

// FixPoint chooses an observation, −1 for none, and explains why it is on its road. Pins of
// the observation do not count in that.
func (p *Model) FixPoint(i int) {
	f := &p.fixing.state
	t, ok := p.state.Trip()
	if !p.Fix().On || !ok {
		return
	}
	p.fixing.question.Cancel()
	f.Point, f.HasWhy, f.Refused, f.Wanted = i, false, nil, ""
	p.fixChanged()
	if i == noPoint || !f.Ready {
		return
	}
	id, recording, profile := t.ID, t.Trace, p.state.Profile
	log := f.Log.Without(func(o correction.Operation) bool { return o.Kind == match.Pin && o.Index == i })
	p.fixing.question = p.o.Jobs.Start(func(ctx context.Context) func() {
		why, err := p.o.Corrector.Why(ctx, recording, profile, log, i)
		var ways map[int64]road.Way
		if err == nil {
			points := make([]match.Point, len(why.Candidates))
			for k, c := range why.Candidates {
				points[k] = match.Point{Location: c.Location, WayID: c.WayID, HasWay: true}
			}
			if ways, err = p.o.Corrector.Ways(points); err != nil {
				ways, err = nil, nil // without names
			}
		}
		return func() {
			if f := &p.fixing.state; err == nil && f.On && f.Trip == id && f.Point == i {
				f.Why, f.HasWhy, f.Ways = why, true, ways
				p.fixChanged()
			}
		}
	})
}

// want makes the next click on the map the place of a via point or of the moved observation;
// "" takes that back.
func (p *Model) want(k match.ConstraintKind) {
	p.fixing.state.Wanted = k
	p.fixChanged()
}

// FixWant makes the next click on the map the place of a via point, or where the chosen
// observation is moved to. Asked again, it takes that back.
func (p *Model) FixWant(k match.ConstraintKind) {
	f := p.Fix()
	if !f.On || k == match.Move && f.Point == noPoint {
		return
	}
	if f.Wanted == k {
		k = ""
	}
	p.want(k)
}

// FixVia leads the route through a place: between the two observations on the route that are
// nearest to it.
func (p *Model) FixVia(at geo.Point) {
	if t, ok := p.state.Trip(); ok && t.Matched {
		p.fixViaAfter(beforeVia(&t.Result, at), at)
	}
}

// fixViaAfter leads the route through a place after observation i.
func (p *Model) fixViaAfter(i int, at geo.Point) {
	if p.Fix().On && i != noPoint {
		p.correct(match.Constraint{Kind: match.Via, Index: i, Place: at})
	}
}

// GrabRoute begins to drag the route of the trip that is corrected, and reports whether there
// is one within reach of a place (metres).
func (p *Model) GrabRoute(at geo.Point, reach float64) bool {
	f := p.Fix()
	t, ok := p.state.Trip()
	if !f.On || !f.Ready || f.Busy || !ok || !t.Matched || !onRoute(&t.Result, at, reach) {
		return false
	}
	p.fixing.pulling, p.fixing.grabbed = true, beforeVia(&t.Result, at)
	p.PullRoute(at)
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

// PullRoute drags the route to a place, and DropRoute leads it through the last one. They
// return false if it is not being dragged.
func (p *Model) PullRoute(at geo.Point) bool {
	if p.fixing.pulling {
		p.fixing.pulled = at
		p.fixChanged()
	}
	return p.fixing.pulling
}

// DropRoute leads the route through the place that it was dragged to, where it was grabbed: the
// trip may pass the place at another time.
func (p *Model) DropRoute() bool {
	if !p.fixing.pulling {
		return false
	}
	p.fixing.pulling = false
	p.fixViaAfter(p.fixing.grabbed, p.fixing.pulled)
	p.fixChanged()
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

// FixPin pins the chosen observation to a candidate, and FixForbid forbids a candidate's way.
func (p *Model) FixPin(c match.Candidate) {
	d := match.AgainstDraw
	if c.Forward {
		d = match.AlongWay
	}
	p.correct(match.Constraint{Kind: match.Pin, Index: p.Fix().Point, Place: c.Location, WayID: c.WayID, Direction: d})
}

// FixForbid forbids the way of a candidate: all of it, or its stretch there.
func (p *Model) FixForbid(c match.Candidate, stretch bool) {
	p.correct(match.Constraint{Kind: match.Forbid, WayID: c.WayID, Place: c.Location, Stretch: stretch})
}

// FixLeaveOut leaves out the chosen observation.
func (p *Model) FixLeaveOut() {
	if i := p.Fix().Point; i != noPoint {
		p.correct(match.Constraint{Kind: match.LeaveOut, Index: i})
	}
}

// FixGap bridges a gap, or marks it as not driven.
func (p *Model) FixGap(g match.Gap, driven bool) {
	kind := match.NotDriven
	if driven {
		kind = match.Bridge
	}
	p.correct(match.Constraint{Kind: kind, Index: g.FirstIndex, Last: g.LastIndex})
}

// FixProfile sets the vehicle of the trip.
func (p *Model) FixProfile(profile match.Profile) {
	if f := p.Fix(); f.Ready && f.Log.Profile(p.state.Profile) != profile {
		p.applyFix(correction.Operation{Constraint: match.Constraint{Kind: correction.SetProfile}, Profile: profile})
	}
}

func (p *Model) correct(c match.Constraint) { p.applyFix(correction.Operation{Constraint: c}) }

// applyFix adds an operation to the corrections and matches the trip.
func (p *Model) applyFix(o correction.Operation) {
	o.Who, o.When = p.o.User, time.Now().Truncate(time.Second)
	p.changeFix(true, func(l correction.Log) (correction.Log, error) { return l.Add(o), nil })
}

// errNothing is returned by a change if there is nothing to undo or to make again.
var errNothing = errors.New("nothing to undo")

// UndoFix takes back the last correction, and RedoFix makes it again. Corrections can be
// undone in later runs, too.
func (p *Model) UndoFix() { p.stepFix(correction.Log.Undo) }

// RedoFix makes the correction again that was undone last.
func (p *Model) RedoFix() { p.stepFix(correction.Log.Redo) }

func (p *Model) stepFix(step func(correction.Log) (correction.Log, bool)) {
	p.changeFix(false, func(l correction.Log) (correction.Log, error) {
		l, ok := step(l)
		if !ok {
			return l, errNothing
		}
		return l, nil
	})
}

// changeFix changes the corrections of the selected trip and matches it, after the earlier
// changes.
func (p *Model) changeFix(refuse bool, change func(correction.Log) (correction.Log, error)) {
	t, ok := p.state.Trip()
	if f := p.Fix(); !f.On || !f.Ready || !ok || !t.Loaded() {
		return
	}
	p.fixing.question.Cancel()
	f := &p.fixing.state
	f.Busy, f.Refused, f.Wanted = true, nil, ""
	id, kept, content, profile := t.ID, t.Kept, t.Content, p.state.Profile
	p.edits.Start(func(ctx context.Context) func() {
		done, err := p.o.Corrector.Correct(ctx, kept, content.Trace, content.Stops, profile, refuse, change)
		return func() { p.fixed(id, content, done, err) }
	})
	p.fixChanged()
}

// fixed shows a corrected match.
func (p *Model) fixed(id ID, content *Content, done Corrected, err error) {
	f := &p.fixing.state
	mine := f.On && f.Trip == id
	if mine {
		f.Busy = false
	}
	t, ok := p.state.Find(id)
	switch {
	case errors.Is(err, errNothing):
	case err != nil:
		p.o.EditRefused(fmt.Errorf("correct a trip: %w", err))
	case done.Refused != nil && mine:
		f.Refused = done.Refused
	case ok && done.Refused == nil:
		if mine {
			f.Log, f.Previous, f.HasWhy = done.Log, content.Result.Legs, false
		}
		row, c := *t, *content
		c.setResult(done.Result)
		p.matched(&row, &c, done)
		p.replace(&row)
		p.renew()
		if mine && f.Point != noPoint {
			p.FixPoint(f.Point)
		}
	}
	p.fixChanged()
}
