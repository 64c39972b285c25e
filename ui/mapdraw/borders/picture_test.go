// SPDX-License-Identifier: MIT

package borders

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// scribble returns a transparent picture of a few strokes, mostly empty.
func scribble(rng *rand.Rand, width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	var m raster.Mask
	m.Reset(width, height)
	for range rng.IntN(4) {
		at := func() raster.Vec {
			return raster.Vec{X: rng.Float64() * float64(width), Y: rng.Float64() * float64(height)}
		}
		m.Polyline([]raster.Vec{at(), at()}, 1+3*rng.Float64(), 0)
	}
	m.LayOver(img, color.RGBA{R: 90, A: 180})
	return img
}

func sparseOf(img *image.RGBA) raster.Sparse {
	s := raster.Sparse{Width: img.Rect.Dx()}
	s.Add(img)
	return s
}

// TestBorderLayerShowsItsPicture compares show with drawing each pixel by itself:
// where the view is that of the picture, dragged beyond its edge, and at other
// zooms.
func TestBorderLayerShowsItsPicture(t *testing.T) {
	shown := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 4))
		v := maptest.View
		v.Width, v.Height = 1+rng.IntN(80), 1+rng.IntN(60)
		wish := layerFor(v.Snapped(), nil)
		img := scribble(rng, wish.at.Dx(), wish.at.Dy())
		layer := borderLayer{wish: wish, pix: sparseOf(img)}
		v = v.Pan(float64(rng.IntN(90)-45), float64(rng.IntN(90)-45))
		if seed%3 > 0 {
			v.Zoom += 3*rng.Float64() - 1.5
		}
		v = v.Snapped()
		got, want := image.NewRGBA(image.Rect(0, 0, v.Width, v.Height)), image.NewRGBA(image.Rect(0, 0, v.Width, v.Height))
		for i := range got.Pix {
			got.Pix[i] = [4]uint8{40, 111, 182, 255}[i%4]
		}
		copy(want.Pix, got.Pix)
		layer.show(got, v)
		showSlowly(want, img, wish, v)
		// The weights may be rounded differently in both directions.
		if p, d := maptest.Worst(got, want, image.Point{}); d > 2 {
			t.Errorf("seed %d: pixel %v differs by %d", seed, p, d)
		}
		if _, d := maptest.Worst(got, image.NewRGBA(got.Rect), image.Point{}); d == 255 {
			shown++
		}
	}
	if shown < 20 {
		t.Errorf("only %d of the pictures show anything", shown)
	}
}

// showSlowly draws img over dst pixel by pixel, as borderLayer.show should.
func showSlowly(dst, img *image.RGBA, wish layerWish, v view.Viewport) {
	ox, oy := v.Origin()
	ratio := view.WorldSize(wish.zoom, wish.density) / v.WorldSize()
	for y := range dst.Rect.Dy() {
		for x := range dst.Rect.Dx() {
			at := raster.Vec{X: (ox+float64(x)+0.5)*ratio - float64(wish.at.Min.X) - 0.5, Y: (oy+float64(y)+0.5)*ratio - float64(wish.at.Min.Y) - 0.5}
			if ratio == 1 {
				at = raster.Vec{X: math.Round(at.X), Y: math.Round(at.Y)}
			}
			sx, sy := int(math.Floor(at.X)), int(math.Floor(at.Y))
			if ratio != 1 && (sx < 0 || sy < 0 || sx+1 >= img.Rect.Dx() || sy+1 >= img.Rect.Dy()) {
				continue
			}
			wx, wy := at.X-float64(sx), at.Y-float64(sy)
			px := dst.Pix[dst.PixOffset(x, y):]
			for i := range 3 {
				colour, alpha := mixed(img, sx, sy, wx, wy, i), mixed(img, sx, sy, wx, wy, 3)
				px[i] = uint8(min(math.Round(colour+float64(px[i])*(1-alpha/255)), 255))
			}
			px[3] = 255
		}
	}
}

// mixed returns one byte of the four pixels around (x, y), mixed by weights.
func mixed(img *image.RGBA, x, y int, wx, wy float64, i int) float64 {
	at := func(x, y int) float64 {
		if !image.Pt(x, y).In(img.Rect) {
			return 0
		}
		return float64(img.Pix[img.PixOffset(x, y)+i])
	}
	upper, lower := at(x, y)*(1-wx)+at(x+1, y)*wx, at(x, y+1)*(1-wx)+at(x+1, y+1)*wx
	return upper*(1-wy) + lower*wy
}

// TestBorderPictureHasNoSeams draws a picture in low strips and in one strip.
func TestBorderPictureHasNoSeams(t *testing.T) {
	theme := maptest.Themes(t).Light
	for seed := range uint64(5) {
		rng := rand.New(rand.NewPCG(seed, 5))
		lines := &borderLines{}
		v := maptest.View
		for range 30 {
			l := borderLine{first: len(lines.points), box: view.NoBox, province: rng.IntN(2) == 0}
			at := raster.Vec{X: rng.Float64() * 512, Y: rng.Float64() * 384}
			for range 2 + rng.IntN(20) {
				p := v.ToPoint(at.X, at.Y)
				w := view.Project(p)
				lines.points, l.box = append(lines.points, w), l.box.With(w)
				at = raster.Vec{X: at.X + 80*rng.NormFloat64(), Y: at.Y + 80*rng.NormFloat64()}
			}
			l.end = len(lines.points)
			lines.lines = append(lines.lines, l)
		}
		wish := layerFor(v.Snapped(), &theme)
		low := (&layerPainter{rows: 7}).paint(wish, lines)
		tall := (&layerPainter{rows: wish.at.Dy()}).paint(wish, lines)
		var drawn [2]*image.RGBA
		for i, l := range []*borderLayer{low, tall} {
			drawn[i] = image.NewRGBA(image.Rect(0, 0, wish.at.Dx(), wish.at.Dy()))
			draw.Draw(drawn[i], drawn[i].Rect, image.White, image.Point{}, draw.Src)
			l.pix.Draw(drawn[i], 0, 0)
		}
		// The tolerance is for single precision, as between tiles.
		if p, d := maptest.Worst(drawn[0], drawn[1], image.Point{}); d > 3 {
			t.Fatalf("seed %d: pixel %v differs by %d between low strips and a tall one", seed, p, d)
		}
	}
}
