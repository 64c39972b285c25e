// SPDX-License-Identifier: MIT

package zones_test

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/engine/zonefile"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/places"
	"roadsnap/ui/trips"
	"roadsnap/ui/zones"
)

var (
	depot = geo.Point{Lat: 10.75, Lon: 106.6}
	dawn  = time.Date(2026, 11, 20, 23, 0, 0, 0, time.UTC) // 06:00 on 21 November in Vietnam
)

// shelf is a workspace as the app has it, without a map.
type shelf struct{ *workspace.Workspace }

func (s shelf) Trips(ctx context.Context, trash bool, profile match.Profile) ([]workspace.Trip, error) {
	return s.Workspace.Trips(ctx, workspace.ListOptions{Trash: trash, Key: workspace.MatchKey{Profile: profile}})
}

func (s shelf) Kept(ctx context.Context, id workspace.ID, profile match.Profile) (match.Result, bool, error) {
	return s.Workspace.Match(ctx, id, workspace.MatchKey{Profile: profile})
}

func (s shelf) Match(context.Context, workspace.ID, trace.Trip, []trip.Stop, match.Profile) (done trips.Corrected, err error) {
	return done, errors.New("there is no map")
}

// desk is a model on a new workspace, with the model of the trips, which has the steps that can
// be undone.
type desk struct {
	t *testing.T
	*zones.Model
	trips  *trips.Model
	places *places.Model
	w      *workspace.Workspace
	failed []error
	ui     *jobtest.UI
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	w, err := workspace.Open(t.Context(), filepath.Join(t.TempDir(), "trips.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	d := &desk{t: t, w: w, ui: jobtest.New(t)}
	failed := func(err error) { d.failed = append(d.failed, err) }
	d.trips = trips.NewModel(trips.Options{
		Jobs: d.ui.Jobs, Keeper: shelf{w}, KeepFailed: failed, EditRefused: failed, Remember: func([]string) {},
		Bounds: func() geo.Bounds { return geo.NoBounds },
	})
	d.places = places.NewModel(places.Options{Jobs: d.ui.Jobs, Trips: d.trips, History: d.trips.History(), Keeper: w, Failed: failed})
	d.Model = zones.NewModel(zones.Options{
		Jobs: d.ui.Jobs, Keeper: shelf{w}, Profile: func() match.Profile { return match.MotorVehicle }, Failed: failed, Change: d.places.ChangeZones,
	})
	shown := 0
	d.places.OnChange(func() {
		if n := d.places.ZoneChanges(); n != shown {
			shown = n
			d.Load()
		}
	})
	return d
}

// do runs a change and waits for it.
func (d *desk) do(change func()) {
	change()
	d.ui.Rest(d.t)
}

func (d *desk) names() (list []string) {
	for _, z := range d.State().Zones {
		list = append(list, z.Name)
	}
	return list
}

func circle(name string, at geo.Point, radius float64) zone.Zone {
	return zone.Zone{Name: name, Shape: zone.Shape{Kind: zone.Circle, Center: at, Radius: radius}}
}

// TestModel adds, changes, imports and removes zones, and takes all of it back.
func TestModel(t *testing.T) {
	d := newDesk(t)
	d.do(func() { d.Set(circle("Kho", depot, 100)) })
	d.do(func() { d.Set(circle("Cảng", depot, 300)) })
	if got := d.names(); !slices.Equal(got, []string{"Cảng", "Kho"}) {
		t.Fatal(got)
	}
	z := d.State().Zones[1]
	z.Name, z.Hidden, z.Color = "A kho", true, zone.Chosen|7
	d.do(func() { d.Set(z) })
	if got, ok := d.State().Find(z.ID); !ok || got.Name != "A kho" || !got.Hidden || got.Color != zone.Chosen|7 {
		t.Errorf("%+v", got)
	}
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte("name,lat,lon\nB,10,106\nC,10,106\nbad,100,106\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.do(func() {
		d.Import(path, zonefile.Options{Radius: 50}, func(added int, faults []zonefile.Fault, err error) {
			if added != 2 || len(faults) != 1 || err != nil {
				t.Errorf("%d added, %v, %v", added, faults, err)
			}
		})
	})
	d.do(func() { d.Remove(z.ID) })
	want := [][]string{{"B", "C", "Cảng"}, {"A kho", "B", "C", "Cảng"}, {"A kho", "Cảng"}, {"Cảng", "Kho"}, {"Kho"}, nil}
	check := func(what string, i int) {
		t.Helper()
		if got := d.names(); !slices.Equal(got, want[i]) {
			t.Fatalf("%s, %d steps before the last one: %v, want %v", what, i, got, want[i])
		}
	}
	check("removed", 0)
	for i := range want[1:] {
		d.do(d.trips.History().Undo)
		check("taken back", i+1)
	}
	for i := len(want) - 2; i >= 0; i-- {
		d.do(d.trips.History().Redo)
		check("made again", i)
	}
	if len(d.failed) > 0 {
		t.Error(d.failed)
	}
	d.do(func() { d.Set(circle("bad", depot, -1)) })
	if len(d.failed) != 1 || !errors.Is(d.failed[0], zone.ErrShape) {
		t.Error(d.failed)
	}
	d.do(d.trips.History().Undo) // not of the zone that could not be kept
	check("taken back", 1)
}

// TestReport has a trip from one zone to another over a midnight of Vietnam.
func TestReport(t *testing.T) {
	d := newDesk(t)
	at := func(minutes, km float64) match.Observation {
		return match.Observation{Point: geo.NewPlane(depot).Point(geo.XY{X: 1000 * km}), Time: dawn.Add(18*time.Hour - 4*time.Minute + time.Duration(minutes*float64(time.Minute)))}
	}
	var way []match.Observation
	for m := 0.0; m <= 10; m++ {
		way = append(way, at(m, m))
	}
	if _, err := d.w.Add(t.Context(), "x", workspace.ContentOf([]byte("x")), []trace.Trip{{Vehicle: "51C-1", Observations: way}}); err != nil {
		t.Fatal(err)
	}
	d.do(func() { d.Set(circle("A", at(0, 2).Point, 500), circle("B", at(0, 6).Point, 500)) })
	d.do(d.MakeReport)
	r := d.State().Report
	if r == nil || d.State().Busy || len(r.Stays) != 2 || !slices.Equal(r.Vehicles(), []string{"51C-1"}) || !slices.Equal(r.Dates(), []string{"2026-11-21", "2026-11-22"}) {
		t.Fatalf("%+v, %v", r, d.failed)
	}
	a, b := d.State().Zones[0].ID, d.State().Zones[1].ID
	for _, c := range []struct {
		choice zones.Choice
		n      int
	}{{zones.Choice{}, 2}, {zones.Choice{Vehicle: "51C-1", Date: "2026-11-21"}, 1}, {zones.Choice{Vehicle: "x"}, 0}, {zones.Choice{Zone: b}, 1}} {
		n, inside := zones.Total(r.Chosen(c.choice))
		if n != c.n || math.Abs(inside.Minutes()-float64(c.n)) > 0.01 {
			t.Errorf("%+v: %d visits, %v", c.choice, n, inside)
		}
	}
	list, spread := r.Passages(a, b)
	if len(list) != 1 || math.Abs(spread.P50.Minutes()-3) > 0.01 {
		t.Errorf("%+v, %+v", list, spread)
	}
	if list, _ := r.Passages(b, a); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	d.ForgetReport()
	if d.State().Report != nil {
		t.Error("the report is still there")
	}
}

// TestStretch has a trip there and back over a road that a corridor marks, and then from its
// beginning to its end by another road.
func TestStretch(t *testing.T) {
	d := newDesk(t)
	place := func(minutes, east, north float64) match.Observation {
		return match.Observation{Point: geo.NewPlane(depot).Point(geo.XY{X: 1000 * east, Y: 1000 * north}), Time: dawn.Add(time.Duration(minutes * float64(time.Minute)))}
	}
	at := func(minutes, km float64) match.Observation { return place(minutes, km, 0) }
	var way []match.Observation
	var shape []geo.Point
	var times []time.Time
	for m := 0.0; m <= 20; m++ {
		o := at(m, min(m, 20-m))
		way, shape, times = append(way, o), append(shape, o.Point), append(times, o.Time)
	}
	for _, o := range []match.Observation{at(22, 2), place(25, 2, 3), place(28, 5, 3), at(31, 5)} {
		way, shape, times = append(way, o), append(shape, o.Point), append(times, o.Time)
	}
	added, err := d.w.Add(t.Context(), "x", nil, []trace.Trip{{Vehicle: "51C-1", Observations: way}})
	if err != nil {
		t.Fatal(err)
	}
	r := match.Result{Points: make([]match.Point, len(way)), Legs: []match.Leg{{LastIndex: len(way) - 1, Shape: shape, Times: times, Length: geo.Length(shape)}}}
	if err := d.w.SetMatch(t.Context(), added[0].ID, workspace.MatchKey{Map: "m"}, workspace.NewMatch{Result: r}); err != nil {
		t.Fatal(err)
	}
	road := zone.Zone{Name: "road", Shape: zone.Shape{Kind: zone.Corridor, Line: []geo.Point{at(0, 2).Point, at(0, 5).Point}, Width: 60}}
	d.do(func() { d.Set(road) })
	d.do(func() { d.MakeStretch(d.State().Zones[0].ID) })
	s := d.State().Stretch
	if s == nil || len(s.Runs) != 2 || s.Runs[0].Reverse || !s.Runs[1].Reverse || s.Runs[0].Vehicle != "51C-1" || s.Runs[0].Trip != added[0].ID {
		t.Fatalf("%+v, %v", s, d.failed)
	}
	if s.Times.Count != 2 || math.Abs(s.Times.P50.Minutes()-3) > 0.05 || math.Abs(s.Runs[0].Length-3000) > 30 {
		t.Errorf("%+v", s)
	}
}
