// SPDX-License-Identifier: MIT

package trips_test

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
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/trips"
)

// desk corrects trips in memory: the length of a match is the number of corrections (km).
type desk struct {
	log    correction.Log
	err    error
	unmet  match.UnmetReason // of the last correction
	asked  []correction.Log  // of each Why
	points int
}

func (d *desk) Corrections(context.Context, workspace.ID) (correction.Log, error) {
	return d.log, d.err
}

func (d *desk) Correct(_ context.Context, _ workspace.ID, recording trace.Trip, _ []enginetrip.Stop, _ match.Profile, refuse bool, change func(correction.Log) (correction.Log, error)) (done trips.Corrected, err error) {
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

func (d *desk) Why(_ context.Context, _ trace.Trip, _ match.Profile, log correction.Log, observation int) (match.Explanation, error) {
	d.asked = append(d.asked, log)
	at := geo.Point{Lat: 10, Lon: 106}
	return match.Explanation{Weighed: observation, Candidates: []match.Candidate{{WayID: 5, Forward: true, Location: at, Chosen: true}, {WayID: 6, Location: at}}}, nil
}

func (d *desk) Ways(points []match.Point) (map[int64]road.Way, error) {
	d.points += len(points)
	return map[int64]road.Way{5: {ID: 5, Name: "Lê Lợi"}}, nil
}

// startFixing returns a model with one kept trip, which is being corrected.
func startFixing(t *testing.T, d *desk) (*trips.Model, *jobtest.UI, *[]error) {
	t.Helper()
	ui := jobtest.New(t)
	s := newShelf()
	var failed []error
	p := trips.NewModel(trips.Options{
		Jobs: ui.Jobs, Matcher: &s.fakeMatcher, Bounds: everywhere, Remember: func([]string) {}, Keeper: s, Corrector: d, User: "Lan",
		KeepFailed: func(err error) { failed = append(failed, err) }, EditRefused: func(err error) { failed = append(failed, err) },
	})
	p.Reopen()
	p.OpenFrom(source("a.gpx", trip("a", 5)))
	ui.Settle()
	p.ToggleFix()
	ui.Settle()
	return p, ui, &failed
}

// lastOf returns the corrections that the selected trip is matched under, and its length.
func lastOf(t *testing.T, p *trips.Model) (kinds []match.ConstraintKind, metres float64) {
	t.Helper()
	row, ok := p.State().Trip()
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
		d := &desk{}
		p, ui, failed := startFixing(t, d)
		row, _ := p.State().Trip()
		if f := p.Fix(); !f.On || !f.Ready || f.Point != -1 {
			t.Fatalf("%+v", f)
		}
		p.FixClick(row.Trace.Observations[3].Point, 10)
		ui.Settle()
		f := p.Fix()
		if f.Point != 3 || !f.HasWhy || len(f.Why.Candidates) != 2 || f.Ways[5].Name != "Lê Lợi" {
			t.Fatalf("%+v", f)
		}
		_, layers := p.FixOverlays()
		numbers := overlay.Numbers{Points: []geo.Point{f.Why.Candidates[0].Location, f.Why.Candidates[1].Location}}
		if !slices.ContainsFunc(layers, func(o overlay.Overlay) bool { return reflect.DeepEqual(o, numbers) }) {
			t.Errorf("the map has no numbers of the candidates: %+v", layers)
		}
		p.FixPin(f.Why.Candidates[1])
		if !p.Fix().Busy {
			t.Error("it is not being matched")
		}
		ui.Settle()
		pin := d.log.Done[0]
		if pin.Kind != match.Pin || pin.Index != 3 || pin.WayID != 6 || pin.Direction != match.AgainstDraw || pin.Who != "Lan" || pin.When.IsZero() {
			t.Errorf("%+v", pin)
		}
		if kinds, metres := lastOf(t, p); !slices.Equal(kinds, []match.ConstraintKind{match.Pin}) || metres != 1000 {
			t.Errorf("%v, %g m", kinds, metres)
		}
		if f := p.Fix(); f.Busy || f.Previous == nil || !f.HasWhy {
			t.Errorf("afterwards: %+v", f)
		}
		if last := d.asked[len(d.asked)-1]; len(last.Done) != 0 {
			t.Errorf("the pin of the point counts when it is explained: %+v", last)
		}
		p.FixForbid(f.Why.Candidates[0], true)
		p.FixLeaveOut()
		p.FixGap(match.Gap{FirstIndex: 1, LastIndex: 2}, true)
		p.FixProfile(match.Truck)
		ui.Settle()
		if kinds, _ := lastOf(t, p); !slices.Equal(kinds, []match.ConstraintKind{match.Pin, match.Forbid, match.LeaveOut, match.Bridge, correction.SetProfile}) {
			t.Errorf("%v", kinds)
		}
		for range 7 { // more than there are
			p.UndoFix()
		}
		ui.Settle()
		if kinds, metres := lastOf(t, p); len(kinds) > 0 || metres != 0 || len(p.Fix().Log.Undone) != 5 {
			t.Errorf("undone: %v, %g m, %+v", kinds, metres, p.Fix().Log)
		}
		p.RedoFix()
		ui.Settle()
		if kinds, _ := lastOf(t, p); !slices.Equal(kinds, []match.ConstraintKind{match.Pin}) {
			t.Errorf("made again: %v", kinds)
		}
		if len(*failed) > 0 {
			t.Errorf("%v", *failed)
		}
		p.ToggleFix()
		if p.Fix().On {
			t.Error("it is still on")
		}
	})
}

func TestCorrectionThatIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{unmet: match.UnmetNoRoute}
		p, ui, _ := startFixing(t, d)
		p.FixPoint(2)
		p.FixLeaveOut()
		ui.Settle()
		f := p.Fix()
		if f.Refused == nil || f.Refused.Unmet != match.UnmetNoRoute || len(f.Log.Done) != 0 || len(d.log.Done) != 0 {
			t.Errorf("%+v", f)
		}
		if _, metres := lastOf(t, p); metres != 1000 {
			t.Errorf("the trip has changed: %g m", metres)
		}
		p.FixPoint(3)
		if p.Fix().Refused != nil {
			t.Error("another point: it is still shown")
		}
	})
}

func TestCorrectionFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{}
		p, ui, failed := startFixing(t, d)
		d.err = errors.New("disk")
		p.FixPoint(2)
		p.FixLeaveOut()
		ui.Settle()
		if len(*failed) != 1 || p.Fix().Busy {
			t.Errorf("%v, %+v", *failed, p.Fix())
		}
	})
}

func TestPlacesOfCorrections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{}
		p, ui, _ := startFixing(t, d)
		p.FixWant(match.Move) // no point is chosen
		if p.Fix().Wanted != "" {
			t.Error("there is nothing to move")
		}
		p.FixPoint(2)
		p.FixWant(match.Move)
		to := geo.Point{Lat: 11, Lon: 106}
		p.FixClick(to, 10)
		ui.Settle()
		if o := d.log.Done[0]; o.Kind != match.Move || o.Index != 2 || o.Place != to || p.Fix().Wanted != "" {
			t.Errorf("%+v", o)
		}
		p.FixClick(geo.Point{Lat: 50, Lon: 50}, 10)
		if p.Fix().Point != -1 {
			t.Errorf("point %d is chosen far away", p.Fix().Point)
		}
	})
}

func TestCorrectingIsLeftStepByStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, _ := startFixing(t, &desk{})
		p.FixPoint(2)
		p.FixWant(match.Move)
		ui.Settle()
		p.StartDraft(trips.DraftSpikes)
		for i, left := range []func() bool{
			func() bool { _, drafted := p.State().Draft(); return !drafted },
			func() bool { return p.Fix().Wanted == "" },
			func() bool { return p.Fix().Point == -1 },
			func() bool { return !p.Fix().On },
		} {
			if left() || !p.StepBack() || !left() {
				t.Errorf("step %d: %+v", i, p.Fix())
			}
		}
		if p.StepBack() {
			t.Error("there is nothing more to leave")
		}
	})
}

func TestOtherTripIsNotCorrected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, _ := startFixing(t, &desk{})
		p.OpenFrom(source("b.gpx", trip("b", 4)))
		ui.Settle()
		if row, _ := p.State().Trip(); row.Name != "b" || p.Fix().On {
			t.Errorf("%s is selected, on %v", row.Name, p.Fix().On)
		}
	})
}

func TestRouteIsDraggedToAnotherRoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{}
		p, ui, _ := startFixing(t, d)
		p.FixPoint(1)
		p.FixLeaveOut()
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

// TestKeepToFix corrects a trip that is not kept, such as a sample: it is kept first. Another row
// of the same trip leads to the kept one.
func TestKeepToFix(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		s := newShelf()
		p := trips.NewModel(trips.Options{
			Jobs: ui.Jobs, Matcher: &s.fakeMatcher, Bounds: everywhere, Remember: func([]string) {}, Keeper: s, Corrector: &desk{},
			KeepFailed: func(err error) { t.Error(err) }, EditRefused: func(err error) { t.Error(err) },
		})
		p.Reopen()
		sample := source("sample.gpx", trip("a", 5))
		sample.Content = nil
		p.OpenFrom(sample)
		ui.Settle()
		row, _ := p.State().Trip()
		if p.CanFix(row) || !p.CanKeepToFix(row) || row.Kept != 0 {
			t.Fatalf("%+v", row)
		}
		p.ToggleFix()
		if p.Fix().On {
			t.Error("a trip that is not kept is being corrected")
		}
		p.KeepToFix()
		ui.Settle()
		row, _ = p.State().Trip()
		if f := p.Fix(); !f.On || !f.Ready || row.Kept == 0 || p.CanKeepToFix(row) || len(p.State().Trips) != 1 {
			t.Errorf("%+v, kept as %d", f, row.Kept)
		}
	})
}
