// SPDX-License-Identifier: MIT

package overlay

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Connectors draws a thin line from each recorded point to its place on the road.
type Connectors struct {
	// Ends holds the two ends of each line, one after the other.
	Ends []geo.Point
}

// Sizes of connectors (logical pixels).
const (
	connectorWidth = 1.2
	connectorLeast = 3.0 // shorter lines are hidden by the point and the route
)

// Draw implements Overlay.
func (o Connectors) Draw(c *Canvas, v view.Viewport) {
	line := func(a, b raster.Vec) {
		if math.Hypot(b.X-a.X, b.Y-a.Y) >= connectorLeast*c.Scale {
			c.segment(a, b, connectorWidth*c.Scale)
		}
	}
	if len(o.Ends) < preparedFrom {
		ends := c.project(o.Ends, v)
		for i := 0; i+1 < len(ends); i += 2 {
			line(ends[i], ends[i+1])
		}
	} else {
		size := v.WorldSize()
		ox, oy := v.Origin()
		whole := &c.lines.line(o.Ends).whole
		for i := range whole.chunks { // which begin with an even index, as chunkLength is even
			ch := &whole.chunks[i]
			if !ch.box.Meets(c.seen(v, connectorWidth*c.Scale)) {
				continue
			}
			at := func(k int) raster.Vec {
				return raster.Vec{X: whole.vertices[k].X*size - ox, Y: whole.vertices[k].Y*size - oy}
			}
			for k := ch.first; k < ch.last; k += 2 {
				line(at(k), at(k+1))
			}
		}
	}
	c.Sink.Paint(c.Theme.Overlay.RawLine)
}

// Vertices implements Divisible.
func (o Connectors) Vertices() int { return len(o.Ends) }

// seen returns the part of the world on which lines of a width (pixels) are visible.
func (c *Canvas) seen(v view.Viewport, width float64) raster.Box {
	size := v.WorldSize()
	ox, oy := v.Origin()
	margin := width/2 + 2
	return raster.Box{
		X0: (ox - margin) / size, Y0: (oy - margin) / size,
		X1: (ox + c.Sink.Box().X1 + margin) / size, Y1: (oy + c.Sink.Box().Y1 + margin) / size,
	}
}
