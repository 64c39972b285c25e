// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/ui/trips"
)

func TestRemoveKeepsTheSelectionOnTheList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		for _, name := range []string{"a", "b", "c"} {
			p.OpenFrom(trips.Source{Name: name, Read: read(trip(name, 2))})
		}
		ui.Settle()
		rows := p.State().Trips
		p.Select(rows[1].ID)
		remove(p, rows[1].ID)
		if got, ok := p.State().Trip(); !ok || got.Name != "c" {
			t.Errorf("after removing b, %v is selected, want c", got)
		}
		remove(p, rows[2].ID)
		if got, ok := p.State().Trip(); !ok || got.Name != "a" {
			t.Errorf("after removing the last, %v is selected, want a", got)
		}
		remove(p, rows[0].ID)
		if s := p.State(); s.HasSelected || len(s.Trips) != 0 {
			t.Errorf("something is left: %+v", s)
		}
	})
}

func TestRemovedTripStaysRemovedWhenItsWorkEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{hold: make(chan struct{})}
		p, ui := newTrips(t, m)
		p.OpenFrom(trips.Source{Name: "a", Read: read(trip("a", 2))})
		ui.Settle()
		remove(p, p.State().Trips[0].ID)
		ui.Settle()
		if n := len(p.State().Trips); n != 0 {
			t.Errorf("%d trips, want none", n)
		}
	})
}

// remove removes one trip.
func remove(p *trips.Model, id trips.ID) {
	p.Select(id)
	p.Remove()
}

func names(s trips.State) string {
	var all []string
	for _, row := range s.Trips {
		all = append(all, row.Name)
	}
	return strings.Join(all, " ")
}

func TestRemovedTripsComeBackToTheirPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{}
		p, ui := newTrips(t, m)
		for _, name := range []string{"a", "b", "c"} {
			p.OpenFrom(trips.Source{Name: name, Read: read(trip(name, 2))})
		}
		ui.Settle()
		rows := p.State().Trips
		p.History().Undo()
		if s := p.State(); p.History().CanUndo() || names(s) != "a b c" {
			t.Fatalf("with nothing removed there are %q", names(s))
		}
		remove(p, rows[0].ID)
		remove(p, rows[1].ID)
		p.Select(99) // is not there
		p.Select(rows[2].ID)
		p.OpenFrom(trips.Source{Name: "d", Read: read(trip("d", 2))})
		ui.Settle()
		for i, want := range []string{"b c d", "a b c d"} {
			if !p.History().CanUndo() {
				t.Fatal("there is nothing to bring back")
			}
			p.History().Undo()
			s := p.State()
			if got, ok := s.Trip(); names(s) != want || !ok || got != rows[1-i] {
				t.Errorf("there are %q, want %q; selected is %+v, want what was removed", names(s), want, got)
			}
		}
		ui.Settle()
		if p.History().CanUndo() || m.matched != 4 {
			t.Errorf("%d matches, want 4: a trip comes back with its result", m.matched)
		}
	})
}

func TestWorkOnARemovedTripStartsAgain(t *testing.T) {
	t.Run("reading", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			goOn := make(chan struct{})
			p, ui := newTrips(t, &fakeMatcher{})
			p.OpenFrom(trips.Source{Name: "slow", Read: func(context.Context, geo.Bounds) ([]trace.Trip, error) {
				<-goOn
				return []trace.Trip{trip("x", 2), trip("y", 2)}, nil
			}})
			ui.Settle()
			remove(p, p.State().Trips[0].ID)
			p.History().Undo()
			close(goOn)
			ui.Settle()
			if s := p.State(); names(s) != "x y" || s.Trips[0].Stage != trips.Done || s.Trips[1].Stage != trips.Done {
				t.Errorf("there are %q", names(s))
			}
		})
	})
	t.Run("matching", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			m := &fakeMatcher{hold: make(chan struct{})}
			p, ui := newTrips(t, m)
			p.OpenFrom(trips.Source{Name: "fleet", Read: read(trip("x", 2), trip("y", 2))})
			ui.Settle()
			remove(p, p.State().Trips[0].ID)
			ui.Settle()
			p.History().Undo()
			ui.Settle()
			if s := p.State(); names(s) != "x y" || s.Work.Left != 2 {
				t.Errorf("there are %q, %d of them busy", names(s), s.Work.Left)
			}
			close(m.hold)
			ui.Settle()
			if s := p.State(); s.Trips[0].Stage != trips.Done || m.matched != 2 {
				t.Errorf("stage %v after %d matches, want done after 2", s.Trips[0].Stage, m.matched)
			}
		})
	})
}

func TestRemovedTripIsMatchedOnTheMapThatCameMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{}
		p, ui := newTrips(t, m)
		p.OpenFrom(trips.Source{Name: "a", Read: read(trip("a", 2))})
		ui.Settle()
		remove(p, p.State().Trips[0].ID)
		p.Rematch()
		p.History().Undo()
		ui.Settle()
		if row, _ := p.State().Trip(); row.Stage != trips.Done || m.matched != 2 {
			t.Errorf("stage %v after %d matches, want done after 2", row.Stage, m.matched)
		}
	})
}

func TestUndoGoesBackAHundredSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		for i := range 130 {
			p.OpenFrom(trips.Source{Name: fmt.Sprint(i), Read: read(trip(fmt.Sprint(i), 2))})
		}
		ui.Settle()
		for _, row := range p.State().Trips {
			remove(p, row.ID)
		}
		for p.History().CanUndo() {
			p.History().Undo()
		}
		if n := len(p.State().Trips); n != 100 || p.State().Trips[0].Name != "30" {
			t.Errorf("%d came back, want the last 100", n)
		}
	})
}
