package mapdraw

import (
	"math"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
)

// worldBox is a box on the web-mercator square.
type worldBox struct{ x0, y0, x1, y1 float64 }

func (b worldBox) meets(c worldBox) bool {
	return b.x0 <= c.x1 && c.x0 <= b.x1 && b.y0 <= c.y1 && c.y0 <= b.y1
}

func (b worldBox) holds(c worldBox) bool {
	return b.x0 <= c.x0 && b.y0 <= c.y0 && b.x1 >= c.x1 && b.y1 >= c.y1
}

func (b worldBox) with(p world) worldBox {
	return worldBox{min(b.x0, p.x), min(b.y0, p.y), max(b.x1, p.x), max(b.y1, p.y)}
}

func (b worldBox) grow(by float64) worldBox {
	return worldBox{b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by}
}

var noWorld = worldBox{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

// geoBox returns the box of the Earth under b.
func (b worldBox) geoBox() geo.Box {
	nw, se := world{max(b.x0, 0), max(b.y0, 0)}.point(), world{min(b.x1, 1), min(b.y1, 1)}.point()
	return geo.Bounds{South: se.Lat, West: nw.Lon, North: nw.Lat, East: se.Lon}.Box()
}

// viewBox returns what v shows, grown on each side by a share of its size and
// cut off at the edge of the world.
func viewBox(v Viewport, grow float64) worldBox {
	ox, oy := v.origin()
	size := v.worldSize()
	w, h := float64(v.Width), float64(v.Height)
	return worldBox{
		max((ox-grow*w)/size, 0), max((oy-grow*h)/size, 0),
		min((ox+(1+grow)*w)/size, 1), min((oy+(1+grow)*h)/size, 1),
	}
}

// borderWish says which borders are to be prepared, and how finely.
type borderWish struct {
	level boundary.Level
	zoom  int // the whole zoom that they are thinned for
	// tolerance is how far a line may be drawn beside its vertices, in shares of
	// the world's side.
	tolerance float64
	box       worldBox
}

// wishFor returns what to prepare for v: as much again on each side, so that a
// drag does not wait.
func wishFor(v Viewport) borderWish {
	zoom := int(math.Floor(v.Zoom))
	return borderWish{
		level: BorderLevel(v.Zoom), zoom: zoom,
		tolerance: raster.Unseen / worldSize(float64(zoom)+1, v.scale()),
		box:       viewBox(v, 1),
	}
}

// borderLines are borders on the web-mercator square, ready to be scaled into
// pixels. They are immutable.
type borderLines struct {
	wish   borderWish
	level  boundary.Level // of the coarsest; a source has borders of one origin
	points []world
	lines  []borderLine
}

// borderLine is a stretch of points.
type borderLine struct {
	first, end int
	box        worldBox
	province   bool
}

// read reads what wish asks for.
func (wish borderWish) read(source BorderSource) *borderLines {
	out := &borderLines{wish: wish}
	var shape []raster.Vec
	// What cannot be read is not drawn: the map shows no errors of its own. OnError
	// has been told.
	_ = source.Borders(wish.level, wish.box.geoBox(), func(b Border) {
		if len(b.Line) < 2 {
			return
		}
		l := borderLine{first: len(out.points), box: noWorld, province: b.Province}
		shape = projectThin(shape, b.Line, wish.tolerance)
		for _, p := range shape {
			at := world{p.X, p.Y}
			out.points, l.box = append(out.points, at), l.box.with(at)
		}
		l.end = len(out.points)
		out.lines, out.level = append(out.lines, l), max(out.level, b.Level)
	})
	return out
}

// projectThin projects line into shape's memory, without the vertices that
// nobody would miss.
func projectThin(shape []raster.Vec, line []geo.Fixed, tolerance float64) []raster.Vec {
	p := newProjector(1, 0, 0)
	shape = shape[:0]
	for _, f := range line {
		x, y := p.fixed(f)
		shape = append(shape, raster.Vec{X: x, Y: y})
	}
	return raster.Straighten(shape, tolerance)
}

// unitOutline is the outline of a unit at a level.
type unitOutline struct {
	code  string
	level boundary.Level
	rings [][]world
	boxes []worldBox
}

// outlineTolerance is how far the outline of a unit at a level may be drawn
// beside its vertices, in shares of the world's side: less than a pixel at the
// closest zoom of the level.
func outlineTolerance(level boundary.Level) float64 {
	return raster.Unseen / worldSize(closest[level], 1)
}

func readOutline(source BorderSource, code string, level boundary.Level, box worldBox) *unitOutline {
	out := &unitOutline{code: code, level: level}
	var shape []raster.Vec
	_ = source.Outline(code, level, box.geoBox(), func(ring []geo.Fixed) {
		shape = projectThin(shape, ring, outlineTolerance(level))
		line, box := make([]world, len(shape)), noWorld
		for i, p := range shape {
			line[i] = world{p.X, p.Y}
			box = box.with(line[i])
		}
		out.rings, out.boxes = append(out.rings, line), append(out.boxes, box)
	})
	return out
}

// prepare is the life of the goroutine: it reads what is wanted, the lines of
// the view before anything else.
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

// next waits for something to do; nil when the overlay is closed.
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

// due returns what is to be done, nil for nothing. The lock is held.
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
			outline := readOutline(b.source, code, level, worldBox{0, 0, 1, 1})
			b.deliver(epoch, func() { m.outline = outline })
		}
	}
	if !b.named && b.fonts != nil {
		return func() {
			// Without names of units those of the archipelagos are written still.
			names, _ := b.source.BorderNames()
			placed := placeNames(names)
			b.deliver(epoch, func() { b.names, b.named = placed, true })
		}
	}
	return nil
}

// deliver takes over what was read, unless the source has other borders by now.
func (b *Borders) deliver(epoch int, take func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if epoch == b.epoch {
		take()
	}
	b.change.Broadcast()
}
