// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
	"roadsnap/ui/trips/tripstest"
)

// routes is a keeper whose trips all have the same route.
type routes struct {
	line  []geo.Point
	fault error
	asked [][]workspace.ID
	wait  chan struct{} // nil answers at once
}

func (r *routes) Routes(ctx context.Context, _ match.Profile, ids []workspace.ID, fn func(workspace.ID, [][]geo.Point) error) error {
	r.asked = append(r.asked, ids)
	if r.wait != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-r.wait:
		}
	}
	for _, id := range ids {
		if err := fn(id, [][]geo.Point{r.line}); err != nil {
			return err
		}
	}
	return r.fault
}

// listed returns the state of a list that shows n matched trips that are kept.
func listed(n int) trips.State {
	var list []*trips.Trip
	for i := range n {
		list = append(list, &trips.Trip{ID: trips.ID(i + 1), Kept: workspace.ID(i + 10), Stage: trips.Done, Content: &trips.Content{}})
	}
	return trips.StateOf(list)
}

func TestTrafficCountsTheVisibleTrips(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		line := tripstest.Drive(20).Result.Legs[0].Shape
		keeper := &routes{line: line}
		traffic := trips.NewTraffic(ui.Jobs, keeper, func(err error) { t.Error(err) })
		changes := 0
		traffic.OnChange(func() { changes++ })
		traffic.Update(listed(5))
		if ui.Settle(); len(keeper.asked) != 0 {
			t.Fatal("trips are counted before they are wanted")
		}
		traffic.SetShown(true, listed(250))
		if s := traffic.State(); !s.Busy || s.Total != 250 {
			t.Errorf("the state is %+v while trips are counted", s)
		}
		ui.Settle()
		s := traffic.State()
		if s.Busy || s.Roads == nil || !slices.Equal(s.Bounds, []int{2, 5, 10, 20, 50, 100}) || changes == 0 {
			t.Fatalf("the state is %+v after %d changes", s, changes)
		}
		traffic.Update(listed(250))
		if ui.Settle(); len(keeper.asked) != 1 {
			t.Errorf("the same trips are counted %d times", len(keeper.asked))
		}
		busy := listed(10)
		busy.Work.Left = 3
		traffic.Update(busy)
		if ui.Settle(); len(keeper.asked) != 1 {
			t.Error("trips are counted again while others are being matched")
		}
		traffic.Update(listed(10))
		if ui.Settle(); len(keeper.asked) != 2 || len(keeper.asked[1]) != 10 {
			t.Errorf("of 10 visible trips, those counted are %v", keeper.asked[1:])
		}
		traffic.SetShown(false, listed(10))
		if s := traffic.State(); s.Shown || s.Busy || s.Roads != nil {
			t.Errorf("the hidden state is %+v", s)
		}
	})
}

// TestTrafficThatIsSwitchedOffStops switches off while trips are counted.
func TestTrafficThatIsSwitchedOffStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		keeper := &routes{wait: make(chan struct{})}
		traffic := trips.NewTraffic(ui.Jobs, keeper, func(err error) { t.Error(err) })
		traffic.SetShown(true, listed(3))
		synctest.Wait()
		traffic.SetShown(false, listed(3))
		ui.Settle()
		if s := traffic.State(); s.Shown || s.Busy || s.Roads != nil {
			t.Errorf("the state is %+v", s)
		}
	})
}

func TestTrafficReportsItsFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		fault := errors.New("the disk is gone")
		var got error
		traffic := trips.NewTraffic(ui.Jobs, &routes{fault: fault}, func(err error) { got = err })
		traffic.SetShown(true, listed(3))
		ui.Settle()
		if s := traffic.State(); s.Shown || s.Busy || !errors.Is(got, fault) {
			t.Errorf("the state is %+v with the error %v", s, got)
		}
	})
}
