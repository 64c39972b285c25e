// SPDX-License-Identifier: MIT

package trips_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/trips"
)

func TestCancelStopsOneTripAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{hold: make(chan struct{})}
		p, ui := newTrips(t, m)
		p.OpenFrom(trips.Source{Name: "a.gpx", Read: read(trip("a", 2))})
		p.OpenFrom(trips.Source{Name: "b.gpx", Read: read(trip("b", 2))})
		ui.Settle()
		p.Cancel(p.State().Trips[0].ID)
		ui.Settle()
		m.hold <- struct{}{}
		ui.Settle()
		s := p.State()
		if s.Trips[0].Stage != trips.Cancelled || s.Trips[1].Stage != trips.Done {
			t.Errorf("stages %v and %v, want cancelled and done", s.Trips[0].Stage, s.Trips[1].Stage)
		}
	})
}

// TestOverlappingRematchesLeaveNothingBehind calls Rematch while another one runs. No job
// may be orphaned, because closing waits for each.
func TestOverlappingRematchesLeaveNothingBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{hold: make(chan struct{})}
		p, ui := newTrips(t, m)
		for i := range 5 {
			p.OpenFrom(trips.Source{Name: fmt.Sprint(i), Read: read(trip("x", 2))})
		}
		ui.Settle()
		p.OnChange(func() {
			p.OnChange(nil)
			p.Rematch()
		})
		p.Rematch()
		ui.Settle()
		if n := p.State().Work.Left; n != 5 {
			t.Errorf("%d trips are being matched, want 5", n)
		}
		if !ui.Jobs.Close(time.Minute) {
			t.Error("a match was orphaned: Close waits for it in vain")
		}
	})
}

func TestRematchOnAnotherMap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{}
		p, ui := newTrips(t, m)
		p.OpenFrom(trips.Source{Name: "a", Read: read(trip("a", 2))})
		ui.Settle()
		m.err = errors.New("the new map does not fit")
		p.Rematch()
		ui.Settle()
		if row, _ := p.State().Trip(); row.Stage != trips.Failed || m.matched != 2 {
			t.Errorf("stage %v after %d matches, want failed after 2", row.Stage, m.matched)
		}
	})
}

// TestTripThatIsBeingMatchedWhenAnotherMapComesIsMatchedOnThat checks that no result of a
// replaced map stays.
func TestTripThatIsBeingMatchedWhenAnotherMapComesIsMatchedOnThat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{hold: make(chan struct{})}
		p, ui := newTrips(t, m)
		p.OpenFrom(trips.Source{Name: "a", Read: read(trip("a", 2))})
		ui.Settle()
		m.hold <- struct{}{}
		synctest.Wait() // the result of the old map is on its way
		p.Rematch()
		ui.Settle()
		if row, _ := p.State().Trip(); row.Stage != trips.Matching {
			t.Errorf("stage %v, want matching: the result is of the map before", row.Stage)
		}
		m.hold <- struct{}{}
		ui.Settle()
		if row, _ := p.State().Trip(); row.Stage != trips.Done || m.matched != 2 {
			t.Errorf("stage %v after %d matches, want done after 2", row.Stage, m.matched)
		}
		p.Rematch()
		ui.Settle()
		p.Rematch()
		p.Cancel(p.State().Selected)
		ui.Settle()
		if row, _ := p.State().Trip(); row.Stage != trips.Cancelled || m.matched != 2 {
			t.Errorf("stage %v after %d matches, want cancelled after 2", row.Stage, m.matched)
		}
	})
}

// TestListenerMayMatchAgainATripThatIsDone starts other work on a trip while the first
// work is ending.
func TestListenerMayMatchAgainATripThatIsDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{}
		p, ui := newTrips(t, m)
		again := false
		p.OnChange(func() {
			s := p.State()
			if row, ok := s.Trip(); ok && row.Stage == trips.Done && !again {
				again = true
				p.Rematch()
			}
		})
		p.OpenFrom(trips.Source{Name: "a", Read: read(trip("a", 2))})
		ui.Settle()
		time.Sleep(time.Second) // listeners are called once per frame
		ui.Settle()
		if row, _ := p.State().Trip(); row.Stage != trips.Done || m.matched != 2 {
			t.Errorf("stage %v after %d matches, want done after 2", row.Stage, m.matched)
		}
	})
}

// TestListenerMayStopATrip cancels all work in the listener, when a trip is opened and
// when it is restored.
func TestListenerMayStopATrip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{hold: make(chan struct{})})
		stop := func() {
			if p.State().Work.Left > 0 {
				p.CancelAll()
			}
		}
		p.OnChange(stop)
		p.OpenFrom(trips.Source{Name: "a", Read: read(trip("a", 2))})
		ui.Settle()
		time.Sleep(time.Second)
		ui.Settle()
		if row := p.State().Trips[0]; row.Stage != trips.Cancelled {
			t.Fatalf("stage %v, want cancelled", row.Stage)
		}
		p.OnChange(nil)
		p.OpenFrom(trips.Source{Name: "b", Read: read(trip("b", 2))})
		ui.Settle()
		time.Sleep(time.Second)
		ui.Settle()
		remove(p, p.State().Trips[1].ID)
		ui.Settle()
		time.Sleep(time.Second)
		ui.Settle()
		p.OnChange(stop)
		p.History().Undo()
		ui.Settle()
		time.Sleep(time.Second)
		ui.Settle()
		if rows := p.State().Trips; len(rows) != 2 || rows[1].Stage != trips.Cancelled {
			t.Errorf("%d trips, want two that are cancelled", len(rows))
		}
	})
}

// TestResultsThatNobodyAwaitsAreShownTogether ends the matching of trips one after the
// other while others are still busy. Only that of the selected one is shown at once.
func TestResultsThatNobodyAwaitsAreShownTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{hold: make(chan struct{})}
		p, ui := newTrips(t, m)
		for i := range 9 {
			p.OpenFrom(trips.Source{Name: fmt.Sprint(i), Read: read(trip(fmt.Sprint("trip ", i), 2))})
		}
		ui.Settle()
		calls := 0
		p.OnChange(func() { calls++ })
		ended := func() int {
			m.hold <- struct{}{}
			time.Sleep(20 * time.Millisecond)
			ui.Settle()
			defer func() { calls = 0 }()
			return calls
		}
		p.Deselect()
		time.Sleep(time.Second)
		ui.Settle()
		calls = 0
		if n := ended(); n != 1 {
			t.Errorf("after a second without a result: %d calls, want 1", n)
		}
		for range 3 {
			if n := ended(); n != 0 {
				t.Errorf("%d calls for a result among many, want none yet", n)
			}
		}
		time.Sleep(time.Second)
		ui.Settle()
		if calls != 1 {
			t.Errorf("%d calls for three results, want 1", calls)
		}
		p.SelectAll()
		calls = 0
		if n := ended(); n == 0 {
			t.Error("the result of a selected trip is not shown at once")
		}
		for p.State().Work.Left > 0 {
			ended()
		}
	})
}

// TestRulesJudgeAgain changes the rules by which a trip is unexplained.
func TestRulesJudgeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{faults: []enginetrip.Measure{{Kind: enginetrip.LowConfidence, Amount: 2000}}})
		p.OpenFrom(trips.Source{Name: "a.gpx", Read: read(trip("a", 3))})
		ui.Settle()
		for _, limit := range []float64{500, 2500, 500} {
			rules := enginetrip.DefaultRules()
			for i := range rules {
				if rules[i].Kind == enginetrip.LowConfidence {
					rules[i].Limit = limit
				}
			}
			p.SetRules(rules)
			if got := p.State().Trips[0].Assessment.Explained(); got != (limit > 2000) {
				t.Errorf("with a limit of %g the trip is explained: %t", limit, got)
			}
		}
	})
}
