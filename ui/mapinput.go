package ui

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
)

// mapPress is what the pointer's button is pressed for.
type mapPress struct {
	// dragged is set once the map moved: letting the button go is then no click.
	dragged bool
	// idle is set when Esc took away what the button was pressed for.
	idle bool
	// caught is set when the press stopped a map that glided, and meant no more.
	caught   bool
	at, last fyne.Position    // of this press and the one before
	held     fyne.KeyModifier // with the button
}

// pointAt returns the point of the map at a place in the widget.
func (m *mapView) pointAt(p fyne.Position) geo.Point {
	at, _, _ := m.at(p)
	return at
}

// reach returns how far from the pointer something is still pointed at (metres).
func (m *mapView) reach() float64 {
	const radius = 8 // logical pixels
	return radius * m.view.Scale * m.view.MetresPerPixel()
}

// MouseDown implements desktop.Mouseable: whatever the map does by itself, it
// stops. With Shift a box begins.
func (m *mapView) MouseDown(e *desktop.MouseEvent) {
	m.press = mapPress{at: e.Position, last: m.press.at, caught: m.glide.running != nil, held: e.Modifier}
	m.glide.stop()
	if e.Button == desktop.MouseButtonPrimary && e.Modifier&fyne.KeyModifierShift != 0 {
		m.box.begin(e.Position)
	}
}

// Dragged implements fyne.Draggable.
func (m *mapView) Dragged(e *fyne.DragEvent) {
	m.press.dragged, m.pointer = true, e.Position
	switch {
	case m.press.idle:
	case m.box.drawing:
		hidden := !m.box.frame.Visible()
		m.box.drag(e.Position, m.Size())
		if hidden {
			m.sheet.shader.Refresh() // the toolkit does not paint for what it has never shown
		}
	default:
		m.glide.moved(m.now(), e.Dragged.DX, e.Dragged.DY)
		m.panBy(e.Dragged.DX, e.Dragged.DY)
	}
}

// DragEnd implements fyne.Draggable.
func (m *mapView) DragEnd() {
	switch {
	case m.press.idle:
	case m.box.drawing:
		v := m.box.zoomIn(m.view)
		m.box.cancel()
		m.setView(v)
	case m.animated():
		m.glide.run(m.now(), m.panBy)
	}
}

// MouseUp implements desktop.Mouseable. Fyne's own Tapped comes 300 ms later,
// after it has made sure that there is no double click.
func (m *mapView) MouseUp(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary || m.press.dragged || m.press.idle {
		return
	}
	m.box.cancel()
	if !m.press.caught {
		m.handler.Clicked(m.pointAt(e.Position), m.press.held)
	}
}

// cancelDrag takes away the box that is being drawn, and reports whether there
// was one.
func (m *mapView) cancelDrag() bool {
	m.press.idle = m.box.cancel()
	return m.press.idle
}

// wheelStep is how far one notch of a mouse wheel zooms; Fyne reports 25
// logical pixels a notch on X11. Two fingers on a touchpad give the same event in
// smaller steps.
const wheelStep = 0.5 / 25

// fineWheel is which share of a step the wheel zooms while Ctrl is held: where
// half a zoom level is too much, as for a picture to be exported.
const fineWheel = 0.2

// Scrolled implements fyne.Scrollable: the wheel zooms at the cursor. Windows makes
// turns of it of a pinch on a touchpad, small ones with Ctrl; but that key is in the
// message alone, not held down, so that they are no fine ones here.
func (m *mapView) Scrolled(e *fyne.ScrollEvent) {
	_, x, y := m.at(e.Position)
	step := wheelStep
	if kit.HeldKeys()&fyne.KeyModifierControl != 0 {
		step *= fineWheel
	}
	m.zoomAt(x, y, float64(e.Scrolled.DY)*step)
}

// Tapped implements fyne.Tappable.
func (m *mapView) Tapped(e *fyne.PointEvent) {
	if !m.press.caught {
		m.handler.Tapped(m.pointAt(e.Position))
	}
}

// DoubleTapped implements fyne.DoubleTappable. The toolkit takes any two quick
// clicks for a double one, even at two ends of the map.
func (m *mapView) DoubleTapped(e *fyne.PointEvent) {
	const near = 8 // logical pixels
	apart := m.press.at.Subtract(m.press.last)
	if math.Hypot(float64(apart.X), float64(apart.Y)) > near {
		m.Tapped(e)
		return
	}
	if m.handler.DoubleClicked(m.pointAt(e.Position), m.press.held) {
		return
	}
	_, x, y := m.at(e.Position)
	m.zoomAt(x, y, 1)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (m *mapView) TappedSecondary(e *fyne.PointEvent) {
	m.handler.MenuAsked(m.pointAt(e.Position), e.AbsolutePosition)
}

// MouseIn implements desktop.Hoverable.
func (m *mapView) MouseIn(e *desktop.MouseEvent) { m.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (m *mapView) MouseMoved(e *desktop.MouseEvent) {
	m.pointer, m.hasPointer = e.Position, true
	m.hover()
}

// MouseOut implements desktop.Hoverable.
func (m *mapView) MouseOut() {
	m.hasPointer = false
	m.handler.Hovered(geo.Point{}, false)
}

// hover tells what position is under the pointer.
func (m *mapView) hover() {
	if m.hasPointer {
		m.handler.Hovered(m.pointAt(m.pointer), true)
	}
}

// Cursor implements desktop.Cursorable.
func (m *mapView) Cursor() desktop.Cursor {
	if m.aiming || m.box.drawing {
		return desktop.CrosshairCursor
	}
	return desktop.DefaultCursor
}
