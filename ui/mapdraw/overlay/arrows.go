// SPDX-License-Identifier: MIT

package overlay

import (
	"math"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Arrows draws the direction of travel on the parts of legs that are on the road and
// supported by points. It belongs above the recorded points, which would hide it.
type Arrows struct{ Legs []RouteLeg }

// Sizes of direction arrows (logical pixels).
const (
	// arrowSpacing is the least distance between arrows along the line. The distance
	// doubles with each zoom level that is left, so that arrows keep their places on
	// the line and only appear or disappear between them.
	arrowSpacing = 72.0
	arrowReach   = 4.0 // along the line, over which the direction is measured, on each side
	arrowApart   = 18.0
	arrowSize    = 4.3 // from the middle of an arrow to its ends
	arrowRim     = 1.3
)

// lineArrow is a direction arrow: its middle and the unit vector of its direction (pixels).
type lineArrow struct{ at, ahead raster.Vec }

// Draw implements Overlay.
func (o Arrows) Draw(c *Canvas, v view.Viewport) {
	spacing := arrowStep(v) * c.Scale
	grid := c.decimator(arrowApart*c.Scale, v)
	var shapes [][]raster.Vec
	for _, leg := range o.Legs {
		leg.segments(func(line []geo.Point, inferred bool) {
			if inferred {
				return
			}
			width := 2 * (arrowSize + arrowReach) * c.Scale
			c.pieces(line, v, width, func(piece []raster.Vec, run float64) {
				eachArrow(piece, run, spacing, arrowReach*c.Scale, func(a lineArrow) {
					if grid.take(a.at) {
						shapes = append(shapes, a.head(arrowSize*c.Scale))
					}
				})
			})
		})
	}
	for _, shape := range shapes {
		c.Sink.Polyline(shape, 2*arrowRim*c.Scale, 0)
	}
	c.Sink.Paint(c.Theme.Overlay.ArrowRim)
	c.Sink.Fill(shapes)
	c.Sink.Paint(c.Theme.Overlay.Arrow)
}

// Vertices implements Divisible.
func (o Arrows) Vertices() int { return Route{Legs: o.Legs}.Vertices() }

// arrowStep returns the distance between arrows in v (logical pixels), arrowSpacing or up to
// twice as much.
func arrowStep(v view.Viewport) float64 {
	size := v.WorldSize() / v.DeviceScale()
	return arrowSpacing * math.Exp2(math.Log2(size)-math.Floor(math.Log2(size)))
}

// eachArrow calls visit with the arrows on a piece of a line, which begins run pixels after
// the start of the line. The first arrow is half a spacing from that start. There is none in
// a sharp bend.
func eachArrow(piece []raster.Vec, run, spacing, reach float64, visit func(lineArrow)) {
	if len(piece) < 2 {
		return
	}
	w := walker{line: piece}
	next := (math.Floor((run-reach)/spacing-0.5)+1)*spacing + spacing/2 - run
	for ; ; next += spacing {
		if next < reach {
			continue // its direction is not known
		}
		back, ok := w.to(next - reach)
		at, ok2 := w.to(next)
		tip, ok3 := w.to(next + reach)
		if !ok || !ok2 || !ok3 {
			return
		}
		const straight = 0.8 // shortest chord of a usable bend, as a share of its arc
		dx, dy := tip.X-back.X, tip.Y-back.Y
		if length := math.Hypot(dx, dy); length > straight*2*reach {
			visit(lineArrow{at, raster.Vec{X: dx / length, Y: dy / length}})
		}
	}
}

// walker finds places along a line, at distances that do not decrease.
type walker struct {
	line []raster.Vec
	i    int     // the segment reached
	done float64 // length of the segments before it
}

// to returns the place at a distance from the start; ok is false beyond the end.
func (w *walker) to(distance float64) (at raster.Vec, ok bool) {
	for w.i+1 < len(w.line) {
		a, b := w.line[w.i], w.line[w.i+1]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if rest := distance - w.done; rest <= length {
			if length == 0 {
				return a, true
			}
			f := rest / length
			return raster.Vec{X: a.X + f*(b.X-a.X), Y: a.Y + f*(b.Y-a.Y)}, true
		}
		w.done += length
		w.i++
	}
	return at, false
}

// head returns the closed outline of an arrow.
func (a lineArrow) head(size float64) []raster.Vec {
	turned := func(ahead, right float64) raster.Vec {
		return raster.Vec{X: a.at.X + size*(ahead*a.ahead.X-right*a.ahead.Y), Y: a.at.Y + size*(ahead*a.ahead.Y+right*a.ahead.X)}
	}
	return []raster.Vec{turned(1, 0), turned(-0.9, 0.85), turned(-0.5, 0), turned(-0.9, -0.85), turned(1, 0)}
}
