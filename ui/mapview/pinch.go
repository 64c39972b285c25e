// SPDX-License-Identifier: MIT

package mapview

import (
	"math"

	"fyne.io/fyne/v2"
)

// Pinch is one step of a two-finger gesture on a touchpad.
type Pinch struct {
	Begins, Ends bool // both false for a step in between
	// X, Y is the position of the pointer, which the fingers do not move (device
	// pixels relative to the upper left corner of the window).
	X, Y float64
	// DX, DY is the movement of both fingers since the previous step (device
	// pixels).
	DX, DY float64
	// Scale is the distance between the fingers, relative to that at the
	// beginning. It is valid for the steps in between.
	Scale float64
}

// FollowPinch follows a gesture that began over the map.
func (m *Map) FollowPinch(p Pinch) {
	switch {
	case p.Begins:
		m.pinch = pinch{}
		if at, ok := m.under(p.X, p.Y); ok {
			m.pinch.begin(m, at)
		}
	case p.Ends:
		m.pinch = pinch{}
	case m.pinch.active:
		m.pinch.follow(m, p)
	}
}

// under converts a device pixel of the window to a position in the map. It
// returns false if the map is not there or a dialog covers it.
func (m *Map) under(x, y float64) (fyne.Position, bool) {
	d := fyne.CurrentApp().Driver()
	c := d.CanvasForObject(m)
	if c == nil {
		return fyne.Position{}, false
	}
	at := fyne.NewPos(float32(x)/c.Scale(), float32(y)/c.Scale()).Subtract(d.AbsolutePositionForObject(m))
	size := m.Size()
	return at, c.Overlays().Top() == nil && at.X >= 0 && at.Y >= 0 && at.X < size.Width && at.Y < size.Height
}

// pinch is a gesture that the map follows.
type pinch struct {
	active bool
	x, y   float64 // device pixel on the map of the held point
	scale  float64 // of the last step
	// zoom is the zoom of the gesture, which may be out of range: the map
	// continues only when it is back in range. shown is the zoom that the map
	// shows.
	zoom, shown float64
}

func (g *pinch) begin(m *Map, at fyne.Position) {
	_, x, y := m.at(at)
	*g = pinch{active: true, x: x, y: y, scale: 1, zoom: m.view.Zoom, shown: m.view.Zoom}
	m.glide.stop()
}

// follow moves and zooms the map with the fingers. The point under the pointer at
// the beginning stays under it.
func (g *pinch) follow(m *Map, p Pinch) {
	if !(p.Scale > 0) {
		return
	}
	if m.view.Zoom != g.shown { // for example by a key
		g.zoom = m.view.Zoom
	}
	g.zoom += math.Log2(p.Scale / g.scale)
	g.x, g.y = g.x+p.DX, g.y+p.DY
	m.SetView(m.view.Pan(p.DX, p.DY).ZoomAt(g.x, g.y, g.zoom-m.view.Zoom))
	g.scale, g.shown = p.Scale, m.view.Zoom
}
