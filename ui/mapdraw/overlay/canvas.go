package overlay

import (
	"image"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Canvas is the picture that an Overlay draws on. Positions and widths are in
// device pixels.
type Canvas struct {
	Sink  raster.Sink
	Theme *style.Theme
	Scale float64 // device pixels in a logical one
	Bleed int     // how many pixels of the picture nobody is to read, on each side

	// What is kept from one overlay to the next.
	line    []raster.Vec
	squares []bool
	lines   *lineCache // nil keeps none
}

// NewCanvas returns the canvas whose shapes go into sink.
func NewCanvas(sink raster.Sink, theme *style.Theme, scale float64) *Canvas {
	return &Canvas{Sink: sink, Theme: theme, Scale: scale}
}

// Image returns the image that is drawn on, or nil where shapes go elsewhere.
func (c *Canvas) Image() *image.RGBA {
	if p, ok := c.Sink.(*raster.Picture); ok {
		return p.Dst
	}
	return nil
}

// Segment draws the line from a to b.
func (c *Canvas) Segment(a, b raster.Vec, width float64) {
	c.Sink.Polyline([]raster.Vec{a, b}, width, 0)
}

// project returns points in pixels of v. It is good until the next call.
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

// trace returns the line through points in pixels of v, without the vertices
// that nobody would miss. It is good until the next call of trace or project.
func (c *Canvas) trace(points []geo.Point, v view.Viewport) []raster.Vec {
	return raster.Straighten(c.project(points, v), raster.Unseen)
}
