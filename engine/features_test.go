// SPDX-License-Identifier: MIT

package engine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/basemap"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/internal/boundarytest"
)

// TestPlacesAreNamedBesideTheWards checks that a map's places bear no names of units
// where the borders of wards are known, and their own elsewhere.
func TestPlacesAreNamedBesideTheWards(t *testing.T) {
	const xml = `<osm version="0.6"><bounds minlat="10" minlon="106" maxlat="11" maxlon="107"/>
<node id="1" lat="10.2" lon="106.2"><tag k="place" v="quarter"/><tag k="name" v="Phường Cô Giang"/></node>
<node id="2" lat="10.3" lon="106.2"><tag k="place" v="quarter"/><tag k="name" v="Phường 12"/></node>
<node id="3" lat="10.4" lon="106.2"><tag k="place" v="city"/><tag k="name" v="Thành phố Hồ Chí Minh"/></node>
<node id="5" lat="10.5" lon="106.2"><tag k="place" v="quarter"/><tag k="name" v="Sài gòn"/></node>
<node id="6" lat="10.6" lon="106.2"><tag k="place" v="town"/><tag k="name" v="Phường Sài Gòn"/></node>
<node id="4" lat="10.2" lon="106.8"><tag k="place" v="suburb"/><tag k="name" v="Quận 5"/></node>
</osm>`
	dir := t.TempDir()
	extract, path := filepath.Join(dir, "x.osm"), filepath.Join(dir, "x.rsp")
	if err := os.WriteFile(extract, []byte(xml), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(t.Context(), ImportOptions{Roads: extract, Out: path}); err != nil {
		t.Fatal(err)
	}
	e, err := New(Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	names := func() (all []string) {
		err := e.Visit(15, geo.Bounds{South: 10, West: 106, North: 11, East: 107}.Fixed(), func(f basemap.Feature) bool {
			all = append(all, f.Name)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(all)
		return all
	}
	if got, want := names(), []string{"Phường 12", "Phường Cô Giang", "Phường Sài Gòn", "Quận 5", "Sài gòn", "Thành phố Hồ Chí Minh"}; !slices.Equal(got, want) {
		t.Errorf("without wards the places are %q, want %q", got, want)
	}
	at := func(lat, lon float64) geo.Fixed { return geo.Point{Lat: lat, Lon: lon}.Fixed() }
	west := []boundary.Part{{{at(10, 106), at(10, 106.5), at(11, 106.5), at(11, 106)}}}
	east := []boundary.Part{{{at(10, 106.5), at(10, 106.6), at(11, 106.6), at(11, 106.5)}}}
	wards := boundarytest.Pack(t, boundary.Source{
		Groups: []uint32{79}, Areas: []boundary.Area{{Code: 26740, Parts: west}, {Code: 26743, Parts: east}},
	}, pack.Meta{})
	if _, err := e.AddPack(wards); err != nil {
		t.Fatal(err)
	}
	if got, want := names(), []string{"Cô Giang", "Quận 5", "Sài Gòn", "Thành phố Hồ Chí Minh"}; !slices.Equal(got, want) {
		t.Errorf("with wards in the west the places are %q, want %q", got, want)
	}
}
