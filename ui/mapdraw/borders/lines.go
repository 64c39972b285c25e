// SPDX-License-Identifier: MIT

package borders

import (
	"image/color"
	"math"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// wish selects the borders to prepare and their precision.
type wish struct {
	level boundary.Level
	zoom  int // the whole zoom that they are simplified for
	// tolerance is the greatest distance of a drawn line from its vertices, as a
	// share of the world's side.
	tolerance float64
	box       view.Box
}

// wishFor returns the borders to prepare for v. It adds the size of the view on
// each side, so that a drag does not wait.
func wishFor(v view.Viewport) wish {
	zoom := int(math.Floor(v.Zoom))
	return wish{
		level: view.Level(v.Zoom), zoom: zoom,
		tolerance: raster.Unseen / view.WorldSize(float64(zoom)+1, v.DeviceScale()),
		box:       view.BoxOf(v, 1),
	}
}

// borderLines holds borders on the web-mercator square, ready for scaling to
// pixels. It is immutable.
type borderLines struct {
	wish   wish
	level  boundary.Level // of the coarsest line; a source has borders of one origin
	points []view.World
	lines  []borderLine
}

// borderLine is a range of points.
type borderLine struct {
	first, end int
	box        view.Box
	province   bool
}

// read reads the borders that wish selects.
func (wish wish) read(source Source) *borderLines {
	out := &borderLines{wish: wish}
	var shape []raster.Vec
	// Unreadable borders are not drawn, and the map shows no errors of its own.
	// OnError has already been called.
	_ = source.Borders(wish.level, wish.box.GeoBox(), func(b Border) {
		if len(b.Line) < 2 {
			return
		}
		l := borderLine{first: len(out.points), box: view.NoBox, province: b.Province}
		shape = projectThin(shape, b.Line, wish.tolerance)
		for _, p := range shape {
			at := view.World{X: p.X, Y: p.Y}
			out.points, l.box = append(out.points, at), l.box.With(at)
		}
		l.end = len(out.points)
		out.lines, out.level = append(out.lines, l), max(out.level, b.Level)
	})
	return out
}

// projectThin projects line, reusing the memory of shape, and leaves out vertices
// whose absence is invisible.
func projectThin(shape []raster.Vec, line []geo.Fixed, tolerance float64) []raster.Vec {
	p := view.NewProjector(1, 0, 0)
	shape = shape[:0]
	for _, f := range line {
		x, y := p.Fixed(f)
		shape = append(shape, raster.Vec{X: x, Y: y})
	}
	return raster.Straighten(shape, tolerance)
}

// unitOutline is the outline of a unit at a level.
type unitOutline struct {
	code  string
	level boundary.Level
	rings [][]view.World
	boxes []view.Box
}

// outlineTolerance is the greatest distance of the outline of a unit at a level
// from its vertices, as a share of the world's side. It is less than a pixel at
// the closest zoom of the level.
func outlineTolerance(level boundary.Level) float64 {
	return raster.Unseen / view.WorldSize(view.Closest[level], 1)
}

func readOutline(source Source, code string, level boundary.Level, box view.Box) *unitOutline {
	out := &unitOutline{code: code, level: level}
	var shape []raster.Vec
	_ = source.Outline(code, level, box.GeoBox(), func(ring []geo.Fixed) {
		shape = projectThin(shape, ring, outlineTolerance(level))
		line, box := make([]view.World, len(shape)), view.NoBox
		for i, p := range shape {
			line[i] = view.World{X: p.X, Y: p.Y}
			box = box.With(line[i])
		}
		out.rings, out.boxes = append(out.rings, line), append(out.boxes, box)
	})
	return out
}

// prepare reads the requested data until the overlay is closed, the lines of the
// view first. It runs on its own goroutine.
func (b *Borders) prepare() {
	for {
		work := b.next()
		if work == nil {
			return
		}
		work()
		b.onReady()
	}
}

// next waits for work; it returns nil when the overlay is closed.
func (b *Borders) next() func() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.closed {
		if work := b.due(); work != nil {
			return work
		}
		b.change.Wait()
	}
	return nil
}

// due returns the next piece of work, nil for none. b.mu must be held.
func (b *Borders) due() func() {
	epoch := b.epoch
	if wish := b.wanted; wish.tolerance > 0 && (b.lines == nil || b.lines.wish != wish) {
		return func() {
			lines := wish.read(b.source)
			b.deliver(epoch, func() { b.lines = lines })
		}
	}
	if b.picture.theme != b.theme {
		b.picture.theme = b.theme
	}
	if lines, picture := b.lines, b.picture; lines != nil && (b.layer == nil || b.layer.wish != picture || b.layer.lines != lines) {
		return func() {
			layer := b.layers.paint(picture, lines)
			b.deliver(epoch, func() { b.layer = layer })
		}
	}
	if work := b.selected.due(b, epoch); work != nil {
		return work
	}
	if m := &b.hovered; m.code != "" && !(m.outline != nil && m.outline.code == m.code && m.outline.level == m.wanted) {
		code, level := m.code, m.wanted
		return func() {
			outline := readOutline(b.source, code, level, view.Box{X0: 0, Y0: 0, X1: 1, Y1: 1})
			b.deliver(epoch, func() { m.outline = outline })
		}
	}
	if !b.named && b.fonts != nil {
		language := b.language
		return func() {
			// Without names of units the archipelagos are still named.
			names, _ := b.source.BorderNames()
			placed, former := placeNames(names, language), formerNamesOf(b.source, names)
			b.deliver(epoch, func() { b.names, b.named, b.former = placed, true, former })
		}
	}
	return nil
}

// deliver stores the result of a read, unless the source has changed since.
func (b *Borders) deliver(epoch int, take func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if epoch == b.epoch {
		take()
	}
	b.change.Broadcast()
}

// borderPass is one of the strokes of borders, each drawn over the previous one.
// The width is in logical pixels.
type borderPass struct {
	province bool
	width    float64
	dash     []float64 // lengths on and off; nil for an unbroken line
	colour   color.RGBA
}

// passesOf returns the strokes of all borders of a level at a zoom, none where
// they would mislead.
func passesOf(l *style.Border, zoom float64, level boundary.Level) []borderPass {
	trust := trustIn(level, zoom)
	if trust == 0 {
		return nil
	}
	var out []borderPass
	for _, province := range []bool{false, true} {
		look := &l.Ward
		if province {
			look = &l.Province
		}
		width := look.Width.At(zoom)
		if casing := look.Casing.At(zoom); casing > 0 {
			out = append(out, borderPass{province, width + 2*casing, nil, faded(look.CasingColour, trust)})
		}
		if width > 0 {
			out = append(out, borderPass{province, width, look.DashAt(zoom), faded(look.Colour, trust)})
		}
	}
	return out
}

// reachOf returns the greatest distance of a stroke from its border (logical
// pixels).
func reachOf(passes []borderPass) (reach float64) {
	for _, p := range passes {
		reach = max(reach, p.width/2)
	}
	return reach
}

// trustIn returns the opacity of a border of a level at a zoom, 0…1. Three zooms
// closer than the level is made for, a border without a finer level is about ten
// pixels off: a firm line on the wrong side of a river. It fades within one zoom
// and is left out beyond it.
func trustIn(level boundary.Level, zoom float64) float64 {
	if level == boundary.Street {
		return 1
	}
	return min(max(view.Closest[level]+4-zoom, 0), 1)
}

// faded returns a premultiplied colour reduced to a share.
func faded(c color.RGBA, share float64) color.RGBA {
	part := func(v uint8) uint8 { return uint8(math.Round(float64(v) * share)) }
	return color.RGBA{part(c.R), part(c.G), part(c.B), part(c.A)}
}

// stroke draws a line of the pass into m, width logical pixels wide. scale is the
// number of device pixels in a logical pixel. The memory of line is reused.
func (p *borderPass) stroke(m raster.Shapes, line []raster.Vec, width, scale float64) {
	if line = raster.Straighten(line, raster.Unseen); len(p.dash) == 2 {
		m.DashesFrom(line, 0, width*scale, p.dash[0]*scale, p.dash[1]*scale, raster.ButtStart|raster.ButtEnd)
	} else {
		m.Polyline(line, width*scale, 0)
	}
}
