// SPDX-License-Identifier: MIT

package trips_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// evening is two hours before midnight in Vietnam.
var evening = time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)

// minutes returns a recording that moves, with fixes at these minutes after evening.
func minutes(id, vehicle string, at ...int) trace.Trip {
	t := trace.Trip{ID: id, Vehicle: vehicle}
	for _, m := range at {
		t.Observations = append(t.Observations, match.Observation{
			Point: geo.Point{Lat: 10 + float64(m)/100, Lon: 106}, Time: evening.Add(time.Duration(m) * time.Minute),
		})
	}
	return t
}

// origins lists the trips as "points part/of merged note", the selected ones with a star.
func origins(p *trips.Model) (list []string) {
	for _, t := range p.State().Trips {
		star := ""
		if p.State().IsChosen(t.ID) {
			star = "*"
		}
		list = append(list, fmt.Sprintf("%s%d %d/%d %d %s", star, t.Count, t.Origin.Part, t.Origin.Of, t.Origin.Merged, t.Note))
	}
	return list
}

// split replaces a trip by its parts.
func split(p *trips.Model, id trips.ID, by enginetrip.SplitRule) {
	p.Exchange(id, func(whole trace.Trip) []trace.Trip {
		return enginetrip.Split(whole, enginetrip.SplitPoints(whole, enginetrip.Stops(whole), by))
	})
}

func TestSplitAndUndo(t *testing.T) {
	whole := func() trace.Trip { return minutes("day", "51C-1", 0, 1, 2, 90, 91, 118, 125, 126) }
	for _, c := range []struct {
		name string
		by   enginetrip.SplitRule
		want []string
	}{
		{"gap", enginetrip.SplitRule{Gap: time.Hour}, []string{"*3 1/2 0 late", "*5 2/2 0 late"}},
		{"midnight", enginetrip.SplitRule{Midnight: true, Location: text.Vietnam}, []string{"*6 1/2 0 late", "*2 2/2 0 late"}},
		{"both", enginetrip.SplitRule{Gap: time.Hour, Midnight: true, Location: text.Vietnam}, []string{"*3 1/3 0 late", "*3 2/3 0 late", "*2 3/3 0 late"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShelf()
				p, ui, failed := startApp(t, s)
				p.OpenFrom(source("day.csv", whole()))
				ui.Settle()
				id := p.State().Trips[0].ID
				p.SetNote(id, "late")
				ui.Settle()
				split(p, id, c.by)
				ui.Settle()
				if got := origins(p); !slices.Equal(got, c.want) {
					t.Errorf("split: %q, want %q", got, c.want)
				}
				for _, tr := range p.State().Trips {
					if tr.Stage != trips.Done || tr.Kept == 0 || tr.Vehicle != "51C-1" {
						t.Errorf("a part is %+v", tr)
					}
				}
				next, nextUI, _ := startApp(t, s)
				next.Deselect()
				nextUI.Settle()
				if got := origins(next); !slices.Equal(got, noStars(c.want)) {
					t.Errorf("the next run has %q", got)
				}
				p.History().Undo()
				ui.Settle()
				if got := origins(p); !slices.Equal(got, []string{"*8 0/0 0 late"}) {
					t.Errorf("after Undo: %q", got)
				}
				p.History().Undo() // the note
				ui.Settle()
				next, nextUI, _ = startApp(t, s)
				next.Deselect()
				nextUI.Settle()
				if got := origins(next); !slices.Equal(got, []string{"8 0/0 0 "}) || len(*failed) > 0 {
					t.Errorf("the run after Undo has %q; %v", got, *failed)
				}
			})
		})
	}
}

// TestCarriedCorrectionIsNotFollowed splits a trip with a correction that the match of the parts
// cannot follow: they say so at once.
func TestCarriedCorrectionIsNotFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("day.csv", minutes("day", "51C-1", 0, 1, 2, 90, 91)))
		ui.Settle()
		s.applied = []correction.Applied{{Operation: correction.Operation{Constraint: match.Constraint{Kind: match.Pin, WayID: 5}}, Unmet: match.UnmetNoRoute}}
		split(p, p.State().Trips[0].ID, enginetrip.SplitRule{Gap: time.Hour})
		ui.Settle()
		if len(p.State().Trips) != 2 {
			t.Fatalf("%q", origins(p))
		}
		for _, tr := range p.State().Trips {
			if !slices.Equal(tr.Corrected, s.applied) {
				t.Errorf("a part was matched under %+v", tr.Corrected)
			}
		}
	})
}

func TestSplitOfNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, failed := startApp(t, newShelf())
		p.OpenFrom(source("day.csv", minutes("day", "x", 0, 1, 2)))
		ui.Settle()
		split(p, p.State().Trips[0].ID, enginetrip.SplitRule{Gap: time.Hour})
		ui.Settle()
		if got := origins(p); !slices.Equal(got, []string{"*3 0/0 0 "}) || len(*failed) != 1 || p.History().CanUndo() {
			t.Errorf("%q, %v", got, *failed)
		}
	})
}

// TestRefusedSplit cannot keep the parts: the trip stays.
func TestRefusedSplit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("day.csv", minutes("day", "x", 0, 1, 90, 91)))
		ui.Settle()
		s.err = errors.New("disk full")
		split(p, p.State().Trips[0].ID, enginetrip.SplitRule{Gap: time.Hour})
		ui.Settle()
		if got := origins(p); !slices.Equal(got, []string{"*4 0/0 0 "}) || len(*failed) != 1 || p.History().CanUndo() {
			t.Errorf("%q, %v", got, *failed)
		}
	})
}

// TestTripIsRemovedWhileItIsSplit removes a trip before its split is kept. Neither it nor its
// parts are listed, and Undo brings it back whole.
func TestTripIsRemovedWhileItIsSplit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("day.csv", minutes("day", "51C-1", 0, 1, 2, 90, 91), minutes("other", "51C-2", 0, 1)))
		ui.Settle()
		split(p, p.State().Trips[0].ID, enginetrip.SplitRule{Gap: time.Hour})
		remove(p, p.State().Trips[0].ID)
		ui.Settle()
		next, _, _ := startApp(t, s)
		for _, p := range []*trips.Model{p, next} {
			if list := p.State().Trips; len(list) != 1 || list[0].Vehicle != "51C-2" {
				t.Errorf("listed: %q", origins(p))
			}
		}
		p.History().Undo()
		ui.Settle()
		next, _, _ = startApp(t, s)
		for _, p := range []*trips.Model{p, next} {
			if list := p.State().Trips; len(list) != 2 || list[0].Count != 5 {
				t.Errorf("after Undo: %q", origins(p))
			}
		}
		split(p, p.State().Trips[0].ID, enginetrip.SplitRule{Gap: time.Hour})
		remove(p, p.State().Trips[0].ID)
		p.History().Undo() // before the split is kept
		ui.Settle()
		if list := p.State().Trips; len(list) != 3 || len(*failed) > 0 {
			t.Errorf("after Undo at once: %q, %v", origins(p), *failed)
		}
		split(p, p.State().Trips[0].ID, enginetrip.SplitRule{Gap: time.Hour}) // into nothing
		remove(p, p.State().Trips[0].ID)
		ui.Settle()
		next, _, _ = startApp(t, s)
		if len(p.State().Trips) != 2 || len(next.State().Trips) != 2 || len(*failed) != 1 {
			t.Errorf("without a split: %q, the next run %q, %v", origins(p), origins(next), *failed)
		}
	})
}

// TestMergeThatFailsHalfway merges a kept trip with two others of which one cannot be kept.
// The other one is kept, and so are its edits.
func TestMergeThatFailsHalfway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("a.csv", minutes("a", "51C-1", 0, 1)))
		ui.Settle()
		s.err = errors.New("the disk is full")
		p.OpenFrom(source("b.csv", minutes("b", "51C-1", 10, 11)), source("c.csv", minutes("c", "51C-1", 20, 21)))
		ui.Settle()
		s.err, s.unkept, *failed = nil, "c.csv", nil
		p.SelectAll()
		p.Merge()
		ui.Settle()
		rows := p.State().Trips
		if len(rows) != 3 || rows[1].Kept == 0 || rows[2].Kept != 0 || len(*failed) != 1 {
			t.Fatalf("after the merge: %q, %v", origins(p), *failed)
		}
		p.SetNote(rows[1].ID, "toll")
		ui.Settle()
		if next, _, _ := startApp(t, s); len(next.State().Trips) != 2 || next.State().Trips[1].Note != "toll" {
			t.Errorf("the next run: %q", origins(next))
		}
		s.unkept = ""
		p.SelectAll()
		p.Merge()
		ui.Settle()
		if rows := p.State().Trips; len(rows) != 1 || rows[0].Count != 6 {
			t.Errorf("after the second merge: %q", origins(p))
		}
	})
}

func TestMerge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("two.csv", minutes("b", "51C-1", 10, 11), minutes("a", "51C-1", 0, 1, 2), minutes("c", "51C-2", 20, 21)))
		ui.Settle()
		rows := p.State().Trips
		p.Select(rows[0].ID)
		p.Merge()
		p.Toggle(rows[2].ID)
		p.Merge()
		ui.Settle()
		if len(*failed) != 2 || len(p.State().Trips) != 3 {
			t.Errorf("one trip, and two vehicles: %v, %q", *failed, origins(p))
		}
		p.Select(rows[0].ID)
		p.Toggle(rows[1].ID)
		p.Merge()
		ui.Settle()
		if got := origins(p); !slices.Equal(got, []string{"2 0/0 0 ", "*5 0/0 2 "}) {
			t.Fatalf("merged: %q", got)
		}
		merged, _ := p.State().Trip()
		first, last := merged.Trace.Observations[0].Time, merged.Trace.Observations[4].Time
		if !first.Equal(evening) || !last.Equal(evening.Add(11*time.Minute)) {
			t.Errorf("from %v to %v", first, last)
		}
		p.SetNote(merged.ID, "x") // a step after the merge
		p.History().Undo()
		p.History().Undo()
		ui.Settle()
		if got := noStars(origins(p)); !slices.Equal(got, []string{"2 0/0 0 ", "3 0/0 0 ", "2 0/0 0 "}) {
			t.Errorf("after Undo: %q", got)
		}
	})
}

// TestUnkeptTripsAreSplit splits a sample, which the workspace does not keep.
func TestUnkeptTripsAreSplit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, _ := startApp(t, newShelf())
		p.OpenFrom(trips.Source{Name: "sample", Read: read(minutes("s", "x", 0, 1, 90, 91))})
		ui.Settle()
		split(p, p.State().Trips[0].ID, enginetrip.SplitRule{Gap: time.Hour})
		ui.Settle()
		if got := origins(p); !slices.Equal(got, []string{"*2 1/2 0 ", "*2 2/2 0 "}) {
			t.Errorf("split: %q", got)
		}
		p.History().Undo()
		ui.Settle()
		if got := noStars(origins(p)); !slices.Equal(got, []string{"4 0/0 0 "}) {
			t.Errorf("after Undo: %q", got)
		}
	})
}

func TestLongTripsAreOffered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, _ := startApp(t, newShelf())
		p.OpenFrom(source("long.csv", minutes("long", "x", 0, 100, 130, 200, 1600), minutes("short", "y", 0, 1)))
		ui.Settle()
		if got := p.State().Long; len(got) != 1 || got[0] != p.State().Trips[0].ID {
			t.Fatalf("offered are %v", got)
		}
		p.SplitLong()
		ui.Settle()
		if got := origins(p); len(p.State().Long) != 0 || !slices.Equal(got, []string{"2 0/0 0 ", "*2 1/3 0 ", "*2 2/3 0 ", "*1 3/3 0 "}) {
			t.Errorf("split: %q, offered %v", got, p.State().Long)
		}
	})
}

// TestCropUndoRedo crops a trip, takes that back and does it again.
func TestCropUndoRedo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("day.csv", minutes("day", "51C-1", 0, 1, 2, 3, 4, 5, 6, 7)))
		ui.Settle()
		id := p.State().Trips[0].ID
		p.SetNote(id, "late")
		ui.Settle()
		has := func(want ...string) {
			t.Helper()
			ui.Settle()
			if got := origins(p); !slices.Equal(got, want) {
				t.Fatalf("%q, want %q", got, want)
			}
		}
		p.Exchange(id, func(whole trace.Trip) []trace.Trip { return []trace.Trip{enginetrip.Crop(whole, 2, 6)} })
		has("*4 0/0 0 late")
		made := p.State().Trips[0]
		if made.Origin.Dropped != 4 || !made.First.Equal(evening.Add(2*time.Minute)) || made.Stage != trips.Done {
			t.Errorf("the part is %+v", made)
		}
		p.History().Undo() // the crop
		has("*8 0/0 0 late")
		if !p.History().CanRedo() {
			t.Fatal("it cannot be done again")
		}
		p.History().Undo() // the note
		has("*8 0/0 0 ")
		p.History().Redo()
		has("*8 0/0 0 late")
		p.History().Redo()
		has("*4 0/0 0 late")
		if p.History().CanRedo() {
			t.Error("everything was done again, but there is more")
		}
		p.History().Undo()
		has("*8 0/0 0 late")
		p.SetNote(p.State().Trips[0].ID, "other")
		if p.History().CanRedo() {
			t.Error("after another edit the crop can be done again")
		}
		if len(*failed) > 0 {
			t.Error(*failed)
		}
	})
}
