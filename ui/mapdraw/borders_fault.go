package mapdraw

import "roadsnap/engine/geo"

// FaultBox frames where borders did not meet: what was overlapped or left open
// is cut away by now, and its box is what is known of it.
type FaultBox struct{ Bounds geo.Bounds }

// Measures of a FaultBox, in logical pixels.
const (
	faultLine  = 2.0
	faultLeast = 16.0 // side of the frame of the smallest fault
	faultOn    = 6.0
	faultOff   = 4.0
)

// Draw implements Overlay.
func (f FaultBox) Draw(c *Canvas, v Viewport) {
	x0, y0 := v.ToScreen(geo.Point{Lat: f.Bounds.North, Lon: f.Bounds.West})
	x1, y1 := v.ToScreen(geo.Point{Lat: f.Bounds.South, Lon: f.Bounds.East})
	least := faultLeast * c.scale
	if short := least - (x1 - x0); short > 0 {
		x0, x1 = x0-short/2, x1+short/2
	}
	if short := least - (y1 - y0); short > 0 {
		y0, y1 = y0-short/2, y1+short/2
	}
	frame := []vec{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}
	c.mask.fillArea([][]vec{frame})
	c.mask.paint(c.dst, c.theme.borders.fault)
	c.mask.dashes(frame, faultLine*c.scale, faultOn*c.scale, faultOff*c.scale, 0)
	c.mask.paint(c.dst, c.theme.over.warning)
}
