// SPDX-License-Identifier: MIT

package text

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
)

// Inker draws letters into sprites. It is not safe for concurrent use.
type Inker struct {
	ink  vector.Rasterizer
	text image.Alpha
	halo []uint8
	weak []uint8
	pen  pen
}

// Writing is typeset text, ready to be drawn or to be written as outlines.
type Writing struct {
	Text    string
	Letters []InkGlyph // relative to the place of the text (pixels)
	Style   *style.Text
	Size    float64 // of the letters (pixels)
	Halo    float64 // width of the halo (pixels)
	Plate   *Plate  // behind the letters; nil for none
}

// Plate is a rounded box behind a text, or over it with an icon, centred on the place of
// the text (pixels).
type Plate struct {
	Width, Height float64
	Fill, Frame   color.RGBA
	FrameWidth    float64
	Radius, Inner float64 // of the corners, outside and inside the frame

	Icon []style.Step // as wide as the plate; nil for none
	Ink  color.RGBA   // of the icon
}

// Glyph returns the icon as a letter of the size Width.
func (p *Plate) Glyph() InkGlyph { return InkGlyph{Glyph: &Glyph{Outline: p.Icon}, Ux: 1} }

// Sprite draws t. The size of a plate is rounded to whole pixels.
func (k *Inker) Sprite(t Writing) *raster.Sprite {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for i := range t.Letters {
		g := &t.Letters[i]
		if len(g.Outline) == 0 {
			continue
		}
		for _, corner := range [4]raster.Vec{{X: g.MinX, Y: g.MinY}, {X: g.MaxX, Y: g.MinY}, {X: g.MinX, Y: g.MaxY}, {X: g.MaxX, Y: g.MaxY}} {
			x, y := g.At(corner, t.Size)
			minX, minY = min(minX, float64(x)), min(minY, float64(y))
			maxX, maxY = max(maxX, float64(x)), max(maxY, float64(y))
		}
	}
	var p Plate
	if t.Plate != nil {
		p = *t.Plate
		p.Width, p.Height = math.Round(p.Width), math.Round(p.Height)
		minX, minY = min(minX, -p.Width/2), min(minY, -p.Height/2)
		maxX, maxY = max(maxX, p.Width/2), max(maxY, p.Height/2)
	}
	if !(minX <= maxX) {
		return &raster.Sprite{Pix: image.NewRGBA(image.Rectangle{})}
	}
	// Half a pixel of the halo's soft edge, and one of the letters' own.
	margin := t.Halo + 1.5
	x0, y0 := int(math.Floor(minX-margin)), int(math.Floor(minY-margin))
	w, h := int(math.Ceil(maxX+margin))-x0, int(math.Ceil(maxY+margin))-y0
	out := &raster.Sprite{Pix: image.NewRGBA(image.Rect(0, 0, w, h)), X: x0, Y: y0}
	if t.Plate != nil {
		k.plate(out, &p)
	}
	k.ink.Reset(w, h)
	for _, g := range t.Letters {
		g.X, g.Y = g.X-float64(x0), g.Y-float64(y0)
		g.trace(&k.ink, t.Size)
	}
	k.shape(w, h)
	if t.Halo > 0 && t.Style.Halo.A != 0 {
		spread := k.spread(w, h, t.Halo)
		draw.DrawMask(out.Pix, out.Pix.Rect, image.NewUniform(t.Style.Halo), image.Point{},
			&image.Alpha{Pix: spread, Stride: w, Rect: image.Rect(0, 0, w, h)}, image.Point{}, draw.Over)
	}
	draw.DrawMask(out.Pix, out.Pix.Rect, image.NewUniform(t.Style.Fill), image.Point{}, &k.text, image.Point{}, draw.Over)
	return out
}

// shape converts the path in k.ink to coverage in k.text.
func (k *Inker) shape(w, h int) {
	if n := w * h; cap(k.text.Pix) < n {
		k.text.Pix = make([]uint8, n)
	} else {
		k.text.Pix = k.text.Pix[:n]
		clear(k.text.Pix)
	}
	k.text.Stride, k.text.Rect = w, image.Rect(0, 0, w, h)
	k.ink.Draw(&k.text, k.text.Rect, image.Opaque, image.Point{})
}

// plate draws a rounded box with a frame.
func (k *Inker) plate(out *raster.Sprite, p *Plate) {
	w, h := out.Pix.Rect.Dx(), out.Pix.Rect.Dy()
	for _, pass := range []struct {
		inset, radius float64
		col           color.RGBA
	}{{0, p.Radius, p.Frame}, {p.FrameWidth, p.Inner, p.Fill}} {
		k.ink.Reset(w, h)
		roundedBox(&k.ink, -p.Width/2+pass.inset-float64(out.X), -p.Height/2+pass.inset-float64(out.Y),
			p.Width-2*pass.inset, p.Height-2*pass.inset, pass.radius)
		k.shape(w, h)
		draw.DrawMask(out.Pix, out.Pix.Rect, image.NewUniform(pass.col), image.Point{}, &k.text, image.Point{}, draw.Over)
	}
	if len(p.Icon) > 0 {
		g := p.Glyph()
		g.X, g.Y = -float64(out.X), -float64(out.Y)
		k.ink.Reset(w, h)
		g.trace(&k.ink, p.Width)
		k.shape(w, h)
		draw.DrawMask(out.Pix, out.Pix.Rect, image.NewUniform(p.Ink), image.Point{}, &k.text, image.Point{}, draw.Over)
	}
}

func roundedBox(r *vector.Rasterizer, x, y, w, h, radius float64) {
	f := func(v float64) float32 { return float32(v) }
	r.MoveTo(f(x+radius), f(y))
	r.LineTo(f(x+w-radius), f(y))
	r.QuadTo(f(x+w), f(y), f(x+w), f(y+radius))
	r.LineTo(f(x+w), f(y+h-radius))
	r.QuadTo(f(x+w), f(y+h), f(x+w-radius), f(y+h))
	r.LineTo(f(x+radius), f(y+h))
	r.QuadTo(f(x), f(y+h), f(x), f(y+h-radius))
	r.LineTo(f(x), f(y+radius))
	r.QuadTo(f(x), f(y), f(x+radius), f(y))
	r.ClosePath()
}
