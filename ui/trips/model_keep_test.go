// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
)

// shelf keeps trips in memory. A trip is the same as another if its ID is.
type shelf struct {
	fakeMatcher
	err error

	mu       sync.Mutex
	kept     []trace.Trip
	file     []string
	removed  map[workspace.ID]bool
	reviewed map[workspace.ID]bool
	matches  map[workspace.ID]match.Result
}

func newShelf() *shelf {
	return &shelf{removed: map[workspace.ID]bool{}, reviewed: map[workspace.ID]bool{}, matches: map[workspace.ID]match.Result{}}
}

func (s *shelf) row(i int) workspace.Trip {
	return workspace.Trip{ID: workspace.ID(i + 1), Vehicle: s.kept[i].ID, Name: s.kept[i].Name, File: s.file[i], Reviewed: s.reviewed[workspace.ID(i+1)], Points: len(s.kept[i].Observations)}
}

func (s *shelf) Add(_ context.Context, file string, _ []byte, list []trace.Trip) (added []workspace.Added, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	for _, t := range list {
		i := slices.IndexFunc(s.kept, func(k trace.Trip) bool { return k.ID == t.ID })
		known := i >= 0
		if !known {
			i = len(s.kept)
			s.kept, s.file = append(s.kept, t), append(s.file, file)
		}
		delete(s.removed, workspace.ID(i+1))
		added = append(added, workspace.Added{Trip: s.row(i), Known: known})
	}
	return added, nil
}

func (s *shelf) Trips(_ context.Context, trash bool) (list []workspace.Trip, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.kept {
		if row := s.row(i); s.removed[row.ID] == trash {
			list = append(list, row)
		}
	}
	return list, s.err
}

func (s *shelf) Recording(_ context.Context, id workspace.ID) (trace.Trip, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kept[id-1], s.err
}

func (s *shelf) Match(ctx context.Context, id workspace.ID, observations []match.Observation, p match.Profile) (match.Result, error) {
	s.mu.Lock()
	r, ok := s.matches[id]
	s.mu.Unlock()
	if ok {
		return r, nil
	}
	r, err := s.fakeMatcher.Match(ctx, observations, p)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.matches[id] = r
	return r, err
}

func (s *shelf) mark(removed bool, ids []workspace.ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		s.removed[id] = removed
	}
	return s.err
}

func (s *shelf) Edit(_ context.Context, e workspace.Edit, ids ...workspace.ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		s.reviewed[id] = *e.Reviewed
	}
	return s.err
}

func (s *shelf) Remove(_ context.Context, ids ...workspace.ID) error  { return s.mark(true, ids) }
func (s *shelf) Restore(_ context.Context, ids ...workspace.ID) error { return s.mark(false, ids) }

// startApp returns the view model of a run that keeps trips on a shelf.
func startApp(t *testing.T, s *shelf) (*trips.Model, *jobtest.UI, *[]error) {
	t.Helper()
	ui := jobtest.New(t)
	var failed []error
	p := trips.NewModel(trips.Options{
		Jobs: ui.Jobs, Matcher: &s.fakeMatcher, Bounds: everywhere, Remember: func([]string) {},
		Keeper: s, KeepFailed: func(err error) { failed = append(failed, err) },
	})
	p.Reopen()
	ui.Settle()
	return p, ui, &failed
}

func source(name string, list ...trace.Trip) trips.Source {
	return trips.Source{Name: name, Read: read(list...), Content: func() []byte { return []byte(name) }}
}

// rowsOf lists the trips as "name stage kilometres".
func rowsOf(p *trips.Model) (list []string) {
	for _, t := range p.State().Trips {
		list = append(list, fmt.Sprintf("%s %d %.0f", t.Name, t.Stage, t.Result.Distance.Matched/1000))
	}
	return list
}

func TestTripsComeBackInTheNextRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("day.csv", trip("a", 3), trip("b", 4)), trips.Source{Name: "sample", Read: read(trip("sample", 2))})
		ui.Settle()
		if s.matched != 3 {
			t.Fatalf("%d trips were matched", s.matched)
		}
		p, ui, failed := startApp(t, s)
		if got, want := rowsOf(p), []string{"a 2 1", "b 2 1"}; !slices.Equal(got, want) || len(*failed) > 0 {
			t.Errorf("the next run has %q, want %q; %v", got, want, *failed)
		}
		if s.matched != 3 {
			t.Errorf("%d matches, though those of the last run are kept", s.matched-3)
		}
		if rows := p.State().Trips; len(rows[1].Trace.Observations) != 4 || rows[1].Bounds.Empty() || filepath.Base(rows[1].File) != "day.csv" {
			t.Errorf("a row of the next run is %+v", rows[1])
		}
		ui.Settle()
	})
}

func TestOldTripsStayOnTheShelf(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		for i, n := range []int{100, 400_000, 500_000, 100_000} { // a million in all but the first
			s.kept, s.file = append(s.kept, trip(fmt.Sprint(i), n)), append(s.file, "f")
		}
		p, ui, _ := startApp(t, s)
		if got := rowsOf(p); !slices.Equal(got, []string{"1 2 1", "2 2 1", "3 2 1"}) || p.State().Older != 1 {
			t.Errorf("%q, %d older ones", got, p.State().Older)
		}
		ui.Settle()
	})
}

func TestTripThatIsOpenIsNotAddedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3)), source("b.csv", trip("b", 3)))
		ui.Settle()
		p.OpenFrom(source("both.csv", trip("b", 3), trip("a", 3)))
		ui.Settle()
		if got, want := rowsOf(p), []string{"a 2 1", "b 2 1"}; !slices.Equal(got, want) {
			t.Errorf("the list is %q, want %q", got, want)
		}
		if selected, _ := p.State().Trip(); selected == nil || selected.Name != "b" {
			t.Errorf("%v is selected, want b", selected)
		}
		p.OpenFrom(source("more.csv", trip("a", 3), trip("c", 3)))
		ui.Settle()
		if got, want := rowsOf(p), []string{"a 2 1", "b 2 1", "c 2 1"}; !slices.Equal(got, want) {
			t.Errorf("the list is %q, want %q", got, want)
		}
	})
}

func TestRemovedTripIsInTheTrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3)))
		ui.Settle()
		p.Remove(p.State().Trips[0].ID)
		ui.Settle()
		if next, _, _ := startApp(t, s); !slices.Equal(rowsOf(next), []string{"b 2 1"}) {
			t.Errorf("after the removal, the next run has %q", rowsOf(next))
		}
		p.UndoRemove()
		ui.Settle()
		if next, _, _ := startApp(t, s); !slices.Equal(rowsOf(next), []string{"a 2 1", "b 2 1"}) {
			t.Errorf("after Undo, the next run has %q", rowsOf(next))
		}
	})
}

func TestReviewedTripsStayReviewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3), trip("c", 3))) // none is explained
		ui.Settle()
		p.SetFilter(trips.Filter{Review: true})
		p.Select(p.State().Trips[1].ID)
		var seen []string
		for range 3 {
			now, _ := p.State().Trip()
			seen = append(seen, now.Name)
			p.ToggleReviewed()
			ui.Settle()
		}
		if !slices.Equal(seen, []string{"b", "c", "a"}) || len(p.State().Visible()) != 0 {
			t.Errorf("reviewed %q, %d are left", seen, len(p.State().Visible()))
		}
		next, nextUI, _ := startApp(t, s)
		if sum := next.State().Totals(); sum.Trips != 3 || sum.Review != 0 {
			t.Errorf("the next run has %+v", sum)
		}
		next.Select(next.State().Trips[1].ID)
		next.ToggleReviewed()
		next.Select(next.State().Trips[2].ID)
		next.NextToReview()
		if now, _ := next.State().Trip(); now.Name != "b" || now.Reviewed {
			t.Errorf("the next one to review is %+v", now)
		}
		nextUI.Settle()
	})
}

func TestKeepingFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.err = errors.New("the disk is full")
		p, ui, failed := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3)))
		ui.Settle()
		if got := rowsOf(p); !slices.Equal(got, []string{"a 2 1"}) || len(*failed) != 2 {
			t.Errorf("%q, errors %v", got, *failed)
		}
	})
}
