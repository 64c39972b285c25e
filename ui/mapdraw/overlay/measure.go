// SPDX-License-Identifier: MIT

package overlay

import (
	"image/color"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Measure draws a measurement of the user: a line with its corners, or an area.
type Measure struct {
	Points []geo.Point
	Closed bool // the last point is connected to the first
	// Next is the position of the next point, if HasNext.
	Next    geo.Point
	HasNext bool
	// Ink is the colour of the line, Casing that of its outline.
	Ink, Casing color.RGBA
}

// Sizes of measurements (logical pixels).
const (
	measureWidth  = 2.2
	measureCasing = 1.6 // on each side
	measureCorner = 4.2 // radius
	measureOn     = 5.0 // dashes of the leg to the next point
	measureOff    = 5.0
	measureTint   = 36 // opacity of an area, of 255
)

// AboveLabels implements Topmost: a Measure lies above the labels.
func (Measure) AboveLabels() bool { return true }

// Draw implements Overlay.
func (m Measure) Draw(c *Canvas, v view.Viewport) {
	if len(m.Points) == 0 {
		return
	}
	line := m.Line()
	if m.Closed {
		c.Sink.Fill([][]raster.Vec{c.project(line, v)})
		c.Sink.Paint(tinted(m.Ink))
	}
	c.Sink.Polyline(c.trace(line, v), (measureWidth+2*measureCasing)*c.Scale, 0)
	c.Sink.Paint(m.Casing)
	if leg := m.nextLeg(); leg != nil {
		c.Sink.DashesFrom(c.trace(leg, v), 0, measureWidth*c.Scale, measureOn*c.Scale, measureOff*c.Scale, 0)
	}
	c.Sink.Polyline(c.trace(line, v), measureWidth*c.Scale, 0)
	c.Sink.Paint(m.Ink)
	corners := c.project(m.Points, v)
	c.Sink.Discs(corners, measureCorner*c.Scale)
	c.Sink.Paint(m.Ink)
	c.Sink.Discs(corners, (measureCorner-measureCasing)*c.Scale)
	c.Sink.Paint(m.Casing)
}

// Line returns the line through the points; for an area it returns to the first
// one.
func (m Measure) Line() []geo.Point {
	n := len(m.Points)
	if !m.Closed {
		return m.Points
	}
	return append(m.Points[:n:n], m.Points[0])
}

// nextLeg returns the leg to the next point, nil if there is none.
func (m Measure) nextLeg() []geo.Point {
	if !m.HasNext || m.Closed {
		return nil
	}
	return []geo.Point{m.Points[len(m.Points)-1], m.Next}
}

// tinted returns a mostly transparent version of a premultiplied colour.
func tinted(ink color.RGBA) color.RGBA {
	part := func(x uint8) uint8 { return uint8(int(x) * measureTint / 255) }
	return color.RGBA{part(ink.R), part(ink.G), part(ink.B), part(ink.A)}
}
