package mapdraw

import (
	"image"
	"math"

	"roadsnap/engine/geo"
)

// Canvas is the picture that an Overlay draws on. Positions and widths are in
// device pixels.
type Canvas struct {
	dst   *image.RGBA
	mask  *mask
	theme *Theme
	scale float64 // device pixels in a logical one
	bleed int     // how many pixels of the picture nobody is to read, on each side

	// What is kept from one overlay to the next.
	line    []vec
	squares []bool
	lines   *lineCache // nil keeps none
}

// drawOverlays draws those that lie above the labels, or those below.
func (f *frame) drawOverlays(overlays []Overlay, v Viewport, aboveLabels bool) {
	for i := 0; i < len(overlays); i++ {
		if n, vertices := together(overlays[i:], aboveLabels); vertices >= divideFrom {
			f.bands.drawTogether(&f.canvas, overlays[i:i+n], v)
			i += n - 1
		} else if isAbove(overlays[i]) == aboveLabels {
			overlays[i].Draw(&f.canvas, v)
		}
	}
}

// project returns points in pixels of v. It is good until the next call.
func (c *Canvas) project(points []geo.Point, v Viewport) []vec {
	ox, oy := v.origin()
	p := newProjector(v.worldSize(), ox, oy)
	shape := c.line[:0]
	for _, q := range points {
		x, y := p.point(q)
		shape = append(shape, vec{x, y})
	}
	c.line = shape
	return shape
}

// unseen is by how many device pixels a trace may be drawn beside its points:
// less than shows on a smooth edge.
const unseen = 0.4

// trace returns the line through points in pixels of v, without the vertices
// that nobody would miss. It is good until the next call of trace or project.
func (c *Canvas) trace(points []geo.Point, v Viewport) []vec {
	return straighten(c.project(points, v), unseen)
}

// straighten leaves out vertices of line so that the rest passes all of them
// within a tolerance, looking at each vertex once, and returns line's memory.
//
// From the last vertex kept, each new one may be reached through a cone that is
// the tolerance wide there (Williams 1978; Sklansky and Gonzalez 1980). The
// vertices up to the last one whose cone holds are joined by one segment.
func straighten(line []vec, tolerance float64) []vec {
	if len(line) < 3 {
		return line
	}
	var left, right vec // sides of the cone
	open, far := false, 0.0
	anchor, kept := line[0], 1
	for i := 1; i < len(line); i++ {
		q := line[i]
		d := vec{q.x - anchor.x, q.y - anchor.y}
		far2 := d.x*d.x + d.y*d.y
		// A line that turns back must not be cut short.
		if far2 < far || (open && (right.cross(d) < 0 || d.cross(left) < 0)) {
			anchor = line[i-1]
			line[kept] = anchor
			kept++
			open = false
			d = vec{q.x - anchor.x, q.y - anchor.y}
			far2 = d.x*d.x + d.y*d.y
		}
		far = far2
		if far2 <= tolerance*tolerance {
			continue // so near that any direction will do
		}
		k := tolerance / math.Sqrt(far2)
		l, r := vec{d.x - k*d.y, d.y + k*d.x}, vec{d.x + k*d.y, d.y - k*d.x}
		if !open || left.cross(l) < 0 {
			left = l
		}
		if !open || right.cross(r) > 0 {
			right = r
		}
		open = true
	}
	line[kept] = line[len(line)-1]
	return line[:kept+1]
}

func (a vec) cross(b vec) float64 { return a.x*b.y - a.y*b.x }
