// SPDX-License-Identifier: MIT

package overlay

import (
	"image/color"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Marks draws round marks with a symbol, above the labels.
type Marks struct {
	Points []geo.Point
	Symbol Symbol
	Colour color.RGBA // the zero colour is that of a route
}

// Symbol is the symbol of Marks, those of a player.
type Symbol uint8

// The symbols.
const (
	SymbolStop  Symbol = iota // two bars: the vehicle stood here
	SymbolStart               // a triangle: the trip begins here
	SymbolEnd                 // a square: the trip ends here
)

// Sizes of marks (logical pixels).
const (
	markRadius = 6.8
	markRim    = 1.2
	markSpace  = 16.0 // between marks; closer ones would hide each other
	markSymbol = 2.9  // from the middle of the symbol to its edge
)

// AboveLabels implements Topmost: Marks lie above the labels.
func (Marks) AboveLabels() bool { return true }

// Draw implements Overlay.
func (m Marks) Draw(c *Canvas, v view.Viewport) {
	at := c.dots(m.Points, markSpace*c.Scale, v)
	c.Sink.Discs(at, (markRadius+markRim)*c.Scale)
	c.Sink.Paint(c.Theme.Overlay.Casing)
	c.Sink.Discs(at, markRadius*c.Scale)
	ink := m.Colour
	if ink == (color.RGBA{}) {
		ink = c.Theme.Overlay.Route
	}
	c.Sink.Paint(ink)
	for _, p := range at {
		c.Sink.Fill(m.Symbol.shapes(p, markSymbol*c.Scale))
	}
	c.Sink.Paint(c.Theme.Overlay.Casing)
}

// shapes returns the outlines of the symbol around a place.
func (s Symbol) shapes(at raster.Vec, size float64) [][]raster.Vec {
	box := func(left, right float64) []raster.Vec {
		return []raster.Vec{
			{X: at.X + left*size, Y: at.Y - size}, {X: at.X + right*size, Y: at.Y - size},
			{X: at.X + right*size, Y: at.Y + size}, {X: at.X + left*size, Y: at.Y + size}, {X: at.X + left*size, Y: at.Y - size},
		}
	}
	switch s {
	case SymbolStart:
		const back, tip = 0.75, 1.25 // so that the triangle's middle is that of the disc
		return [][]raster.Vec{{
			{X: at.X - back*size, Y: at.Y - 1.15*size}, {X: at.X + tip*size, Y: at.Y}, {X: at.X - back*size, Y: at.Y + 1.15*size}, {X: at.X - back*size, Y: at.Y - 1.15*size},
		}}
	case SymbolEnd:
		return [][]raster.Vec{box(-1, 1)}
	default:
		return [][]raster.Vec{box(-1, -0.3), box(0.3, 1)}
	}
}
