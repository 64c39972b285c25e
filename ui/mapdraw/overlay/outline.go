// SPDX-License-Identifier: MIT

package overlay

import (
	"image/color"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Outline draws a line or an area that the user is drawing, with the points that can be moved.
type Outline struct {
	Line    []geo.Point
	Closed  bool // the last point is connected to the first
	Handles []geo.Point
	// Ink is the colour of the line, Casing that of its outline.
	Ink, Casing color.RGBA
}

// handleRadius is the radius of a point that can be moved (logical pixels).
const handleRadius = 5.5

// AboveLabels implements Topmost.
func (Outline) AboveLabels() bool { return true }

// Draw implements Overlay.
func (o Outline) Draw(c *Canvas, v view.Viewport) {
	if len(o.Line) > 0 {
		line := Measure{Points: o.Line, Closed: o.Closed}.Line()
		if o.Closed {
			c.Sink.Fill([][]raster.Vec{c.project(line, v)})
			c.Sink.Paint(tinted(o.Ink))
		}
		c.Sink.Polyline(c.trace(line, v), (measureWidth+2*measureCasing)*c.Scale, 0)
		c.Sink.Paint(o.Casing)
		c.Sink.Polyline(c.trace(line, v), measureWidth*c.Scale, 0)
		c.Sink.Paint(o.Ink)
	}
	handles := c.project(o.Handles, v)
	c.Sink.Discs(handles, handleRadius*c.Scale)
	c.Sink.Paint(o.Ink)
	c.Sink.Discs(handles, (handleRadius-measureCasing)*c.Scale)
	c.Sink.Paint(o.Casing)
}
