package mapdraw

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"
)

// borderLayer is a see-through picture of borders, larger than the view, so that
// dragging the map only moves it. Stroking the borders of all wards takes longer
// than a frame has.
type borderLayer struct {
	wish  layerWish
	epoch int
	lines *borderLines // that were drawn
	pix   *image.RGBA
}

// layerWish says which picture of borders is to be drawn.
type layerWish struct {
	theme   *Theme
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
func layerFor(v Viewport, theme *Theme) layerWish {
	return layerWish{theme: theme, zoom: v.Zoom, density: v.scale(), at: viewRect(v, layerMargin)}
}

// viewRect returns the world's pixels that v shows, grown on each side by a share
// of its size.
func viewRect(v Viewport, grow float64) image.Rectangle {
	ox, oy := v.origin()
	x, y := int(math.Round(ox)), int(math.Round(oy))
	dx, dy := int(grow*float64(v.Width)), int(grow*float64(v.Height))
	return image.Rect(x-dx, y-dy, x+v.Width+dx, y+v.Height+dy)
}

// suits reports whether the picture that was wished for can stay wished for when
// v is shown.
func (w layerWish) suits(v Viewport, theme *Theme) bool {
	return w.theme == theme && w.zoom == v.Zoom && w.density == v.scale() && viewRect(v, layerSpare).In(w.at)
}

// draw draws the picture.
func (w layerWish) draw(lines *borderLines, epoch int) *borderLayer {
	out := &borderLayer{wish: w, epoch: epoch, lines: lines, pix: image.NewRGBA(image.Rect(0, 0, w.at.Dx(), w.at.Dy()))}
	look := &w.theme.borders
	var m mask
	m.reset(w.at.Dx(), w.at.Dy())
	size := worldSize(w.zoom, w.density)
	// As far as a stroke reaches beyond its line.
	seen := worldBox{
		float64(w.at.Min.X-8) / size, float64(w.at.Min.Y-8) / size,
		float64(w.at.Max.X+8) / size, float64(w.at.Max.Y+8) / size,
	}
	var shape []vec
	stroke := func(province bool, width float64, dash []float64, col color.RGBA) {
		for i := range lines.lines {
			l := &lines.lines[i]
			if l.province != province || !l.box.meets(seen) {
				continue
			}
			shape = toPixels(shape[:0], lines.points[l.first:l.end], size, float64(w.at.Min.X), float64(w.at.Min.Y))
			width := width
			if lines.isIslet(l, islet*w.density/size) {
				width = min(width, max(width*isletShare, isletLeast))
			}
			if shape := straighten(shape, unseen); len(dash) == 2 {
				m.dashes(shape, width*w.density, dash[0]*w.density, dash[1]*w.density, buttStart|buttEnd)
			} else {
				m.polyline(shape, width*w.density, 0)
			}
		}
		m.layOver(out.pix, col)
	}
	stroke(false, look.ward.width.at(w.zoom), look.ward.dashAt(w.zoom), look.ward.colour)
	width := look.province.width.at(w.zoom)
	if casing := look.province.casing.at(w.zoom); casing > 0 {
		stroke(true, width+2*casing, nil, look.province.casingColour)
	}
	stroke(true, width, look.province.dashAt(w.zoom), look.province.colour)
	return out
}

// A coast round less than islet logical pixels is drawn isletShare as wide as
// others, or a bay full of islets would be a blot; but not less than isletLeast
// logical pixels wide, or far islands would vanish.
const (
	islet      = 26.0
	isletShare = 0.4
	isletLeast = 0.9
)

// isIslet reports whether l goes round something smaller than a length, in shares
// of the world's side.
func (b *borderLines) isIslet(l *borderLine, length float64) bool {
	return b.points[l.first] == b.points[l.end-1] && l.box.x1-l.box.x0 < length && l.box.y1-l.box.y0 < length
}

// layOver lays col over the see-through picture dst, through m, and clears m.
func (m *mask) layOver(dst *image.RGBA, col color.RGBA) {
	if r := image.Rect(m.minX, m.minY, m.maxX, m.maxY); !r.Empty() {
		coverage := &image.Alpha{Pix: m.pix, Stride: m.width, Rect: image.Rect(0, 0, m.width, m.height)}
		draw.DrawMask(dst, r, image.NewUniform(col), image.Point{}, coverage, r.Min, draw.Over)
	}
	m.clear()
}

// show lays the picture over dst where v has it: pixel by pixel at the zoom that
// it was drawn for, scaled in place of the right one at others.
func (l *borderLayer) show(dst *image.RGBA, v Viewport) {
	ox, oy := v.origin()
	if l.wish.zoom == v.Zoom && l.wish.density == v.scale() {
		l.move(dst, l.wish.at.Min.X-int(math.Round(ox)), l.wish.at.Min.Y-int(math.Round(oy)))
		return
	}
	ratio := worldSize(l.wish.zoom, l.wish.density) / v.worldSize()
	if ratio > 4 || ratio < 0.25 {
		return // too far from what it should be to be recognised
	}
	x0, y0 := ox*ratio-float64(l.wish.at.Min.X), oy*ratio-float64(l.wish.at.Min.Y)
	for y := range dst.Rect.Dy() {
		fy := y0 + (float64(y)+0.5)*ratio - 0.5
		sy := int(math.Floor(fy))
		if sy < 0 || sy+1 >= l.pix.Rect.Dy() {
			continue
		}
		l.scaledRow(dst.Pix[y*dst.Stride:y*dst.Stride+4*dst.Rect.Dx()], sy, uint32((fy-float64(sy))*256), x0+0.5*ratio-0.5, ratio)
	}
}

// move lays the picture over dst with its corner at (x, y).
func (l *borderLayer) move(dst *image.RGBA, x, y int) {
	r := l.pix.Rect.Add(image.Pt(x, y)).Intersect(dst.Rect)
	for row := r.Min.Y; row < r.Max.Y; row++ {
		src := l.pix.Pix[(row-y)*l.pix.Stride+4*(r.Min.X-x):][:4*r.Dx()]
		out := dst.Pix[row*dst.Stride+4*r.Min.X:][:4*r.Dx()]
		for i := 0; i+4 <= len(src); i += 4 {
			// Most of the picture is empty: pass over it four pixels at a time.
			for i+16 <= len(src) && binary.LittleEndian.Uint64(src[i:])|binary.LittleEndian.Uint64(src[i+8:]) == 0 {
				i += 16
			}
			if i+4 > len(src) {
				break
			}
			if p := binary.LittleEndian.Uint32(src[i:]); p != 0 {
				binary.LittleEndian.PutUint32(out[i:], layPixel(binary.LittleEndian.Uint32(out[i:]), p))
			}
		}
	}
}

// layPixel lays a pixel with its alpha multiplied in over an opaque one.
func layPixel(under, p uint32) uint32 {
	keep := 255 - p>>24
	keep += keep >> 7 // 0…256
	rb := (under&pairs*keep + 0x00800080) >> 8 & pairs
	ga := (under>>8&pairs*keep + 0x00800080) >> 8 & pairs
	return saturate(p, rb|ga<<8) | 0xff000000
}

// scaledRow lays a row between the rows sy and sy+1 over out; its first pixel lies
// at x.
func (l *borderLayer) scaledRow(out []byte, sy int, wy uint32, x, ratio float64) {
	above := l.pix.Pix[sy*l.pix.Stride:]
	below := l.pix.Pix[(sy+1)*l.pix.Stride:]
	last := l.pix.Rect.Dx() - 1
	for i := 0; i+4 <= len(out); i, x = i+4, x+ratio {
		sx := int(math.Floor(x))
		if sx < 0 || sx >= last {
			continue
		}
		a, b := binary.LittleEndian.Uint32(above[4*sx:]), binary.LittleEndian.Uint32(above[4*sx+4:])
		c, d := binary.LittleEndian.Uint32(below[4*sx:]), binary.LittleEndian.Uint32(below[4*sx+4:])
		if a|b|c|d == 0 {
			continue
		}
		wx := uint32((x - float64(sx)) * 256)
		p := blend(blend(a, b, wx), blend(c, d, wx), wy)
		binary.LittleEndian.PutUint32(out[i:], layPixel(binary.LittleEndian.Uint32(out[i:]), p))
	}
}

// blend mixes two pixels; weight 0…256 is that of b.
func blend(a, b, weight uint32) uint32 {
	rb := (a&pairs*(256-weight) + b&pairs*weight) >> 8 & pairs
	ga := (a>>8&pairs*(256-weight) + b>>8&pairs*weight) >> 8 & pairs
	return rb | ga<<8
}
