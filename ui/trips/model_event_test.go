// SPDX-License-Identifier: MIT

package trips_test

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"roadsnap/engine/match"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
)

// startEvents returns the view model of a run with the kept trips a, b and c, which have two
// events each and are to review. shown are the events that the map shows.
func startEvents(t *testing.T) (p *trips.Model, ui *jobtest.UI, s *shelf, shown *[]string) {
	t.Helper()
	s = newShelf()
	s.faults = []enginetrip.Measure{{Kind: enginetrip.Jump, Amount: 90_000}}
	s.warnings = []match.Warning{{Index: 0, Kind: match.WarnTurn}, {Index: 2, Kind: match.WarnOneway}}
	p, ui, _ = startApp(t, s)
	p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3), trip("c", 3)))
	ui.Settle()
	p.Deselect()
	ui.Settle()
	p, ui, _ = startApp(t, s)
	p.SetFilter(trips.Filter{Sort: trips.ByName})
	ui.Settle()
	shown = new([]string)
	p.OnEvent(func(t *trips.Trip, e enginetrip.Event) { *shown = append(*shown, fmt.Sprint(t.Name, e.First)) })
	return p, ui, s, shown
}

// eventOf returns the selected trip and its selected event.
func eventOf(p *trips.Model) string {
	t, ok := p.State().Trip()
	if !ok {
		return fmt.Sprint("none ", p.State().Event)
	}
	return fmt.Sprint(t.Name, " ", p.State().Event)
}

func TestEventsAreWalkedThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, _, shown := startEvents(t)
		next, previous := func() { p.StepEvent(1) }, func() { p.StepEvent(-1) }
		id := func(i int) trips.ID { return p.State().Trips[i].ID }
		for i, c := range []struct {
			do   func()
			want string // the selected trip and event
			show string // the event that the map shows, empty if it does not move
		}{
			{func() {}, "none -1", ""},
			{next, "a 0", "a0"}, // loaded when it is selected
			{next, "a 1", "a2"},
			{next, "b 0", "b0"},
			{previous, "a 1", "a2"}, // which is in memory
			{previous, "a 0", "a0"},
			{previous, "c 1", "c2"},
			{func() { p.SelectEvent(1) }, "c 1", "c2"}, // shown again
			{func() { p.SelectEvent(2) }, "c 1", ""},   // there is none
			{func() { p.Select(id(0)) }, "a -1", ""},   // another trip
			{func() { p.SelectEvent(1) }, "a 1", "a2"},
			{p.ToggleReviewed, "a 1", ""},
			{next, "b 0", "b0"},
			{previous, "c 1", "c2"}, // over a, which is reviewed
			{p.Deselect, "none -1", ""},
			{func() { p.SelectEvent(0) }, "none -1", ""},
			{func() { p.Select(id(1)) }, "b -1", ""},
		} {
			*shown = nil
			c.do()
			ui.Settle()
			var want []string
			if c.show != "" {
				want = []string{c.show}
			}
			if got := eventOf(p); got != c.want || !slices.Equal(*shown, want) {
				t.Errorf("step %d: %s, the map shows %q; want %s, %q", i, got, *shown, c.want, c.show)
			}
		}
	})
}

func TestEventIsSelectedWhenItsTripIsLoaded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, _, shown := startEvents(t)
		p.StepEvent(1)
		if got := eventOf(p); got != "a -1" || len(*shown) > 0 {
			t.Errorf("before the trip is loaded: %s, the map shows %q", got, *shown)
		}
		p.StepEvent(1)
		ui.Settle()
		if got := eventOf(p); got != "a 1" || !slices.Equal(*shown, []string{"a2"}) {
			t.Errorf("of two steps: %s, the map shows %q", got, *shown)
		}
		p.StepEvent(1)
		p.Select(p.State().Trips[2].ID)
		ui.Settle()
		if got := eventOf(p); got != "c -1" || len(*shown) != 1 {
			t.Errorf("of a trip that was left before it was loaded: %s, the map shows %q", got, *shown)
		}
	})
}

func TestEventIsDeselectedWhenItsTripIsMatchedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, s, shown := startEvents(t)
		p.StepEvent(1)
		ui.Settle()
		s.mapID, s.warnings = 1, s.warnings[:1]
		p.Rematch()
		ui.Settle()
		if row, _ := p.State().Trip(); len(row.Events) != 1 || p.State().Event != -1 || len(*shown) != 1 {
			t.Errorf("%d events, %s, the map shows %q", len(row.Events), eventOf(p), *shown)
		}
		if _, ok := p.State().SelectedEvent(); ok {
			t.Error("an event is selected")
		}
	})
}

func TestNoTripToReviewLeavesTheEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{warnings: []match.Warning{{Index: 1, Kind: match.WarnTurn}}})
		p.StepEvent(1)
		p.OpenFrom(trips.Source{Name: "a", Read: read(trip("a", 2))})
		ui.Settle()
		for _, want := range []string{"a 0", "a 0"} {
			if p.StepEvent(1); eventOf(p) != want {
				t.Errorf("%s, want %s", eventOf(p), want)
			}
		}
	})
}
