// SPDX-License-Identifier: MIT

package engine

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
	"roadsnap/internal/boundarytest"
)

// openPlace opens a map with one place, and makes two packs of borders of its ward.
func openPlace(t *testing.T) (e *Engine, path string, wards [2]string) {
	t.Helper()
	const xml = `<osm version="0.6"><bounds minlat="10" minlon="106" maxlat="11" maxlon="107"/>
<node id="1" lat="10.2" lon="106.2"><tag k="place" v="quarter"/><tag k="name" v="Phường Cô Giang"/></node></osm>`
	dir := t.TempDir()
	extract := filepath.Join(dir, "x.osm")
	path = filepath.Join(dir, "x.rsp")
	if err := os.WriteFile(extract, []byte(xml), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(t.Context(), ImportOptions{Roads: extract, Out: path}); err != nil {
		t.Fatal(err)
	}
	at := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
	for i, east := range []float64{106.5, 106.6} {
		wards[i] = boundarytest.Pack(t, boundary.Source{Groups: []uint32{79}, Areas: []boundary.Area{
			{Code: 26740, Parts: []boundary.Part{{{at(10, 106), at(10, east), at(11, east), at(11, 106)}}}},
		}}, pack.Meta{})
	}
	var err error
	e, err = New(Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	return e, path, wards
}

// TestBordersAreExchangedWhilePlacesAreNamed checks that neither the map nor the
// borders are unmapped under a visit that asks both.
func TestBordersAreExchangedWhilePlacesAreNamed(t *testing.T) {
	e, path, wards := openPlace(t)
	stop := make(chan struct{})
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				err := e.Visit(15, geo.Bounds{South: 10, West: 106, North: 11, East: 107}.Fixed(), func(f basemap.Feature) bool {
					if f.Name != "Cô Giang" && f.Name != "Phường Cô Giang" {
						t.Errorf("a place is named %q", f.Name)
					}
					return true
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 60 {
		_, err := e.AddPack(wards[i%2])
		if i%5 == 4 {
			e.DropBorders()
		}
		if i%7 == 6 {
			err = errors.Join(err, e.OpenPack(path))
		}
		if err != nil {
			t.Error(err)
		}
	}
	close(stop)
	work.Wait()
}

// TestUnreadableBordersLeaveTheMap checks that the map is still drawn when the file of
// the overlay can no longer be read.
func TestUnreadableBordersLeaveTheMap(t *testing.T) {
	e, _, wards := openPlace(t)
	if _, err := e.AddPack(wards[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(wards[0], 0); err != nil {
		t.Skip("files in use cannot shrink here: ", err)
	}
	if err := e.Atlas(func(a *units.Atlas) error { a.Locate(geo.Point{Lat: 10.2, Lon: 106.2}); return nil }); !errors.Is(err, pack.ErrFault) {
		t.Fatalf("the borders: %v, want pack.ErrFault", err)
	}
	var names []string
	err := e.Visit(15, geo.Bounds{South: 10, West: 106, North: 11, East: 107}.Fixed(), func(f basemap.Feature) bool {
		names = append(names, f.Name)
		return true
	})
	if err != nil || !slices.Equal(names, []string{"Phường Cô Giang"}) {
		t.Errorf("the map shows %q, %v", names, err)
	}
}
