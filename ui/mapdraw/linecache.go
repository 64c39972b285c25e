package mapdraw

import (
	"sync"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// preparedFrom is the number of vertices from which a line is worth being made
// ready; shorter ones are projected anew for each frame, which costs less than
// looking them up and moves no vertex.
const preparedFrom = 256

// keptFrames is for how many frames a line is kept that is not drawn: long
// enough for what comes and goes under the pointer.
const keptFrames = 300

// lineCache keeps lines that were made ready, by the memory in which their
// points are: an Overlay is a value that must not change once it was drawn, and
// while its points are kept here no others can take their place.
type lineCache struct {
	mu    sync.Mutex // of all bands
	frame int
	lines map[pointsKey]*keptLine
}

// pointsKey names a slice.
type pointsKey struct {
	first *geo.Point
	n     int
}

type keptLine struct {
	*preparedLine
	used int // the last frame that drew it
}

// tick begins a frame and drops what has not been drawn for long.
func (k *lineCache) tick() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.frame++
	for key, line := range k.lines {
		if k.frame-line.used > keptFrames {
			delete(k.lines, key)
		}
	}
}

// line returns points made ready.
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

// pieces calls draw with what a stroke of the given width shows in v of the line
// through points, in pixels, and how far from the line's start each piece
// begins. A piece is good until draw returns.
func (c *Canvas) pieces(points []geo.Point, v view.Viewport, width float64, draw func(line []raster.Vec, run float64)) {
	if len(points) < preparedFrom {
		draw(c.trace(points, v), 0)
		return
	}
	c.lines.line(points).at(v).visit(c, v, width, draw)
}

// polyline draws the line through points.
func (c *Canvas) polyline(points []geo.Point, v view.Viewport, width float64) {
	c.pieces(points, v, width, func(line []raster.Vec, _ float64) { c.sink.Polyline(line, width, 0) })
}

// dashes draws the line through points as dashes.
func (c *Canvas) dashes(points []geo.Point, v view.Viewport, width, on, off float64, ends raster.Caps) {
	c.pieces(points, v, width, func(line []raster.Vec, run float64) { c.sink.DashesFrom(line, run, width, on, off, ends) })
}
