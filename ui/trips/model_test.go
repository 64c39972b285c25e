package trips_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
)

// fakeMatcher matches everything to a road of 1 km, unless it has to wait or to
// fail.
type fakeMatcher struct {
	hold chan struct{} // a match goes on when it can receive; nil never waits
	err  error

	mu      sync.Mutex
	matched int
}

func (f *fakeMatcher) Match(ctx context.Context, trip []match.Observation, _ match.Profile) (match.Result, error) {
	if f.hold != nil {
		select {
		case <-f.hold:
		case <-ctx.Done():
			return match.Result{}, ctx.Err()
		}
	}
	f.mu.Lock()
	f.matched++
	f.mu.Unlock()
	return match.Result{
		Points: make([]match.Point, len(trip)), Legs: []match.Leg{{LastIndex: len(trip) - 1}},
		Distance: match.Distances{Matched: 1000},
	}, f.err
}

func everywhere() geo.Bounds { return geo.Bounds{South: -90, West: -180, North: 90, East: 180} }

func trip(name string, n int) trace.Trip {
	t := trace.Trip{ID: name, Name: name}
	for i := range n {
		t.Observations = append(t.Observations, match.Observation{Point: geo.Point{Lat: 10.77, Lon: 106.70 + float64(i)*0.001}})
	}
	return t
}

// read is a reader of the trips given, which need no file.
func read(trips ...trace.Trip) func(context.Context, geo.Bounds) ([]trace.Trip, error) {
	return func(context.Context, geo.Bounds) ([]trace.Trip, error) { return trips, nil }
}

func newTrips(t *testing.T, m *fakeMatcher) (*trips.Model, *jobtest.UI) {
	t.Helper()
	ui := jobtest.New(t)
	return trips.NewModel(trips.Options{
		Jobs: ui.Jobs, Matcher: m, Bounds: everywhere, Remember: func([]string) {},
	}), ui
}

func TestOpenedTripIsSelectedAndMatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		p.OpenFrom(trips.Source{Name: "a.gpx", Read: read(trip("morning", 3))})
		ui.Settle()
		got, ok := p.State().Trip()
		if !ok || got.Name != "morning" || got.Stage != trips.Done || got.Result.Distance.Matched != 1000 {
			t.Fatalf("selected trip %+v, %v", got, ok)
		}
		if got.Bounds.East < 106.7019 {
			t.Errorf("bounds %+v do not hold the last point", got.Bounds)
		}
	})
}

func TestOfSeveralFilesTheFirstIsSelected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		p.OpenFrom(trips.Source{Name: "old", Read: read(trip("old", 2))})
		p.OpenFrom(trips.Source{Name: "a", Read: read(trip("a", 2))}, trips.Source{Name: "b", Read: read(trip("b", 2))})
		ui.Settle()
		if got, ok := p.State().Trip(); !ok || got.Name != "a" {
			t.Errorf("selected %+v, want a", got)
		}
	})
}

func TestTripsWithoutNamesAreCalledByTheirFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		p.OpenFrom(trips.Source{Name: "/data/fleet.csv", Read: read(trip("", 2), trip("", 2))})
		ui.Settle()
		for i, row := range p.State().Trips {
			if row.Name != "fleet.csv" {
				t.Errorf("row %d is called %q", i, row.Name)
			}
		}
	})
}

func TestTripsOfOneFileGetRowsOfTheirOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		p.OpenFrom(trips.Source{Name: "fleet.csv", Read: read(trip("51A-1", 2), trip("51A-2", 2), trip("51A-3", 2))})
		ui.Settle()
		var names []string
		for _, row := range p.State().Trips {
			names = append(names, fmt.Sprint(row.Name, row.Stage == trips.Done))
		}
		if got := strings.Join(names, " "); got != "51A-1true 51A-2true 51A-3true" {
			t.Errorf("rows %q", got)
		}
		if s := p.State(); s.Busy() != 0 {
			t.Errorf("%d still busy", s.Busy())
		}
	})
}

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

func TestRemoveKeepsTheSelectionOnTheList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		for _, name := range []string{"a", "b", "c"} {
			p.OpenFrom(trips.Source{Name: name, Read: read(trip(name, 2))})
		}
		ui.Settle()
		rows := p.State().Trips
		p.Select(rows[1].ID)
		p.Remove(rows[1].ID)
		if got, ok := p.State().Trip(); !ok || got.Name != "c" {
			t.Errorf("after removing b, %v is selected, want c", got)
		}
		p.Remove(rows[2].ID)
		if got, ok := p.State().Trip(); !ok || got.Name != "a" {
			t.Errorf("after removing the last, %v is selected, want a", got)
		}
		p.Remove(rows[0].ID)
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
		p.Remove(p.State().Trips[0].ID)
		ui.Settle()
		if n := len(p.State().Trips); n != 0 {
			t.Errorf("%d trips, want none", n)
		}
	})
}

func TestFailuresAreExplained(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "gone.gpx")
	broken := filepath.Join(t.TempDir(), "broken.gpx")
	if err := os.WriteFile(broken, []byte("<gpx><trk><trkseg><trkpt lat="), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, path, want string }{
		{"missing file", missing, "error.no_file"},
		{"broken file", broken, "error.trace_format"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, ui := newTrips(t, &fakeMatcher{})
				p.Open(c.path)
				ui.Settle()
				row, _ := p.State().Trip()
				if row == nil || row.Stage != trips.Failed || row.Problem.Sentence != c.want || row.Problem.Detail == "" {
					t.Errorf("row %+v", row)
				}
			})
		})
	}
}

func TestRecentFilesNewestFirstWithoutDoubles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept []string
		ui := jobtest.New(t)
		p := trips.NewModel(trips.Options{
			Jobs: ui.Jobs, Matcher: &fakeMatcher{}, Bounds: everywhere,
			Recent: []string{"/old.gpx"}, Remember: func(paths []string) { kept = paths },
		})
		for i := range 12 {
			p.Open(fmt.Sprintf("/t%d.gpx", i%11))
		}
		ui.Settle()
		if len(kept) != 10 || kept[0] != "/t0.gpx" || kept[1] != "/t10.gpx" {
			t.Errorf("recent files %q", kept)
		}
		p.ForgetRecent()
		if len(kept) != 0 || len(p.State().Recent) != 0 {
			t.Errorf("after forgetting: %q", kept)
		}
	})
}

// TestOverlappingRematchesLeaveNothingBehind matches again while that is under way
// already, which must orphan no match: closing waits for each.
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
		if n := p.State().Busy(); n != 5 {
			t.Errorf("%d trips are being matched, want 5", n)
		}
		if !ui.Jobs.Close(time.Minute) {
			t.Error("a match was orphaned: Close waits for it in vain")
		}
	})
}

func TestOpenFileIsSelectedNotOpenedTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		reads, broken := 0, true
		fleet := trips.Source{Name: "/fleet.csv", Read: read(trip("x", 2), trip("y", 2))}
		other := trips.Source{Name: "/other.gpx", Read: func(context.Context, geo.Bounds) ([]trace.Trip, error) {
			if reads++; broken {
				return nil, trace.ErrEmpty
			}
			return []trace.Trip{trip("z", 2)}, nil
		}}
		p.OpenFrom(fleet, other)
		ui.Settle()
		broken = false
		p.OpenFrom(fleet)
		p.OpenFrom(other)
		ui.Settle()
		if s := p.State(); len(s.Trips) != 3 || reads != 2 {
			t.Errorf("%d rows after %d reads of the broken file, want 3 after 2", len(s.Trips), reads)
		}
		p.OpenFrom(fleet)
		ui.Settle()
		row, _ := p.State().Trip()
		if s := p.State(); row.Name != "x" || row.Stage != trips.Done || s.Busy() != 0 {
			t.Errorf("selected is %q, %d are busy", row.Name, s.Busy())
		}
		p.OpenFrom(other)
		ui.Settle()
		if row, _ := p.State().Trip(); row.Name != "z" || reads != 2 {
			t.Errorf("selected is %q after %d reads", row.Name, reads)
		}
	})
}

func TestOpeningAFileAgainMatchesWhatFailedOrWasCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &fakeMatcher{hold: make(chan struct{})}
		p, ui := newTrips(t, m)
		source := trips.Source{Name: "fleet", Read: read(trip("a", 2), trip("b", 2))}
		p.OpenFrom(source)
		ui.Settle()
		p.Cancel(p.State().Trips[0].ID)
		m.err = errors.New("no road nearby")
		close(m.hold)
		ui.Settle()
		if s := p.State(); s.Trips[0].Stage != trips.Cancelled || s.Trips[1].Stage != trips.Failed {
			t.Fatalf("stages %v and %v, want cancelled and failed", s.Trips[0].Stage, s.Trips[1].Stage)
		}
		m.err = nil
		p.OpenFrom(source)
		ui.Settle()
		s := p.State()
		if len(s.Trips) != 2 || s.Trips[0].Stage != trips.Done || s.Trips[1].Stage != trips.Done {
			t.Errorf("%d trips, stages %v and %v, want 2 that are done", len(s.Trips), s.Trips[0].Stage, s.Trips[1].Stage)
		}
	})
}

func TestOpeningAFileAgainAddsNoTripsWhenTheFirstIsEmpty(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{err: errors.New("no points")})
		source := trips.Source{Name: "fleet", Read: read(trip("empty", 0), trip("full", 2))}
		for range 2 {
			p.OpenFrom(source)
			ui.Settle()
		}
		if n := len(p.State().Trips); n != 2 {
			t.Errorf("%d rows, want 2", n)
		}
	})
}

func TestFilesAreReadWithTheBoundsOfTheMapOfThatTime(t *testing.T) {
	hanoi, saigon := geo.Bounds{South: 20, West: 105, North: 22, East: 107}, geo.Bounds{South: 10, West: 106, North: 11, East: 107}
	for _, c := range []struct {
		name string
		read func(p *trips.Model, source trips.Source) // again
	}{
		{"opened again", func(p *trips.Model, source trips.Source) {
			p.Cancel(p.State().Selected)
			p.OpenFrom(source)
		}},
		{"brought back", func(p *trips.Model, _ trips.Source) {
			p.Remove(p.State().Selected)
			p.UndoRemove()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ui, installed := jobtest.New(t), hanoi
				p := trips.NewModel(trips.Options{
					Jobs: ui.Jobs, Matcher: &fakeMatcher{}, Bounds: func() geo.Bounds { return installed }, Remember: func([]string) {},
				})
				var got []geo.Bounds
				source := trips.Source{Name: "slow", Read: func(ctx context.Context, bounds geo.Bounds) ([]trace.Trip, error) {
					got = append(got, bounds)
					<-ctx.Done()
					return nil, ctx.Err()
				}}
				p.OpenFrom(source)
				ui.Settle()
				installed = saigon
				c.read(p, source)
				ui.Settle()
				if !slices.Equal(got, []geo.Bounds{hanoi, saigon}) {
					t.Errorf("read with the bounds %v", got)
				}
				p.CancelAll()
				ui.Settle()
			})
		})
	}
}

func TestOpeningAFileAgainReadsTheSourceGivenLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		p.OpenFrom(trips.Source{Name: "a", Read: read()})
		ui.Settle()
		p.OpenFrom(trips.Source{Name: "a", Read: read(trip("new", 2))})
		ui.Settle()
		if row, _ := p.State().Trip(); row.Name != "new" || row.Stage != trips.Done {
			t.Errorf("%q has stage %v, want new that is done", row.Name, row.Stage)
		}
	})
}

func TestManyTripsCallTheListenerAFewTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		var paths []string
		for i := range 500 {
			paths = append(paths, fmt.Sprintf("/none/%d.gpx", i))
		}
		calls := 0
		p.OnChange(func() { calls++ })
		p.Open(paths...)
		if s := p.State(); calls > 3 || len(s.Trips) != 500 || s.Recent[0] != "/none/499.gpx" {
			t.Errorf("%d calls for %d files, want 500 and at most 3", calls, len(s.Trips))
		}
		ui.Settle()
	})
}

// TestStateThatWasReturnedStays holds that no list changes once others may have it.
func TestStateThatWasReturnedStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{hold: make(chan struct{})})
		fleet := trips.Source{Name: "fleet", Read: read(trip("a", 2), trip("b", 2))}
		for _, c := range []struct {
			name string
			do   func()
		}{
			{"open", func() { p.OpenFrom(fleet) }},
			{"fill", ui.Settle},
			{"cancel all", p.CancelAll},
			{"open again", func() { p.OpenFrom(fleet) }},
			{"match on another map", p.Rematch},
		} {
			before := p.State().Trips
			kept := slices.Clone(before)
			c.do()
			if !slices.Equal(before, kept) || slices.Equal(before, p.State().Trips) {
				t.Errorf("%s: the list returned before was changed, or nothing was", c.name)
			}
		}
		p.CancelAll()
		ui.Settle()
	})
}

// BenchmarkManyTrips measures what a file of many trips costs the UI goroutine.
func BenchmarkManyTrips(b *testing.B) {
	var all []trace.Trip
	for i := range 16_000 {
		all = append(all, trip(fmt.Sprint(i), 2))
	}
	for _, c := range []struct {
		name string
		do   func(*trips.Model)
	}{
		{"rematch", (*trips.Model).Rematch},
		{"cancel", (*trips.Model).CancelAll},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				p, _ := filled(b, all)
				b.StartTimer()
				c.do(p)
			}
		})
	}
	b.Run("fill", func(b *testing.B) {
		var took time.Duration
		for b.Loop() {
			_, fill := filled(b, all)
			took += fill
		}
		b.ReportMetric(float64(took.Milliseconds())/float64(b.N), "ms/fill")
	})
}

// filled returns a model with all, and how long the UI goroutine took to list them.
func filled(b *testing.B, all []trace.Trip) (p *trips.Model, took time.Duration) {
	ui := jobtest.New(b)
	p = trips.NewModel(trips.Options{
		Jobs: ui.Jobs, Matcher: &fakeMatcher{hold: make(chan struct{})}, Bounds: everywhere, Remember: func([]string) {},
	})
	p.OpenFrom(trips.Source{Name: "fleet", Read: read(all...)})
	for len(p.State().Trips) < len(all) {
		began := time.Now()
		ui.Drain()
		took = time.Since(began)
	}
	return p, took
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

// TestTripThatIsBeingMatchedWhenAnotherMapComesIsMatchedOnThat holds that no result of
// a map that is gone stays.
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

// TestListenerMayMatchAgainATripThatIsDone begins other work on a trip before the
// first has quite ended.
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

func TestBoundsAreEmptyUntilTheFileIsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		goOn := make(chan struct{})
		p, ui := newTrips(t, &fakeMatcher{})
		p.OpenFrom(trips.Source{Name: "slow", Read: func(context.Context, geo.Bounds) ([]trace.Trip, error) {
			<-goOn
			return []trace.Trip{trip("slow", 2)}, nil
		}})
		ui.Settle()
		if row, _ := p.State().Trip(); !row.Bounds.Empty() {
			t.Errorf("bounds %+v before the file was read: the map would go there", row.Bounds)
		}
		close(goOn)
		ui.Settle()
	})
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
		p.UndoRemove()
		if s := p.State(); s.CanUndoRemove() || names(s) != "a b c" {
			t.Fatalf("with nothing removed there are %q", names(s))
		}
		p.Remove(rows[0].ID)
		p.Remove(rows[1].ID)
		p.Remove(99) // is not there
		p.Select(rows[2].ID)
		p.OpenFrom(trips.Source{Name: "d", Read: read(trip("d", 2))})
		ui.Settle()
		for i, want := range []string{"b c d", "a b c d"} {
			if !p.State().CanUndoRemove() {
				t.Fatal("there is nothing to bring back")
			}
			p.UndoRemove()
			s := p.State()
			if got, ok := s.Trip(); names(s) != want || !ok || got != rows[1-i] {
				t.Errorf("there are %q, want %q; selected is %+v, want what was removed", names(s), want, got)
			}
		}
		ui.Settle()
		if p.State().CanUndoRemove() || m.matched != 4 {
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
			p.Remove(p.State().Trips[0].ID)
			p.UndoRemove()
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
			p.Remove(p.State().Trips[0].ID)
			ui.Settle()
			p.UndoRemove()
			ui.Settle()
			if s := p.State(); names(s) != "x y" || s.Busy() != 2 {
				t.Errorf("there are %q, %d of them busy", names(s), s.Busy())
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
		p.Remove(p.State().Trips[0].ID)
		p.Rematch()
		p.UndoRemove()
		ui.Settle()
		if row, _ := p.State().Trip(); row.Stage != trips.Done || m.matched != 2 {
			t.Errorf("stage %v after %d matches, want done after 2", row.Stage, m.matched)
		}
	})
}

// TestListenerMayStopATrip stops all work in the listener, when a trip comes and when
// it comes back.
func TestListenerMayStopATrip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{hold: make(chan struct{})})
		stop := func() {
			if p.State().Busy() > 0 {
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
		p.Remove(p.State().Trips[1].ID)
		ui.Settle()
		time.Sleep(time.Second)
		ui.Settle()
		p.OnChange(stop)
		p.UndoRemove()
		ui.Settle()
		time.Sleep(time.Second)
		ui.Settle()
		if rows := p.State().Trips; len(rows) != 2 || rows[1].Stage != trips.Cancelled {
			t.Errorf("%d trips, want two that are cancelled", len(rows))
		}
	})
}

func TestFewRemovedTripsAreKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui := newTrips(t, &fakeMatcher{})
		for i := range 30 {
			p.OpenFrom(trips.Source{Name: fmt.Sprint(i), Read: read(trip(fmt.Sprint(i), 2))})
		}
		ui.Settle()
		for _, row := range p.State().Trips {
			p.Remove(row.ID)
		}
		for p.State().CanUndoRemove() {
			p.UndoRemove()
		}
		if n := len(p.State().Trips); n != 20 || p.State().Trips[0].Name != "10" {
			t.Errorf("%d came back, want the last 20", n)
		}
	})
}
