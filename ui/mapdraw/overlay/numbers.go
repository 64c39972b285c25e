// SPDX-License-Identifier: MIT

package overlay

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Numbers numbers positions from 1 in discs above the labels, as a list next to the map does.
// Positions after the fourth have an empty disc. A disc that would cover one before it is drawn
// to the right of that, with a line from its place.
type Numbers struct{ Points []geo.Point }

// Sizes of numbers (logical pixels).
const (
	numberRadius = 8.0
	numberStroke = 1.8
	numberSize   = 2.4 // half of the width of a digit
	numberPlace  = 3.0 // radius of the place of a disc
)

// digits are the strokes of the digits from 1, in halves of their width.
var digits = [...][]raster.Vec{
	{{X: -0.8, Y: -0.9}, {X: 0.1, Y: -1.7}, {X: 0.1, Y: 1.7}},
	{{X: -1, Y: -1}, {X: -0.5, Y: -1.7}, {X: 0.5, Y: -1.7}, {X: 1, Y: -1.1}, {X: 1, Y: -0.5}, {X: -1, Y: 1.7}, {X: 1.1, Y: 1.7}},
	{{X: -1, Y: -1.7}, {X: 1, Y: -1.7}, {X: 0, Y: -0.4}, {X: 0.6, Y: -0.4}, {X: 1, Y: 0.2}, {X: 1, Y: 1}, {X: 0.5, Y: 1.7}, {X: -0.5, Y: 1.7}, {X: -1, Y: 1.2}},
	{{X: 0.5, Y: 1.7}, {X: 0.5, Y: -1.7}, {X: -1.1, Y: 0.8}, {X: 1.2, Y: 0.8}},
}

// AboveLabels implements Topmost: Numbers lie above the labels.
func (Numbers) AboveLabels() bool { return true }

// Draw implements Overlay.
func (o Numbers) Draw(c *Canvas, v view.Viewport) {
	radius := numberRadius * c.Scale
	places := c.project(o.Points, v)
	at := apart(places, 2*radius)
	for i, p := range places {
		c.segment(p, at[i], numberStroke*c.Scale)
	}
	c.Sink.Discs(places, numberPlace*c.Scale)
	c.Sink.Paint(c.Theme.Overlay.Route)
	c.Sink.Discs(at, radius+markRim*c.Scale)
	c.Sink.Paint(c.Theme.Overlay.Casing)
	c.Sink.Discs(at, radius)
	c.Sink.Paint(c.Theme.Overlay.Route)
	for i := range min(len(at), len(digits)) {
		stroke := make([]raster.Vec, len(digits[i]))
		for k, p := range digits[i] {
			stroke[k] = raster.Vec{X: at[i].X + p.X*numberSize*c.Scale, Y: at[i].Y + p.Y*numberSize*c.Scale}
		}
		c.Sink.Polyline(stroke, numberStroke*c.Scale, 0)
	}
	c.Sink.Paint(c.Theme.Overlay.Casing)
}

// apart moves places to the right until each has a distance from all before it.
func apart(places []raster.Vec, distance float64) (list []raster.Vec) {
	for _, p := range places {
		for k := 0; k < len(list); k++ {
			if q := list[k]; math.Hypot(p.X-q.X, p.Y-q.Y) < 0.99*distance {
				p.X, k = q.X+math.Sqrt(max(distance*distance-(p.Y-q.Y)*(p.Y-q.Y), 0)), -1
			}
		}
		list = append(list, p)
	}
	return list
}
