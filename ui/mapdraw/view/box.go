// SPDX-License-Identifier: MIT

package view

import (
	"image"
	"math"

	"roadsnap/engine/geo"
)

// Box is a box on the web-mercator square.
type Box struct{ X0, Y0, X1, Y1 float64 }

// Meets reports whether b and c share a point.
func (b Box) Meets(c Box) bool {
	return b.X0 <= c.X1 && c.X0 <= b.X1 && b.Y0 <= c.Y1 && c.Y0 <= b.Y1
}

// Holds reports whether b contains c.
func (b Box) Holds(c Box) bool {
	return b.X0 <= c.X0 && b.Y0 <= c.Y0 && b.X1 >= c.X1 && b.Y1 >= c.Y1
}

// With returns the smallest box that contains b and p.
func (b Box) With(p World) Box {
	return Box{min(b.X0, p.X), min(b.Y0, p.Y), max(b.X1, p.X), max(b.Y1, p.Y)}
}

// NoBox is the empty box: NoBox.With(p) is the box of p alone.
var NoBox = Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

// GeoBox returns b in degrees on the Earth.
func (b Box) GeoBox() geo.FixedBounds {
	nw, se := World{max(b.X0, 0), max(b.Y0, 0)}.Point(), World{min(b.X1, 1), min(b.Y1, 1)}.Point()
	return geo.Bounds{South: se.Lat, West: nw.Lon, North: nw.Lat, East: se.Lon}.Fixed()
}

// BoxOf returns the box that v shows, enlarged on each side by a share of its
// size and clipped to the edge of the world.
func BoxOf(v Viewport, grow float64) Box {
	ox, oy := v.Origin()
	size := v.WorldSize()
	w, h := float64(v.Width), float64(v.Height)
	return Box{
		max((ox-grow*w)/size, 0), max((oy-grow*h)/size, 0),
		min((ox+(1+grow)*w)/size, 1), min((oy+(1+grow)*h)/size, 1),
	}
}

// RectOf returns the world pixels that v shows, enlarged on each side by a share
// of its size.
func RectOf(v Viewport, grow float64) image.Rectangle {
	ox, oy := v.Origin()
	x, y := int(math.Round(ox)), int(math.Round(oy))
	dx, dy := int(grow*float64(v.Width)), int(grow*float64(v.Height))
	return image.Rect(x-dx, y-dy, x+v.Width+dx, y+v.Height+dy)
}

// Length converts a length (metres) at p to a share of the world's side.
func Length(metres float64, p geo.Point) float64 {
	return metres / (2 * math.Pi * geo.EarthRadius * math.Cos(p.Lat*math.Pi/180))
}
