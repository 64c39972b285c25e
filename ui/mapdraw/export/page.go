// SPDX-License-Identifier: MIT

package export

import (
	"image/color"
	"slices"

	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/view"
)

// page receives everything above the map on a picture, in paint order. It is a
// band of a PNG, or an SVG document. Positions are in pixels of the picture.
type page interface {
	// sink returns the sink of overlays. Its positions are in pixels of the page.
	sink() raster.Sink
	// shown returns the part of the picture on the page.
	shown() raster.Box
	// group names the group that follows, like Layer of a raster.Sink.
	group(name string)
	// boxes fills boxes with round corners.
	boxes(of []raster.Box, radius float64, fill color.RGBA)
	// inset adds a small picture, on ground of one colour, with its corner at a
	// position.
	inset(at raster.Vec, width, height int, ground color.RGBA, draw func(raster.Sink))
	// write writes text at a position.
	write(t text.Writing, at raster.Vec)
}

// compose draws everything above the map onto a page that shows v.
func (e *exporter) compose(to page, v view.Viewport) {
	canvas := overlay.NewCanvas(to.sink(), &e.Theme, v.Scale)
	canvas.Sink.Layer("overlays", "")
	e.drawOverlays(canvas, v, false)
	to.group("labels")
	e.writeLabels(to)
	canvas.Sink.Layer("marks", "")
	e.drawOverlays(canvas, v, true)
	for i := range e.panels {
		e.panels[i].draw(to)
	}
}

// drawOverlays draws the overlays above the labels, or those below.
func (e *exporter) drawOverlays(c *overlay.Canvas, v view.Viewport, aboveLabels bool) {
	for _, o := range e.Overlays {
		if overlay.IsAbove(o) == aboveLabels && !e.stopped() {
			o.Draw(c, v)
		}
	}
}

// writeLabels writes the labels that are at least partly on the page.
func (e *exporter) writeLabels(to page) {
	size, shown := e.view.WorldSize(), to.shown()
	for i := range e.labels {
		lb := &e.labels[i]
		at := raster.Vec{X: lb.Label.At.X*size - e.origin.X, Y: lb.Label.At.Y*size - e.origin.Y}
		if slices.ContainsFunc(lb.Boxes, func(b raster.Box) bool { return b.Grow(lb.Label.Size).Add(at.X, at.Y).Overlaps(shown) }) {
			to.write(e.layouts.Writing(lb.Label, e.view.Scale), at)
		}
	}
}
