// SPDX-License-Identifier: MIT

package mapdraw

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// shipped returns the engine of a first start: the embedded map with the overview
// of the provinces.
func shipped(t testing.TB) *engine.Engine {
	t.Helper()
	e, err := engine.New(engine.Options{Units: data.Units(), Overview: data.OverviewPack, Land: data.LandPack})
	if err == nil {
		err = e.OpenBytes(data.SampleName, data.SamplePack)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// grounded is a source of features with the ground of another source.
type grounded struct {
	tile.Source
	tile.GroundSource
}

// colourAt returns the colour of a point on a map without borders and names.
func colourAt(t *testing.T, src tile.Source, theme style.Theme, at geo.Point, zoom float64) color.RGBA {
	t.Helper()
	p := tile.NewPainter(&theme, nil)
	g := view.Grid{Step: int16(zoom / view.ZoomStep), Density: view.DensityOf(1)}
	w := view.Project(at)
	key := view.Tile{Grid: g, X: int32(w.X * g.WorldSize() / view.TileSize), Y: int32(w.Y * g.WorldSize() / view.TileSize)}
	one, err := p.Paint(src, key, maptest.Never)
	if err != nil {
		t.Fatal(err)
	}
	if one.Picture == nil {
		return one.Ground
	}
	x, y := w.X*g.WorldSize()-float64(key.X)*view.TileSize, w.Y*g.WorldSize()-float64(key.Y)*view.TileSize
	return one.Picture.RGBAAt(int(x), int(y))
}

// TestGroundOfKnownPlaces checks places whose ground is well known.
func TestGroundOfKnownPlaces(t *testing.T) {
	e := shipped(t)
	home := func(th style.Theme) color.RGBA { return th.Background }
	sea := func(th style.Theme) color.RGBA { return th.Ground.Sea }
	abroad := func(th style.Theme) color.RGBA { return th.Ground.Abroad }
	themes := maptest.Themes(t)
	for _, c := range []struct {
		name string
		at   geo.Point
		from float64 // least zoom: areas smaller than a pixel have no colour
		want func(style.Theme) color.RGBA
	}{
		{"Hà Nội", geo.Point{Lat: 21.03, Lon: 105.85}, 5, home},
		{"Huế", geo.Point{Lat: 16.46, Lon: 107.59}, 5, home},
		{"Thành phố Hồ Chí Minh", geo.Point{Lat: 10.78, Lon: 106.70}, 5, home},
		{"Phú Quốc", geo.Point{Lat: 10.25, Lon: 104.00}, 5, home},
		{"Côn Đảo", geo.Point{Lat: 8.70, Lon: 106.61}, 11, home},
		{"Song Tử Tây, Trường Sa", geo.Point{Lat: 11.43, Lon: 114.33}, 11, home},
		{"Phú Lâm, Hoàng Sa", geo.Point{Lat: 16.83, Lon: 112.34}, 11, home},
		{"the middle of Biển Đông", geo.Point{Lat: 14, Lon: 112.5}, 5, sea},
		{"the gulf of Bắc Bộ", geo.Point{Lat: 19.8, Lon: 107.2}, 5, sea},
		{"the gulf of Thái Lan", geo.Point{Lat: 9.3, Lon: 102.5}, 5, sea},
		{"the sea off Cần Giờ", geo.Point{Lat: 10.2, Lon: 107.1}, 8, sea},
		{"Vientiane", geo.Point{Lat: 17.97, Lon: 102.61}, 5, abroad},
		{"Phnôm Pênh", geo.Point{Lat: 11.56, Lon: 104.92}, 5, abroad},
		{"Hải Nam", geo.Point{Lat: 19.2, Lon: 109.8}, 5, abroad},
		{"Nam Ninh", geo.Point{Lat: 22.82, Lon: 108.32}, 5, abroad},
	} {
		for name, theme := range map[string]style.Theme{"light": themes.Light, "dark": themes.Dark} {
			for _, zoom := range []float64{5, 8, 11, 14} {
				if zoom < c.from {
					continue
				}
				if got, want := colourAt(t, e, theme, c.at, zoom), c.want(theme); got != want {
					t.Errorf("%s at zoom %v, %s: %v, want %v", c.name, zoom, name, got, want)
				}
			}
		}
	}
}

// TestGroundFarAway checks that maps of other parts of the Earth have plain
// ground, except on the smallest scales, which show all continents.
func TestGroundFarAway(t *testing.T) {
	theme := maptest.Themes(t).Light
	plain := grounded{new(maptest.Features), shipped(t)}
	for _, c := range []struct {
		name string
		at   geo.Point
		zoom float64
		want color.RGBA
	}{
		{"Andorra", geo.Point{Lat: 42.5, Lon: 1.5}, 10, theme.Background},
		{"Delaware", geo.Point{Lat: 39, Lon: -75.5}, 9, theme.Background},
		{"the bay of Delaware", geo.Point{Lat: 39.1, Lon: -75.2}, 9, theme.Background},
		{"the Atlantic Ocean", geo.Point{Lat: 30, Lon: -40}, 7, theme.Background},
		{"the Atlantic Ocean, from far", geo.Point{Lat: 30, Lon: -40}, 4, theme.Ground.Sea},
		{"Africa, from far", geo.Point{Lat: 5, Lon: 20}, 4, theme.Ground.Abroad},
		{"the Pacific Ocean by the meridian of 180°, from far", geo.Point{Lat: -16.6, Lon: -150}, 4, theme.Ground.Sea},
		{"Fiji, near that meridian", geo.Point{Lat: -17.8, Lon: 178}, 6.5, theme.Ground.Abroad},
	} {
		if got := colourAt(t, plain, theme, c.at, c.zoom); got != c.want {
			t.Errorf("%s at zoom %v: %v, want %v", c.name, c.zoom, got, c.want)
		}
	}
}

// TestGroundShowsNoSeams compares tiles with a picture that covers four of them,
// along coasts and frontiers and at all levels.
func TestGroundShowsNoSeams(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	theme := maptest.Themes(t).Light
	src := grounded{new(maptest.Features), shipped(t)}
	mixed := 0
	for _, at := range []geo.Point{{Lat: 10.45, Lon: 106.9}, {Lat: 20.9, Lon: 107.2}, {Lat: 10.4, Lon: 104.45}, {Lat: 12, Lon: 125}} {
		for zoom := 3.5; zoom < 15; zoom += 0.75 {
			v := view.Viewport{Center: at, Zoom: zoom, Width: 512, Height: 384, Scale: 1}
			corner := view.TilesOf(v, view.GridOf(v)).Keys()[0]
			large := tile.NewPainter(&theme, nil)
			large.Side = 2 * view.TileSize
			whole, err := large.Paint(src, corner, maptest.Never)
			if err != nil {
				t.Fatal(err)
			}
			small := tile.NewPainter(&theme, nil)
			for i := range int32(4) {
				key := corner
				key.X, key.Y = key.X+i%2, key.Y+i/2
				one, err := small.Paint(src, key, maptest.Never)
				if err != nil {
					t.Fatal(err)
				}
				from := image.Pt(int(i%2)*view.TileSize, int(i/2)*view.TileSize)
				if p, d := maptest.Worst(filled(one, view.TileSize), filled(whole, 2*view.TileSize), from); d > 3 {
					t.Errorf("%v, zoom %v, tile %d: pixel %v differs by %d", at, zoom, i, p, d)
				}
				if one.Picture != nil {
					mixed++
				}
			}
		}
	}
	if mixed < 60 {
		t.Errorf("only %d tiles have more than one ground", mixed)
	}
}

// filled returns the picture of a tile.
func filled(t *tile.Tile, side int) *image.RGBA {
	if t.Picture != nil {
		return t.Picture
	}
	out := image.NewRGBA(image.Rect(0, 0, side, side))
	for i := 0; i < len(out.Pix); i += 4 {
		out.Pix[i], out.Pix[i+1], out.Pix[i+2], out.Pix[i+3] = t.Ground.R, t.Ground.G, t.Ground.B, t.Ground.A
	}
	return out
}

// TestGroundOfOneColourTakesNoPicture checks that the open sea and inland tiles
// take no memory for a picture, and are shown all the same.
func TestGroundOfOneColourTakesNoPicture(t *testing.T) {
	theme := maptest.Themes(t).Light
	src := grounded{new(maptest.Features), shipped(t)}
	m := NewMap(src, theme, Options{})
	defer m.Close()
	for _, c := range []struct {
		at   geo.Point
		want color.RGBA
	}{
		{geo.Point{Lat: 14, Lon: 112.5}, theme.Ground.Sea},
		{geo.Point{Lat: 18, Lon: 100}, theme.Ground.Abroad},
		{geo.Point{Lat: 12.5, Lon: 108.2}, theme.Background},
	} {
		v := view.Viewport{Center: c.at, Zoom: 11, Width: 640, Height: 480, Scale: 1}
		if err := m.Wait(context.Background(), v); err != nil {
			t.Fatal(err)
		}
		for _, k := range view.TilesOf(v, view.GridOf(v)).Keys() {
			m.mu.Lock()
			one := m.cache.Get(k)
			m.mu.Unlock()
			if one.Picture != nil || one.Ground != c.want {
				t.Errorf("%v: a picture: %v, ground %v, want %v", c.at, one.Picture != nil, one.Ground, c.want)
			}
		}
		dst := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		m.Compose(dst, v, nil)
		if got := dst.RGBAAt(320, 240); got != c.want {
			t.Errorf("%v is shown as %v, want %v", c.at, got, c.want)
		}
	}
}

// TestSketchReachesOut checks that land known only from a sketch grows as the map
// zooms in, and that well-known land does not.
func TestSketchReachesOut(t *testing.T) {
	theme := maptest.Themes(t).Light
	square := func(k coast.Kind) *patch {
		return &patch{kind: k, box: geo.FixedBoundsOf(maptest.Px(0, 0, 200, 200)...)}
	}
	nearby := maptest.View.ToPoint(200+150, 100) // 700 m off
	for _, c := range []struct {
		kind coast.Kind
		zoom float64
		want color.RGBA
	}{
		{coast.Sketch, 8.5, theme.Ground.Sea}, {coast.Sketch, 11, theme.Background}, {coast.Sketch, 16, theme.Background},
		{coast.Home, 8.5, theme.Ground.Sea}, {coast.Home, 11, theme.Ground.Sea}, {coast.Home, 16, theme.Ground.Sea},
	} {
		if got := colourAt(t, square(c.kind), theme, nearby, c.zoom); got != c.want {
			t.Errorf("next to %v at zoom %v: %v, want %v", c.kind, c.zoom, got, c.want)
		}
	}
}

// patch is a square of ground in a sea that is everywhere.
type patch struct {
	maptest.Features
	kind coast.Kind
	box  geo.FixedBounds
	err  error
}

func (p *patch) Ground(_ boundary.Level, _ geo.FixedBounds, visit func(coast.Kind, []geo.Fixed)) error {
	ring := func(b geo.FixedBounds) []geo.Fixed {
		return []geo.Fixed{{Lat: b.MinLat, Lon: b.MinLon}, {Lat: b.MinLat, Lon: b.MaxLon}, {Lat: b.MaxLat, Lon: b.MaxLon}, {Lat: b.MaxLat, Lon: b.MinLon}}
	}
	visit(coast.Sea, ring(geo.Bounds{South: 0, West: 100, North: 20, East: 110}.Fixed()))
	visit(p.kind, ring(p.box))
	return p.err
}

// TestUnreadableGroundIsReported checks that a damaged ground is reported, and
// that the roads are still shown: their pack may be sound.
func TestUnreadableGroundIsReported(t *testing.T) {
	broken := errors.New("broken")
	theme := maptest.Themes(t).Light
	src := &patch{Features: maptest.Features{List: maptest.Town().List}, kind: coast.Home, err: broken}
	at := view.Project(maptest.View.Center)
	key := view.Tile{Grid: view.GridOf(maptest.View)}
	key.X, key.Y = int32(at.X*key.WorldSize()/view.TileSize), int32(at.Y*key.WorldSize()/view.TileSize)
	got, err := tile.NewPainter(&theme, nil).Paint(src, key, maptest.Never)
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	want, err := tile.NewPainter(&theme, nil).Paint(maptest.Town(), key, maptest.Never)
	if err != nil || got.Picture == nil {
		t.Fatalf("%v, picture %v", err, got.Picture)
	}
	if p, d := maptest.Worst(got.Picture, want.Picture, image.Point{}); d != 0 {
		t.Errorf("pixel %v differs by %d from the map without any ground", p, d)
	}
	o := export.Options{Source: src, Theme: theme, Fonts: maptest.Fonts(t), View: maptest.View, Width: 60, Height: 40, Scale: 1}
	for name, export := range map[string]func() error{
		"PNG": func() error { return export.PNG(context.Background(), new(bytes.Buffer), o) },
		"SVG": func() error { return export.SVG(context.Background(), new(bytes.Buffer), o) },
	} {
		if err := export(); !errors.Is(err, broken) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestExportsHaveTheGround compares an exported picture with the map on screen,
// and looks for the ground in an SVG.
func TestExportsHaveTheGround(t *testing.T) {
	theme := maptest.Themes(t).Light
	src := grounded{new(maptest.Features), shipped(t)}
	v := view.Viewport{Center: geo.Point{Lat: 10.4, Lon: 106.9}, Zoom: 11, Width: 700, Height: 560, Scale: 1}
	v = v.Snapped()
	o := export.Options{Source: src, Theme: theme, Fonts: maptest.Fonts(t), View: v, Width: v.Width, Height: v.Height, Scale: 1}
	var picture bytes.Buffer
	if err := export.PNG(context.Background(), &picture, o); err != nil {
		t.Fatal(err)
	}
	decoded, err := png.Decode(&picture)
	if err != nil {
		t.Fatal(err)
	}
	got := image.NewRGBA(decoded.Bounds())
	draw.Draw(got, got.Rect, decoded, image.Point{}, draw.Src)
	m := NewMap(src, theme, Options{})
	defer m.Close()
	if err := m.Wait(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	want := image.NewRGBA(got.Rect)
	m.Compose(want, v, nil)
	wet, differ := 0, 0
	for y := range 500 { // the licence is written below
		for x := range got.Rect.Dx() {
			a, b := got.RGBAAt(x, y), want.RGBAAt(x, y)
			if a == theme.Ground.Sea {
				wet++
			}
			if d := int(a.B) - int(b.B); d > 40 || d < -40 {
				differ++
			}
		}
	}
	if wet < 10_000 || differ > 50 {
		t.Errorf("%d pixels of sea; %d differ from the map on screen", wet, differ)
	}
	var file strings.Builder
	if err := export.SVG(context.Background(), &file, o); err != nil {
		t.Fatal(err)
	}
	for kind, col := range map[coast.Kind]color.RGBA{coast.Sea: theme.Ground.Sea, coast.Sketch: theme.Background} {
		group := fmt.Sprintf(`<g id="%v"`, kind)
		_, rest, found := strings.Cut(file.String(), group)
		fill := fmt.Sprintf(`fill="#%02x%02x%02x"`, col.R, col.G, col.B)
		if !found || !strings.Contains(rest[:400], fill) {
			t.Errorf("no %s in %v", group, fill)
		}
	}
}

// TestGoldenGround draws the country and its coast. Update a golden picture only
// if its reason still holds in the new one; look at it.
func TestGoldenGround(t *testing.T) {
	themes := maptest.Themes(t)
	e := shipped(t)
	country := view.Viewport{Center: geo.Point{Lat: 15.8, Lon: 109.5}, Zoom: 4.5, Width: 320, Height: 400, Scale: 1}
	for _, c := range []struct {
		name, reason string
		theme        style.Theme
		view         view.Viewport
	}{
		{"ground_country", "the country stands out from the land round it, which has no frontiers of its own; no sea along a land frontier; Hải Nam and Phú Quốc there", themes.Light, country},
		{"ground_country_dark", "the same at night", themes.Dark, country},
		{"ground_delta", "river mouths open into the sea without an edge", themes.Light, view.Viewport{Center: geo.Point{Lat: 10, Lon: 106.3}, Zoom: 7.75, Width: 360, Height: 280, Scale: 1}},
		{"ground_bay", "the bay of Hạ Long from near, known by a sketch alone: land reaches out, and the sea is where it surely is", themes.Dark, view.Viewport{Center: geo.Point{Lat: 20.7, Lon: 107.2}, Zoom: 10.5, Width: 360, Height: 280, Scale: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			maptest.Golden(t, c.name, c.reason, complete(t, e, c.theme, c.view))
		})
	}
}
