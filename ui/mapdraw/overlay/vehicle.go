// SPDX-License-Identifier: MIT

package overlay

import (
	"image/color"
	"math"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Vehicle draws where a vehicle is in playback: an arrow in a disc, with a trail that fades
// behind it. It lies above the labels.
type Vehicle struct {
	At      geo.Point
	Heading float64    // degrees clockwise from north
	Unknown bool       // the place is a guess: a hollow disc
	Colour  color.RGBA // the zero colour is that of a route
	// Trail holds parts of the way to At, the oldest first. Each is drawn stronger than the
	// one before it.
	Trail [][]geo.Point
}

// Sizes of a vehicle (logical pixels).
const (
	vehicleRadius = 9.0
	vehicleRim    = 2.0
	arrowTip      = 5.6
	trailWidth    = 5.0
)

// AboveLabels implements Topmost: a Vehicle lies above the labels.
func (Vehicle) AboveLabels() bool { return true }

// Draw implements Overlay.
func (o Vehicle) Draw(c *Canvas, v view.Viewport) {
	ink, casing := o.Colour, c.Theme.Overlay.Casing
	if ink == (color.RGBA{}) {
		ink = c.Theme.Overlay.Route
	}
	for i, part := range o.Trail {
		c.polyline(part, v, trailWidth*c.Scale)
		c.Sink.Paint(faded(ink, float64(i+1)/float64(len(o.Trail)+1)))
	}
	at := c.project([]geo.Point{o.At}, v)[0]
	disc := []raster.Vec{at}
	c.Sink.Discs(disc, (vehicleRadius+vehicleRim)*c.Scale)
	c.Sink.Paint(casing)
	c.Sink.Discs(disc, vehicleRadius*c.Scale)
	c.Sink.Paint(ink)
	if o.Unknown {
		c.Sink.Discs(disc, (vehicleRadius-vehicleRim)*c.Scale)
		c.Sink.Paint(casing)
		return
	}
	c.Sink.Fill([][]raster.Vec{arrow(at, o.Heading, arrowTip*c.Scale)})
	c.Sink.Paint(casing)
}

// arrow returns the outline of an arrow around a place.
func arrow(at raster.Vec, heading, size float64) []raster.Vec {
	sin, cos := math.Sincos(heading * math.Pi / 180)
	turned := func(x, y float64) raster.Vec { // y ahead, x to the right
		return raster.Vec{X: at.X + size*(x*cos+y*sin), Y: at.Y + size*(x*sin-y*cos)}
	}
	return []raster.Vec{turned(0, 1), turned(0.72, -0.75), turned(0, -0.35), turned(-0.72, -0.75), turned(0, 1)}
}

// faded returns a colour with a share of its opacity.
func faded(col color.RGBA, part float64) color.RGBA {
	scaled := func(x uint8) uint8 { return uint8(math.Round(part * float64(x))) }
	return color.RGBA{scaled(col.R), scaled(col.G), scaled(col.B), scaled(col.A)}
}
