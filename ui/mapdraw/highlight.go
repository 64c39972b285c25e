package mapdraw

import "roadsnap/engine/geo"

// Highlight puts a halo along a line of the map, such as the road that was
// clicked.
type Highlight struct{ Line []geo.Point }

// highlightWidth is the width of the halo, in logical pixels: wider than any
// road but the widest.
const highlightWidth = 14

// Draw implements Overlay.
func (h Highlight) Draw(c *Canvas, v Viewport) {
	c.mask.polyline(c.trace(h.Line, v), highlightWidth*c.scale, 0)
	halo := c.theme.over.halo
	// Half of the halo's strength, so that the road under it can be told.
	halo.R, halo.G, halo.B, halo.A = halo.R/2, halo.G/2, halo.B/2, halo.A/2
	c.mask.paint(c.dst, halo)
}
