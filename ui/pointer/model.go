package pointer

import (
	"context"
	"time"

	"roadsnap/ui/job"
	"roadsnap/ui/trips"
)

// HitState is what lies under the pointer and what was clicked.
type HitState struct {
	Hover       Hit
	HasHover    bool
	Selected    Hit
	HasSelected bool
}

// HitTest answers what lies where the user points. It asks its hit testers in the
// background; a new question takes the place of the old one. The UI goroutine
// owns it.
type HitTest struct {
	jobs    *job.Runner
	hovers  *job.Lane // of width 1, as is clicks: a slow disk is asked one thing at a time
	clicks  *job.Lane
	testers []Tester
	pause   time.Duration
	changed *job.Signal
	state   HitState
	trip    *trips.Trip // on the map, nil for none

	pausing, hover, selection *job.Job
}

// NewHitTest returns a finder of what testers know. A place that the pointer has
// not rested at for pause is not asked about.
func NewHitTest(jobs *job.Runner, pause time.Duration, testers ...Tester) *HitTest {
	return &HitTest{
		jobs: jobs, hovers: jobs.Lane(1), clicks: jobs.Lane(1), testers: testers, pause: pause, changed: jobs.Signal(),
	}
}

// OnChange makes listen the one that is called after each change.
func (f *HitTest) OnChange(listen func()) { f.changed.Listen(listen) }

// State returns the current state.
func (f *HitTest) State() HitState { return f.state }

// Hover asks what lies where the pointer is. What lay under it before stays in
// the state until the answer is there.
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

// askHover asks what lies where the pointer rests.
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

// Leave says that the pointer is no longer on the map.
func (f *HitTest) Leave() {
	f.cancelHover()
	if f.state.HasHover {
		f.state.Hover, f.state.HasHover = Hit{}, false
		f.changed.Raise()
	}
}

// Select asks what was clicked and makes it the selection.
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

// Deselect leaves nothing selected.
func (f *HitTest) Deselect() {
	f.selection.Cancel()
	if f.state.HasSelected {
		f.state.Selected, f.state.HasSelected = Hit{}, false
		f.changed.Raise()
	}
}

// TripChanged says what the trip on the map is now, nil for none. What is known of its
// points is then that of the trip as it is now.
func (f *HitTest) TripChanged(trip *trips.Trip) {
	f.trip = trip
	hover, selected := f.state.Hover.of(trip), f.state.Selected.of(trip)
	if hover.Fix.Trip != f.state.Hover.Fix.Trip || selected.Fix.Trip != f.state.Selected.Fix.Trip {
		f.state.Hover, f.state.Selected = hover, selected
		f.changed.Raise()
	}
}

// find runs in the background. Once ctx is done it asks no other tester.
func (f *HitTest) find(ctx context.Context, w Where) Hit {
	here := Hit{At: w.At}
	for _, t := range f.testers {
		if ctx.Err() != nil {
			break
		}
		t.HitTest(w, &here)
	}
	return here
}
