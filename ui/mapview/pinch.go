package mapview

import (
	"math"

	"fyne.io/fyne/v2"
)

// Pinch is one step of two fingers that close or open on a touchpad.
type Pinch struct {
	Begins, Ends bool // or is in between
	// X, Y is where the pointer is, which the fingers do not move: in device pixels
	// from the upper left corner of the window.
	X, Y float64
	// DX, DY is how far both fingers moved since the step before, in device pixels.
	DX, DY float64
	// Scale is the distance between the fingers, as a multiple of what it was when
	// they began. It counts for the steps in between.
	Scale float64
}

// FollowPinch follows the fingers, if they began over the map.
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

// under returns where on the map a device pixel of the window is, if the map is there
// and no dialog lies over it.
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
	x, y   float64 // where on the map, in device pixels, what the fingers hold is now
	scale  float64 // of the last step
	// zoom is what the fingers ask for, which may be beyond what there is: the map
	// goes on only when they are back. shown is what they got.
	zoom, shown float64
}

func (g *pinch) begin(m *Map, at fyne.Position) {
	_, x, y := m.at(at)
	*g = pinch{active: true, x: x, y: y, scale: 1, zoom: m.view.Zoom, shown: m.view.Zoom}
	m.glide.stop()
}

// follow moves the map as the fingers moved since the last step, and zooms by as
// much as they opened: what lay under the pointer when they began goes with them.
func (g *pinch) follow(m *Map, p Pinch) {
	if !(p.Scale > 0) {
		return
	}
	if m.view.Zoom != g.shown { // by a key, say
		g.zoom = m.view.Zoom
	}
	g.zoom += math.Log2(p.Scale / g.scale)
	g.x, g.y = g.x+p.DX, g.y+p.DY
	m.SetView(m.view.Pan(p.DX, p.DY).ZoomAt(g.x, g.y, g.zoom-m.view.Zoom))
	g.scale, g.shown = p.Scale, m.view.Zoom
}
