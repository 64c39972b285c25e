// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/trips"
)

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
		if s := p.State(); s.Work.Left != 0 {
			t.Errorf("%d still busy", s.Work.Left)
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
		if s := p.State(); row.Name != "x" || row.Stage != trips.Done || s.Work.Left != 0 {
			t.Errorf("selected is %q, %d are busy", row.Name, s.Work.Left)
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
			p.Remove()
			p.History().Undo()
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
