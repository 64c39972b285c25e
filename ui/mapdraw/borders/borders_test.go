// SPDX-License-Identifier: MIT

package borders

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"sync"
	"testing"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// quilt is a source of two provinces side by side in maptest.View. The left one
// consists of two wards, with a lake in the lower one, and an island.
type quilt struct {
	mu     sync.Mutex
	levels []boundary.Level // levels requested
	err    error
	empty  bool
	// level is the level of the available lines.
	level boundary.Level
	// outlines holds the codes requested, in order.
	outlines []string
}

func (q *quilt) Borders(level boundary.Level, _ geo.FixedBounds, visit func(Border)) error {
	q.mu.Lock()
	q.levels = append(q.levels, level)
	empty := q.empty
	q.mu.Unlock()
	if empty {
		return q.err
	}
	for _, b := range []Border{
		{Line: maptest.Px(60, 200, 260, 180)},
		{Line: maptest.Px(260, 40, 260, 180, 270, 340), Province: true},
		{Line: maptest.Px(270, 340, 350, 260, 430, 60)},
		{Line: maptest.Px(260, 40, 60, 60, 60, 200), Province: true},
		{Line: maptest.Px(60, 200, 70, 330, 270, 340), Province: true},
		{Line: maptest.Px(270, 340, 450, 300, 430, 60, 260, 40), Province: true},
	} {
		b.Level = q.level
		visit(b)
	}
	return q.err
}

func (q *quilt) Outline(code string, _ boundary.Level, _ geo.FixedBounds, visit func([]geo.Fixed)) error {
	q.outlines = append(q.outlines, code)
	switch code {
	case "north":
		visit(maptest.Px(60, 60, 60, 200, 260, 180, 260, 40, 60, 60))
	case "south":
		visit(maptest.Px(60, 200, 70, 330, 270, 340, 260, 180, 60, 200))
		visit(maptest.Px(130, 240, 190, 240, 190, 290, 130, 290, 130, 240)) // the lake
		visit(maptest.Px(20, 340, 40, 340, 40, 360, 20, 360, 20, 340))      // the island
	}
	return q.err
}

func (q *quilt) BorderNames() ([]Name, error) {
	at := func(x, y float64) geo.Point { return maptest.View.ToPoint(x, y) }
	return []Name{
		{Text: "Miền Tây", English: "West Province", At: at(150, 120), Province: true},
		{Text: "Phường Bắc", English: "Bac Ward", At: at(160, 120)},
		{Text: "Phường Nam", English: "Nam Ward", At: at(100, 270)},
		{Text: "Xã Đông Hưng Thuận", At: at(350, 180)},
	}, q.err
}

func (q *quilt) FormerDistricts() ([]District, error) {
	all := geo.Bounds{South: 10, West: 106, North: 11, East: 107}
	return []District{
		{Name: "Gò Vấp", Bounds: all, Ward: true},
		{Name: "Hòa Vang", Bounds: all},
		{Name: "Tân Bình", Bounds: geo.Bounds{South: 20, West: 105, North: 21, East: 106}, Ward: true},
	}, q.err
}

// drawBorders returns the picture of an overlay over a map without roads.
func drawBorders(t testing.TB, b *Borders, theme style.Theme, v view.Viewport) *image.RGBA {
	t.Helper()
	b.SetTheme(theme)
	if err := b.Wait(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	m := mapdraw.NewMap(nil, theme, mapdraw.Options{})
	defer m.Close()
	img := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	m.Compose(img, v, []overlay.Overlay{b, b.Names(m)})
	return img
}

func TestGoldenBorders(t *testing.T) {
	themes := maptest.Themes(t)
	for _, c := range []struct {
		name, reason string
		theme        style.Theme
		language     string
	}{
		{"borders_light", "wards thin, provinces strong; one hovered pale, one selected with halo, lake left out; names do not collide", themes.Light, "vi"},
		{"borders_dark", "the same at night", themes.Dark, "vi"},
		{"borders_english", "the names in English; one without an English name in Vietnamese", themes.Light, "en"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := New(&quilt{}, maptest.Themes(t).Light, Options{Fonts: maptest.Fonts(t)})
			defer b.Close()
			b.Hover("north")
			b.Select("south")
			b.SetLanguage(c.language)
			maptest.Golden(t, c.name, c.reason, drawBorders(t, b, c.theme, maptest.View))
		})
	}
}

func TestSelectedUnitIsFilledWithoutItsLakes(t *testing.T) {
	theme := maptest.Themes(t).Light
	b := New(&quilt{}, maptest.Themes(t).Light, Options{})
	defer b.Close()
	b.Select("south")
	img := drawBorders(t, b, theme, maptest.View)
	for _, c := range []struct {
		what   string
		x, y   int
		filled bool
	}{{"land", 100, 220, true}, {"lake", 160, 265, false}, {"island", 30, 350, true}, {"beyond", 350, 180, false}} {
		if got := img.RGBAAt(c.x, c.y) != theme.Background; got != c.filled {
			t.Errorf("%s: filled is %v", c.what, got)
		}
	}
	if b.Select("south") || !b.Select() {
		t.Error("wrong report of whether the selection changed")
	}
	if img := drawBorders(t, b, theme, maptest.View); img.RGBAAt(100, 220) != theme.Background {
		t.Error("the unit is still filled")
	}
}

func TestSeveralUnitsAreSelectedAtOnce(t *testing.T) {
	theme := maptest.Themes(t).Light
	q := &quilt{}
	b := New(q, theme, Options{})
	defer b.Close()
	filled := func(img *image.RGBA, x, y int) bool { return img.RGBAAt(x, y) != theme.Background }
	b.Select("north", "south")
	img := drawBorders(t, b, theme, maptest.View)
	if !filled(img, 160, 120) || !filled(img, 100, 220) || filled(img, 160, 265) || filled(img, 350, 180) {
		t.Error("one is not filled, or the lake or the surroundings are")
	}
	if b.Select("north", "south") || !b.Select("south") {
		t.Error("wrong report of whether the selection changed")
	}
	img = drawBorders(t, b, theme, maptest.View)
	if filled(img, 160, 120) || !filled(img, 100, 220) {
		t.Error("the removed unit is still filled, or the remaining one is not")
	}
	if want := []string{"north", "south"}; !slices.Equal(q.outlines, want) {
		t.Errorf("outlines read: %v, want %v", q.outlines, want)
	}
	moved := drawBorders(t, b, theme, maptest.View.Pan(40, 0))
	if !filled(moved, 60, 220) && !filled(moved, 140, 220) {
		t.Error("the selection stays behind when the map is dragged")
	}
	if len(q.outlines) != 2 {
		t.Errorf("a small drag read outlines again: %v", q.outlines)
	}
}

func TestBorderLevelSuitsTheZoom(t *testing.T) {
	for zoom, want := range map[float64]boundary.Level{
		3: boundary.Country, 6.9: boundary.Country, 7: boundary.Province, 9.99: boundary.Province,
		10: boundary.Ward, 12.9: boundary.Ward, 13: boundary.Street, 20: boundary.Street,
	} {
		if got := view.Level(zoom); got != want {
			t.Errorf("zoom %v: %v, want %v", zoom, got, want)
		}
	}
	q := &quilt{}
	b := New(q, maptest.Themes(t).Light, Options{})
	defer b.Close()
	v := maptest.View
	for _, v.Zoom = range []float64{6, 8, 11, 15} {
		if err := b.Wait(t.Context(), v); err != nil {
			t.Fatal(err)
		}
	}
	if want := []boundary.Level{boundary.Country, boundary.Province, boundary.Ward, boundary.Street}; !equalLevels(q.levels, want) {
		t.Errorf("read %v, want %v", q.levels, want)
	}
}

// TestCoarseBordersFadeWhereTheyMislead measures the border in the middle of the
// quilt at zooms at which a coarse one would lie on the wrong side of a river.
func TestCoarseBordersFadeWhereTheyMislead(t *testing.T) {
	theme := maptest.Themes(t).Light
	firm := theme.Borders.Province.Colour
	for _, c := range []struct {
		level boundary.Level
		zoom  float64
		alpha func(uint8) bool
		want  string
	}{
		{boundary.Country, 9.5, func(a uint8) bool { return a == firm.A }, "firm"},
		{boundary.Country, 10.5, func(a uint8) bool { return int(a) > int(firm.A)/3 && int(a) < int(firm.A)*2/3 }, "faint"},
		{boundary.Country, 11, func(a uint8) bool { return a == 0 }, "nothing"},
		{boundary.Country, 17, func(a uint8) bool { return a == 0 }, "nothing"},
		{boundary.Ward, 13, func(a uint8) bool { return a == firm.A }, "firm"},
		{boundary.Street, 20, func(a uint8) bool { return a == firm.A }, "firm"},
	} {
		b := New(&quilt{level: c.level}, theme, Options{})
		v := view.Viewport{Center: maptest.View.ToPoint(260, 110), Zoom: c.zoom, Width: 100, Height: 100, Scale: maptest.View.Scale}
		if err := b.Wait(t.Context(), v); err != nil {
			t.Fatal(err)
		}
		lines := b.layer.lines
		b.Close()
		if lines.level != c.level {
			t.Errorf("lines read as of %v, want %v", lines.level, c.level)
		}
		strongest := uint8(0)
		for _, pass := range passesOf(&theme.Borders, c.zoom, lines.level) {
			if pass.province {
				strongest = max(strongest, pass.colour.A)
			}
		}
		if !c.alpha(strongest) {
			t.Errorf("%v at zoom %v is drawn with alpha %d, want %s", c.level, c.zoom, strongest, c.want)
		}
	}
}

// TestWardBordersAreBandsAmongWideRoads checks the strokes of borders. From zoom
// 13 on those of wards are unbroken, wide and translucent, and lie under those of
// provinces.
func TestWardBordersAreBandsAmongWideRoads(t *testing.T) {
	themes := maptest.Themes(t)
	for name, theme := range map[string]*style.Theme{"light": &themes.Light, "dark": &themes.Dark} {
		for zoom := 12.0; zoom <= 20; zoom += 0.25 {
			passes := passesOf(&theme.Borders, zoom, boundary.Street)
			wards := slices.IndexFunc(passes, func(p borderPass) bool { return p.province })
			if wards < 1 || slices.ContainsFunc(passes[wards:], func(p borderPass) bool { return !p.province }) {
				t.Fatalf("%s, zoom %v: wards are not under provinces: %+v", name, zoom, passes)
			}
			if dashed := passes[wards-1].dash != nil; dashed != (zoom < 13) {
				t.Errorf("%s, zoom %v: dashed is %v", name, zoom, dashed)
			}
			if band := passes[0]; zoom >= 13 && (wards != 1 || band.width < 6 || band.colour.A < 80 || band.colour.A > 128) {
				t.Errorf("%s, zoom %v: the band is %+v", name, zoom, passes[:wards])
			}
		}
	}
}

// TestWardBordersHaveNoGaps follows a border of wards on the screen, on a picture
// and in the sample of a legend.
func TestWardBordersHaveNoGaps(t *testing.T) {
	theme := maptest.Themes(t).Light
	for _, scale := range []float64{1, 2} {
		v := maptest.View
		v.Scale, v.Width, v.Height = scale, int(scale)*v.Width, int(scale)*v.Height
		b := New(&quilt{level: boundary.Street}, theme, Options{})
		if err := b.Wait(t.Context(), v); err != nil {
			t.Fatal(err)
		}
		band := theme.Borders.Ward.Casing.At(v.Zoom)
		for what, o := range map[string]overlay.Overlay{"screen": b, "picture": b.Sheet(v, &theme)} {
			img := drawOver(theme, v, o)
			for x := 80.0; x < 240; x++ {
				for _, off := range []float64{1 - band, 0, band - 1} {
					if px, py := int(x*scale), int((200-20*(x-60)/200+off)*scale); img.RGBAAt(px, py) == theme.Background {
						t.Fatalf("%s, scale %v: there is a gap at %d, %d", what, scale, px, py)
					}
				}
			}
		}
		b.Close()
		v = view.Viewport{Zoom: 16, Width: int(30 * scale), Height: int(12 * scale), Scale: scale}
		img := drawOver(theme, v, Sample(v, &theme.Borders, false, false))
		for x := range v.Width {
			if img.RGBAAt(x, v.Height/2) == theme.Background || img.RGBAAt(x, 0) != theme.Background || img.RGBAAt(x, v.Height-1) != theme.Background {
				t.Fatalf("scale %v: the sample is not a band with ground on either side at %d", scale, x)
			}
		}
	}
}

// drawOver returns the picture of an overlay on empty ground.
func drawOver(theme style.Theme, v view.Viewport, o overlay.Overlay) *image.RGBA {
	m := mapdraw.NewMap(nil, theme, mapdraw.Options{})
	defer m.Close()
	img := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	m.Compose(img, v, []overlay.Overlay{o})
	return img
}

// TestCoarseBordersAreOnNoPictureOfStreets checks the screen and an exported
// picture at a zoom at which no border must be drawn.
func TestCoarseBordersAreOnNoPictureOfStreets(t *testing.T) {
	theme := maptest.Themes(t).Light
	near := maptest.View
	near.Zoom, near.Center = 15, maptest.View.ToPoint(260, 110)
	for level, want := range map[boundary.Level]bool{boundary.Country: false, boundary.Street: true} {
		b := New(&quilt{level: level}, theme, Options{})
		img := drawBorders(t, b, theme, near)
		sheet := b.Sheet(near, &theme)
		b.Close()
		drawn := image.NewRGBA(img.Rect)
		m := mapdraw.NewMap(nil, theme, mapdraw.Options{})
		m.Compose(drawn, near, []overlay.Overlay{sheet})
		m.Close()
		for what, img := range map[string]*image.RGBA{"screen": img, "sheet": drawn} {
			if got := hasOther(img, theme.Background); got != want {
				t.Errorf("borders of level %v on the %s: %v, want %v", level, what, got, want)
			}
		}
	}
}

// hasOther reports whether a picture has a colour other than ground.
func hasOther(img *image.RGBA, ground color.RGBA) bool {
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y) != ground {
				return true
			}
		}
	}
	return false
}

func equalLevels(a, b []boundary.Level) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestSmallDragReadsNothingAnew(t *testing.T) {
	q := &quilt{}
	b := New(q, maptest.Themes(t).Light, Options{})
	defer b.Close()
	for i := range 5 {
		if err := b.Wait(t.Context(), maptest.View.Pan(float64(60*i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	if len(q.levels) != 1 {
		t.Errorf("read %d times while the view stayed in what was read", len(q.levels))
	}
	if err := b.Wait(t.Context(), maptest.View.Pan(2000, 0)); err != nil {
		t.Fatal(err)
	}
	if len(q.levels) != 2 {
		t.Errorf("read %d times in all, want 2", len(q.levels))
	}
}

func TestOtherBordersAreReadAnew(t *testing.T) {
	theme := maptest.Themes(t).Light
	q := &quilt{err: errors.New("the disk is gone")}
	b := New(q, maptest.Themes(t).Light, Options{})
	defer b.Close()
	if img := drawBorders(t, b, theme, maptest.View); img.RGBAAt(263, 100) == theme.Background && img.RGBAAt(260, 100) == theme.Background {
		t.Error("the part read before an error is not drawn")
	}
	q.mu.Lock()
	q.empty = true
	q.mu.Unlock()
	b.Invalidate()
	img := drawBorders(t, b, theme, maptest.View)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if img.RGBAAt(x, y) != theme.Background {
				t.Fatalf("pixel %d, %d is drawn of borders that are gone", x, y)
			}
		}
	}
}

// TestIsletsAreDrawnFine measures the ink of an islet and of a line of the same
// length, over a country and in town.
func TestIsletsAreDrawnFine(t *testing.T) {
	theme := maptest.Themes(t).Light
	ink := func(zoom float64, line ...view.World) (sum int) {
		size := view.WorldSize(zoom, 1)
		box := view.NoBox
		for i := range line {
			line[i] = view.World{X: 0.5 + line[i].X/size, Y: 0.5 + line[i].Y/size}
			box = box.With(line[i])
		}
		w := layerWish{theme: &theme, zoom: zoom, density: 1, at: image.Rect(int(size/2)-60, int(size/2)-60, int(size/2)+60, int(size/2)+60)}
		layer := (&layerPainter{rows: stripRows}).paint(w, &borderLines{points: line, lines: []borderLine{{end: len(line), box: box, province: true}}})
		img := image.NewRGBA(image.Rect(0, 0, w.at.Dx(), w.at.Dy()))
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		layer.pix.Draw(img, 0, 0)
		for i := 0; i < len(img.Pix); i += 4 {
			sum += 255 - int(img.Pix[i])
		}
		return sum
	}
	for zoom, most := range map[float64]float64{5: 0.95, 9: 0.6, 14: 0.55} {
		ring := ink(zoom, view.World{X: -8, Y: -8}, view.World{X: 8, Y: -8}, view.World{X: 8, Y: 8}, view.World{X: -8, Y: 8}, view.World{X: -8, Y: -8})
		line := ink(zoom, view.World{X: -32, Y: 0}, view.World{X: 32, Y: 0})
		if share := float64(ring) / float64(line); share > most || share < 0.2 {
			t.Errorf("zoom %v: an islet has %.2f of the ink of a line, want 0.2…%v", zoom, share, most)
		}
	}
}

func TestUnreadableBordersAreReported(t *testing.T) {
	broken := &quilt{err: errors.New("page fault")}
	heard := make(chan error, 100)
	b := New(broken, maptest.Themes(t).Light, Options{Fonts: maptest.Fonts(t), OnError: func(err error) { heard <- err }})
	defer b.Close()
	b.Select("north")
	if err := b.Wait(maptest.Patience(t), maptest.View); err != nil {
		t.Fatal(err)
	}
	const sources = 3 // borders, names, outlines
	if len(heard) < sources {
		t.Errorf("OnError called with %d errors, want one of each kind", len(heard))
	}
	if err := <-heard; !errors.Is(err, broken.err) {
		t.Errorf("OnError called with %v, want %v", err, broken.err)
	}
}
