package mapdraw

import (
	"errors"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

var update = flag.Bool("update", false, "write the golden pictures of testdata anew")

// Golden pictures may differ a little: processors that multiply and add in one
// step round otherwise, which moves an edge by a fraction of a step of colour.
const (
	goldenStep  = 6    // that a channel may differ by anywhere
	goldenShare = 0.02 // of the pixels that may differ at all
)

// TestGolden draws the town in all that its name says. A golden picture is
// written anew only if its reason below still holds in the new one; look at it.
func TestGolden(t *testing.T) {
	themes := testThemes(t)
	near := testView
	near.Zoom, near.Center = 17, testView.ToPoint(170, 240)
	far := testView
	far.Zoom = 12.5
	fine := testView
	fine.Scale, fine.Width, fine.Height = 2, 600, 440
	between := testView
	between.Zoom, between.Width = 15.1, 440
	for _, c := range []struct {
		name     string
		reason   string
		theme    style.Theme
		view     view.Viewport
		overlays []Overlay
	}{
		{"light", "every kind: casing, bridge above, tunnel dashed, hole in the park, names", themes.Light, testView, nil},
		{"dark", "the same at night: nothing vanishes in its ground", themes.Dark, testView, nil},
		{"near", "one-way arrows, wide roads with names within", themes.Light, near, nil},
		{"far", "minor roads gone, thin lines even", themes.Light, far, nil},
		{"fine", "a dense display: the same map, sharper", themes.Light, fine, nil},
		{"between", "a zoom between two levels: scaled tiles that still fit together", themes.Light, between, nil},
		{"trip", "raw dots over route, inferred dashed, off road dotted, halo, warning", themes.Light, testView, trip()},
		{"trip_dark", "the same at night", themes.Dark, testView, trip()},
	} {
		t.Run(c.name, func(t *testing.T) {
			compareGolden(t, c.name, c.reason, complete(t, town(), c.theme, c.view, c.overlays...))
		})
	}
}

// complete returns the picture of a view with all of its tiles and labels.
func complete(t *testing.T, src Source, theme style.Theme, v view.Viewport, overlays ...Overlay) *image.RGBA {
	t.Helper()
	m := NewMap(src, theme, Options{Fonts: fonts(t)})
	defer m.Close()
	if err := m.Wait(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	picture := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
	if !m.Compose(picture, v, overlays) {
		t.Error("the picture is not complete after Wait")
	}
	return picture
}

func TestGoldenSwatches(t *testing.T) {
	themes := testThemes(t)
	for _, c := range []struct {
		name  string
		theme style.Theme
	}{{"swatches_light", themes.Light}, {"swatches_dark", themes.Dark}} {
		all := image.NewRGBA(image.Rect(0, 0, 72, 24*int(numSamples)))
		for i, s := range Samples() {
			one := Swatch(c.theme, s, 72, 24, 1)
			copy(all.Pix[i*24*all.Stride:], one.Pix)
		}
		compareGolden(t, c.name, "each sample is told apart by shape as well as by colour", all)
	}
}

// trip is a trip through the town, with everything that can happen to one.
func trip() []Overlay {
	at := func(x, y float64) geo.Point { return testView.ToPoint(x, y) }
	route := []geo.Point{at(40, 175), at(180, 140), at(300, 120), at(420, 96), at(455, 90)}
	return []Overlay{
		Route{Selected: true, Legs: []RouteLeg{
			{Line: route, Inferred: []VertexRange{{2, 3}}},
			{Line: []geo.Point{at(455, 90), at(470, 130), at(500, 140)}, OffRoad: true},
		}},
		RawTrace{Points: []geo.Point{at(45, 168), at(90, 172), at(130, 148), at(180, 146), at(230, 128), at(440, 88), at(466, 126), at(497, 146)}, Selected: 2, HasSelected: true},
		Warnings{Points: []geo.Point{at(330, 150)}},
	}
}

func compareGolden(t *testing.T, name, reason string, got *image.RGBA) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		writePNG(t, path, got)
		return
	}
	want := readPNG(t, path)
	if got.Rect != want.Rect {
		t.Fatalf("%s: %v, want %v", name, got.Rect, want.Rect)
	}
	differ := 0
	for i := 0; i < len(got.Pix); i += 4 {
		if [4]byte(got.Pix[i:]) != [4]byte(want.Pix[i:]) {
			differ++
		}
	}
	p, d := worst(got, want, image.Point{})
	if share := float64(differ) / float64(len(got.Pix)/4); d > goldenStep || share > goldenShare {
		failed := filepath.Join(t.ArtifactDir(), name+".png")
		writePNG(t, failed, got)
		t.Errorf("%s (%s): pixel %v differs by %d, %.1f %% of all differ; see %s", name, reason, p, d, 100*share, failed)
	}
}

func writePNG(t *testing.T, path string, img image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(f, img); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func readPNG(t *testing.T, path string) *image.RGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(f)
	if err := errors.Join(err, f.Close()); err != nil {
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
