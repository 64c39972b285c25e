// SPDX-License-Identifier: MIT

package pointer

import (
	"context"
	"time"

	"roadsnap/ui/job"
	"roadsnap/ui/trips"
)

// HitState holds the hits under the pointer and of the last click.
type HitState struct {
	Hover       Hit
	HasHover    bool
	Selected    Hit
	HasSelected bool
}

// HitTest finds objects of the map at a place. It runs its testers in the background; a
// new request replaces the old one. It belongs to the UI goroutine.
type HitTest struct {
	jobs    *job.Runner
	hovers  *job.Lane // of width 1, as clicks, so that a slow disk gets one request at a time
	clicks  *job.Lane
	testers []Tester
	pause   time.Duration
	changed *job.Signal
	state   HitState
	trip    *trips.Trip // the trip on the map, nil for none

	pausing, hover, selection *job.Job
}

// NewHitTest returns a HitTest that calls testers in order. Hover tests a place only after
// the pointer has rested there for pause.
func NewHitTest(jobs *job.Runner, pause time.Duration, testers ...Tester) *HitTest {
	return &HitTest{
		jobs: jobs, hovers: jobs.Lane(1), clicks: jobs.Lane(1), testers: testers, pause: pause, changed: jobs.Signal(),
	}
}

// OnChange sets the listener, which is called after each change of the state.
func (f *HitTest) OnChange(listen func()) { f.changed.Listen(listen) }

// State returns the current state.
func (f *HitTest) State() HitState { return f.state }

// Hover tests the place under the pointer. The state keeps the previous hit until the
// result is there.
func (f *HitTest) Hover(w Where) {
	f.cancelHover()
	f.pausing = f.jobs.Start(func(ctx context.Context) func() {
		select {
		case <-time.After(f.pause):
		case <-ctx.Done():
			return nil
		}
		return func() { f.askHover(w) }
	})
}

// askHover tests the place where the pointer rests.
func (f *HitTest) askHover(w Where) {
	f.hover = f.hovers.Start(func(ctx context.Context) func() {
		here := f.find(ctx, w)
		return func() {
			f.state.Hover, f.state.HasHover = here.of(f.trip), true
			f.changed.Raise()
		}
	})
}

func (f *HitTest) cancelHover() {
	f.pausing.Cancel()
	f.hover.Cancel()
}

// Leave clears the hit under the pointer. It must be called when the pointer leaves the
// map.
func (f *HitTest) Leave() {
	f.cancelHover()
	if f.state.HasHover {
		f.state.Hover, f.state.HasHover = Hit{}, false
		f.changed.Raise()
	}
}

// Select tests the clicked place and selects the result.
func (f *HitTest) Select(w Where) {
	f.selection.Cancel()
	f.selection = f.clicks.Start(func(ctx context.Context) func() {
		here := f.find(ctx, w)
		return func() {
			f.state.Selected, f.state.HasSelected = here.of(f.trip), true
			f.changed.Raise()
		}
	})
}

// Deselect clears the selection.
func (f *HitTest) Deselect() {
	f.selection.Cancel()
	if f.state.HasSelected {
		f.state.Selected, f.state.HasSelected = Hit{}, false
		f.changed.Raise()
	}
}

// TripChanged sets the trip on the map, nil for none. Hits on points of an older version
// of that trip then refer to trip.
func (f *HitTest) TripChanged(trip *trips.Trip) {
	f.trip = trip
	hover, selected := f.state.Hover.of(trip), f.state.Selected.of(trip)
	if hover.Fix.Trip != f.state.Hover.Fix.Trip || selected.Fix.Trip != f.state.Selected.Fix.Trip {
		f.state.Hover, f.state.Selected = hover, selected
		f.changed.Raise()
	}
}

// find calls the testers until ctx is done. It runs in the background.
func (f *HitTest) find(ctx context.Context, w Where) Hit {
	here := Hit{At: w.At, Note: w.Note}
	if !w.Street {
		here.Name = w.Name
	}
	for _, t := range f.testers {
		if ctx.Err() != nil {
			break
		}
		t.HitTest(w, &here)
	}
	return here
}
