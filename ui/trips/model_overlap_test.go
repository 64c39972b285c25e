// SPDX-License-Identifier: MIT

package trips_test

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/trips"
)

// overlapping returns a workspace with two rides of one vehicle: b has the points of a after
// its second one, or it contradicts a in two points.
func overlapping(differing int) *shelf {
	s := newShelf()
	from := inHCMC(8)
	s.shared = []workspace.Overlap{{A: 1, B: 2, From: from, To: from.Add(2 * 60e9), Equal: 3, Differing: differing, Metres: 400}}
	o := &s.shared[0]
	o.Same = []workspace.SameTime{{From: o.From, To: o.To, Metres: o.Metres}}
	if differing > 0 {
		o.Same[0].To = from.Add(60e9)
	}
	return s
}

func TestOverlapsCountOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			differing  int
			last       int // hour of the last trip
			matched    float64
			shared     float64
			review     int
			unlistedAt float64 // matched without the first one
		}{
			{0, 8, 1000, 0, 0, 1000}, // all of b is in a
			{2, 8, 1600, 400, 2, 1000},
		} {
			s := overlapping(c.differing)
			p, ui, _ := startApp(t, s)
			p.OpenFrom(source("day.csv", ride("a", "51C-123.45", "", 8), ride("b", "51C 123.45", "", c.last)))
			ui.Settle()
			sum := p.State().View.Totals
			if sum.Trips != 2 || sum.Matched != c.matched || sum.Review != c.review {
				t.Errorf("%d points differ: the totals are %+v, want %v m matched, %d to review", c.differing, sum, c.matched, c.review)
			}
			if c.shared > 0 && sum.Shared == 0 {
				t.Error("the totals do not say that a part counts once")
			}
			events := 0
			p.Select(p.State().Trips[0].ID)
			ui.Settle()
			first, _ := p.State().Trip()
			for _, e := range first.Events {
				if e.Kind == trips.EventOverlap {
					events++
				}
			}
			if events != 1 || len(p.State().OverlapsOf(first)) != 1 {
				t.Errorf("%d events and %d overlaps of the first trip, want one of each", events, len(p.State().OverlapsOf(first)))
			}
			p.KeepInstead(p.State().Trips[1].ID, p.State().Trips[0].ID)
			ui.Settle()
			sum = p.State().View.Totals
			if rows := p.State().Trips; len(rows) != 1 || rows[0].Given != "b" || sum.Matched != c.unlistedAt || sum.Review != 0 || sum.Shared != 0 {
				t.Errorf("after the choice of b: %+v", sum)
			}
			p.History().Undo()
			ui.Settle()
			if sum = p.State().View.Totals; sum.Matched != c.matched || sum.Review != c.review {
				t.Errorf("after Undo: %+v", sum)
			}
		}
	})
}

// TestExportsThatGrowCountOnce opens exports of a day, each longer than the one before, and
// one that begins later. Their sums are those of the whole day.
func TestExportsThatGrowCountOnce(t *testing.T) {
	day := trace.Trip{Vehicle: "51C-123.45"}
	at := geo.Point{Lat: 10.77, Lon: 106.7}
	for i := range 600 {
		if i < 100 || i > 160 && i < 400 || i > 500 { // otherwise it stands
			at.Lon += 0.001
		}
		day.Observations = append(day.Observations, match.Observation{Point: at, Time: inHCMC(6).Add(time.Duration(i) * 10 * time.Second)})
	}
	export := func(name string, from, to int) trace.Trip {
		part := day
		part.Name, part.ID, part.Observations = name, name, day.Observations[from:to]
		return part
	}
	summarise := func(r trace.Trip) (s enginetrip.Summary) {
		var line []geo.Point
		for _, o := range r.Observations {
			line = append(line, o.Point)
		}
		list := r.Observations
		for _, stop := range enginetrip.Stops(r) {
			s.Stops, s.Standing = s.Stops+1, s.Standing+stop.Duration()
		}
		s.Driving = list[len(list)-1].Time.Sub(list[0].Time) - s.Standing
		s.Matched = geo.Length(line)
		s.Measures = []enginetrip.Measure{{Kind: enginetrip.Unexplained, Amount: s.Matched / 10}}
		return s
	}
	for name, exports := range map[string][]trace.Trip{
		"each longer":   {export("a", 0, 200), export("b", 0, 450), export("c", 0, 600)},
		"longest first": {export("c", 0, 600), export("a", 0, 200), export("b", 0, 450)},
		"both ends":     {export("a", 0, 250), export("b", 220, 400), export("c", 370, 600)},
		"three at once": {export("a", 0, 300), export("b", 100, 380), export("c", 250, 600)},
		"later ones":    {export("a", 0, 130), export("b", 90, 450), export("c", 300, 600), export("d", 120, 310)},
	} {
		w, err := workspace.Open(t.Context(), filepath.Join(t.TempDir(), "trips.db"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = w.Close() }() // of a test
		if _, err := w.Add(t.Context(), "day.csv", nil, exports); err != nil {
			t.Fatal(err)
		}
		shared, err := w.Overlaps(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		synctest.Test(t, func(t *testing.T) {
			s := newShelf()
			s.shared, s.summarise = shared, summarise
			p, ui, _ := startApp(t, s)
			p.OpenFrom(source("day.csv", exports...))
			ui.Settle()
			sum, want := p.State().View.Totals, summarise(day)
			unexplained := want.Measures[0].Amount
			near := func(got, want float64) bool { return math.Abs(got-want) < 1 }
			if sum.Trips != len(exports) || !near(sum.Raw, want.Matched) || !near(sum.Matched, want.Matched) || !near(sum.Unexplained, unexplained) ||
				sum.Stops != want.Stops || (sum.Standing-want.Standing).Abs() > time.Minute || (sum.Driving-want.Driving).Abs() > time.Minute {
				t.Errorf("%s: the sums are %+v\nwant %+v", name, sum, want)
			}
		})
	}
}

// TestEditsAreKeptDuringTheSearchForOverlaps holds the search and edits a trip.
func TestEditsAreKeptDuringTheSearchForOverlaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := overlapping(2)
		hold := make(chan struct{})
		s.searching = hold
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("day.csv", ride("a", "51C-123.45", "", 8), ride("b", "51C 123.45", "", 8)))
		ui.Settle()
		p.SetNote(p.State().Trips[0].ID, "toll")
		ui.Settle()
		if note := s.edits[1].Note; note != "toll" || p.State().View.Totals.Review != 0 {
			t.Errorf("during the search the note %q is kept", note)
		}
		p.KeepInstead(p.State().Trips[0].ID, p.State().Trips[1].ID) // a new search follows
		close(hold)
		ui.Settle()
		if sum := p.State().View.Totals; len(p.State().Trips) != 1 || sum.Review != 0 {
			t.Errorf("after the search: %+v", sum)
		}
		p.History().Undo()
		ui.Settle()
		if sum := p.State().View.Totals; sum.Review != 2 {
			t.Errorf("after Undo: %+v", sum)
		}
	})
}

// TestMergeOfAKeptTripAndAnother merges a trip that is kept with one that could not be kept.
func TestMergeOfAKeptTripAndAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("day.csv", ride("a", "51C-123.45", "", 8)))
		ui.Settle()
		s.err = fmt.Errorf("the disk is full")
		p.OpenFrom(source("more.csv", ride("b", "51c12345", "", 14)))
		ui.Settle()
		s.err, *failed = nil, nil
		if rows := p.State().Trips; len(rows) != 2 || rows[1].Kept != 0 {
			t.Fatalf("%d trips", len(rows))
		}
		p.SetNote(p.State().Trips[1].ID, "toll")
		p.SelectAll()
		p.Merge()
		ui.Settle()
		if rows := p.State().Trips; len(rows) != 1 || rows[0].Count != 6 || rows[0].Kept == 0 {
			t.Fatalf("after the merge: %d trips, %v", len(rows), *failed)
		}
		next, _, _ := startApp(t, s)
		if rows := next.State().Trips; len(rows) != 1 || rows[0].Count != 6 {
			t.Errorf("the next run has %d trips", len(rows))
		}
		p.History().Undo()
		ui.Settle()
		next, _, _ = startApp(t, s)
		for _, rows := range [][]*trips.Trip{p.State().Trips, next.State().Trips} {
			if len(rows) != 2 || rows[0].Note+rows[1].Note != "toll" {
				t.Errorf("after Undo there are %d trips", len(rows))
			}
		}
	})
}

func TestEmptyTrashEndsUndo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3)))
		ui.Settle()
		remove(p, p.State().Trips[0].ID)
		ui.Settle()
		p.EmptyTrash()
		ui.Settle()
		var left []string
		p.ListTrash(func(list []*trips.Trip) {
			for _, t := range list {
				left = append(left, t.Name)
			}
		})
		ui.Settle()
		if len(left) != 0 || p.History().CanUndo() {
			t.Errorf("left in the trash: %q; can undo: %t", left, p.History().CanUndo())
		}
		if got := rowsOf(p); !slices.Equal(got, []string{"b 2 1"}) {
			t.Errorf("the list is %q", got)
		}
	})
}

// TestUndoOfEditsWhileTheTrashIsEmptied edits a trip before the trash is empty. The first
// attempt fails.
func TestUndoOfEditsWhileTheTrashIsEmptied(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3)))
		ui.Settle()
		remove(p, p.State().Trips[0].ID)
		ui.Settle()
		s.err = errors.New("the disk is busy")
		p.EmptyTrash()
		if p.History().CanUndo() {
			t.Error("a removal can be undone while the trash is emptied")
		}
		ui.Settle()
		if s.err = nil; !p.History().CanUndo() || len(*failed) != 1 {
			t.Errorf("after a failure: can undo %t, %v", p.History().CanUndo(), *failed)
		}
		p.EmptyTrash()
		p.SetNote(p.State().Trips[0].ID, "toll")
		ui.Settle()
		p.History().Undo()
		ui.Settle()
		if rows := p.State().Trips; len(rows) != 1 || rows[0].Note != "" || p.History().CanUndo() {
			t.Errorf("after Undo: %q, can undo %t", origins(p), p.History().CanUndo())
		}
	})
}
