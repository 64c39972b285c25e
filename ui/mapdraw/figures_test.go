// SPDX-License-Identifier: MIT

package mapdraw

import (
	"context"
	"fmt"
	"image"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// BenchmarkFigures prints the figures that need no window, as rows of the table
// that `make bench-ui` collects. ROADSNAP_CITY, ROADSNAP_BIG and ROADSNAP_UNITS
// name the packs of a city, of a country, and of its wards.
func BenchmarkFigures(b *testing.B) {
	city, big, wards := os.Getenv("ROADSNAP_CITY"), os.Getenv("ROADSNAP_BIG"), os.Getenv("ROADSNAP_UNITS")
	if city == "" || big == "" {
		b.Skip("ROADSNAP_CITY and ROADSNAP_BIG are not set; run make bench-ui")
	}
	row := func(name string, goal, floor float64, took cost) {
		fmt.Printf("| %s | %g | %g | %.1f | %.1f of processors |\n", name, goal, floor, took.wall.Seconds()*1000, took.cpu.Seconds()*1000)
	}
	zoom, worst := densest(b, open(b, city))
	row(fmt.Sprintf("densest tile of HCMC (zoom %g), labels included, one core, ms", zoom), 15, 30, worst)

	country := open(b, big)
	info, err := country.Info()
	if err != nil {
		b.Fatal(err)
	}
	whole := screen.Fit(info.Meta.Bounds, 0)
	for _, zoom := range []float64{12, 14, 15} {
		row(fmt.Sprintf("cold screen, 60-fold map, city zoom %g, ms", zoom), 250, 500, median(func(i int) cost {
			v := screen
			v.Zoom, v.Center = zoom, geo.Point{Lat: 10.7765 + 0.84053*float64(i), Lon: 106.7009}
			return cold(b, country, v)
		}))
	}
	row(fmt.Sprintf("cold screen, 60-fold map, country zoom %g, ms", whole.Zoom), 500, 1000, median(func(int) cost { return cold(b, country, whole) }))
	if wards != "" {
		benchBorders(b, row, wards)
	}
	benchLayers(b, row)
	drive := maptest.Drive(50_000)
	overlays := []overlay.Overlay{overlay.Route{Legs: []overlay.RouteLeg{{Line: drive}}}, overlay.RawTrace{Points: drive}}
	v := screen
	v.Center, v.Zoom = maptest.View.Center, 15
	m := NewMap(maptest.Crowd(1, 6000), maptest.Themes(b).Light, Options{})
	defer m.Close()
	if err := m.Wait(context.Background(), v); err != nil {
		b.Fatal(err)
	}
	row("picture of 50,000 points, all in sight, no window, ms", 16, 33, frames(m, v, overlays))
}

// screen is the view that the figures are measured on.
var screen = view.Viewport{Width: 1600, Height: 1000, Scale: 1}

func open(t testing.TB, path string) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err != nil {
		t.Fatal(err)
	}
	if err := e.OpenPack(path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// cost is the time that something took: by the clock, and of all processors
// together. The latter does not grow when other processes use them.
type cost struct{ wall, cpu time.Duration }

func costOf(do func()) cost {
	begun, used := time.Now(), cpuTime()
	do()
	return cost{time.Since(begun), cpuTime() - used}
}

// share returns the cost that a share of all costs does not exceed.
func share(all []cost, of float64) cost {
	walls, cpus := make([]time.Duration, len(all)), make([]time.Duration, len(all))
	for i, c := range all {
		walls[i], cpus[i] = c.wall, c.cpu
	}
	slices.Sort(walls)
	slices.Sort(cpus)
	i := int(float64(len(all)) * of)
	return cost{walls[i], cpus[i]}
}

// median returns the median of five measurements.
func median(measure func(i int) cost) cost {
	var all []cost
	for i := range 5 {
		all = append(all, measure(i))
	}
	return share(all, 0.5)
}

// cold returns the cost of a complete picture of v on a new map.
func cold(t testing.TB, src tile.Source, v view.Viewport) cost {
	t.Helper()
	m := NewMap(src, maptest.Themes(t).Light, Options{Fonts: maptest.Fonts(t)})
	defer m.Close()
	dst := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	return costOf(func() {
		m.Compose(dst, v, nil)
		if err := m.Wait(context.Background(), v); err != nil {
			t.Fatal(err)
		}
		if !m.Compose(dst, v, nil) {
			t.Fatal("the picture is not complete after Wait")
		}
	})
}

// densest paints every tile of a city and measures the slowest ones: the median
// of seven paintings of each.
func densest(t testing.TB, e *engine.Engine) (zoom float64, worst cost) {
	info, err := e.Info()
	if err != nil {
		t.Fatal(err)
	}
	theme := maptest.Themes(t).Light
	p := tile.NewPainter(&theme, maptest.Fonts(t))
	paint := func(k view.Tile) cost {
		return costOf(func() {
			one, err := p.Paint(e, k, maptest.Never)
			if err != nil {
				t.Fatal(err)
			}
			p.Picture.Dst = one.Picture
		})
	}
	for step := int16(8 / view.ZoomStep); step <= 16/view.ZoomStep; step += 2 {
		g := view.Grid{Step: step, Density: view.DensityOf(1)}
		type sample struct {
			key  view.Tile
			took cost
		}
		var all []sample
		for _, k := range tilesWithin(info.Meta.Bounds, g).Keys() {
			all = append(all, sample{k, paint(k)})
		}
		slices.SortFunc(all, func(a, b sample) int { return int(b.took.cpu - a.took.cpu) })
		for _, s := range all[:min(8, len(all))] {
			var took []cost
			for range 7 {
				took = append(took, paint(s.key))
			}
			if one := share(took, 0.5); one.cpu > worst.cpu {
				worst, zoom = one, g.Zoom()
			}
		}
	}
	return zoom, worst
}

// tilesWithin returns the tiles of g that show a part of b.
func tilesWithin(b geo.Bounds, g view.Grid) view.Tiles {
	nw, se := view.Project(geo.Point{Lat: b.North, Lon: b.West}), view.Project(geo.Point{Lat: b.South, Lon: b.East})
	size := g.WorldSize() / view.TileSize
	return view.Tiles{
		Grid: g, X0: int32(nw.X * size), Y0: int32(nw.Y * size),
		X1: int32(math.Ceil(se.X * size)), Y1: int32(math.Ceil(se.Y * size)),
	}
}

// netBorders are the borders of a pack, without names.
type netBorders struct{ net *boundary.Net }

func (s netBorders) Borders(level boundary.Level, box geo.FixedBounds, visit func(borders.Border)) error {
	group := func(side boundary.Side) int {
		if !side.Found {
			return -1
		}
		return s.net.Area(side.Area).Group()
	}
	s.net.Borders(level, box, func(b boundary.Border) bool {
		visit(borders.Border{Line: b.Line, Province: group(b.Left) != group(b.Right), Level: s.net.Level(level)})
		return true
	})
	return nil
}

func (netBorders) Outline(string, boundary.Level, geo.FixedBounds, func([]geo.Fixed)) error {
	return nil
}

func (netBorders) BorderNames() ([]borders.Name, error) { return nil, nil }

func (netBorders) FormerDistricts() ([]borders.District, error) { return nil, nil }

// benchBorders draws the borders of all wards on an empty map as the window does:
// read from the pack, drawn, and then dragged.
func benchBorders(t testing.TB, row func(string, float64, float64, cost), path string) {
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	net, err := boundary.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	theme := maptest.Themes(t).Light
	m := NewMap(nil, theme, Options{})
	defer m.Close()
	whole := screen.Fit(net.Bounds(), 0)
	dst := image.NewRGBA(image.Rect(0, 0, whole.Width, whole.Height))
	for _, c := range []struct {
		name string
		zoom float64
	}{{"country", 0}, {"province", 3}} {
		v := whole.ZoomAt(800, 500, c.zoom)
		row(fmt.Sprintf("borders of %d wards at %s zoom, cold, ms", net.NumAreas(), c.name), 300, 800, median(func(int) cost {
			b := borders.New(netBorders{net}, theme, borders.Options{})
			defer b.Close()
			return costOf(func() {
				if err := b.Wait(context.Background(), v); err != nil {
					t.Fatal(err)
				}
				m.Compose(dst, v, []overlay.Overlay{b})
			})
		}))
		b := borders.New(netBorders{net}, theme, borders.Options{})
		if err := b.Wait(context.Background(), v); err != nil {
			t.Fatal(err)
		}
		row(fmt.Sprintf("borders of %d wards at %s zoom, panning, ms", net.NumAreas(), c.name), 16, 33, frames(m, v, []overlay.Overlay{b}))
		b.Close()
	}
}

// frames drags v back and forth and returns the cost that one frame in twenty
// exceeds.
func frames(m *Map, v view.Viewport, overlays []overlay.Overlay) cost {
	dst := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	m.Compose(dst, v, overlays) // warm up
	var all []cost
	for i := range 100 {
		all = append(all, costOf(func() { m.Compose(dst, v.Pan(float64(i%20-10), float64(i%10)), overlays) }))
	}
	return share(all, 0.95)
}
