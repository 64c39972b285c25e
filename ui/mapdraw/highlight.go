package mapdraw

import (
	"image/color"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
)

// Highlight puts a halo along a line of the map, such as the road that was
// clicked.
type Highlight struct{ Line []geo.Point }

// highlightWidth is the width of the halo, in logical pixels: wider than any
// road but the widest.
const highlightWidth = 14

// Draw implements Overlay.
func (h Highlight) Draw(c *Canvas, v view.Viewport) {
	c.sink.Polyline(c.trace(h.Line, v), highlightWidth*c.scale, 0)
	c.sink.Paint(halved(c.theme.Overlay.Halo))
}

// halved returns half of a colour's strength, so that the road under it can be
// told.
func halved(col color.RGBA) color.RGBA {
	return color.RGBA{col.R / 2, col.G / 2, col.B / 2, col.A / 2}
}
