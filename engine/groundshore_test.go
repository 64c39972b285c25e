// SPDX-License-Identifier: MIT

package engine

import (
	"os"
	"path/filepath"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/internal/boundarytest"
)

// shorePack imports a map of half a degree in the middle of the country's coast,
// which runs along the meridian of 109.2° there.
func shorePack(t *testing.T) (path string) {
	t.Helper()
	const xml = `<osm version="0.6"><bounds minlat="12" minlon="109" maxlat="12.5" maxlon="109.5"/>
<node id="1" lat="11.9" lon="109.2"/><node id="2" lat="12.6" lon="109.2"/>
<way id="7"><nd ref="1"/><nd ref="2"/><tag k="natural" v="coastline"/></way></osm>`
	dir := t.TempDir()
	extract, path := filepath.Join(dir, "x.osm"), filepath.Join(dir, "x.rsp")
	if err := os.WriteFile(extract, []byte(xml), 0o600); err != nil {
		t.Fatal(err)
	}
	report, err := Import(t.Context(), ImportOptions{Roads: extract, Out: path})
	if err != nil || !report.Roads.Coast.Told {
		t.Fatal(report.Roads, err)
	}
	return path
}

// groundAt returns the kind of ground that is seen at a point.
func groundAt(t *testing.T, e *Engine, level boundary.Level, p geo.Point) (top coast.Kind) {
	t.Helper()
	var odd [coast.NumKinds]bool
	err := e.Ground(level, geo.BoundsOf(p).Pad(100).Fixed(), func(k coast.Kind, ring []geo.Fixed) {
		for i, f := range ring {
			a, b := f.Point(), ring[(i+1)%len(ring)].Point()
			if (a.Lat > p.Lat) != (b.Lat > p.Lat) && p.Lon < a.Lon+(b.Lon-a.Lon)*(p.Lat-a.Lat)/(b.Lat-a.Lat) {
				odd[k] = !odd[k]
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for k := range coast.NumKinds {
		if odd[k] {
			top = k
		}
	}
	return top
}

// TestGroundByTheCoastOfTheMap holds what counts: in its area the map's coastline for
// what is sea, and borders for whose the land is.
func TestGroundByTheCoastOfTheMap(t *testing.T) {
	e, err := New(Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	square := func(south, west, north, east float64) []boundary.Part {
		at := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
		return []boundary.Part{{{at(south, west), at(south, east), at(north, east), at(north, west)}}}
	}
	borders := boundarytest.Pack(t, boundary.Source{
		Groups: []uint32{56}, Areas: []boundary.Area{{Code: 22327, Parts: square(11, 109.1, 12.4, 109.3)}},
	}, pack.Meta{})
	plain := boundarytest.Pack(t, boundary.Source{Groups: []uint32{1}, Areas: []boundary.Area{{Parts: square(20, 100, 21, 101)}}}, pack.Meta{})
	places := []geo.Point{
		{Lat: 12.2, Lon: 109.02},  // land: of the sketch
		{Lat: 12.2, Lon: 109.15},  // land: of the borders
		{Lat: 12.2, Lon: 109.25},  // sea, where the borders have land
		{Lat: 12.2, Lon: 109.45},  // sea
		{Lat: 12.45, Lon: 109.15}, // land
		{Lat: 11.8, Lon: 109.25},  // beyond the map
		{Lat: 12.2, Lon: 109.7},   // the sea beyond it
	}
	sketch, home, wet, sea := coast.Sketch, coast.Home, coast.Wet, coast.Sea
	for _, c := range []struct {
		name string
		open func() error
		want []coast.Kind
	}{
		{"the map alone", func() error { return e.OpenPack(shorePack(t)) }, []coast.Kind{sketch, sketch, wet, wet, sketch, sea, sea}},
		{"with an overlay", func() error { _, err := e.AddPack(borders); return err }, []coast.Kind{sketch, home, wet, wet, sketch, home, sea}},
		{"borders alone", func() error { e.DropMap(); return nil }, []coast.Kind{sketch, home, home, sea, sketch, home, sea}},
		{"another map", func() error { return e.OpenPack(plain) }, []coast.Kind{sketch, sketch, sea, sea, sketch, sea, sea}},
	} {
		if err := c.open(); err != nil {
			t.Fatal(c.name, err)
		}
		for _, level := range boundary.Levels() {
			for i, p := range places {
				if got := groundAt(t, e, level, p); got != c.want[i] {
					t.Errorf("%s: %v at level %v: %v, want %v", c.name, p, level, got, c.want[i])
				}
			}
		}
	}
}

// TestVerifyOfTheCoast checks that damage to the sections of a coast is found.
func TestVerifyOfTheCoast(t *testing.T) {
	path := shorePack(t)
	info, err := Verify(t.Context(), path, nil)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, s := range info.Sections {
		if s.Tag[0] != 'C' || s.Length == 0 {
			continue
		}
		seen++
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		whole[s.Offset] ^= 0x40
		damaged := filepath.Join(t.TempDir(), "damaged.rsp")
		if err := os.WriteFile(damaged, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Verify(t.Context(), damaged, nil); err == nil {
			t.Errorf("damage to %s is not found", s.Tag)
		}
	}
	if seen < 15 {
		t.Errorf("%d sections of a coast", seen)
	}
}
