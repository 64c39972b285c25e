// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/borders"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/tile"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// exported returns the options of most tests: the town with a trip and all
// panels.
func exported(t testing.TB, theme style.Theme) Options {
	t.Helper()
	o := Options{
		Source: maptest.Town(), Theme: theme, Fonts: maptest.Fonts(t), View: maptest.View, Width: 560, Height: 420, Scale: 1,
		Overlays: append(trip(), stamp{maptest.View.Center}, overlay.Faults{Points: []geo.Point{maptest.View.ToPoint(250, 330)}}), ScaleBar: true,
	}
	for i, text := range []string{"Điểm ghi được", "Lộ trình khớp đường", "Đoạn suy ra", "Ngoài đường", "Cảnh báo", "Điểm dừng", "Đang chọn"} {
		o.Legend = append(o.Legend, LegendRow{Sample(i), text})
	}
	return o
}

// stamp is an overlay of a type unknown to exports.
type stamp struct{ at geo.Point }

func (s stamp) Draw(c *overlay.Canvas, v view.Viewport) {
	x, y := v.ToScreen(s.at)
	c.Sink.Polyline([]raster.Vec{{X: x, Y: y}, {X: x, Y: y}}, 24*c.Scale, 0)
	c.Sink.Paint(color.RGBA{0x40, 0, 0x40, 0x80})
}

func exportPNG(t testing.TB, o Options) *image.RGBA {
	t.Helper()
	var file bytes.Buffer
	if err := PNG(context.Background(), &file, o); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewRGBA(img.Bounds())
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			out.Set(x, y, img.At(x, y))
		}
	}
	return out
}

func TestGoldenExport(t *testing.T) {
	themes := maptest.Themes(t)
	const reason = "the picture stands on its own: legend, scale bar and licence, on no label"
	whole := exported(t, themes.Light)
	whole.Width, whole.Height = 500, 375
	maptest.Golden(t, "export", reason, exportPNG(t, whole))
	whole.Theme = themes.Dark
	maptest.Golden(t, "export_dark", reason+", at night", exportPNG(t, whole))
	small := exported(t, themes.Light)
	small.Width, small.Height = 150, 100
	maptest.Golden(t, "export_small", "no room for the legend, but for the licence", exportPNG(t, small))
}

// TestBandsFit compares a picture made of several bands with one part of a larger
// picture made of other bands. There must be no seam and no displacement.
func TestBandsFit(t *testing.T) {
	themes := maptest.Themes(t)
	o := exported(t, themes.Light)
	o.Legend, o.ScaleBar = nil, false
	o.Width, o.Height = 700, 1100
	o.View.Width, o.View.Height = 700, 1100
	tall := exportPNG(t, o)
	m := mapdraw.NewMap(o.Source, o.Theme, mapdraw.Options{})
	defer m.Close()
	v := o.View
	if err := m.Wait(context.Background(), v); err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	m.Compose(screen, v, o.Overlays)
	// The screen's map is moved by up to half a pixel and has other labels, so
	// only most of the pixels must be similar.
	far := 0
	for i := 0; i < len(tall.Pix); i += 4 {
		for j := range 3 {
			if d := int(tall.Pix[i+j]) - int(screen.Pix[i+j]); d > 60 || d < -60 {
				far++
				break
			}
		}
	}
	if share := float64(far) / float64(len(tall.Pix)/4); share > 0.03 {
		t.Errorf("%.1f %% of the pixels differ from the map on screen", 100*share)
	}
}

// TestExportedLabels checks many pictures: no label lies on another or on a
// panel, and each is whole.
func TestExportedLabels(t *testing.T) {
	themes := maptest.Themes(t)
	rng := rand.New(rand.NewPCG(7, 7))
	sources := []tile.Source{maptest.Crowd(5, 1500), maptest.Delta(), maptest.Andorra(t)}
	centres := []geo.Point{maptest.View.Center, maptest.View.Center, {Lat: 42.51, Lon: 1.53}}
	labels := 0
	for i := range 200 {
		k := rng.IntN(len(sources))
		o := exported(t, themes.Light)
		o.Source = sources[k]
		o.Width, o.Height = 80+rng.IntN(600), 60+rng.IntN(500)
		o.Scale = []float64{0, 0.7, 1, 1.35, 2}[rng.IntN(5)]
		o.View.Zoom = 11 + 7*rng.Float64()
		reach := 0.03 * math.Exp2(13-o.View.Zoom)
		o.View.Center = geo.Point{Lat: centres[k].Lat + reach*(rng.Float64()-0.5), Lon: centres[k].Lon + reach*(rng.Float64()-0.5)}
		name := fmt.Sprintf("picture %d, %d × %d, scale %v, %+v", i, o.Width, o.Height, o.Scale, o.View)
		e, err := newExporter(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.chooseNames(); err != nil {
			t.Fatal(err)
		}
		labels += len(e.labels)
		checkLabels(t, name, e)
	}
	if labels < 1000 {
		t.Errorf("only %d labels in 200 pictures", labels)
	}
}

func checkLabels(t *testing.T, name string, e *exporter) {
	t.Helper()
	frame := raster.Box{X0: 0, Y0: 0, X1: float64(e.Width), Y1: float64(e.Height)}
	size := e.view.WorldSize()
	for i, a := range e.labels {
		for _, b := range e.labels[:i] {
			if hit, at := collide(a, b, size); hit {
				t.Fatalf("%s: %q lies on %q at %v", name, a.Label.Text, b.Label.Text, at)
			}
		}
		x, y := a.Label.At.X*size-e.origin.X, a.Label.At.Y*size-e.origin.Y
		for _, b := range a.Boxes {
			b = b.Add(x, y)
			if !b.Grow(-1e-6).Within(frame) {
				t.Fatalf("%s: %q leaves the picture: %v", name, a.Label.Text, b)
			}
			for _, p := range e.panels {
				if b.Overlaps(p.box) {
					t.Fatalf("%s: %q lies on the %s", name, a.Label.Text, p.name)
				}
			}
		}
		// The ink lies within the boxes, and thereby within the picture.
		s := e.layouts.Draw(a.Label, e.view.Scale)
		for py := range s.Pix.Rect.Dy() {
			for px := range s.Pix.Rect.Dx() {
				if s.Pix.RGBAAt(px, py).A > 250 && !inBoxes(a.Boxes, float64(px+s.X)+0.5, float64(py+s.Y)+0.5) {
					t.Fatalf("%s: %q has ink at %d, %d outside of its boxes", name, a.Label.Text, px+s.X, py+s.Y)
				}
			}
		}
	}
}

func TestLicenceIsOnEveryPicture(t *testing.T) {
	themes := maptest.Themes(t)
	for _, size := range [][2]int{{1, 1}, {40, 20}, {100, 400}, {560, 420}} {
		o := exported(t, themes.Light)
		o.Width, o.Height = size[0], size[1]
		e, err := newExporter(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		p := e.panels[0]
		if licence, ok := p.parts[1].(words); p.name != "licence" || !ok || licence.Text != OSMLicence {
			t.Errorf("%v: the first panel is %+v, want the licence", size, p)
		}
		if size[0] > 30 && !p.box.Within(raster.Box{X0: 0, Y0: 0, X1: float64(size[0]), Y1: float64(size[1])}) {
			t.Errorf("%v: the licence at %v leaves the picture", size, p.box)
		}
		exportPNG(t, o)
	}
}

func TestExportRefuses(t *testing.T) {
	themes := maptest.Themes(t)
	for _, c := range []struct {
		name   string
		change func(*Options)
		want   string
	}{
		{"no width", func(o *Options) { o.Width = 0 }, "0 × 420"},
		{"too high", func(o *Options) { o.Height = MaxSide + 1 }, "560 × 16385"},
		{"no view", func(o *Options) { o.View.Width = 0 }, "no size"},
		{"no fonts", func(o *Options) { o.Fonts = nil }, "fonts"},
		{"too coarse", func(o *Options) { o.Scale = 100 }, "scale"},
		{"no number", func(o *Options) { o.Scale = math.NaN() }, "scale"},
	} {
		o := exported(t, themes.Light)
		c.change(&o)
		for _, export := range []func(context.Context, io.Writer, Options) error{PNG, SVG} {
			if err := export(context.Background(), io.Discard, o); !errors.Is(err, Err) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want Err and %q", c.name, err, c.want)
			}
		}
	}
}

func TestExportStops(t *testing.T) {
	themes := maptest.Themes(t)
	for _, export := range []func(context.Context, io.Writer, Options) error{PNG, SVG} {
		for at := range 6 {
			ctx, cancel := context.WithCancel(context.Background())
			o := exported(t, themes.Light)
			o.Height = 1600
			steps := 0
			o.OnProgress = func(done, total int) {
				steps++
				if done != steps || done > total {
					t.Errorf("step %d says %d of %d", steps, done, total)
				}
				if done == at+1 {
					cancel()
				}
			}
			if at == 0 {
				cancel()
			}
			if err := export(ctx, io.Discard, o); !errors.Is(err, context.Canceled) {
				t.Errorf("stopped at step %d: %v", at, err)
			}
			cancel()
		}
	}
	broken := errors.New("broken")
	o := exported(t, themes.Light)
	o.Source = &maptest.Features{Err: broken}
	if err := PNG(context.Background(), io.Discard, o); !errors.Is(err, broken) {
		t.Errorf("a source that fails: %v", err)
	}
}

// TestNamesOfUnitsAreWholeOnPictures crops pictures at random from a quilt with
// names. Each name must be whole, and lie on no other name and on no panel.
func TestNamesOfUnitsAreWholeOnPictures(t *testing.T) {
	themes := maptest.Themes(t)
	b := borders.New(&quilt{}, themes.Light, borders.Options{Fonts: maptest.Fonts(t)})
	defer b.Close()
	const seed = 11
	rng := rand.New(rand.NewPCG(seed, seed))
	written := map[string]int{}
	for i := range 60 {
		o := exported(t, themes.Light)
		o.Overlays = []overlay.Overlay{b, b.Names(nil)}
		o.View.Zoom = 9 + 6*rng.Float64()
		o.View.Center = maptest.View.ToPoint(450*rng.Float64(), 350*rng.Float64())
		o.Width, o.Height = 150+rng.IntN(500), 120+rng.IntN(400)
		name := fmt.Sprintf("seed %d, picture %d, %d × %d at %+v", seed, i, o.Width, o.Height, o.View)
		e, err := newExporter(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.chooseNames(); err != nil {
			t.Fatal(err)
		}
		checkLabels(t, name, e)
		for _, lb := range e.labels {
			written[strings.ReplaceAll(lb.Label.Text, "\n", " ")]++
		}
	}
	for _, want := range []string{"Miền Tây", "Phường Bắc", "Phường Nam", "Xã Đông Hưng Thuận"} {
		if written[want] == 0 {
			t.Errorf("%q is on none of the pictures", want)
		}
	}
}

// TestBordersAreLinesInSVG checks that borders, the selected unit and a clicked
// road are written as shapes and not as embedded pictures.
func TestBordersAreLinesInSVG(t *testing.T) {
	themes := maptest.Themes(t)
	b := borders.New(&quilt{}, themes.Light, borders.Options{Fonts: maptest.Fonts(t)})
	defer b.Close()
	b.Select("south")
	o := exported(t, themes.Light)
	o.Source, o.Overlays = nil, []overlay.Overlay{b, overlay.Highlight{Line: trip()[0].(overlay.Route).Legs[0].Line}, b.Names(nil)}
	var file bytes.Buffer
	if err := SVG(context.Background(), &file, o); err != nil {
		t.Fatal(err)
	}
	halo := o.Theme.Overlay.Halo
	half := color.RGBA{R: halo.R / 2, G: halo.G / 2, B: halo.B / 2, A: halo.A / 2}
	look := &o.Theme.Borders
	for what, want := range map[string]string{
		"wards": colour("stroke", look.Ward.CasingColour), "provinces": colour("stroke", look.Province.Colour),
		"the selected unit": colour("fill", look.Selected), "its outline": colour("stroke", look.Core),
		"the clicked road": colour("stroke", half), "a name": `aria-label="Phường Nam"`,
	} {
		if !strings.Contains(file.String(), want) {
			t.Errorf("%s: there is no %s", what, want)
		}
	}
	if strings.Contains(file.String(), "<image") {
		t.Error("something is embedded as a picture")
	}
}

// TestFormerDistrictsAreNotOnPicturesOfWards exports districts, named with and
// without their kind, with and without the names of wards.
func TestFormerDistrictsAreNotOnPicturesOfWards(t *testing.T) {
	o := exported(t, maptest.Themes(t).Light)
	o.Source = &maptest.Features{List: []basemap.Feature{
		maptest.Feature(basemap.PlaceSuburb, "Quận 5", 0, maptest.Px(150, 110)),
		maptest.Feature(basemap.PlaceSuburb, "Gò Vấp", 0, maptest.Px(400, 300)),
	}}
	b := borders.New(&quilt{}, o.Theme, borders.Options{Fonts: o.Fonts})
	defer b.Close()
	for _, wards := range []bool{false, true} {
		if o.Overlays = nil; wards {
			o.Overlays = []overlay.Overlay{b, b.Names(nil)}
		}
		e, err := newExporter(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.chooseNames(); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"QUẬN 5", "GÒ VẤP"} {
			if named := slices.ContainsFunc(e.labels, func(lb label.Laid) bool { return lb.Label.Text == name }); named == wards {
				t.Errorf("wards %v: %s is named: %v", wards, name, named)
			}
		}
	}
}
