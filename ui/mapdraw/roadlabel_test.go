package mapdraw

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// TestAnchorsAgreesWithPlainMethod goes through whole lines, and asks for the places
// in the tile that anchors finds by looking at parts of them.
func TestAnchorsAgreesWithPlainMethod(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 2000 {
		line := make([]raster.Vec, 2+r.IntN(8))
		for i := range line {
			line[i] = raster.Vec{X: view.TileSize * (4*r.Float64() - 1.5), Y: view.TileSize * (4*r.Float64() - 1.5)}
			if i > 0 && r.IntN(8) == 0 {
				line[i] = line[i-1]
			}
		}
		w := newWalk(line)
		margin, step := 100*r.Float64(), 10+20*r.Float64()
		var want, got []float64
		for n := 0.0; margin+n*step <= w.length()-margin; n++ {
			if d := margin + n*step; inTile(w.at(d)) {
				want = append(want, d)
			}
		}
		for d, p := range w.anchors(margin, step) {
			if p != w.at(d) {
				t.Fatalf("%v at %v, want %v", p, d, w.at(d))
			}
			got = append(got, d)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("line %v, margin %v, step %v: %v, want %v", line, margin, step, got, want)
		}
		found += len(got)
	}
	if found < 10_000 {
		t.Errorf("only %d places", found)
	}
}

// TestAnchorsOfEndlessLine would not come to an end if the whole line were gone
// through.
func TestAnchorsOfEndlessLine(t *testing.T) {
	w := newWalk([]raster.Vec{{X: -1e13, Y: 100}, {X: 1e13, Y: 100}, {X: 1e13, Y: -1e13}})
	n := 0
	for range w.anchors(50, 24) {
		n++
	}
	if want := view.TileSize / 24; n < want || n > want+1 {
		t.Errorf("%d places, want %d or one more", n, want)
	}
}

// TestJoinLinesWhereManyMeet holds that lines go on through a place where few meet, and
// end where many do.
func TestJoinLinesWhereManyMeet(t *testing.T) {
	for n, want := range map[int]int{2: 1, 4: 2, maxMeeting: maxMeeting / 2, maxMeeting + 2: maxMeeting + 2} {
		var lines [][]raster.Vec
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			lines = append(lines, []raster.Vec{{X: 0, Y: 0}, {X: 100 * cos, Y: 100 * sin}})
		}
		if got := len(joinLines(lines)); got != want {
			t.Errorf("of %d lines that meet there are %d, want %d", n, got, want)
		}
	}
}

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
		p := newTilePainter(&themes.Light, maptest.Fonts(t))
		painted, err := p.paint(&maptest.Features{List: features}, key, maptest.Never)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(painted.labels); got == 0 || got > maxWalks {
			t.Errorf("%s: %d labels, want 1 to %d", name, got, maxWalks)
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
		p := newTilePainter(&themes.Light, maptest.Fonts(t))
		painted, err := p.paint(&maptest.Features{List: []basemap.Feature{
			maptest.Feature(basemap.RoadPrimary, name, 0, road),
			maptest.Feature(basemap.PlaceHamlet, name, 0, []geo.Fixed{{Lat: middle, Lon: b.MinLon + (b.MaxLon-b.MinLon)/2}}),
		}}, key, maptest.Never)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(painted.labels); got != want {
			t.Errorf("of names of %d letters %d are written, want %d", length, got, want)
		}
	}
}
