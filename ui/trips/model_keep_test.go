// SPDX-License-Identifier: MIT

package trips_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/correction"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
)

// shelf keeps trips in memory. A trip is the same as another if its ID and its name are.
type shelf struct {
	fakeMatcher
	err error

	mu       sync.Mutex
	kept     []trace.Trip
	file     []string
	unkept   string // a file that Add refuses
	removed  map[workspace.ID]bool
	hidden   map[workspace.ID]bool           // replaced, or taken back
	replaced [][]workspace.ID                // the old trips of each replacement
	edits    map[workspace.ID]workspace.Trip // reviewed, tags, note and name
	matches  map[workspace.ID]match.Result
	settings map[string][]byte
	mapID    int                  // the installed map
	applied  []correction.Applied // of each match
	on       map[workspace.ID]int // the map of each match
	fleetShelf
	shared    []workspace.Overlap // listed as far as both trips are
	searching chan struct{}       // the search for overlaps waits for it, unless it is nil
}

func (s *shelf) Overlaps(context.Context) (list []workspace.Overlap, err error) {
	if s.searching != nil {
		<-s.searching
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	listed := func(id workspace.ID) bool { return int(id) <= len(s.kept) && !s.removed[id] && !s.hidden[id] }
	for _, o := range s.shared {
		if listed(o.A) && listed(o.B) {
			list = append(list, o)
		}
	}
	return list, nil
}

func (s *shelf) EmptyTrash(context.Context, time.Time) (n int64, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, is := range s.removed {
		if is {
			s.hidden[id] = true
			n++
		}
	}
	return n, s.err
}

func newShelf() *shelf {
	return &shelf{
		removed: map[workspace.ID]bool{}, hidden: map[workspace.ID]bool{}, edits: map[workspace.ID]workspace.Trip{}, matches: map[workspace.ID]match.Result{},
		settings: map[string][]byte{}, on: map[workspace.ID]int{},
	}
}

func (s *shelf) row(i int) workspace.Trip {
	id, k := workspace.ID(i+1), s.kept[i]
	t := s.edits[id]
	t.ID, t.Vehicle, t.Name, t.File = id, cmp.Or(t.Vehicle, k.Vehicle), cmp.Or(t.Name, k.Name), s.file[i]
	t.First, t.Last = k.Observations[0].Time, k.Observations[len(k.Observations)-1].Time
	t.Points, t.Bounds = len(k.Observations), everywhere()
	if _, ok := s.matches[id]; ok {
		t.HasSummary, t.Stale, t.Summary = true, s.on[id] != s.mapID, enginetrip.Summary{Matched: 1000, Measures: s.faults}
	}
	return t
}

func (s *shelf) Add(_ context.Context, file string, _ *workspace.Content, list []trace.Trip) (added []workspace.Added, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	if file == s.unkept {
		return nil, errors.New("the disk is full")
	}
	for of, t := range list {
		i := slices.IndexFunc(s.kept, func(k trace.Trip) bool { return k.ID == t.ID && k.Name == t.Name })
		known := i >= 0
		if !known {
			i = len(s.kept)
			s.kept, s.file = append(s.kept, t), append(s.file, file)
		}
		delete(s.removed, workspace.ID(i+1))
		added = append(added, workspace.Added{Trip: s.row(i), Known: known, Of: of})
	}
	return added, nil
}

func (s *shelf) Trips(_ context.Context, trash bool, profile match.Profile) (list []workspace.Trip, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.kept {
		if row := s.row(i); s.removed[row.ID] == trash && !s.hidden[row.ID] {
			row.HasSummary = row.HasSummary && s.matches[row.ID].Profile == profile
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

func (s *shelf) Kept(_ context.Context, id workspace.ID, profile match.Profile) (r match.Result, ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok = s.matches[id]
	return r, ok && s.on[id] == s.mapID && r.Profile == profile, s.err
}

func (s *shelf) Match(ctx context.Context, id workspace.ID, recording trace.Trip, stops []enginetrip.Stop, p match.Profile) (trips.Corrected, error) {
	r, summary, err := s.fakeMatcher.Match(ctx, recording, stops, p)
	if err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		r.Profile = p
		s.matches[id], s.on[id] = r, s.mapID
	}
	return trips.Corrected{Result: r, Summary: summary, Applied: s.applied}, err
}

func (s *shelf) Setting(_ context.Context, name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.settings[name], s.err
}

func (s *shelf) SetSetting(_ context.Context, name string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settings[name] = value
	return s.err
}

func (s *shelf) mark(removed bool, ids []workspace.ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range ids {
		if removed && s.hidden[id] {
			return workspace.ErrNoTrip
		}
		s.removed[id] = removed
	}
	return s.err
}

func (s *shelf) Edit(_ context.Context, e workspace.Edit, ids ...workspace.ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	for _, id := range ids {
		t := s.edits[id]
		if e.Reviewed != nil {
			t.Reviewed = *e.Reviewed
		}
		if e.Name != nil {
			t.Name = *e.Name
		}
		if e.Vehicle != nil {
			t.Vehicle = *e.Vehicle
		}
		if e.Driver != nil {
			t.Driver = *e.Driver
		}
		if e.Note != nil {
			t.Note = *e.Note
		}
		t.Tags = (t.Tags | e.SetTags) &^ e.NoTags
		s.edits[id] = t
	}
	return nil
}

func (s *shelf) Replace(_ context.Context, old []workspace.ID, parts []trace.Trip) (list []workspace.Trip, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	for _, part := range parts {
		s.kept, s.file = append(s.kept, part), append(s.file, s.file[old[0]-1])
		s.edits[workspace.ID(len(s.kept))] = s.edits[old[0]]
		list = append(list, s.row(len(s.kept)-1))
	}
	s.hide(true, old)
	s.replaced = append(s.replaced, old)
	return list, nil
}

func (s *shelf) Revert(_ context.Context, ids ...workspace.ID) ([]workspace.Trip, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	s.hide(true, ids)
	s.hide(false, s.replaced[len(s.replaced)-1])
	s.replaced = s.replaced[:len(s.replaced)-1]
	return nil, nil
}

func (s *shelf) hide(hidden bool, ids []workspace.ID) {
	for _, id := range ids {
		s.hidden[id] = hidden
	}
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
		Keeper: s, KeepFailed: func(err error) { failed = append(failed, err) }, EditRefused: func(err error) { failed = append(failed, err) },
	})
	p.Reopen()
	ui.Settle()
	return p, ui, &failed
}

func source(name string, list ...trace.Trip) trips.Source {
	return trips.Source{Name: name, Read: read(list...), Content: func() *workspace.Content { return workspace.ContentOf([]byte(name)) }}
}

// rowsOf lists the trips as "name stage kilometres".
func rowsOf(p *trips.Model) (list []string) {
	for _, t := range p.State().Trips {
		list = append(list, fmt.Sprintf("%s %d %.0f", t.Name, t.Stage, t.Summary.Matched/1000))
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
		if rows := p.State().Trips; rows[1].Loaded() || rows[1].Count != 4 || rows[1].Bounds.Empty() || filepath.Base(rows[1].File) != "day.csv" {
			t.Errorf("a row of the next run is %+v", rows[1])
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

// TestOpenTripsAreCountedOverAllFiles opens files again: as they are, and under other names.
func TestOpenTripsAreCountedOverAllFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, ui, said := newShelf(), jobtest.New(t), 0
		p := trips.NewModel(trips.Options{Jobs: ui.Jobs, Matcher: &s.fakeMatcher, Bounds: everywhere, Keeper: s, AlreadyOpen: func(n int) { said = n }})
		a, b := trip("a", 3), trip("b", 3)
		p.OpenFrom(source("a.csv", a), source("b.csv", b))
		ui.Settle()
		p.OpenFrom(source("a.csv", a), source("b.csv", b))
		ui.Settle()
		if said != 2 {
			t.Errorf("%d trips are said to be open already, want both", said)
		}
		p.OpenFrom(source("a again.csv", a), source("b again.csv", b))
		ui.Settle()
		if said != 2 {
			t.Errorf("%d trips under other names are said to be open already, want both", said)
		}
	})
}

// TestFilesThatArriveByThemselves imports files that are new, kept, or in the trash.
func TestFilesThatArriveByThemselves(t *testing.T) {
	s, folder := newShelf(), t.TempDir()
	s.removed = map[workspace.ID]bool{2: true}
	written := time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC) // before the time in synctest
	s.edits = map[workspace.ID]workspace.Trip{1: {Added: written.AddDate(0, 0, 1)}, 2: {Removed: written.AddDate(0, 0, 1)}}
	path := func(name string) string { return filepath.Join(folder, name) }
	for i, name := range []string{"kept.gpx", "removed.gpx", "new.gpx"} {
		const gpx = `<gpx version="1.1"><trk><name>%s</name><trkseg><trkpt lat="10" lon="106.%d"/><trkpt lat="10" lon="107"/></trkseg></trk></gpx>`
		if err := os.WriteFile(path(name), fmt.Appendf(nil, gpx, name, i), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path(name), written, written); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"kept.gpx", "removed.gpx"} {
		list, err := trace.ReadFile(t.Context(), path(name), trace.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.kept, s.file = append(s.kept, list[0]), append(s.file, path(name))
	}
	synctest.Test(t, func(t *testing.T) {
		ui := jobtest.New(t)
		p := trips.NewModel(trips.Options{
			Jobs: ui.Jobs, Matcher: &s.fakeMatcher, Bounds: everywhere, Remember: func([]string) { t.Error("the recent files have changed") },
			Keeper: s, AlreadyOpen: func(int) { t.Error("it is reported that a trip is open already") },
		})
		p.Reopen()
		p.Import(path("kept.gpx"), path("removed.gpx"), path("new.gpx")) // before the kept ones are listed
		ui.Settle()
		files := func() (names []string) {
			for _, trip := range p.State().Trips {
				names = append(names, filepath.Base(trip.File))
			}
			return names
		}
		if got := files(); !slices.Equal(got, []string{"kept.gpx", "new.gpx"}) || p.State().HasSelected {
			t.Errorf("open: %q, selected %t; want the kept and the new one, none selected", got, p.State().HasSelected)
		}
		p.Import()
		p.Import(path("new.gpx"))
		p.Import(path("kept.gpx"), path("removed.gpx"))
		ui.Settle()
		if got := files(); len(got) != 2 {
			t.Errorf("imported again: %q", got)
		}
		if err := errors.Join(
			os.WriteFile(path("new.gpx"), []byte(`<gpx version="1.1"><trk><name>longer</name><trkseg><trkpt lat="10" lon="106"/><trkpt lat="10" lon="108"/></trkseg></trk></gpx>`), 0o600),
			os.Chtimes(path("new.gpx"), time.Now().Add(time.Hour), time.Now().Add(time.Hour)),
			os.Chtimes(path("removed.gpx"), time.Now().Add(time.Hour), time.Now().Add(time.Hour)),
		); err != nil {
			t.Fatal(err)
		}
		p.Import(path("kept.gpx"), path("removed.gpx"), path("new.gpx"))
		ui.Settle()
		if got := files(); !slices.Equal(got, []string{"kept.gpx", "new.gpx", "removed.gpx", "new.gpx"}) {
			t.Errorf("after files were written again: %q", got)
		}
	})
}

func TestRemovedTripIsInTheTrash(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3)))
		ui.Settle()
		remove(p, p.State().Trips[0].ID)
		ui.Settle()
		if next, _, _ := startApp(t, s); !slices.Equal(rowsOf(next), []string{"b 2 1"}) {
			t.Errorf("after the removal, the next run has %q", rowsOf(next))
		}
		p.History().Undo()
		ui.Settle()
		if next, _, _ := startApp(t, s); !slices.Equal(rowsOf(next), []string{"a 2 1", "b 2 1"}) {
			t.Errorf("after Undo, the next run has %q", rowsOf(next))
		}
	})
}

func TestReviewedTripsStayReviewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.faults = []enginetrip.Measure{{Kind: enginetrip.Jump, Amount: 90_000}}
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 3), trip("c", 3)))
		ui.Settle()
		p.SetFilter(trips.Filter{Verdict: trips.OnlyToReview})
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
		next.SetFilter(trips.Filter{})
		if sum := next.State().View.Totals; sum.Trips != 3 || sum.Review != 0 {
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

// TestContentIsLoadedWhenATripIsSelected checks that the observations of kept trips are in
// memory only while the trips are selected, or were lately.
func TestContentIsLoadedWhenATripIsSelected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 600_000), trip("c", 600_000)))
		ui.Settle()
		p, ui, _ = startApp(t, s)
		loaded := func() (list []string) {
			for _, t := range p.State().Trips {
				if t.Loaded() {
					list = append(list, t.Name)
				}
			}
			return list
		}
		for i, want := range []string{"[a]", "[a b]", "[c]"} { // b and c together are too large
			p.Select(p.State().Trips[i].ID)
			ui.Settle()
			row, _ := p.State().Trip()
			if got := fmt.Sprint(loaded()); got != want || !row.Matched || len(row.Trace.Observations) != row.Count {
				t.Errorf("after the choice of row %d, %s are loaded, want %s; matched: %t", i, got, want, row.Matched)
			}
		}
		if s.matched != 3 {
			t.Errorf("%d matches, want 3: those of the first run are kept", s.matched)
		}
	})
}

// TestOtherMapMatchesWhatItHasNotMatched installs another map, and then the first one again.
func TestOtherMapMatchesWhatItHasNotMatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 4)))
		ui.Settle()
		for i, c := range []struct{ mapID, matches int }{{1, 4}, {1, 4}, {2, 6}} {
			s.mapID = c.mapID
			p.Rematch()
			ui.Settle()
			if got := rowsOf(p); !slices.Equal(got, []string{"a 2 1", "b 2 1"}) || s.matched != c.matches {
				t.Errorf("map %d: %q after %d matches, want %d", i, got, s.matched, c.matches)
			}
			if row, _ := p.State().Trip(); !row.Loaded() || !row.Matched {
				t.Errorf("map %d: the selected trip is not loaded", i)
			}
		}
		s.mapID = 3
		if _, ui, _ = startApp(t, s); s.matched != 8 {
			t.Errorf("%d matches, want 8: the next run begins with a third map", s.matched)
		}
		ui.Settle()
	})
}

// TestOtherVehiclesMatchAgain matches kept and other trips for other vehicles.
func TestOtherVehiclesMatchAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 4)))
		ui.Settle()
		for i, c := range []struct {
			profile match.Profile
			matches int
		}{{match.MotorVehicle, 2}, {match.Truck, 4}, {match.Truck, 4}, {match.Foot, 6}} {
			p.SetProfile(c.profile)
			ui.Settle()
			if got := rowsOf(p); !slices.Equal(got, []string{"a 2 1", "b 2 1"}) || s.matched != c.matches || p.State().Profile != c.profile {
				t.Errorf("%d: %q for %v after %d matches, want %d", i, got, p.State().Profile, s.matched, c.matches)
			}
			if row, _ := p.State().Trip(); !row.Loaded() || !row.Matched || row.Result.Profile != c.profile {
				t.Errorf("%d: the selected trip is matched for %v", i, row.Result.Profile)
			}
		}
	})
}

// TestNextRunGoesOn ends a run while trips are matched.
func TestNextRunGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.hold = make(chan struct{})
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 4)))
		ui.Settle()
		p.CancelAll()
		ui.Settle()
		if got := rowsOf(p); !slices.Equal(got, []string{"a 4 0", "b 4 0"}) || p.State().Work.Left != 0 {
			t.Errorf("%q, %+v", got, p.State().Work)
		}
		s.hold = nil
		p, ui, _ = startApp(t, s)
		if got := rowsOf(p); !slices.Equal(got, []string{"a 2 1", "b 2 1"}) {
			t.Errorf("the next run has %q", got)
		}
		ui.Settle()
	})
}

func TestViewComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("a.csv", trip("a", 3), trip("b", 4)))
		ui.Settle()
		f := trips.Filter{Period: trips.Yesterday, Verdict: trips.OnlyToReview, Sort: trips.ByMatched, Group: trips.NoGroups}
		p.SetFilter(f)
		p.SaveFilter("Yesterday, needs a look")
		p.NameTag(3, "toll")
		p.Select(p.State().Trips[1].ID)
		ui.Settle()
		p, ui, _ = startApp(t, s)
		row, _ := p.State().Trip()
		saved := p.State().Saved
		if p.State().Filter != f || row == nil || row.Name != "b" || saved.Tags[3] != "toll" {
			t.Errorf("filter %+v, selected %+v, tags %q", p.State().Filter, row, saved.Tags)
		}
		if len(saved.Filters) != 1 || saved.Filters[0] != (trips.SavedFilter{Name: "Yesterday, needs a look", Filter: f}) {
			t.Errorf("saved filters %+v", saved.Filters)
		}
		p.RemoveFilter("Yesterday, needs a look")
		ui.Settle()
		if next, _, _ := startApp(t, s); len(next.State().Saved.Filters) != 0 {
			t.Error("a removed filter came back")
		}
	})
}
