// SPDX-License-Identifier: MIT

package overlay

import (
	"image/color"
	"math"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Overlay is drawn over the map's tiles, again for each frame. Draw must not keep
// c. The data of an Overlay of this package, such as the points of a trace, must
// not change afterwards: it is kept from frame to frame, and several processors
// may draw it at once.
type Overlay interface {
	Draw(c *Canvas, v view.Viewport)
}

// Topmost is an Overlay that chooses whether it lies above the labels of the map.
// Other overlays lie under the labels.
type Topmost interface {
	Overlay
	AboveLabels() bool
}

// RawTrace draws the recorded points of a trip: small warm dots connected by a
// thin line.
type RawTrace struct {
	Points []geo.Point
	// Selected is the index of the point with a halo, if HasSelected.
	Selected    int
	HasSelected bool
	// NoDots and NoLine leave out a part.
	NoDots, NoLine bool
}

// Route draws the roads that a trip was matched to: a strong cool line with a
// light casing.
type Route struct {
	Legs []RouteLeg
	// Colour is that of the line; the zero colour is that of the theme.
	Colour color.RGBA
	// Paint draws the parts that are supported by points in the colours of a value; nil
	// draws them in one colour. Then the other parts have the colour of an unknown value.
	Paint *Paint
	// Selected puts a halo along the whole route.
	Selected bool
}

// RouteLeg is one continuous piece of a Route.
type RouteLeg struct {
	Line []geo.Point
	// Inferred holds the segments of Line that no recorded point supports; they
	// are drawn dashed.
	Inferred []VertexRange
	// OffRoad is set if no road lies under this leg; it is drawn dotted.
	OffRoad bool
}

// VertexRange is a part of a line, by the indexes of its first and last vertex,
// both included.
type VertexRange struct{ First, Last int }

// Selection draws a halo around positions, above the labels.
type Selection struct{ Points []geo.Point }

// Warnings marks positions of warnings with an amber triangle.
type Warnings struct{ Points []geo.Point }

// AboveLabels implements Topmost: a Selection lies above the labels.
func (Selection) AboveLabels() bool { return true }

// AboveLabels implements Topmost: Warnings lie above the labels.
func (Warnings) AboveLabels() bool { return true }

// Sizes of overlays (logical pixels).
const (
	rawWidth     = 1.0
	rawRadius    = 2.3
	rawRim       = 0.9 // around a dot
	rawSpacing   = 9.0 // between dots; closer ones are left out, because they would hide the route
	routeWidth   = 6.0
	routeCasing  = 1.8 // on each side
	routeHalo    = 4.0 // on each side, beyond the casing
	inferredOn   = 9.0
	inferredOff  = 6.0
	offRoadGap   = 8.0
	offRoadDot   = 3.6
	haloRadius   = 9.0
	haloWidth    = 3.0
	warningSize  = 7.0 // from the middle of the triangle to a corner
	warningSpace = 10.0
)

// Draw implements Overlay.
func (t RawTrace) Draw(c *Canvas, v view.Viewport) {
	if !t.NoLine {
		c.polyline(t.Points, v, rawWidth*c.Scale)
		c.Sink.Paint(c.Theme.Overlay.RawLine)
	}
	if t.HasSelected && t.Selected >= 0 && t.Selected < len(t.Points) {
		Selection{Points: t.Points[t.Selected : t.Selected+1]}.Draw(c, v)
	}
	if t.NoDots {
		return
	}
	dots := c.dots(t.Points, rawSpacing*c.Scale, v)
	c.Sink.Discs(dots, (rawRadius+rawRim)*c.Scale)
	c.Sink.Paint(c.Theme.Overlay.RawRim)
	c.Sink.Discs(dots, rawRadius*c.Scale)
	c.Sink.Paint(c.Theme.Overlay.RawDot)
}

// Draw implements Overlay.
func (r Route) Draw(c *Canvas, v view.Viewport) {
	o, s := c.Theme.Overlay, c.Scale
	if r.Colour != (color.RGBA{}) {
		o.Route = r.Colour
		o.Inferred = r.Colour
	}
	if r.Paint != nil {
		o.Inferred, o.OffRoad = o.Unknown, o.Unknown
	}
	if r.Selected {
		for _, leg := range r.Legs {
			c.polyline(leg.Line, v, (routeWidth+2*routeCasing+2*routeHalo)*s)
		}
		c.Sink.Paint(o.Halo)
	}
	for _, leg := range r.Legs {
		if !leg.OffRoad {
			c.polyline(leg.Line, v, (routeWidth+2*routeCasing)*s)
		}
	}
	c.Sink.Paint(o.Casing)
	for _, leg := range r.Legs {
		leg.segments(func(line []geo.Point, inferred bool) {
			if inferred {
				c.dashes(line, v, routeWidth*s, inferredOn*s, inferredOff*s, raster.ButtStart|raster.ButtEnd)
			}
		})
	}
	c.Sink.Paint(o.Inferred)
	if r.Paint != nil {
		r.Paint.draw(c, v, routeWidth*s)
	} else {
		r.drawSupported(c, v)
		c.Sink.Paint(o.Route)
	}
	r.drawOffRoad(c, v, o.OffRoad)
}

// drawSupported draws the parts that are supported by points, without painting them.
func (r Route) drawSupported(c *Canvas, v view.Viewport) {
	for _, leg := range r.Legs {
		leg.segments(func(line []geo.Point, inferred bool) {
			if !inferred {
				c.polyline(line, v, routeWidth*c.Scale)
			}
		})
	}
}

// drawOffRoad draws the legs off the road: dots in a colour with an outline.
func (r Route) drawOffRoad(c *Canvas, v view.Viewport, ink color.RGBA) {
	for _, pass := range []struct {
		rim float64
		col color.RGBA
	}{{2, c.Theme.Overlay.Casing}, {0, ink}} {
		for _, leg := range r.Legs {
			if leg.OffRoad {
				c.dashes(leg.Line, v, (offRoadDot+pass.rim)*c.Scale, 0, offRoadGap*c.Scale, 0)
			}
		}
		c.Sink.Paint(pass.col)
	}
}

// segments calls visit with the segments of a leg on the road, in order, each
// with the vertices at both ends.
func (l RouteLeg) segments(visit func(line []geo.Point, inferred bool)) {
	if l.OffRoad {
		return
	}
	at, last := 0, len(l.Line)-1
	for _, r := range l.Inferred {
		first, end := max(r.First, at), min(r.Last, last)
		if first >= end {
			continue
		}
		if first > at {
			visit(l.Line[at:first+1], false)
		}
		visit(l.Line[first:end+1], true)
		at = end
	}
	if at < last {
		visit(l.Line[at:], false)
	}
}

// Draw implements Overlay.
func (s Selection) Draw(c *Canvas, v view.Viewport) {
	for _, p := range c.project(s.Points, v) {
		c.ring(p, haloRadius*c.Scale, haloWidth*c.Scale)
	}
	c.Sink.Paint(c.Theme.Overlay.Halo)
}

// ring draws a circle.
func (c *Canvas) ring(at raster.Vec, radius, width float64) {
	const corners = 32
	var shape [corners + 1]raster.Vec
	for i := range shape {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		shape[i] = raster.Vec{X: at.X + radius*cos, Y: at.Y + radius*sin}
	}
	c.Sink.Polyline(shape[:], width, 0)
}

// Draw implements Overlay.
func (w Warnings) Draw(c *Canvas, v view.Viewport) {
	for _, p := range c.dots(w.Points, warningSpace*c.Scale, v) {
		c.warning(p)
	}
}

// warning draws a triangle with an exclamation mark.
func (c *Canvas) warning(at raster.Vec) {
	size, o := warningSize*c.Scale, &c.Theme.Overlay
	shape := []raster.Vec{
		{X: at.X, Y: at.Y - size}, {X: at.X + size*0.95, Y: at.Y + size*0.7}, {X: at.X - size*0.95, Y: at.Y + size*0.7},
		{X: at.X, Y: at.Y - size},
	}
	c.Sink.Polyline(shape, 4*c.Scale, 0)
	c.Sink.Paint(o.WarningRim)
	c.Sink.Polyline(shape, 2*c.Scale, 0)
	c.Sink.Fill([][]raster.Vec{shape})
	c.Sink.Paint(o.Warning)
	c.segment(raster.Vec{X: at.X, Y: at.Y - size*0.4}, raster.Vec{X: at.X, Y: at.Y + size*0.1}, 1.6*c.Scale)
	dot := raster.Vec{X: at.X, Y: at.Y + size*0.45}
	c.segment(dot, dot, 1.8*c.Scale)
	c.Sink.Paint(o.WarningRim)
}
