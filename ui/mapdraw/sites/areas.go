// SPDX-License-Identifier: MIT

package sites

import (
	"image/color"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// Area is a zone of the user that is not a circle: the area within rings, or a line with a
// width.
type Area struct {
	Name  string
	Rings [][]geo.Point
	Line  []geo.Point
	Width float64    // of the line (metres)
	Ink   color.RGBA // the zero value: that of named places
}

// shape is an area in the plane of the world.
type shape struct {
	Area
	rings  [][]view.World
	line   []view.World
	middle geo.Point // below the name
	north  view.World
	box    raster.Box // of the world, whose size is 1
}

// shapeOf projects an area once, because a border may have many vertices.
func shapeOf(a Area) shape {
	s := shape{Area: a}
	bounds := geo.NoBounds
	project := func(points []geo.Point) []view.World {
		list := make([]view.World, len(points))
		for i, p := range points {
			list[i] = view.Project(p)
			bounds = bounds.Extend(p)
		}
		return list
	}
	for _, ring := range a.Rings {
		s.rings = append(s.rings, project(ring))
	}
	s.line = project(a.Line)
	if bounds.Empty() {
		return s
	}
	bounds = bounds.Pad(a.Width / 2)
	s.middle = bounds.Center()
	s.north = view.Project(geo.Point{Lat: bounds.North, Lon: s.middle.Lon})
	low, high := view.Project(geo.Point{Lat: bounds.North, Lon: bounds.West}), view.Project(geo.Point{Lat: bounds.South, Lon: bounds.East})
	s.box = raster.Box{X0: low.X, Y0: low.Y, X1: high.X, Y1: high.Y}
	return s
}

// draw draws an area: faded, with its border.
func (s *shape) draw(c *overlay.Canvas, f frame) {
	ink := orInk(s.Ink, c.Theme)
	pixels := func(points []view.World) []raster.Vec {
		line := make([]raster.Vec, len(points))
		for i, w := range points {
			line[i] = f.pixel(w)
		}
		return raster.Straighten(line, raster.Unseen)
	}
	if len(s.line) > 0 {
		line := pixels(s.line)
		width := max(view.Length(s.Width, s.middle)*f.size, rimWidth*c.Scale)
		c.Sink.Polyline(line, width, 0)
		c.Sink.Paint(faded(ink))
		c.Sink.Polyline(line, rimWidth*c.Scale, 0)
		c.Sink.Paint(ink)
		return
	}
	var rings [][]raster.Vec
	for _, ring := range s.rings {
		if line := pixels(ring); len(line) > 2 {
			rings = append(rings, append(line, line[0]))
		}
	}
	c.Sink.Fill(rings)
	c.Sink.Paint(faded(ink))
	for _, stroke := range []struct {
		width float64
		color color.RGBA
	}{{rimWidth + 2*rimCasing, c.Theme.Overlay.Casing}, {rimWidth, ink}} {
		for _, line := range rings {
			c.Sink.Polyline(line, stroke.width*c.Scale, 0)
		}
		c.Sink.Paint(stroke.color)
	}
}
