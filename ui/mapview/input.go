// SPDX-License-Identifier: MIT

package mapview

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
)

// press is the state of a press of the pointer's button.
type press struct {
	// dragged is set once the map moved: releasing the button is then not a
	// click.
	dragged bool
	// taken is set while the handler has taken the drag.
	taken bool
	// idle is set when Esc cancelled the purpose of the press.
	idle bool
	// caught is set when the press stopped a gliding map, and means nothing else.
	caught   bool
	at, last fyne.Position    // of this press and the previous one
	held     fyne.KeyModifier // with the button
}

// PointAt returns the geographic position of a position in the widget.
func (m *Map) PointAt(p fyne.Position) geo.Point {
	at, _, _ := m.at(p)
	return at
}

// MouseDown implements desktop.Mouseable. It stops any movement of the map. With
// Shift a box begins.
func (m *Map) MouseDown(e *desktop.MouseEvent) {
	m.press = press{at: e.Position, last: m.press.at, caught: m.glide.running != nil, held: e.Modifier}
	m.glide.stop()
	if e.Button == desktop.MouseButtonPrimary && e.Modifier&fyne.KeyModifierShift != 0 {
		m.box.begin(e.Position)
	}
}

// Dragged implements fyne.Draggable.
func (m *Map) Dragged(e *fyne.DragEvent) {
	if d, ok := m.handler.(Dragger); ok && !m.press.dragged && !m.box.drawing {
		m.press.taken = d.DragBegan(m.PointAt(m.press.at))
	}
	m.press.dragged, m.pointer = true, e.Position
	switch {
	case m.press.taken:
		m.handler.(Dragger).DragMoved(m.PointAt(e.Position))
	case m.press.idle:
	case m.box.drawing:
		hidden := !m.box.frame.Visible()
		m.box.drag(e.Position, m.Size())
		if hidden {
			m.sheet.shader.Refresh() // the toolkit does not repaint for an object that it has never shown
		}
	default:
		m.glide.moved(m.now(), e.Dragged.DX, e.Dragged.DY)
		m.PanBy(e.Dragged.DX, e.Dragged.DY)
	}
}

// DragEnd implements fyne.Draggable.
func (m *Map) DragEnd() {
	switch {
	case m.press.taken:
		m.press.taken = false
		m.handler.(Dragger).DragEnded()
	case m.press.idle:
	case m.box.drawing:
		v := m.box.zoomIn(m.view)
		m.box.cancel()
		m.SetView(v)
	case m.animated():
		m.glide.run(m.now(), m.PanBy)
	}
}

// MouseUp implements desktop.Mouseable. Fyne calls Tapped 300 ms later, when it
// knows that there is no double click.
func (m *Map) MouseUp(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary || m.press.dragged || m.press.idle {
		return
	}
	m.box.cancel()
	if !m.press.caught {
		m.handler.Clicked(m.PointAt(e.Position), m.press.held)
	}
}

// CancelDrag removes the box that is being drawn, and reports whether there was
// one.
func (m *Map) CancelDrag() bool {
	m.press.idle = m.box.cancel()
	return m.press.idle
}

// wheelStep is the zoom per unit of scrolling. Fyne reports 25 logical pixels per
// notch of a mouse wheel on X11. Two fingers on a touchpad give the same event in
// smaller steps.
const wheelStep = 0.5 / 25

// fineWheel is the share of a step that the wheel zooms while Ctrl is held. It
// helps where half a zoom level is too much, for example for a picture to be
// exported.
const fineWheel = 0.2

// Scrolled implements fyne.Scrollable: the wheel zooms at the cursor. Windows
// reports a pinch on a touchpad as small turns of the wheel with Ctrl. That key
// is only in the message and not held down, so these turns are not reduced here.
func (m *Map) Scrolled(e *fyne.ScrollEvent) {
	_, x, y := m.at(e.Position)
	step := wheelStep
	if kit.HeldKeys()&fyne.KeyModifierControl != 0 {
		step *= fineWheel
	}
	m.ZoomAt(x, y, float64(e.Scrolled.DY)*step)
}

// Tapped implements fyne.Tappable.
func (m *Map) Tapped(e *fyne.PointEvent) {
	if !m.press.caught {
		m.handler.Tapped(m.PointAt(e.Position))
	}
}

// DoubleTapped implements fyne.DoubleTappable. The toolkit treats any two quick
// clicks as a double click, even if they are far apart.
func (m *Map) DoubleTapped(e *fyne.PointEvent) {
	const near = 8 // logical pixels
	apart := m.press.at.Subtract(m.press.last)
	if math.Hypot(float64(apart.X), float64(apart.Y)) > near {
		m.Tapped(e)
		return
	}
	if m.handler.DoubleClicked(m.PointAt(e.Position), m.press.held) {
		return
	}
	_, x, y := m.at(e.Position)
	m.ZoomAt(x, y, 1)
}

// TappedSecondary implements fyne.SecondaryTappable.
func (m *Map) TappedSecondary(e *fyne.PointEvent) {
	m.handler.MenuAsked(m.PointAt(e.Position), e.AbsolutePosition)
}

// MouseIn implements desktop.Hoverable.
func (m *Map) MouseIn(e *desktop.MouseEvent) { m.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (m *Map) MouseMoved(e *desktop.MouseEvent) {
	m.pointer, m.hasPointer = e.Position, true
	m.hover()
}

// MouseOut implements desktop.Hoverable.
func (m *Map) MouseOut() {
	m.hasPointer = false
	m.handler.Hovered(geo.Point{}, false)
}

// hover reports the position under the pointer.
func (m *Map) hover() {
	if m.hasPointer {
		m.handler.Hovered(m.PointAt(m.pointer), true)
	}
}

// Cursor implements desktop.Cursorable.
func (m *Map) Cursor() desktop.Cursor {
	if m.aiming || m.box.drawing {
		return desktop.CrosshairCursor
	}
	return desktop.DefaultCursor
}
