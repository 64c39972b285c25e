// SPDX-License-Identifier: MIT

package overlay

import (
	"image/color"
	"math"
	"sync"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Paint holds many lines, each in a class of a ramp, prepared for drawing in many frames: a
// frame visits only the visible lines, straightened for its zoom. It is safe for concurrent
// use.
type Paint struct {
	Ramp  style.Ramp
	whole paintLevel

	mu     sync.Mutex // several bands of a picture may draw the lines at once
	levels map[int]*paintLevel
}

// PaintedLine is a line of a Paint.
type PaintedLine struct {
	Line  []geo.Point
	Class int // of the ramp, from 1; 0 for an unknown value
}

// paintLevel holds the lines as they are drawn at the zooms of a level, sorted by class.
type paintLevel struct {
	vertices []raster.Vec // in units of the world
	pieces   []paintPiece
	first    []int // the first piece of each class, and the number of pieces
}

// paintPiece is a line, or a part of one: its vertices, and its box.
type paintPiece struct {
	first, last int
	box         raster.Box
}

// pieceLength is the number of segments in a piece of a line. It is small enough that little
// is drawn outside the view.
const pieceLength = 64

// NewPaint prepares lines.
func NewPaint(ramp style.Ramp, lines []PaintedLine) *Paint {
	p := &Paint{Ramp: ramp, levels: map[int]*paintLevel{}}
	project := view.NewProjector(1, 0, 0)
	classes := ramp.Classes() + 1
	vertices, counts := 0, make([]int, classes)
	for _, l := range lines {
		vertices += len(l.Line) + len(l.Line)/pieceLength
		counts[l.Class]++
	}
	p.whole.vertices = make([]raster.Vec, 0, vertices)
	for class := range classes {
		p.whole.first = append(p.whole.first, len(p.whole.pieces))
		if counts[class] == 0 {
			continue
		}
		for _, l := range lines {
			if l.Class != class {
				continue
			}
			for from := 0; from < len(l.Line)-1; from += pieceLength {
				first := len(p.whole.vertices)
				for _, q := range l.Line[from:min(from+pieceLength+1, len(l.Line))] {
					x, y := project.Point(q)
					p.whole.vertices = append(p.whole.vertices, raster.Vec{X: x, Y: y})
				}
				p.whole.add(first)
			}
		}
	}
	p.whole.first = append(p.whole.first, len(p.whole.pieces))
	return p
}

// add adds the piece of all vertices from first on.
func (l *paintLevel) add(first int) {
	v := l.vertices[first:]
	box := raster.Box{X0: v[0].X, Y0: v[0].Y, X1: v[0].X, Y1: v[0].Y}
	for _, p := range v[1:] {
		box = raster.Box{X0: min(box.X0, p.X), Y0: min(box.Y0, p.Y), X1: max(box.X1, p.X), Y1: max(box.Y1, p.Y)}
	}
	l.pieces = append(l.pieces, paintPiece{first, len(l.vertices) - 1, box})
}

// at returns the lines straightened for v.
func (p *Paint) at(v view.Viewport) *paintLevel {
	level := max(int(math.Ceil(math.Log2(v.WorldSize()/256)-1e-9)), 0)
	p.mu.Lock()
	defer p.mu.Unlock()
	l, ok := p.levels[level]
	if !ok {
		l = p.whole.straightened(view.WorldSize(float64(level), 1))
		l = keepLevel(p.levels, level, l, &p.whole, func(l *paintLevel) int { return len(l.vertices) })
	}
	return l
}

// straightened returns the lines without vertices whose absence is invisible on a world that
// is size pixels wide.
func (l *paintLevel) straightened(size float64) *paintLevel {
	out := &paintLevel{pieces: make([]paintPiece, 0, len(l.pieces)), first: l.first}
	var line []raster.Vec
	for _, piece := range l.pieces {
		line = line[:0]
		for _, q := range l.vertices[piece.first : piece.last+1] {
			line = append(line, raster.Vec{X: q.X * size, Y: q.Y * size})
		}
		first := len(out.vertices)
		for _, q := range raster.Straighten(line, raster.Unseen) {
			out.vertices = append(out.vertices, raster.Vec{X: q.X / size, Y: q.Y / size})
		}
		out.pieces = append(out.pieces, paintPiece{first, len(out.vertices) - 1, piece.box})
	}
	return out
}

// draw draws the visible lines with a width (pixels).
func (p *Paint) draw(c *Canvas, v view.Viewport, width float64) {
	for class := range p.Ramp.Classes() + 1 {
		if p.add(c, v, class, width) {
			c.Sink.Paint(p.colour(c.Theme, class))
		}
	}
}

// add adds the visible lines of a class to the sink, drawn with a width (pixels). It
// reports whether there are any.
func (p *Paint) add(c *Canvas, v view.Viewport, class int, width float64) (some bool) {
	l := p.at(v)
	size, seen := v.WorldSize(), c.seen(v, width)
	ox, oy := v.Origin()
	line := c.line
	for i := range l.pieces[l.first[class]:l.first[class+1]] {
		piece := &l.pieces[l.first[class]+i]
		if !piece.box.Meets(seen) {
			continue
		}
		line = line[:0]
		for _, q := range l.vertices[piece.first : piece.last+1] {
			line = append(line, raster.Vec{X: q.X*size - ox, Y: q.Y*size - oy})
		}
		c.Sink.Polyline(line, width, 0)
		some = true
	}
	c.line = line[:0]
	return some
}

// colour returns the colour of a class.
func (p *Paint) colour(t *style.Theme, class int) color.RGBA {
	if class == 0 {
		return t.Overlay.Unknown
	}
	return t.Ramps[p.Ramp][class-1]
}

// Unknown reports whether a line has no known value.
func (p *Paint) Unknown() bool { return p.whole.first[1] > p.whole.first[0] }

// Vertices returns the number of vertices of all lines.
func (p *Paint) Vertices() int { return len(p.whole.vertices) }

// Density draws how often roads were driven: the more often, the wider and the stronger.
type Density struct{ Paint *Paint }

// Widths of the roads of the first and the last class of a Density, and of their casing on
// each side (logical pixels).
const (
	densityFirst  = 1.8
	densityLast   = 7.5
	densityCasing = 0.9
)

// densityWidth returns the width of a class.
func densityWidth(class, classes int) float64 {
	if classes < 2 {
		return densityLast
	}
	return densityFirst + (densityLast-densityFirst)*float64(class-1)/float64(classes-1)
}

// Draw implements Overlay.
func (d Density) Draw(c *Canvas, v view.Viewport) {
	classes := d.Paint.Ramp.Classes()
	for class := 1; class <= classes; class++ {
		width := densityWidth(class, classes)
		if d.Paint.add(c, v, class, (width+2*densityCasing)*c.Scale) {
			c.Sink.Paint(c.Theme.Overlay.Casing)
			d.Paint.add(c, v, class, width*c.Scale)
			c.Sink.Paint(d.Paint.colour(c.Theme, class))
		}
	}
}

// Vertices implements Divisible.
func (d Density) Vertices() int { return d.Paint.Vertices() }
