// SPDX-License-Identifier: MIT

package trips_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"roadsnap/engine/geo"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/engine/zone"
	"roadsnap/ui/trips"
)

// siteShelf keeps named places in memory. IDs are never used again.
type siteShelf struct {
	siteMu sync.Mutex
	sites  []enginetrip.Site
	lastID int64
	stops  map[workspace.ID][]geo.Point
	refuse error
}

func (s *siteShelf) Sites(context.Context) ([]enginetrip.Site, error) {
	s.siteMu.Lock()
	defer s.siteMu.Unlock()
	return slices.Clone(s.sites), nil
}

func (s *siteShelf) SetSite(_ context.Context, x enginetrip.Site) (c workspace.ZoneChange, err error) {
	s.siteMu.Lock()
	defer s.siteMu.Unlock()
	if s.refuse != nil {
		return c, s.refuse
	}
	if x.ID == 0 {
		s.lastID++
		x.ID = s.lastID
	} else if i := slices.IndexFunc(s.sites, func(o enginetrip.Site) bool { return o.ID == x.ID }); i >= 0 {
		c.Before = []zone.Zone{zone.OfSite(s.sites[i])}
	} else {
		return c, workspace.ErrNoSite
	}
	c.After = []zone.Zone{zone.OfSite(x)}
	s.change(c)
	return c, nil
}

func (s *siteShelf) RemoveZones(_ context.Context, ids ...int64) (c workspace.ZoneChange, err error) {
	s.siteMu.Lock()
	defer s.siteMu.Unlock()
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

func (s *siteShelf) ChangeZones(_ context.Context, c workspace.ZoneChange) error {
	s.siteMu.Lock()
	defer s.siteMu.Unlock()
	s.change(c)
	return s.refuse
}

// change makes a change. siteMu must be held.
func (s *siteShelf) change(c workspace.ZoneChange) {
	for _, z := range slices.Concat(c.Before, c.After) {
		s.sites = slices.DeleteFunc(s.sites, func(o enginetrip.Site) bool { return o.ID == z.ID })
	}
	for _, z := range c.After {
		x, _ := z.Site()
		s.sites = append(s.sites, x)
	}
}

func (s *siteShelf) StopsOfTrips(_ context.Context, fn func(workspace.ID, []geo.Point) error) error {
	s.siteMu.Lock()
	defer s.siteMu.Unlock()
	for id, centres := range s.stops {
		if err := fn(id, centres); err != nil {
			return err
		}
	}
	return nil
}

// Two places and a point between them.
var (
	depot  = geo.Point{Lat: 10.75, Lon: 106.60}
	port   = geo.Point{Lat: 10.80, Lon: 106.80}
	corner = geo.Point{Lat: 10.77, Lon: 106.70}
)

// sitesOf returns the named places with the number of visits at each.
func sitesOf(p *trips.Model) (list []string) {
	count := p.State().Visits()
	for _, s := range p.Sites() {
		list = append(list, fmt.Sprintf("%s %.0f m %d", s.Name, s.Radius, count[s.ID]))
	}
	return list
}

func TestNamedPlacesAreKeptAndCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.stops = map[workspace.ID][]geo.Point{1: {depot, corner, depot}, 2: {port, corner}, 3: {corner}}
		p, ui, _ := startApp(t, s)
		p.OpenFrom(source("day.csv", trip("a", 3), trip("b", 3), trip("c", 3)))
		ui.Settle()
		p.SetSite(enginetrip.Site{Name: "Kho Bình Tân", Center: depot, Radius: 100})
		p.SetSite(enginetrip.Site{Name: "Cảng Cát Lái", Center: port, Radius: 300})
		ui.Settle()
		want := []string{"Cảng Cát Lái 300 m 1", "Kho Bình Tân 100 m 2"}
		if got := sitesOf(p); !slices.Equal(got, want) {
			t.Errorf("places: %q, want %q", got, want)
		}
		kho, _ := p.SiteAt(depot)
		p.SetFilter(trips.Filter{Place: kho.ID})
		if list := p.State().Visible(); len(list) != 1 || list[0].Name != "a" {
			t.Errorf("%d trips visited the depot, want a alone", len(list))
		}
		next, _, _ := startApp(t, s)
		if got := sitesOf(next); !slices.Equal(got, want) {
			t.Errorf("the next run has %q, want %q", got, want)
		}
	})
}

// TestUndoOfPlaces removes, changes and adds places, and takes back each step. A place that
// comes back has its former ID, which the filter has.
func TestUndoOfPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		p, ui, _ := startApp(t, s)
		var before [][]string
		do := func(edit func()) {
			before = append(before, sitesOf(p))
			edit()
			ui.Settle()
		}
		first := func() enginetrip.Site { return p.Sites()[0] }
		do(func() { p.SetSite(enginetrip.Site{Name: "Kho", Center: depot, Radius: 100}) })
		do(func() { x := first(); x.Name, x.Radius = "Kho Bình Tân", 250; p.SetSite(x) })
		old := first().ID
		do(func() { p.RemoveSite(old) })
		p.SetFilter(trips.Filter{Place: old})
		do(func() { p.SetSite(enginetrip.Site{Name: "Cảng", Center: port, Radius: 50}) })
		for i := len(before) - 1; i >= 0; i-- {
			p.History().Undo()
			ui.Settle()
			if got := sitesOf(p); !slices.Equal(got, before[i]) {
				t.Errorf("after Undo of step %d: %q, want %q", i, got, before[i])
			}
			if i == 2 && (first().ID != old || p.State().Filter.Place != old) {
				t.Errorf("the place has ID %d, the filter %d, want %d", first().ID, p.State().Filter.Place, old)
			}
		}
		if len(s.sites) != 0 {
			t.Errorf("%d places are still kept", len(s.sites))
		}
	})
}

func TestPlaceThatCannotBeKeptIsNotShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.refuse = fmt.Errorf("the disk is full")
		p, ui, failed := startApp(t, s)
		p.SetSite(enginetrip.Site{Name: "Kho", Center: depot, Radius: 100})
		ui.Settle()
		if len(p.Sites()) != 0 || len(*failed) != 1 || p.History().CanUndo() {
			t.Errorf("%d places, errors %v", len(p.Sites()), *failed)
		}
	})
}

func TestFrequentPlacesAreOffered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShelf()
		s.stops = map[workspace.ID][]geo.Point{1: {depot, corner}, 2: {depot}, 3: {depot, port}}
		p, ui, _ := startApp(t, s)
		p.FindFrequent()
		ui.Settle()
		if found := p.State().Places.Frequent; len(found) != 1 || found[0].Stops != 3 || geo.Distance(found[0].Center, depot) > 1 {
			t.Fatalf("offered: %+v", found)
		}
		x := p.Place(depot)
		x.Name = "Kho"
		p.SetSite(x)
		ui.Settle()
		if found := p.State().Places.Frequent; len(found) != 0 {
			t.Errorf("offered after it was named: %+v", found)
		}
		p.ForgetFrequent()
		p.History().Undo()
		ui.Settle()
		if found := p.State().Places.Frequent; len(found) != 0 {
			t.Errorf("offered though nothing asks: %+v", found)
		}
	})
}
