// SPDX-License-Identifier: MIT

package overlay

import (
	"image/color"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Faults marks the positions of faults with a red disc with a cross. Its shape,
// too, differs from the triangles of Warnings.
type Faults struct {
	Points []geo.Point
	// Framed holds the places of gaps and overlaps. These are already cut away,
	// so that only their bounds are known.
	Framed []geo.Bounds
}

// AboveLabels implements Topmost: Faults lie above the labels.
func (Faults) AboveLabels() bool { return true }

// Sizes of Faults (logical pixels).
const (
	faultRadius = 6.5
	faultCross  = 2.6 // from the middle of the cross to the end of an arm

	faultLine  = 2.0  // of a frame
	faultLeast = 24.0 // side of the smallest frame, which contains the disc
	faultOn    = 6.0
	faultOff   = 4.0
)

// Draw implements Overlay.
func (f Faults) Draw(c *Canvas, v view.Viewport) {
	o, s := &c.Theme.Overlay, c.Scale
	for _, b := range f.Framed {
		frame := faultFrame(b, v, s)
		c.Sink.Fill([][]raster.Vec{frame})
		c.Sink.Paint(c.Theme.Borders.Fault)
		c.Sink.DashesFrom(frame, 0, faultLine*s, faultOn*s, faultOff*s, 0)
		c.Sink.Paint(o.Fault)
	}
	for _, at := range c.dots(f.Points, warningSpace*s, v) {
		c.segment(at, at, 2*(faultRadius+1.4)*s)
		c.Sink.Paint(o.FaultRim)
		c.segment(at, at, 2*faultRadius*s)
		c.Sink.Paint(o.Fault)
		arm := faultCross * s
		c.segment(raster.Vec{X: at.X - arm, Y: at.Y - arm}, raster.Vec{X: at.X + arm, Y: at.Y + arm}, 1.8*s)
		c.segment(raster.Vec{X: at.X - arm, Y: at.Y + arm}, raster.Vec{X: at.X + arm, Y: at.Y - arm}, 1.8*s)
		c.Sink.Paint(o.FaultRim)
	}
}

// faultFrame returns the corners of a frame (pixels); the last repeats the first.
func faultFrame(b geo.Bounds, v view.Viewport, scale float64) []raster.Vec {
	x0, y0 := v.ToScreen(geo.Point{Lat: b.North, Lon: b.West})
	x1, y1 := v.ToScreen(geo.Point{Lat: b.South, Lon: b.East})
	if short := faultLeast*scale - (x1 - x0); short > 0 {
		x0, x1 = x0-short/2, x1+short/2
	}
	if short := faultLeast*scale - (y1 - y0); short > 0 {
		y0, y1 = y0-short/2, y1+short/2
	}
	return []raster.Vec{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}, {X: x0, Y: y0}}
}

// Highlight draws a halo along a line of the map, such as a clicked road.
type Highlight struct{ Line []geo.Point }

// highlightWidth is the width of the halo (logical pixels), greater than that of
// all but the widest roads.
const highlightWidth = 14

// Draw implements Overlay.
func (h Highlight) Draw(c *Canvas, v view.Viewport) {
	c.Sink.Polyline(c.trace(h.Line, v), highlightWidth*c.Scale, 0)
	c.Sink.Paint(halved(c.Theme.Overlay.Halo))
}

// halved returns a colour at half strength, so that the road under it stays
// visible.
func halved(col color.RGBA) color.RGBA {
	return color.RGBA{col.R / 2, col.G / 2, col.B / 2, col.A / 2}
}
