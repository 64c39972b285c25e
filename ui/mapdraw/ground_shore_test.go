// SPDX-License-Identifier: MIT

package mapdraw

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// shoreLon is the longitude of the coast of shored at a latitude.
func shoreLon(lat float64) float64 { return 109.22 + 0.04*math.Sin(lat*30) + 0.002*math.Sin(lat*300) }

// shored returns an engine with a made-up map of Nha Trang: its coast winds on,
// and an island lies off it.
func shored(t testing.TB) *engine.Engine {
	t.Helper()
	var nodes, coast, island strings.Builder
	id := 0
	node := func(refs *strings.Builder, lat, lon float64) {
		id++
		fmt.Fprintf(&nodes, `<node id="%d" lat="%.7f" lon="%.7f"/>`, id, lat, lon)
		fmt.Fprintf(refs, `<nd ref="%d"/>`, id)
	}
	for lat := 11.9; lat < 12.7; lat += 0.001 {
		node(&coast, lat, shoreLon(lat))
	}
	first := id + 1
	for i := range 40 {
		angle := float64(i) * 2 * math.Pi / 40
		node(&island, 12.3+0.02*math.Sin(angle), 109.38+0.03*math.Cos(angle))
	}
	fmt.Fprintf(&island, `<nd ref="%d"/>`, first)
	const tag = `<tag k="natural" v="coastline"/></way>`
	xml := `<osm version="0.6"><bounds minlat="12.05" minlon="109" maxlat="12.55" maxlon="109.5"/>` + nodes.String() +
		`<way id="1">` + coast.String() + tag + `<way id="2">` + island.String() + tag + `</osm>`
	dir := t.TempDir()
	extract, out := filepath.Join(dir, "map.osm"), filepath.Join(dir, "map.rsp")
	if err := os.WriteFile(extract, []byte(xml), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Import(t.Context(), engine.ImportOptions{Roads: extract, Out: out}); err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err == nil {
		err = e.OpenPack(out)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// TestGroundByTheShore checks the ground 300 m to both sides of the coast of a
// map, independently of the coast in the sketch.
func TestGroundByTheShore(t *testing.T) {
	e, theme := shored(t), maptest.Themes(t).Light
	plain := grounded{new(maptest.Features), e}
	for _, zoom := range []float64{11, 13, 15, 17} {
		for lat := 12.06; lat < 12.54; lat += 0.013 {
			for off, want := range map[float64]color.RGBA{-0.003: theme.Background, 0.003: theme.Ground.Sea} {
				p := geo.Point{Lat: lat, Lon: shoreLon(lat) + off}
				if got := colourAt(t, plain, theme, p, zoom); got != want {
					t.Errorf("%v, %v° off, at zoom %v: %v, want %v", p, off, zoom, got, want)
				}
			}
		}
		for _, c := range []struct {
			at   geo.Point
			want color.RGBA
		}{
			{geo.Point{Lat: 12.3, Lon: 109.38}, theme.Background},  // the island
			{geo.Point{Lat: 12.3, Lon: 109.42}, theme.Ground.Sea},  // next to it
			{geo.Point{Lat: 12.6, Lon: 109.1}, theme.Background},   // land north of the map, by the sketch
			{geo.Point{Lat: 12.3, Lon: 109.9}, theme.Ground.Sea},   // the sea to the east of it
			{geo.Point{Lat: 11.33, Lon: 108.88}, theme.Background}, // off Cà Ná, where land still extends beyond the sketch
		} {
			if got := colourAt(t, plain, theme, c.at, zoom); got != c.want {
				t.Errorf("%v at zoom %v: %v, want %v", c.at, zoom, got, c.want)
			}
		}
	}
}

// TestGoldenShore draws the coast of a map, and where it ends.
func TestGoldenShore(t *testing.T) {
	v := view.Viewport{Center: geo.Point{Lat: 12.17, Lon: 109.27}, Zoom: 10.25, Width: 360, Height: 360, Scale: 1}
	maptest.Golden(t, "ground_shore", "in the map the coast is its own, with an island; to the south of it the sketch goes on, whose land reaches out",
		complete(t, shored(t), maptest.Themes(t).Light, v))
}
