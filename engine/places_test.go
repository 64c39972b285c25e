// SPDX-License-Identifier: MIT

package engine

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/geo"
)

func TestNearestPlace(t *testing.T) {
	const xml = `<osm version="0.6"><bounds minlat="10" minlon="106" maxlat="11" maxlon="107"/>
<node id="1" lat="10.2" lon="106.2"><tag k="place" v="hamlet"/><tag k="name" v="Bình Hòa"/></node>
<node id="2" lat="10.21" lon="106.2"><tag k="place" v="village"/><tag k="name" v="Tân Phú"/></node>
<node id="3" lat="10.2" lon="106.201"><tag k="place" v="island"/><tag k="name" v="Cù lao"/></node>
<node id="4" lat="10.2" lon="106.202"><tag k="place" v="quarter"/></node>
</osm>`
	e, err := New(Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	if _, _, err := e.NearestPlace(geo.Point{Lat: 10.2, Lon: 106.2}, 1000); !errors.Is(err, ErrNoMap) {
		t.Errorf("without a map: %v", err)
	}
	dir := t.TempDir()
	extract, path := filepath.Join(dir, "x.osm"), filepath.Join(dir, "x.rsp")
	if err := os.WriteFile(extract, []byte(xml), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Import(t.Context(), ImportOptions{Roads: extract, Out: path}); err != nil {
		t.Fatal(err)
	}
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lat, lon, reach float64
		name            string
		metres          float64
	}{
		{10.2, 106.2, 1000, "Bình Hòa", 0},
		{10.2, 106.202, 1000, "Bình Hòa", 219}, // an island and a place without a name are nearer
		{10.206, 106.2, 1000, "Tân Phú", 445},
		{10.206, 106.2, 444, "", 0},
		{10.5, 106.5, 1000, "", 0},
		{math.NaN(), 0, 1000, "", 0},
	} {
		name, metres, err := e.NearestPlace(geo.Point{Lat: c.lat, Lon: c.lon}, c.reach)
		if name != c.name || math.Abs(metres-c.metres) > 1 || err != nil {
			t.Errorf("%v, %v: %q at %.0f m, want %q at %.0f m (%v)", c.lat, c.lon, name, metres, c.name, c.metres, err)
		}
	}
}
