// SPDX-License-Identifier: MIT

package workspace

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/trip"
	"roadsnap/engine/zone"
)

// someZones has a zone of each kind, by name.
func someZones() []zone.Zone {
	a, b, c, d := geo.Point{Lat: 10.75, Lon: 106.6}, geo.Point{Lat: 10.75, Lon: 106.7}, geo.Point{Lat: 10.8, Lon: 106.7}, geo.Point{Lat: 10.76, Lon: 106.69}
	return []zone.Zone{
		{Name: "a", Group: "kho", Color: zone.Chosen | 0x12, Shape: zone.Shape{Kind: zone.Circle, Center: a, Radius: 80}},
		{Name: "b", Hidden: true, Shape: zone.Shape{Kind: zone.Corridor, Line: []geo.Point{a, b, c}, Width: 40}},
		{Name: "c", Shape: zone.Shape{Kind: zone.Polygon, Rings: [][]geo.Point{{a, b, c}, {{Lat: 10.76, Lon: 106.68}, d, {Lat: 10.77, Lon: 106.69}}}}},
		{Name: "d", Shape: zone.Shape{Kind: zone.Ward, Code: "26740"}},
		{Name: "e", Shape: zone.Shape{Kind: zone.Province, Code: "79"}},
	}
}

func checkZones(t *testing.T, w *Workspace, want []zone.Zone) {
	t.Helper()
	if got, err := w.Zones(t.Context()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the zones are\n%+v, %v, want\n%+v", got, err, want)
	}
}

func TestZones(t *testing.T) {
	w := openNew(t)
	added, err := w.SetZones(t.Context(), someZones()...)
	if err != nil {
		t.Fatal(err)
	}
	zones := added.After
	checkZones(t, w, zones)
	t.Run("places are circles", func(t *testing.T) {
		sites, err := w.Sites(t.Context())
		if err != nil || len(sites) != 1 || sites[0].ID != zones[0].ID {
			t.Fatalf("%+v, %v", sites, err)
		}
		sites[0].Radius = 90
		if _, err := w.SetSite(t.Context(), sites[0]); err != nil {
			t.Fatal(err)
		}
		zones[0].Radius = 90 // group and colour stay
		checkZones(t, w, zones)
		sites[0].ID = zones[1].ID
		if _, err := w.SetSite(t.Context(), sites[0]); !errors.Is(err, ErrNoSite) {
			t.Errorf("a corridor becomes a place: %v", err)
		}
	})
	t.Run("all or none", func(t *testing.T) {
		if _, err := w.SetZones(t.Context(), someZones()[0], zone.Zone{Name: "x", Shape: zone.Shape{Kind: zone.Polygon}}); !errors.Is(err, zone.ErrShape) {
			t.Error(err)
		}
		if _, err := w.SetZones(t.Context(), someZones()[0], zone.Zone{ID: 99, Shape: zones[0].Shape}); !errors.Is(err, ErrNoSite) {
			t.Error(err)
		}
		if _, err := w.RemoveZones(t.Context(), zones[0].ID, 99); !errors.Is(err, ErrNoSite) {
			t.Error(err)
		}
		checkZones(t, w, zones)
	})
	t.Run("merge and repair", func(t *testing.T) {
		path := t.TempDir() + "/backup.db"
		if err := w.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		to := openNew(t)
		for range 2 {
			if _, err := to.Merge(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			checkZones(t, to, zones)
		}
		repaired, err := Repair(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer repaired.Close()
		checkZones(t, repaired, zones)
	})
	t.Run("change and remove", func(t *testing.T) {
		zones[2].Name, zones[2].Kind, zones[2].Code, zones[2].Rings = "ca", zone.Ward, "26743", nil
		if _, err := w.SetZones(t.Context(), zones[2]); err != nil {
			t.Fatal(err)
		}
		checkZones(t, w, zones)
		if _, err := w.RemoveZones(t.Context(), zones[0].ID, zones[4].ID); err != nil {
			t.Fatal(err)
		}
		checkZones(t, w, zones[1:4])
		again, err := w.SetZones(t.Context(), someZones()[0])
		if err != nil || again.After[0].ID <= zones[4].ID {
			t.Errorf("the new zone is %+v, %v", again.After, err)
		}
	})
}

// TestVersion2 opens, merges and repairs a workspace of version 2, whose named places become
// circles with their numbers.
func TestVersion2(t *testing.T) {
	places := []trip.Site{
		{ID: 3, Name: "Cảng Cát Lái", Center: geo.Point{Lat: 10.76, Lon: 106.79}, Radius: 300},
		{ID: 2, Name: "Kho Bình Tân", Center: geo.Point{Lat: 10.75, Lon: 106.6}, Radius: 80},
	}
	check := func(t *testing.T, w *Workspace, numbers bool) {
		t.Helper()
		got, err := w.Sites(t.Context())
		for i := range got {
			if !numbers && i < len(places) {
				got[i].ID = places[i].ID
			}
		}
		if err != nil || !slices.Equal(got, places) {
			t.Errorf("the places are %+v, %v", got, err)
		}
		if list, err := w.Trips(t.Context(), ListOptions{}); err != nil || len(list) != 1 || list[0].Vehicle != "51C-123.45" {
			t.Errorf("the trips are %+v, %v", list, err)
		}
	}
	t.Run("open", func(t *testing.T) {
		w := openAt(t, oldVersion(t, "version2"))
		check(t, w, true)
		if c, err := w.SetSite(t.Context(), trip.Site{Name: "new", Radius: 5}); err != nil || c.After[0].ID != 5 {
			t.Errorf("the new place is %+v, %v; the numbers 1 to 4 were used", c.After, err)
		}
		if err := w.Check(t.Context()); err != nil {
			t.Error(err)
		}
	})
	t.Run("merge", func(t *testing.T) {
		w := openNew(t)
		for range 2 {
			if _, err := w.Merge(t.Context(), oldVersion(t, "version2")); err != nil {
				t.Fatal(err)
			}
			check(t, w, false)
		}
	})
	t.Run("repair", func(t *testing.T) {
		w, err := Repair(t.Context(), oldVersion(t, "version2"))
		if err != nil || w.Rescued != 1 {
			t.Fatal(err)
		}
		defer w.Close()
		check(t, w, false)
	})
}
