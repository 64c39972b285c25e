// SPDX-License-Identifier: MIT

package corrections_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/corrections"
	"roadsnap/ui/job"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/trips"
)

// byHand corrects trips in memory: the length of a match is the number of corrections (km).
type byHand struct {
	log    correction.Log
	err    error
	unmet  match.UnmetReason // of the last correction
	asked  []correction.Log  // of each Why
	points int
}

func (d *byHand) Corrections(context.Context, workspace.ID) (correction.Log, error) {
	return d.log, d.err
}

func (d *byHand) Correct(_ context.Context, _ workspace.ID, recording trace.Trip, _ []enginetrip.Stop, _ match.Profile, refuse bool, change func(correction.Log) (correction.Log, error)) (done trips.Corrected, err error) {
	if d.err != nil {
		return done, d.err
	}
	if done.Log, err = change(d.log); err != nil {
		return done, err
	}
	for _, o := range done.Log.Done {
		done.Applied = append(done.Applied, correction.Applied{Operation: o})
	}
	if last := len(done.Applied) - 1; d.unmet != "" && last >= 0 {
		if done.Applied[last].Unmet = d.unmet; refuse {
			done.Refused = &done.Applied[last]
			return done, nil
		}
	}
	d.log = done.Log
	metres := float64(1000 * len(d.log.Done))
	points := make([]match.Point, len(recording.Observations))
	for i := range points {
		points[i] = match.Point{Index: i, State: match.Matched, Location: geo.Point{Lat: 10, Lon: 106 + float64(i)/40}}
	}
	done.Result = match.Result{
		Points: points, Legs: []match.Leg{{LastIndex: len(recording.Observations) - 1, Shape: []geo.Point{{Lat: 10, Lon: 106}, {Lat: 10, Lon: 106.1}}}},
		Distance: match.Distances{Matched: metres},
	}
	done.Summary = enginetrip.Summary{Matched: metres}
	return done, nil
}

func (d *byHand) Why(_ context.Context, _ trace.Trip, _ match.Profile, log correction.Log, observation int) (match.Explanation, error) {
	d.asked = append(d.asked, log)
	at := geo.Point{Lat: 10, Lon: 106}
	return match.Explanation{Weighed: observation, Candidates: []match.Candidate{{WayID: 5, Forward: true, Location: at, Chosen: true}, {WayID: 6, Location: at}}}, nil
}

func (d *byHand) Ways(points []match.Point) (map[int64]road.Way, error) {
	d.points += len(points)
	return map[int64]road.Way{5: {ID: 5, Name: "Lê Lợi"}}, nil
}

// open holds the open trips of a test.
type open struct {
	lane  *job.Lane
	state trips.State
	keeps bool // trips can be kept
}

func (o *open) State() trips.State                           { return o.state }
func (o *open) CanKeep(t *trips.Trip) bool                   { return o.keeps && t.Kept == 0 }
func (o *open) AfterEdits(work func(context.Context) func()) { o.lane.Start(work) }
func (o *open) put(t *trips.Trip)                            { o.state.Trips[t.ID-1] = t }

func (o *open) Keep(t *trips.Trip, then func()) {
	o.lane.Start(func(context.Context) func() {
		return func() {
			row := *t
			row.Kept = 7
			o.put(&row)
			then()
		}
	})
}

func (o *open) ShowCorrected(id trips.ID, content *trips.Content, done trips.Corrected) {
	row, _ := o.state.Find(id)
	next, c := *row, *content
	c.Result = done.Result
	next.Content, next.Summary, next.Corrected = &c, done.Summary, done.Applied
	o.put(&next)
}

// add adds a matched trip of n observations, and selects it.
func (o *open) add(n int, kept workspace.ID) {
	c := &trips.Content{Matched: true}
	for i := range n {
		at := geo.Point{Lat: 10.77, Lon: 106.70 + float64(i)*0.001}
		c.Trace.Observations = append(c.Trace.Observations, match.Observation{Point: at})
		c.Result.Points = append(c.Result.Points, match.Point{Index: i})
	}
	c.Result.Legs = []match.Leg{{LastIndex: n - 1}}
	t := &trips.Trip{ID: trips.ID(len(o.state.Trips) + 1), Kept: kept, Stage: trips.Done, Content: c, Summary: enginetrip.Summary{Matched: 1000}}
	o.state.Trips = append(o.state.Trips, t)
	o.state.Selected, o.state.HasSelected = t.ID, true
}

// start returns a model with one trip, which is kept under a number.
func start(t *testing.T, d *byHand, kept workspace.ID) (*corrections.Model, *open, *jobtest.UI, *[]error) {
	t.Helper()
	ui := jobtest.New(t)
	var failed []error
	o := &open{lane: ui.Jobs.Lane(1)}
	o.add(5, kept)
	m := corrections.NewModel(corrections.Options{Jobs: ui.Jobs, Trips: o, Corrector: d, User: "Lan", Refused: func(err error) { failed = append(failed, err) }})
	return m, o, ui, &failed
}

// startFixing returns a model with one kept trip, which is being corrected.
func startFixing(t *testing.T, d *byHand) (*corrections.Model, *open, *jobtest.UI, *[]error) {
	t.Helper()
	m, o, ui, failed := start(t, d, 1)
	m.Toggle()
	ui.Settle()
	return m, o, ui, failed
}

// lastOf returns the corrections that the selected trip is matched under, and its length.
func lastOf(t *testing.T, o *open) (kinds []match.ConstraintKind, metres float64) {
	t.Helper()
	row, ok := o.state.Trip()
	if !ok {
		t.Fatal("no trip is selected")
	}
	for _, a := range row.Corrected {
		kinds = append(kinds, a.Kind)
	}
	return kinds, row.Summary.Matched
}

func TestCorrectByHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &byHand{}
		p, o, ui, failed := startFixing(t, d)
		row, _ := o.state.Trip()
		if f := p.State(); !f.On || !f.Ready || f.Point != -1 {
			t.Fatalf("%+v", f)
		}
		p.Click(row.Trace.Observations[3].Point, 10)
		ui.Settle()
		f := p.State()
		if f.Point != 3 || !f.HasWhy || len(f.Why.Candidates) != 2 || f.Ways[5].Name != "Lê Lợi" {
			t.Fatalf("%+v", f)
		}
		_, layers := p.Overlays()
		numbers := overlay.Numbers{Points: []geo.Point{f.Why.Candidates[0].Location, f.Why.Candidates[1].Location}}
		if !slices.ContainsFunc(layers, func(o overlay.Overlay) bool { return reflect.DeepEqual(o, numbers) }) {
			t.Errorf("the map has no numbers of the candidates: %+v", layers)
		}
		p.Pin(f.Why.Candidates[1])
		if !p.State().Busy {
			t.Error("it is not being matched")
		}
		ui.Settle()
		pin := d.log.Done[0]
		if pin.Kind != match.Pin || pin.Index != 3 || pin.WayID != 6 || pin.Direction != match.AgainstDraw || pin.Who != "Lan" || pin.When.IsZero() {
			t.Errorf("%+v", pin)
		}
		if kinds, metres := lastOf(t, o); !slices.Equal(kinds, []match.ConstraintKind{match.Pin}) || metres != 1000 {
			t.Errorf("%v, %g m", kinds, metres)
		}
		if f := p.State(); f.Busy || f.Previous == nil || !f.HasWhy {
			t.Errorf("afterwards: %+v", f)
		}
		if last := d.asked[len(d.asked)-1]; len(last.Done) != 0 {
			t.Errorf("the pin of the point counts when it is explained: %+v", last)
		}
		p.Forbid(f.Why.Candidates[0], true)
		p.LeaveOut()
		p.Gap(match.Gap{FirstIndex: 1, LastIndex: 2}, true)
		p.SetProfile(match.Truck)
		ui.Settle()
		if kinds, _ := lastOf(t, o); !slices.Equal(kinds, []match.ConstraintKind{match.Pin, match.Forbid, match.LeaveOut, match.Bridge, correction.SetProfile}) {
			t.Errorf("%v", kinds)
		}
		for range 7 { // more than there are
			p.Undo()
		}
		ui.Settle()
		if kinds, metres := lastOf(t, o); len(kinds) > 0 || metres != 0 || len(p.State().Log.Undone) != 5 {
			t.Errorf("undone: %v, %g m, %+v", kinds, metres, p.State().Log)
		}
		p.Redo()
		ui.Settle()
		if kinds, _ := lastOf(t, o); !slices.Equal(kinds, []match.ConstraintKind{match.Pin}) {
			t.Errorf("made again: %v", kinds)
		}
		if len(*failed) > 0 {
			t.Errorf("%v", *failed)
		}
		p.Toggle()
		if p.State().On {
			t.Error("it is still on")
		}
	})
}

func TestCorrectionThatIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &byHand{unmet: match.UnmetNoRoute}
		p, o, ui, _ := startFixing(t, d)
		p.Choose(2)
		p.LeaveOut()
		ui.Settle()
		f := p.State()
		if f.Refused == nil || f.Refused.Unmet != match.UnmetNoRoute || len(f.Log.Done) != 0 || len(d.log.Done) != 0 {
			t.Errorf("%+v", f)
		}
		if _, metres := lastOf(t, o); metres != 1000 {
			t.Errorf("the trip has changed: %g m", metres)
		}
		p.Choose(3)
		if p.State().Refused != nil {
			t.Error("another point: it is still shown")
		}
	})
}

func TestCorrectionFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &byHand{}
		p, _, ui, failed := startFixing(t, d)
		d.err = errors.New("disk")
		p.Choose(2)
		p.LeaveOut()
		ui.Settle()
		if len(*failed) != 1 || p.State().Busy {
			t.Errorf("%v, %+v", *failed, p.State())
		}
	})
}

func TestPlacesOfCorrections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &byHand{}
		p, _, ui, _ := startFixing(t, d)
		p.Want(match.Move) // no point is chosen
		if p.State().Wanted != "" {
			t.Error("there is nothing to move")
		}
		p.Choose(2)
		p.Want(match.Move)
		to := geo.Point{Lat: 11, Lon: 106}
		p.Click(to, 10)
		ui.Settle()
		if o := d.log.Done[0]; o.Kind != match.Move || o.Index != 2 || o.Place != to || p.State().Wanted != "" {
			t.Errorf("%+v", o)
		}
		p.Click(geo.Point{Lat: 50, Lon: 50}, 10)
		if p.State().Point != -1 {
			t.Errorf("point %d is chosen far away", p.State().Point)
		}
	})
}

func TestCorrectingIsLeftStepByStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _, ui, _ := startFixing(t, &byHand{})
		p.Choose(2)
		p.Want(match.Move)
		ui.Settle()
		for i, left := range []func() bool{
			func() bool { return p.State().Wanted == "" },
			func() bool { return p.State().Point == -1 },
			func() bool { return !p.State().On },
		} {
			if left() || !p.StepBack() || !left() {
				t.Errorf("step %d: %+v", i, p.State())
			}
		}
		if p.StepBack() {
			t.Error("there is nothing more to leave")
		}
	})
}

func TestOtherTripIsNotCorrected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, o, _, _ := startFixing(t, &byHand{})
		o.add(4, 2)
		if p.State().On {
			t.Error("the other trip is being corrected")
		}
	})
}

func TestRouteIsDraggedToAnotherRoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &byHand{}
		p, _, ui, _ := startFixing(t, d)
		p.Choose(1)
		p.LeaveOut()
		ui.Settle() // now there is a route along the parallel of 10 degrees, with a point every 0.025 degrees
		if p.GrabRoute(geo.Point{Lat: 10.01, Lon: 106.05}, 100) || p.PullRoute(geo.Point{}) || p.DropRoute() {
			t.Error("the route is grabbed 1 km away")
		}
		if !p.GrabRoute(geo.Point{Lat: 10.0001, Lon: 106.06}, 100) {
			t.Fatal("the route is not grabbed")
		}
		to := geo.Point{Lat: 10.002, Lon: 106.01} // next to an earlier part of the route
		p.PullRoute(geo.Point{Lat: 10.001, Lon: 106.06})
		if !p.PullRoute(to) || len(d.log.Done) != 1 || !p.DropRoute() {
			t.Error("it is not dragged")
		}
		ui.Settle()
		if o := d.log.Done[len(d.log.Done)-1]; o.Kind != match.Via || o.Index != 2 || o.Place != to {
			t.Errorf("%+v", o)
		}
	})
}

// TestKeepToCorrect corrects a trip that is not kept, such as a sample: it is kept first.
func TestKeepToCorrect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, o, ui, _ := start(t, &byHand{}, 0)
		row, _ := o.state.Trip()
		if p.CanCorrect(row) || p.CanKeep(row) {
			t.Error("a trip that cannot be kept can be corrected")
		}
		o.keeps = true
		p.Toggle()
		if p.State().On || !p.CanKeep(row) {
			t.Errorf("on %v, can be kept %v", p.State().On, p.CanKeep(row))
		}
		p.Keep()
		ui.Settle()
		row, _ = o.state.Trip()
		if f := p.State(); !f.On || !f.Ready || !p.CanCorrect(row) || p.CanKeep(row) {
			t.Errorf("%+v", f)
		}
	})
}
