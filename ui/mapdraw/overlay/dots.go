// SPDX-License-Identifier: MIT

package overlay

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// dots returns the visible points (pixels), at most one for each square of
// spacing by spacing pixels. The result is valid until the next call of a method
// of c.
func (c *Canvas) dots(points []geo.Point, spacing float64, v view.Viewport) []raster.Vec {
	t := c.decimator(spacing, v)
	if len(points) < preparedFrom {
		shape := c.project(points, v)
		out := shape[:0]
		for _, p := range shape {
			if t.take(p) {
				out = append(out, p)
			}
		}
		return out
	}
	size := v.WorldSize()
	ox, oy := v.Origin()
	seen := raster.Box{X0: (ox - t.margin) / size, Y0: (oy - t.margin) / size, X1: (ox - t.margin + t.width) / size, Y1: (oy - t.margin + t.height) / size}
	whole := &c.lines.line(points).whole
	out := c.line[:0]
	for i := range whole.chunks {
		st := &whole.chunks[i]
		if !st.box.Meets(seen) {
			continue
		}
		from := st.first
		if i > 0 {
			from++ // the previous chunk ends with it
		}
		for _, w := range whole.vertices[from : st.last+1] {
			if p := (raster.Vec{X: w.X*size - ox, Y: w.Y*size - oy}); t.take(p) {
				out = append(out, p)
			}
		}
	}
	c.line = out
	return out
}

// decimator picks one position in each square of a grid over the picture. The
// grid is fixed to the world, so that marks do not flicker while the map is
// dragged.
type decimator struct {
	taken         []bool
	columns       int
	spacing       float64
	margin        float64 // by which marks may lie outside the picture
	left, top     float64 // distance by which the first square begins outside the picture
	width, height float64 // of the picture with its margins
}

func (c *Canvas) decimator(spacing float64, v view.Viewport) decimator {
	ox, oy := v.Origin()
	t := decimator{spacing: spacing, margin: 16 * c.Scale}
	x, y := ox-t.margin, oy-t.margin
	t.left, t.top = x-math.Floor(x/spacing)*spacing, y-math.Floor(y/spacing)*spacing
	t.width, t.height = c.Sink.Box().X1+2*t.margin, c.Sink.Box().Y1+2*t.margin
	t.columns = int(t.width/spacing) + 2
	n := t.columns * (int(t.height/spacing) + 2)
	if cap(c.squares) < n {
		c.squares = make([]bool, n)
	}
	t.taken = c.squares[:n]
	clear(t.taken)
	return t
}

// take reports whether p lies in the picture and is the first in its square.
func (t *decimator) take(p raster.Vec) bool {
	x, y := p.X+t.margin, p.Y+t.margin
	if x < 0 || y < 0 || x >= t.width || y >= t.height {
		return false
	}
	square := int((y+t.top)/t.spacing)*t.columns + int((x+t.left)/t.spacing)
	if t.taken[square] {
		return false
	}
	t.taken[square] = true
	return true
}
