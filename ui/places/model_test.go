// SPDX-License-Identifier: MIT

package places_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/ui/job"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/places"
	"roadsnap/ui/trips"
	"roadsnap/ui/undo"
)

// shelf keeps named places in memory. IDs are never used again.
type shelf struct {
	mu     sync.Mutex
	sites  []trip.Site
	lastID int64
	stops  map[workspace.ID][]geo.Point
	refuse error
}

func (s *shelf) Sites(context.Context) ([]trip.Site, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sites), nil
}

func (s *shelf) SetSite(_ context.Context, x trip.Site) (c workspace.ZoneChange, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refuse != nil {
		return c, s.refuse
	}
	if x.ID == 0 {
		s.lastID++
		x.ID = s.lastID
	} else if i := slices.IndexFunc(s.sites, func(o trip.Site) bool { return o.ID == x.ID }); i >= 0 {
		c.Before = []zone.Zone{zone.OfSite(s.sites[i])}
	} else {
		return c, workspace.ErrNoSite
	}
	c.After = []zone.Zone{zone.OfSite(x)}
	s.change(c)
	return c, nil
}

func (s *shelf) RemoveZones(_ context.Context, ids ...int64) (c workspace.ZoneChange, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.sites {
		if slices.Contains(ids, x.ID) {
			c.Before = append(c.Before, zone.OfSite(x))
		}
	}
	if len(c.Before) < len(ids) {
		return c, workspace.ErrNoSite
	}
	s.change(c)
	return c, s.refuse
}

func (s *shelf) ChangeZones(_ context.Context, c workspace.ZoneChange) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.change(c)
	return s.refuse
}

// change makes a change. mu must be held.
func (s *shelf) change(c workspace.ZoneChange) {
	for _, z := range slices.Concat(c.Before, c.After) {
		s.sites = slices.DeleteFunc(s.sites, func(o trip.Site) bool { return o.ID == z.ID })
	}
	for _, z := range c.After {
		x, _ := z.Site()
		s.sites = append(s.sites, x)
	}
}

func (s *shelf) StopsOfTrips(_ context.Context, fn func(workspace.ID, []geo.Point) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, centres := range s.stops {
		if err := fn(id, centres); err != nil {
			return err
		}
	}
	return nil
}

// open holds three kept trips.
type open struct {
	lane  *job.Lane
	state trips.State
}

func (o *open) State() trips.State                           { return o.state }
func (o *open) AfterEdits(work func(context.Context) func()) { o.lane.Start(work) }
func (o *open) ShowPlaces(places trips.Places)               { o.state.Places = places }

// desk is a run of the app on a shelf.
type desk struct {
	*places.Model
	trips   *open
	history *undo.History
	ui      *jobtest.UI
	failed  []error
}

func start(t *testing.T, s *shelf) *desk {
	t.Helper()
	ui := jobtest.New(t)
	d := &desk{ui: ui, history: undo.New(ui.Jobs), trips: &open{lane: ui.Jobs.Lane(1)}}
	for i := range 3 {
		d.trips.state.Trips = append(d.trips.state.Trips, &trips.Trip{ID: trips.ID(i + 1), Kept: workspace.ID(i + 1), Content: &trips.Content{}})
	}
	d.Model = places.NewModel(places.Options{Jobs: ui.Jobs, Trips: d.trips, History: d.history, Keeper: s, Failed: func(err error) { d.failed = append(d.failed, err) }})
	d.Load()
	ui.Settle()
	return d
}

// Two places and a point between them.
var (
	depot  = geo.Point{Lat: 10.75, Lon: 106.60}
	port   = geo.Point{Lat: 10.80, Lon: 106.80}
	corner = geo.Point{Lat: 10.77, Lon: 106.70}
)

// list lists the named places with the number of visits at each.
func (d *desk) list() (list []string) {
	count := d.trips.state.Visits()
	for _, s := range d.Sites() {
		list = append(list, fmt.Sprintf("%s %.0f m %d", s.Name, s.Radius, count[s.ID]))
	}
	return list
}

func TestNamedPlacesAreKeptAndCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &shelf{stops: map[workspace.ID][]geo.Point{1: {depot, corner, depot}, 2: {port, corner}, 3: {corner}}}
		d := start(t, s)
		d.SetSite(trip.Site{Name: "Kho Bình Tân", Center: depot, Radius: 100})
		d.SetSite(trip.Site{Name: "Cảng Cát Lái", Center: port, Radius: 300})
		d.ui.Settle()
		want := []string{"Cảng Cát Lái 300 m 1", "Kho Bình Tân 100 m 2"}
		if got := d.list(); !slices.Equal(got, want) || d.ZoneChanges() != 2 {
			t.Errorf("places: %q, want %q; %d changes", got, want, d.ZoneChanges())
		}
		if kho, ok := d.SiteAt(depot); !ok || kho.Name != "Kho Bình Tân" {
			t.Errorf("at the depot is %+v", kho)
		}
		d.trips.state.Work.Left = 1
		s.stops[3] = []geo.Point{depot}
		d.trips.state.Settled++
		d.TripsChanged()
		d.ui.Settle()
		if got := d.list(); !slices.Equal(got, want) {
			t.Errorf("while a trip is matched: %q, want %q", got, want)
		}
		d.trips.state.Work.Left = 0
		d.TripsChanged()
		d.ui.Settle()
		if got := d.list(); got[1] != "Kho Bình Tân 100 m 3" {
			t.Errorf("after that: %q", got)
		}
		if got := start(t, s).list(); got[1] != "Kho Bình Tân 100 m 3" {
			t.Errorf("the next run has %q", got)
		}
	})
}

// TestUndoOfPlaces removes, changes and adds places, and takes back each step. A place that
// comes back has its former ID.
func TestUndoOfPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := new(shelf)
		d := start(t, s)
		var before [][]string
		do := func(edit func()) {
			before = append(before, d.list())
			edit()
			d.ui.Settle()
		}
		first := func() trip.Site { return d.Sites()[0] }
		do(func() { d.SetSite(trip.Site{Name: "Kho", Center: depot, Radius: 100}) })
		do(func() { x := first(); x.Name, x.Radius = "Kho Bình Tân", 250; d.SetSite(x) })
		old := first().ID
		do(func() { d.RemoveSite(old) })
		do(func() { d.SetSite(trip.Site{Name: "Cảng", Center: port, Radius: 50}) })
		for i := len(before) - 1; i >= 0; i-- {
			d.history.Undo()
			d.ui.Settle()
			if got := d.list(); !slices.Equal(got, before[i]) {
				t.Errorf("after Undo of step %d: %q, want %q", i, got, before[i])
			}
			if i == 2 && first().ID != old {
				t.Errorf("the place has ID %d, want %d", first().ID, old)
			}
		}
		if len(s.sites) != 0 {
			t.Errorf("%d places are still kept", len(s.sites))
		}
	})
}

func TestPlaceThatCannotBeKeptIsNotShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, &shelf{refuse: fmt.Errorf("the disk is full")})
		d.SetSite(trip.Site{Name: "Kho", Center: depot, Radius: 100})
		d.ui.Settle()
		if len(d.Sites()) != 0 || len(d.failed) != 1 || d.history.CanUndo() {
			t.Errorf("%d places, errors %v", len(d.Sites()), d.failed)
		}
	})
}

func TestFrequentPlacesAreOffered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := start(t, &shelf{stops: map[workspace.ID][]geo.Point{1: {depot, corner}, 2: {depot}, 3: {depot, port}}})
		d.FindFrequent()
		d.ui.Settle()
		if found := d.Frequent(); len(found) != 1 || found[0].Stops != 3 || geo.Distance(found[0].Center, depot) > 1 {
			t.Fatalf("offered: %+v", found)
		}
		x := d.Place(depot)
		x.Name = "Kho"
		d.SetSite(x)
		d.ui.Settle()
		if found := d.Frequent(); len(found) != 0 {
			t.Errorf("offered after it was named: %+v", found)
		}
		d.ForgetFrequent()
		d.history.Undo()
		d.ui.Settle()
		if found := d.Frequent(); len(found) != 0 {
			t.Errorf("offered though nothing asks: %+v", found)
		}
	})
}
