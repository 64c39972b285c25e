// SPDX-License-Identifier: MIT

package overlay

import (
	"image"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/label"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Canvas is the picture that an Overlay draws on. Positions and widths are in
// device pixels.
type Canvas struct {
	Sink  raster.Sink
	Theme *style.Theme
	Scale float64 // device pixels in a logical pixel
	Bleed int     // width of the margin that is not shown, on each side (pixels)
	// Taken is the space of names that overlays under the labels have written. The labels of the
	// map, and names above them, leave it free.
	Taken label.Plan

	// State kept from one overlay to the next.
	line    []raster.Vec
	squares []bool
	lines   *lineCache // nil for no cache
}

// NewCanvas returns a canvas that draws into sink.
func NewCanvas(sink raster.Sink, theme *style.Theme, scale float64) *Canvas {
	return &Canvas{Sink: sink, Theme: theme, Scale: scale, Taken: label.Plan{}}
}

// Image returns the image that the canvas draws on, or nil if its sink is not an
// image.
func (c *Canvas) Image() *image.RGBA {
	if p, ok := c.Sink.(*raster.Picture); ok {
		return p.Dst
	}
	return nil
}

// segment draws the line from a to b.
func (c *Canvas) segment(a, b raster.Vec, width float64) {
	c.Sink.Polyline([]raster.Vec{a, b}, width, 0)
}

// project returns points in pixels of v. The result is valid until the next call.
func (c *Canvas) project(points []geo.Point, v view.Viewport) []raster.Vec {
	ox, oy := v.Origin()
	p := view.NewProjector(v.WorldSize(), ox, oy)
	shape := c.line[:0]
	for _, q := range points {
		x, y := p.Point(q)
		shape = append(shape, raster.Vec{X: x, Y: y})
	}
	c.line = shape
	return shape
}

// trace returns the line through points in pixels of v, without vertices whose
// absence is invisible. The result is valid until the next call of trace or
// project.
func (c *Canvas) trace(points []geo.Point, v view.Viewport) []raster.Vec {
	return raster.Straighten(c.project(points, v), raster.Unseen)
}
