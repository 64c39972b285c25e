package borders

import (
	"image"
	"math"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// borderLayer is a see-through picture of borders, larger than the view, so that
// dragging the map only moves it. Stroking the borders of all wards takes longer
// than a frame has.
type borderLayer struct {
	wish  layerWish
	lines *borderLines // that were drawn
	pix   raster.Sparse
}

// layerWish says which picture of borders is to be drawn.
type layerWish struct {
	theme   *style.Theme
	zoom    float64
	density float64         // device pixels in a logical one
	at      image.Rectangle // in the world's pixels at zoom
}

// layerMargin is by which share of the view's size its picture reaches beyond it
// on each side, and layerSpare what must be left of that before another is
// drawn.
const (
	layerMargin = 0.4
	layerSpare  = 0.15
)

// layerFor returns the picture that suits v.
func layerFor(v view.Viewport, theme *style.Theme) layerWish {
	return layerWish{theme: theme, zoom: v.Zoom, density: v.DeviceScale(), at: view.RectOf(v, layerMargin)}
}

// suits reports whether the picture that was wished for can stay wished for when
// v is shown.
func (w layerWish) suits(v view.Viewport, theme *style.Theme) bool {
	return w.theme == theme && w.zoom == v.Zoom && w.density == v.DeviceScale() && view.RectOf(v, layerSpare).In(w.at)
}

// layerPainter draws pictures of borders, one after another, with memory that it
// keeps. It draws them in strips, of which what is not empty goes into the
// picture: whole, a picture would take ten times the memory.
type layerPainter struct {
	rows   int // of a strip, stripRows but in tests
	strip  image.RGBA
	sink   raster.Transparent
	drawer lineDrawer
}

// stripRows is the height of a strip: low enough that it stays in the
// processor's cache, high enough that few borders lie in several.
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

// clearStrip makes the strip an empty picture of a size.
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

// A coast round less than islet logical pixels is drawn isletShare as wide as
// others, or a bay full of islets would be a blot; but not less than isletLeast
// logical pixels wide, or far islands would vanish.
const (
	islet      = 26.0
	isletShare = 0.4
	isletLeast = 0.9
)

// widthOf returns how wide a line is drawn, in logical pixels, of which the world's
// side has so many.
func (p *borderPass) widthOf(lines *borderLines, l *borderLine, world float64) float64 {
	if lines.isIslet(l, islet/world) {
		return min(p.width, max(p.width*isletShare, isletLeast))
	}
	return p.width
}

// isIslet reports whether l goes round something smaller than a length, in shares
// of the world's side.
func (b *borderLines) isIslet(l *borderLine, length float64) bool {
	return b.points[l.first] == b.points[l.end-1] && l.box.X1-l.box.X0 < length && l.box.Y1-l.box.Y0 < length
}

// show lays the picture over dst where v has it: pixel by pixel at the zoom that
// it was drawn for, scaled in place of the right one at others.
func (l *borderLayer) show(dst *image.RGBA, v view.Viewport) {
	ox, oy := v.Origin()
	if l.wish.zoom == v.Zoom && l.wish.density == v.DeviceScale() {
		l.pix.Draw(dst, l.wish.at.Min.X-int(math.Round(ox)), l.wish.at.Min.Y-int(math.Round(oy)))
		return
	}
	ratio := view.WorldSize(l.wish.zoom, l.wish.density) / v.WorldSize()
	if ratio > 4 || ratio < 0.25 {
		return // too far from what it should be to be recognised
	}
	l.pix.DrawScaled(dst, ox*ratio-float64(l.wish.at.Min.X), oy*ratio-float64(l.wish.at.Min.Y), ratio)
}
