// SPDX-License-Identifier: MIT

package borders

import (
	"image"
	"math"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// borderLayer is a transparent picture of borders, larger than the view, so that
// dragging the map only moves it. Drawing the borders of all wards takes longer
// than a frame.
type borderLayer struct {
	wish  layerWish
	lines *borderLines // the lines drawn
	pix   raster.Sparse
}

// layerWish selects the picture of borders to draw.
type layerWish struct {
	theme   *style.Theme
	zoom    float64
	density float64         // device pixels in a logical pixel
	at      image.Rectangle // in world pixels at zoom
}

// layerMargin is the margin of a layer around the view on each side, as a share
// of the view's size. When less than layerSpare of it is left, another layer is
// drawn.
const (
	layerMargin = 0.4
	layerSpare  = 0.15
)

// layerFor returns the layer for v.
func layerFor(v view.Viewport, theme *style.Theme) layerWish {
	return layerWish{theme: theme, zoom: v.Zoom, density: v.DeviceScale(), at: view.RectOf(v, layerMargin)}
}

// suits reports whether the requested picture still covers v.
func (w layerWish) suits(v view.Viewport, theme *style.Theme) bool {
	return w.theme == theme && w.zoom == v.Zoom && w.density == v.DeviceScale() && view.RectOf(v, layerSpare).In(w.at)
}

// layerPainter draws pictures of borders one after another and reuses its memory.
// It draws them in strips, and only the non-empty parts go into the picture,
// because a whole picture would take ten times the memory.
type layerPainter struct {
	rows   int // of a strip, stripRows except in tests
	strip  image.RGBA
	sink   raster.Transparent
	drawer lineDrawer
}

// stripRows is the height of a strip. It is small enough for the processor's
// cache, and large enough that few borders lie in several strips.
const stripRows = 128

// paint draws the picture of wish.
func (p *layerPainter) paint(w layerWish, lines *borderLines) *borderLayer {
	out := &borderLayer{wish: w, lines: lines, pix: raster.Sparse{Width: w.at.Dx()}}
	p.drawer.lines, p.drawer.passes = lines, passesOf(&w.theme.Borders, w.zoom, lines.level)
	p.drawer.aim(w.plane(w.at))
	for y := w.at.Min.Y; y < w.at.Max.Y; y += p.rows {
		at := w.at
		at.Min.Y, at.Max.Y = y, min(y+p.rows, w.at.Max.Y)
		p.clearStrip(at.Dx(), at.Dy())
		p.drawer.draw(&p.sink, w.plane(at))
		out.pix.Add(&p.strip)
	}
	p.drawer.lines = nil
	clear(p.drawer.near)
	return out
}

// clearStrip makes the strip an empty picture of the given size.
func (p *layerPainter) clearStrip(width, height int) {
	if n := 4 * width * height; cap(p.strip.Pix) < n {
		p.strip.Pix = make([]uint8, n)
	} else {
		p.strip.Pix = p.strip.Pix[:n]
		clear(p.strip.Pix)
	}
	p.strip.Stride, p.strip.Rect = 4*width, image.Rect(0, 0, width, height)
	p.sink.Dst = &p.strip
	p.sink.Reset(width, height)
}

// A coast less than islet logical pixels across is drawn with isletShare of the
// normal width, because a bay full of islets would be a blot. It is at least
// isletLeast logical pixels wide, so that far islands do not vanish.
const (
	islet      = 26.0
	isletShare = 0.4
	isletLeast = 0.9
)

// widthOf returns the width of a line (logical pixels); world is the side of the
// world in logical pixels.
func (p *borderPass) widthOf(lines *borderLines, l *borderLine, world float64) float64 {
	if lines.isIslet(l, islet/world) {
		return min(p.width, max(p.width*isletShare, isletLeast))
	}
	return p.width
}

// isIslet reports whether l surrounds an area smaller than length, a share of the
// world's side.
func (b *borderLines) isIslet(l *borderLine, length float64) bool {
	return b.points[l.first] == b.points[l.end-1] && l.box.X1-l.box.X0 < length && l.box.Y1-l.box.Y0 < length
}

// show draws the picture over dst at its place in v: pixel by pixel at its own
// zoom, scaled at others until the right one is ready.
func (l *borderLayer) show(dst *image.RGBA, v view.Viewport) {
	ox, oy := v.Origin()
	if l.wish.zoom == v.Zoom && l.wish.density == v.DeviceScale() {
		l.pix.Draw(dst, l.wish.at.Min.X-int(math.Round(ox)), l.wish.at.Min.Y-int(math.Round(oy)))
		return
	}
	ratio := view.WorldSize(l.wish.zoom, l.wish.density) / v.WorldSize()
	if ratio > 4 || ratio < 0.25 {
		return // too different to be recognised
	}
	l.pix.DrawScaled(dst, ox*ratio-float64(l.wish.at.Min.X), oy*ratio-float64(l.wish.at.Min.Y), ratio)
}
