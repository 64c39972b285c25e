package mapdraw

import (
	"math"
	"strings"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestNamesOfVeryManyLinesAreFew gives a tile very many lines of one name, apart and
// out of one place: were each compared with all others, this would take minutes.
func TestNamesOfVeryManyLinesAreFew(t *testing.T) {
	key := view.TilesOf(maptest.View, view.GridOf(maptest.View)).Keys()[0]
	frame := key.Box(view.TileSize, 0)
	at := func(x, y float64) geo.Fixed {
		return geo.Fixed{
			Lat: frame.MinLat + int32(y*float64(frame.MaxLat-frame.MinLat)),
			Lon: frame.MinLon + int32(x*float64(frame.MaxLon-frame.MinLon)),
		}
	}
	const n = 60_000
	var star []basemap.Feature
	var line []geo.Fixed
	for i := range n {
		sin, cos := math.Sincos(float64(i))
		star = append(star, maptest.Feature(basemap.RoadPrimary, "Tô Ký", 0, []geo.Fixed{at(0.5, 0.5), at(0.5+0.4*cos, 0.5+0.4*sin)}))
		line = append(line, at(0.1+0.8*float64(i%2), 0.1+0.8*float64(i)/n))
	}
	zigzag := []basemap.Feature{maptest.Feature(basemap.RoadPrimary, "Tô Ký", 0, line)}
	themes := maptest.Themes(t)
	for name, features := range map[string][]basemap.Feature{"star": star, "zigzag": zigzag} {
		p := tile.NewPainter(&themes.Light, maptest.Fonts(t))
		painted, err := p.Paint(&maptest.Features{List: features}, key, maptest.Never)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(painted.Labels); got == 0 || got > label.MaxWalks {
			t.Errorf("%s: %d labels, want 1 to %d", name, got, label.MaxWalks)
		}
	}
}

// TestNamesOfBooksAreNotWritten gives things names of any length: setting one that
// fills a book takes as long as all others together.
func TestNamesOfBooksAreNotWritten(t *testing.T) {
	key := view.TilesOf(maptest.View, view.GridOf(maptest.View)).Keys()[0]
	b := key.Box(view.TileSize, 0)
	middle := (b.MinLat + b.MaxLat) / 2
	wide := 100 * (b.MaxLon - b.MinLon)
	road := []geo.Fixed{{Lat: middle, Lon: b.MinLon - wide}, {Lat: middle, Lon: b.MaxLon + wide}}
	themes := maptest.Themes(t)
	for length, want := range map[int]int{255: 2, 256: 0} {
		name := strings.Repeat("\U0001F6E3", length) // of four bytes
		p := tile.NewPainter(&themes.Light, maptest.Fonts(t))
		painted, err := p.Paint(&maptest.Features{List: []basemap.Feature{
			maptest.Feature(basemap.RoadPrimary, name, 0, road),
			maptest.Feature(basemap.PlaceHamlet, name, 0, []geo.Fixed{{Lat: middle, Lon: b.MinLon + (b.MaxLon-b.MinLon)/2}}),
		}}, key, maptest.Never)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(painted.Labels); got != want {
			t.Errorf("of names of %d letters %d are written, want %d", length, got, want)
		}
	}
}
