// SPDX-License-Identifier: MIT

package trips_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"

	"roadsnap/ui/trips"
)

// marks lists the trips as "name reviewed tags note", those that are selected with a star.
func marks(p *trips.Model) (list []string) {
	for _, t := range p.State().Trips {
		star := ""
		if p.State().IsChosen(t.ID) {
			star = "*"
		}
		list = append(list, fmt.Sprintf("%s%s %t %b %s", star, t.Name, t.Reviewed, t.Tags, t.Note))
	}
	return list
}

func TestEditsAndUndo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3), trip("c", 3)))
		ui.Settle()
		a, b, c := p.State().Trips[0].ID, p.State().Trips[1].ID, p.State().Trips[2].ID
		steps := []struct {
			name string
			do   func()
			want []string
		}{
			{"review two", func() { p.Select(a); p.Extend(b); p.ToggleReviewed() }, []string{"*a true 0 ", "*b true 0 ", "c false 0 "}},
			{"tag one of them", func() { p.Select(b); p.ToggleTag(3) }, []string{"a true 0 ", "*b true 1000 ", "c false 0 "}},
			{"tag both", func() { p.Toggle(a); p.ToggleTag(3) }, []string{"*a true 1000 ", "*b true 1000 ", "c false 0 "}},
			{"no tag", func() { p.ToggleTag(3) }, []string{"*a true 0 ", "*b true 0 ", "c false 0 "}},
			{"note", func() { p.Select(c); p.SetNote(c, " late ") }, []string{"a true 0 ", "b true 0 ", "*c false 0 late"}},
			{"name", func() { p.SetDetails(trips.Details{Name: new("Kho Bình Tân")}) }, []string{"a true 0 ", "b true 0 ", "*Kho Bình Tân false 0 late"}},
			{"mixed review", func() { p.SelectAll(); p.ToggleReviewed() }, []string{"*a true 0 ", "*b true 0 ", "*Kho Bình Tân true 0 late"}},
			{"remove two", func() { p.Select(b); p.Toggle(c); p.Remove() }, []string{"*a true 0 "}},
		}
		var states [][]string
		for _, step := range steps {
			states = append(states, marks(p))
			if step.do(); !slices.Equal(marks(p), step.want) {
				t.Fatalf("%s: %q, want %q", step.name, marks(p), step.want)
			}
		}
		ui.Settle()
		again := func(want []string) {
			t.Helper()
			next, nextUI, _ := startApp(t, s)
			next.Deselect()
			nextUI.Settle()
			plain := slices.Clone(want)
			for i := range plain {
				plain[i] = trimStar(plain[i])
			}
			if got := marks(next); !slices.Equal(got, plain) {
				t.Errorf("the next run has %q, want %q", got, plain)
			}
		}
		again(steps[len(steps)-1].want)
		for i := len(steps) - 1; i >= 0; i-- {
			p.History().Undo()
			ui.Settle()
			if got, want := noStars(marks(p)), noStars(states[i]); !slices.Equal(got, want) {
				t.Errorf("undo of %q: %q, want %q", steps[i].name, got, want)
			}
			again(states[i])
		}
		if p.History().Undo(); p.History().CanUndo() || len(*failed) > 0 {
			t.Errorf("there is more to undo, or an error: %v", *failed)
		}
	})
}

func trimStar(s string) string {
	if s[0] == '*' {
		return s[1:]
	}
	return s
}

func noStars(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = trimStar(s)
	}
	return out
}

// TestEditThatCannotBeKeptIsTakenBack edits while the disk is full.
func TestEditThatCannotBeKeptIsTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3)))
		ui.Settle()
		s.err = errors.New("the disk is full")
		for i, do := range []func(){p.ToggleReviewed, func() { p.ToggleTag(1) }, func() { p.SetDetails(trips.Details{Name: new("x")}) }, p.Remove} {
			do()
			ui.Settle()
			if got := noStars(marks(p)); !slices.Equal(got, []string{"a false 0 ", "b false 0 "}) || len(*failed) != i+1 {
				t.Errorf("edit %d: %q, errors %v", i, got, *failed)
			}
		}
	})
}

func TestTrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3), trip("c", 3)))
		ui.Settle()
		p.SelectAll()
		p.Toggle(p.State().Trips[1].ID)
		p.Remove()
		var trash []*trips.Trip
		p.ListTrash(func(list []*trips.Trip) { trash = list })
		ui.Settle()
		if len(trash) != 2 || trash[0].Name != "a" || trash[1].Name != "c" {
			t.Fatalf("in the trash: %v", trash)
		}
		p.TakeFromTrash(trash[1:])
		ui.Settle()
		if got := noStars(marks(p)); !slices.Equal(got, []string{"b false 0 ", "c false 0 "}) {
			t.Errorf("after a trip was taken from the trash: %q", got)
		}
		next, _, _ := startApp(t, s)
		if got := noStars(marks(next)); !slices.Equal(got, []string{"b false 0 ", "c false 0 "}) {
			t.Errorf("the next run has %q", got)
		}
	})
}

func TestSelection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, _ := deskModel(t) // in the view: Đà Nẵng, an phú, Bình Tân, bad.gpx
		var rows []trips.ID
		for _, x := range p.State().Visible() {
			rows = append(rows, x.ID)
		}
		for _, c := range []struct {
			name string
			do   func()
			want []int // rows
			at   int   // the row of the inspector
		}{
			{"one", func() { p.Select(rows[1]) }, []int{1}, 1},
			{"down to", func() { p.Extend(rows[3]) }, []int{1, 2, 3}, 3},
			{"the other way", func() { p.Extend(rows[0]) }, []int{0, 1}, 0},
			{"one more", func() { p.Toggle(rows[3]) }, []int{0, 1, 3}, 3},
			{"from there", func() { p.Extend(rows[2]) }, []int{2, 3}, 2},
			{"one less", func() { p.Toggle(rows[2]) }, []int{3}, 3},
			{"none", func() { p.Toggle(rows[3]) }, nil, -1},
			{"all", p.SelectAll, []int{0, 1, 2, 3}, 0},
			{"a group", func() { p.SelectGroup("2026-11-20") }, []int{1, 2}, 1},
			{"one that is not there", func() { p.Select(99) }, []int{1, 2}, 1},
			{"next to review", p.NextToReview, []int{3}, 3},
			{"the one after that", p.NextToReview, []int{1}, 1},
			{"back", p.PreviousToReview, []int{3}, 3},
			{"none again", p.Deselect, nil, -1},
			{"the last to review", p.PreviousToReview, []int{3}, 3},
		} {
			c.do()
			s, got := p.State(), []int(nil)
			for i, id := range rows {
				if s.IsChosen(id) {
					got = append(got, i)
				}
			}
			at := -1
			if s.HasSelected {
				at = slices.Index(rows, s.Selected)
			}
			if !slices.Equal(got, c.want) || at != c.at || len(s.ChosenTrips()) != len(c.want) || !slices.IsSorted(s.Chosen) {
				t.Errorf("%s: %v, at %d; want %v, at %d", c.name, got, at, c.want, c.at)
			}
		}
	})
}
