package export

import (
	"image/color"
	"slices"

	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/text"
	"roadsnap/ui/mapdraw/view"
)

// page takes all that lies above the map on a picture, in paint order: a band of a
// PNG, or an SVG document. Positions are in pixels of the picture.
type page interface {
	// sink returns the sink of overlays. Its positions are in pixels of the page.
	sink() raster.Sink
	// shown returns the part of the picture that is on the page.
	shown() raster.Box
	// group names what follows, as Layer of a raster.Sink does.
	group(name string)
	// boxes fills boxes with round corners.
	boxes(of []raster.Box, radius float64, fill color.RGBA)
	// inset puts a small picture, on ground of one colour, with its corner at a place.
	inset(at raster.Vec, width, height int, ground color.RGBA, draw func(raster.Sink))
	// write writes text at a place.
	write(t text.Writing, at raster.Vec)
}

// compose draws what lies above the map onto a page, which shows v.
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

// drawOverlays draws the overlays that lie above the labels, or those below.
func (e *exporter) drawOverlays(c *overlay.Canvas, v view.Viewport, aboveLabels bool) {
	for _, o := range e.Overlays {
		if overlay.IsAbove(o) == aboveLabels && !e.stopped() {
			o.Draw(c, v)
		}
	}
}

// writeLabels writes the labels of which the page shows a part.
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
