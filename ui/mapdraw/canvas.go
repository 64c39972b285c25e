package mapdraw

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
	sink  raster.Sink
	theme *style.Theme
	scale float64 // device pixels in a logical one
	bleed int     // how many pixels of the picture nobody is to read, on each side

	// What is kept from one overlay to the next.
	line    []raster.Vec
	squares []bool
	lines   *lineCache // nil keeps none
}

// drawOverlays draws those that lie above the labels, or those below.
func (f *frame) drawOverlays(overlays []Overlay, v view.Viewport, aboveLabels bool) {
	for i := 0; i < len(overlays); i++ {
		if n, vertices := together(overlays[i:], aboveLabels); vertices >= divideFrom {
			f.bands.drawTogether(&f.canvas, overlays[i:i+n], v)
			i += n - 1
		} else if isAbove(overlays[i]) == aboveLabels {
			overlays[i].Draw(&f.canvas, v)
		}
	}
}

// newCanvas returns the canvas whose shapes go into sink.
func newCanvas(sink raster.Sink, theme *style.Theme, scale float64) *Canvas {
	return &Canvas{sink: sink, theme: theme, scale: scale}
}

// image returns the image that is drawn on, or nil where shapes go elsewhere.
func (c *Canvas) image() *image.RGBA {
	if p, ok := c.sink.(*raster.Picture); ok {
		return p.Dst
	}
	return nil
}

// segment draws the line from a to b.
func (c *Canvas) segment(a, b raster.Vec, width float64) {
	c.sink.Polyline([]raster.Vec{a, b}, width, 0)
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
