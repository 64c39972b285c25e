// SPDX-License-Identifier: MIT

package thematic

import (
	"image/color"
	"math"

	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Layer draws Shapes in the colours of classes. Its data must not change afterwards.
type Layer struct {
	Shapes *Shapes
	// Classes is the class of each feature, an index of Colours; a negative one is not drawn.
	// nil draws all in the first colour.
	Classes  []int8
	Colours  []color.NRGBA
	Opacity  float64 // 0…1
	Size     float64 // diameter of points and width of lines (logical pixels)
	Selected []int   // features with a halo
	Outline  bool    // areas have a border
	Hollow   bool    // areas are drawn as lines, and not filled
}

// outlineWidth is the width of the borders of areas, and haloWidth that of the halo round
// selected ones (logical pixels).
const (
	outlineWidth = 0.7
	haloWidth    = 3.5
	pointRim     = 0.8
	tiny         = 1.5 // an area that is smaller is drawn as a square of this size (pixels)
)

// premultiplied returns a colour with an opacity for painting.
func premultiplied(c color.NRGBA, opacity float64) color.RGBA {
	c.A = uint8(math.Round(float64(c.A) * min(max(opacity, 0), 1)))
	return color.RGBAModel.Convert(c).(color.RGBA)
}

// class returns the class of a feature.
func (l *Layer) class(i int) int {
	if l.Classes == nil {
		return 0
	}
	return int(l.Classes[i])
}

// frame is the visible part of the world.
type frame struct {
	size   float64
	ox, oy float64
	seen   raster.Box // in units of the world, with a margin
	box    raster.Box // in pixels, with the same margin
}

func frameOf(c *overlay.Canvas, v view.Viewport, margin float64) frame {
	f := frame{size: v.WorldSize(), box: c.Sink.Box().Grow(margin)}
	f.ox, f.oy = v.Origin()
	f.seen = raster.Box{X0: (f.box.X0 + f.ox) / f.size, Y0: (f.box.Y0 + f.oy) / f.size, X1: (f.box.X1 + f.ox) / f.size, Y1: (f.box.Y1 + f.oy) / f.size}
	return f
}

func (f *frame) pixel(p raster.Vec) raster.Vec {
	return raster.Vec{X: p.X*f.size - f.ox, Y: p.Y*f.size - f.oy}
}

// Vertices implements overlay.Divisible.
func (l *Layer) Vertices() int { return len(l.Shapes.vertices) }

// Draw implements overlay.Overlay.
func (l *Layer) Draw(c *overlay.Canvas, v view.Viewport) {
	if l.Shapes.points {
		l.drawPoints(c, v)
		return
	}
	d := drawing{l: l, c: c, level: l.Shapes.at(v), f: frameOf(c, v, max(l.Size, haloWidth)*c.Scale+2)}
	for i := range l.Shapes.features {
		f := &l.Shapes.features[i]
		if f.area && !l.Hollow && f.box.Meets(d.f.seen) && l.class(i) >= 0 {
			d.fill(f, l.class(i))
		}
	}
	if l.Outline && !l.Hollow {
		d.outlines()
	}
	for class := range l.Colours {
		some := false
		for i := range l.Shapes.features {
			f := &l.Shapes.features[i]
			if (!f.area || l.Hollow) && f.box.Meets(d.f.seen) && l.class(i) == class {
				d.stroke(f, l.Size*c.Scale)
				some = true
			}
		}
		if some {
			c.Sink.Paint(premultiplied(l.Colours[class], l.Opacity))
		}
	}
	for _, i := range l.Selected {
		if i < len(l.Shapes.features) && l.Shapes.features[i].box.Meets(d.f.seen) {
			d.stroke(&l.Shapes.features[i], haloWidth*c.Scale)
		}
	}
	c.Sink.Paint(c.Theme.Overlay.Halo)
}

// drawing is the state of one Draw of lines and areas.
type drawing struct {
	l     *Layer
	c     *overlay.Canvas
	level *level
	f     frame
	line  []raster.Vec
	rings [][]raster.Vec
	ends  []int
}

// fill fills an area.
func (d *drawing) fill(f *feature, class int) {
	ink := premultiplied(d.l.Colours[class], d.l.Opacity)
	low, high := d.f.pixel(raster.Vec{X: f.box.X0, Y: f.box.Y0}), d.f.pixel(raster.Vec{X: f.box.X1, Y: f.box.Y1})
	if high.X-low.X < tiny && high.Y-low.Y < tiny {
		x, y := (low.X+high.X)/2, (low.Y+high.Y)/2
		h := tiny / 2
		d.c.Sink.Fill([][]raster.Vec{{{X: x - h, Y: y - h}, {X: x + h, Y: y - h}, {X: x + h, Y: y + h}, {X: x - h, Y: y + h}}})
		d.c.Sink.Paint(ink)
		return
	}
	d.line, d.rings = d.line[:0], d.rings[:0]
	inside := raster.Box{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}.Within(d.f.box)
	ends := d.ends[:0]
	for _, r := range d.level.rings[f.first:f.last] {
		if r.last-r.first < 3 {
			continue
		}
		for _, p := range d.level.vertices[r.first:r.last] {
			d.line = append(d.line, d.f.pixel(p))
		}
		ends = append(ends, len(d.line))
	}
	first := 0
	for _, end := range ends {
		ring := d.line[first:end]
		if first = end; !inside {
			ring = raster.ClipRing(ring, d.f.box)
		}
		if len(ring) > 2 {
			d.rings = append(d.rings, ring)
		}
	}
	d.ends = ends
	if len(d.rings) > 0 {
		d.c.Sink.Fill(d.rings)
		d.c.Sink.Paint(ink)
	}
}

// outlines draws the borders of all areas at once, if they are large enough to show.
func (d *drawing) outlines() {
	const least = 10 // pixels
	for i := range d.l.Shapes.features {
		f := &d.l.Shapes.features[i]
		if f.area && f.box.Meets(d.f.seen) && d.l.class(i) >= 0 && (f.box.X1-f.box.X0)*d.f.size > least {
			d.stroke(f, outlineWidth*d.c.Scale)
		}
	}
	d.c.Sink.Paint(premultiplied(color.NRGBA{0x50, 0x50, 0x50, 0xb0}, d.l.Opacity))
}

// stroke draws the rings or lines of a feature.
func (d *drawing) stroke(f *feature, width float64) {
	for _, r := range d.level.rings[f.first:f.last] {
		d.line = d.line[:0]
		for _, p := range d.level.vertices[r.first:r.last] {
			d.line = append(d.line, d.f.pixel(p))
		}
		if f.area && len(d.line) > 0 && d.line[0] != d.line[len(d.line)-1] {
			d.line = append(d.line, d.line[0])
		}
		d.c.Sink.Polyline(d.line, width, 0)
	}
}

// drawPoints draws the visible points, one class after another, over a common rim.
func (l *Layer) drawPoints(c *overlay.Canvas, v view.Viewport) {
	radius := l.Size / 2 * c.Scale
	f := frameOf(c, v, radius+haloWidth*c.Scale+2)
	at, level := make([][]raster.Vec, len(l.Colours)), l.Shapes.at(v)
	for i := range level.chunks {
		chunk := &level.chunks[i]
		if !chunk.box.Meets(f.seen) {
			continue
		}
		for _, p := range chunk.points {
			class := l.class(int(p.feature))
			if class < 0 || class >= len(at) || !f.seen.Has(p.at) {
				continue
			}
			at[class] = append(at[class], f.pixel(p.at))
		}
	}
	for _, list := range at {
		c.Sink.Discs(list, radius+pointRim*c.Scale)
	}
	c.Sink.Paint(premultiplied(color.NRGBA{0xff, 0xff, 0xff, 0xff}, l.Opacity))
	for class, list := range at {
		c.Sink.Discs(list, radius)
		c.Sink.Paint(premultiplied(l.Colours[class], l.Opacity))
	}
	for _, i := range l.Selected {
		if i >= len(l.Shapes.features) {
			continue
		}
		for _, r := range l.Shapes.rings[l.Shapes.features[i].first:l.Shapes.features[i].last] {
			for _, p := range l.Shapes.vertices[r.first:r.last] {
				if f.seen.Has(p) {
					ring := raster.Ring(f.pixel(p), radius+haloWidth*c.Scale)
					c.Sink.Polyline(append(ring, ring[0]), haloWidth*c.Scale, 0)
				}
			}
		}
	}
	c.Sink.Paint(c.Theme.Overlay.Halo)
}
