// SPDX-License-Identifier: MIT

package export

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/tripfile"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// csvRows reads a file of CSV without its row of names.
func csvRows(t *testing.T, path string) [][]string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := csv.NewReader(strings.NewReader(string(content))).ReadAll()
	if err != nil || len(list) == 0 {
		t.Fatalf("%d rows, %v", len(list), err)
	}
	return list[1:]
}

// shelf is a workspace as the app has it, and a matcher that needs no map.
type shelf struct {
	*workspace.Workspace
	hold  chan struct{} // a match waits until it is closed
	asked chan struct{} // receives a value when a match waits
	err   error         // of each match
}

func (s *shelf) Trips(ctx context.Context, trash bool, _ match.Profile) ([]workspace.Trip, error) {
	return s.Workspace.Trips(ctx, workspace.ListOptions{Trash: trash})
}

func (s *shelf) Kept(context.Context, workspace.ID, match.Profile) (r match.Result, ok bool, err error) {
	return r, false, nil
}

func (s *shelf) Match(ctx context.Context, _ workspace.ID, _ trace.Trip, _ []trip.Stop, _ match.Profile) (done trips.Corrected, err error) {
	select {
	case s.asked <- struct{}{}:
	default:
	}
	select {
	case <-s.hold:
		return done, s.err
	case <-ctx.Done():
		return done, ctx.Err()
	}
}

// newShelf returns an empty workspace that lives as long as the test.
func newShelf(t *testing.T) *shelf {
	t.Helper()
	w, err := workspace.Open(t.Context(), filepath.Join(t.TempDir(), "trips.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	s := &shelf{Workspace: w, hold: make(chan struct{})}
	close(s.hold)
	return s
}

// run is a run of the app.
type run struct {
	*TripModel
	t     *testing.T
	ui    *jobtest.UI
	trips *trips.Model
}

// startApp begins a run on a shelf. The models report no error.
func startApp(t *testing.T, s *shelf) *run {
	t.Helper()
	r := &run{t: t, ui: jobtest.New(t)}
	failed := func(err error) { t.Error(err) }
	r.trips = trips.NewModel(trips.Options{
		Jobs: r.ui.Jobs, Bounds: func() geo.Bounds { return geo.NoBounds }, Remember: func([]string) {}, Keeper: s, KeepFailed: failed, EditRefused: failed,
	})
	r.TripModel = NewTripModel(TripOptions{Jobs: r.ui.Jobs, Trips: r.trips.State, Keeper: s, Failed: failed})
	r.trips.Reopen()
	r.Load()
	r.ui.Rest(t)
	return r
}

// open opens trips with these names of two points.
func (r *run) open(names ...string) {
	r.trips.OpenFrom(trips.Source{
		Name: "day.csv", Content: func() *workspace.Content { return workspace.ContentOf([]byte("day")) },
		Read: func(context.Context, geo.Bounds) (list []trace.Trip, err error) {
			for i, name := range names {
				list = append(list, trace.Trip{ID: name, Name: name, Observations: match.Path([]geo.Point{{Lat: 10, Lon: 106}, {Lat: 10, Lon: 106.01 + float64(i)}})})
			}
			return list, nil
		},
	})
	r.ui.Rest(r.t)
}

// write exports trips by a choice in English, and waits for the end.
func (r *run) write(c TripChoice, path string) {
	r.Export(c, c.Options("en"), path)
	r.ui.Rest(r.t)
}

// TestExport writes the selected, the listed and all trips of this run and of the one before.
func TestExport(t *testing.T) {
	s := newShelf(t)
	r := startApp(t, s)
	r.open("a", "b", "c")
	r.trips.Select(r.trips.State().Trips[0].ID)
	r.trips.SetDetails(trips.Details{Driver: new("=Ánh")})
	r.ui.Rest(t)
	r = startApp(t, s) // whose trips are not loaded
	r.trips.Select(r.trips.State().Trips[0].ID)
	f := r.trips.State().Filter
	f.Query = "b" // the name of the file has the others
	r.trips.SetFilter(f)
	r.ui.Rest(t)
	for _, c := range []struct {
		scope TripScope
		want  []string
	}{{TripsSelected, []string{"a"}}, {TripsListed, []string{"b"}}, {TripsAll, []string{"a", "b", "c"}}} {
		choice := TripChoice{Scope: c.scope, What: tripfile.Both, Format: tripfile.CSV, Table: tripfile.PerTrip}
		path := filepath.Join(t.TempDir(), "x.csv")
		r.Export(choice, choice.Options("en"), path)
		if e := r.State(); !e.Busy || e.Total != len(c.want) {
			t.Errorf("%s: at first %+v", c.scope, e)
		}
		r.ui.Rest(t)
		if e := r.State(); e.Busy || e.Path != path || e.Count != len(c.want) || e.NoRoute != 0 || !e.Problem.Empty() {
			t.Fatalf("%s: %+v", c.scope, e)
		}
		var got []string
		for _, cells := range csvRows(t, path) {
			got = append(got, cells[0])
			if cells[0] == "a" && cells[2] != "'=Ánh" {
				t.Errorf("the driver is %q", cells[2])
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.scope, got, c.want)
		}
		r.Forget()
	}
	if e := r.State(); e != (TripState{}) {
		t.Errorf("after all: %+v", e)
	}
	if c := startApp(t, s).Last(); c.Scope != TripsAll || c.Format != tripfile.CSV || c.Table != tripfile.PerTrip {
		t.Errorf("the next run begins with %+v", c)
	}
}

// TestExportCancelled cancels an export that matches a trip, and leaves no file.
func TestExportCancelled(t *testing.T) {
	s, dir := newShelf(t), t.TempDir()
	r := startApp(t, s)
	s.err = fs.ErrInvalid // so that the export has to match the trip
	r.open("a")
	s.hold, s.asked = make(chan struct{}), make(chan struct{}, 1)
	c := TripChoice{Scope: TripsAll, What: tripfile.Snapped, Format: tripfile.GPX}
	r.Export(c, c.Options("en"), filepath.Join(dir, "x.gpx"))
	<-s.asked
	r.Cancel()
	r.ui.Rest(t)
	if e := r.State(); e != (TripState{}) {
		t.Errorf("after the end: %+v", e)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

// TestExportFails checks that a missing folder and a full disk are named.
func TestExportFails(t *testing.T) {
	r := startApp(t, newShelf(t))
	r.open("a")
	r.write(TripChoice{Scope: TripsAll, What: tripfile.Raw, Format: tripfile.KML}, filepath.Join(t.TempDir(), "none", "x.kml"))
	if e := r.State(); e.Problem.Sentence != "error.no_folder" || e.Path != "" {
		t.Errorf("%+v", e)
	}
	if n := text.Explain(text.Writing(&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC})); n.Sentence != "error.disk_full" {
		t.Errorf("a full disk is explained as %q", n.Sentence)
	}
}

// TestExportOfUnmatchedTrips counts trips without a route.
func TestExportOfUnmatchedTrips(t *testing.T) {
	s := newShelf(t)
	s.err = fs.ErrInvalid
	r := startApp(t, s)
	r.open("a", "b")
	path := filepath.Join(t.TempDir(), "x.csv")
	r.write(TripChoice{Scope: TripsAll, What: tripfile.Both, Format: tripfile.CSV, Table: tripfile.PerPoint}, path)
	if e := r.State(); e.NoRoute != 2 || e.Count != 2 || len(csvRows(t, path)) != 4 {
		t.Errorf("%+v", e)
	}
}

// TestTripChoice checks which options a choice becomes, and what is read of old ones.
func TestTripChoice(t *testing.T) {
	sheets := []tripfile.Per{tripfile.PerLeg, tripfile.PerTrip}
	for _, c := range []struct {
		choice   TripChoice
		language string
		want     tripfile.Options
		ready    bool
	}{
		{TripChoice{What: tripfile.Both, Format: tripfile.GPX, Sheets: sheets, Excel: true}, "vi", tripfile.Options{Format: tripfile.GPX, What: tripfile.Both}, true},
		{TripChoice{What: tripfile.Both, Format: tripfile.XLSX, Sheets: sheets, Excel: true}, "vi", tripfile.Options{Format: tripfile.XLSX, What: tripfile.Both, Per: []tripfile.Per{tripfile.PerTrip, tripfile.PerLeg}}, true},
		{TripChoice{What: tripfile.Raw, Format: tripfile.XLSX, Sheets: sheets[:1]}, "vi", tripfile.Options{Format: tripfile.XLSX, What: tripfile.Raw}, false},
		{TripChoice{What: tripfile.Raw, Format: tripfile.CSV, Table: tripfile.PerLeg, Excel: true}, "vi", tripfile.Options{Format: tripfile.CSV, What: tripfile.Raw, Per: []tripfile.Per{tripfile.PerPoint}, Excel: tripfile.VietnameseExcel}, true},
		{TripChoice{What: tripfile.Snapped, Format: tripfile.CSV, Table: tripfile.PerLeg, Excel: true}, "en", tripfile.Options{Format: tripfile.CSV, What: tripfile.Snapped, Per: sheets[:1], Excel: tripfile.EnglishExcel}, true},
		{TripChoice{What: tripfile.Snapped, Format: tripfile.CSV, Table: tripfile.PerLeg}, "en", tripfile.Options{Format: tripfile.CSV, What: tripfile.Snapped, Per: sheets[:1]}, true},
	} {
		got := c.choice.Options(c.language)
		if !reflect.DeepEqual(got, c.want) || c.choice.Ready() != c.ready {
			t.Errorf("%+v: %+v, ready %t; want %+v", c.choice, got, c.choice.Ready(), c.want)
		}
	}
	var c TripChoice
	if err := json.Unmarshal([]byte(`{"format":"shp","what":"raw","scope":"none","sheets":["leg","day"],"table":"x"}`), &c); err != nil {
		t.Fatal(err)
	}
	want := TripChoice{Scope: TripsSelected, What: tripfile.Raw, Format: tripfile.XLSX, Sheets: sheets[:1], Table: tripfile.PerPoint, Excel: true}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("read %+v, want %+v", c, want)
	}
	if c = c.WithSheet(tripfile.PerStop, true).WithSheet(tripfile.PerLeg, false); !c.HasSheet(tripfile.PerStop) || c.HasSheet(tripfile.PerLeg) {
		t.Errorf("sheets are %v", c.Sheets)
	}
}
