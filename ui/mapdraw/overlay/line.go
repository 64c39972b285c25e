// SPDX-License-Identifier: MIT

package overlay

import (
	"math"
	"slices"
	"sync"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// preparedLine is a line prepared for drawing in many frames. It is projected
// once, straightened once for each zoom level, and cut into chunks, of which a
// frame visits only the visible ones. Drawing a line of fifty thousand vertices
// therefore costs as much as its visible part.
type preparedLine struct {
	whole segmented // every vertex

	mu     sync.Mutex // several bands of a picture may draw the line at once
	levels map[int]*segmented
}

// prepare returns the prepared line through points.
func prepare(points []geo.Point) *preparedLine {
	l := new(preparedLine)
	p := view.NewProjector(1, 0, 0)
	l.whole.vertices = make([]raster.Vec, len(points))
	for i, q := range points {
		x, y := p.Point(q)
		l.whole.vertices[i] = raster.Vec{X: x, Y: y}
	}
	l.whole.cut()
	return l
}

// at returns the line straightened for v.
func (l *preparedLine) at(v view.Viewport) *segmented {
	// Straight enough for the closest zoom of the level.
	level := max(int(math.Ceil(math.Log2(v.WorldSize()/256)-1e-9)), 0)
	l.mu.Lock()
	defer l.mu.Unlock()
	s, ok := l.levels[level]
	if !ok {
		s = l.whole.straightened(view.WorldSize(float64(level), 1))
		if l.levels == nil {
			l.levels = map[int]*segmented{}
		}
		s = keepLevel(l.levels, level, s, &l.whole, func(s *segmented) int { return len(s.vertices) })
	}
	return s
}

// longLine is the number of vertices from which the memory of a line counts.
const longLine = 50_000

// keepLevel adds a straightened line to its levels and returns it. For a long line it returns the
// whole one if that has not many more vertices, and drops the other levels if they together need
// more memory.
func keepLevel[L any](levels map[int]*L, level int, made, whole *L, vertices func(*L) int) *L {
	levels[level] = made
	all, sum := vertices(whole), 0
	if all < longLine {
		return made
	}
	if 4*vertices(made) > 3*all {
		made = whole
	}
	levels[level] = made
	for _, l := range levels {
		if l != whole {
			sum += vertices(l)
		}
	}
	if sum > all {
		clear(levels)
		levels[level] = made
	}
	return made
}

// segmented is a line in world coordinates, cut into chunks.
type segmented struct {
	vertices []raster.Vec
	chunks   []chunk
}

// chunk is a short piece of a line. The next chunk begins with the vertex that
// this one ends with.
type chunk struct {
	first, last int // its vertices
	box         raster.Box
	run         float64 // distance from the start of the line, in units of the world
}

// chunkLength is the number of segments in a chunk. It is small enough that
// little is drawn outside the view, and large enough that testing the boxes costs
// nothing.
const chunkLength = 32

// cut cuts the line into chunks.
func (s *segmented) cut() {
	line, run := s.vertices, 0.0
	for first := 0; first < len(line); first += chunkLength {
		if first > 0 && first == len(line)-1 {
			break // the previous chunk has the last vertex
		}
		last := min(first+chunkLength, len(line)-1)
		st := chunk{first: first, last: last, run: run}
		st.box = raster.Box{X0: line[first].X, Y0: line[first].Y, X1: line[first].X, Y1: line[first].Y}
		for j := first + 1; j <= last; j++ {
			p, q := line[j-1], line[j]
			run += math.Hypot(q.X-p.X, q.Y-p.Y)
			st.box = raster.Box{X0: min(st.box.X0, q.X), Y0: min(st.box.Y0, q.Y), X1: max(st.box.X1, q.X), Y1: max(st.box.Y1, q.Y)}
		}
		s.chunks = append(s.chunks, st)
	}
}

// straightened returns the line without vertices whose absence is invisible on a
// world that is size pixels wide.
func (s *segmented) straightened(size float64) *segmented {
	line := make([]raster.Vec, len(s.vertices))
	for i, p := range s.vertices {
		line[i] = raster.Vec{X: p.X * size, Y: p.Y * size}
	}
	line = raster.Straighten(line, raster.Unseen)
	for i, p := range line {
		line[i] = raster.Vec{X: p.X / size, Y: p.Y / size}
	}
	out := &segmented{vertices: slices.Clone(line)} // without the room of the whole line
	out.cut()
	return out
}

// visit calls draw with the pieces of the line that are visible in v when drawn
// with the given width (pixels), and with the distance of each from the line's
// start. A piece is valid until draw returns.
func (s *segmented) visit(c *Canvas, v view.Viewport, width float64, draw func(line []raster.Vec, run float64)) {
	size := v.WorldSize()
	ox, oy := v.Origin()
	seen := c.seen(v, width)
	piece, run := c.line[:0], 0.0
	flush := func() {
		if len(piece) > 0 {
			draw(piece, run*size)
			piece = piece[:0]
		}
	}
	for i := range s.chunks {
		st := &s.chunks[i]
		if !st.box.Meets(seen) {
			flush()
			continue
		}
		from := st.first
		if len(piece) > 0 {
			from++ // the previous chunk has drawn it
		} else {
			run = st.run
		}
		for _, p := range s.vertices[from : st.last+1] {
			piece = append(piece, raster.Vec{X: p.X*size - ox, Y: p.Y*size - oy})
		}
	}
	flush()
	c.line = piece[:0]
}

// preparedFrom is the number of vertices from which a line is prepared. Shorter
// lines are projected again for each frame, which costs less than the lookup and
// moves no vertex.
const preparedFrom = 256

// keptFrames is the number of frames for which an unused line is kept. It is
// large enough for lines that appear and disappear under the pointer.
const keptFrames = 300

// maxSpare is the number of vertices above which lines are dropped as soon as a frame does not
// draw them. Each takes up to some 50 bytes with its point.
const maxSpare = 200_000

// lineCache keeps prepared lines by the memory of their points. That is safe
// because an Overlay must not change after it was drawn, and because the cache
// keeps the points alive, so that no others can take their address.
type lineCache struct {
	mu    sync.Mutex // shared by all bands
	frame int
	lines map[pointsKey]*keptLine
}

// pointsKey identifies a slice.
type pointsKey struct {
	first *geo.Point
	n     int
}

type keptLine struct {
	*preparedLine
	used int // last frame that drew it
}

// tick begins a frame and drops lines that were not drawn for keptFrames.
func (k *lineCache) tick() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.frame++
	spare := 0
	for key, line := range k.lines {
		if line.used < k.frame-1 {
			spare += key.n
		}
	}
	for key, line := range k.lines {
		if unused := k.frame - line.used; unused > keptFrames || unused > 1 && spare > maxSpare {
			delete(k.lines, key)
		}
	}
}

// line returns the prepared line through points.
func (k *lineCache) line(points []geo.Point) *preparedLine {
	if k == nil {
		return prepare(points)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	key := pointsKey{&points[0], len(points)}
	line, ok := k.lines[key]
	if !ok {
		line = &keptLine{preparedLine: prepare(points)}
		if k.lines == nil {
			k.lines = map[pointsKey]*keptLine{}
		}
		k.lines[key] = line
	}
	line.used = k.frame
	return line.preparedLine
}

// pieces calls draw with the visible pieces of the line through points (pixels of
// v), and with the distance of each from the line's start. A piece is valid until
// draw returns.
func (c *Canvas) pieces(points []geo.Point, v view.Viewport, width float64, draw func(line []raster.Vec, run float64)) {
	if len(points) < preparedFrom {
		draw(c.trace(points, v), 0)
		return
	}
	c.lines.line(points).at(v).visit(c, v, width, draw)
}

// polyline draws the line through points.
func (c *Canvas) polyline(points []geo.Point, v view.Viewport, width float64) {
	c.pieces(points, v, width, func(line []raster.Vec, _ float64) { c.Sink.Polyline(line, width, 0) })
}

// dashes draws the line through points as dashes.
func (c *Canvas) dashes(points []geo.Point, v view.Viewport, width, on, off float64, ends raster.Caps) {
	c.pieces(points, v, width, func(line []raster.Vec, run float64) { c.Sink.DashesFrom(line, run, width, on, off, ends) })
}
