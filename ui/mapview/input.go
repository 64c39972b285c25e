package mapview

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"roadsnap/engine/geo"
	"roadsnap/ui/kit"
)

// press is what the pointer's button is pressed for.
type press struct {
	// dragged is set once the map moved: letting the button go is then no click.
	dragged bool
	// idle is set when Esc took away what the button was pressed for.
	idle bool
	// caught is set when the press stopped a map that glided, and meant no more.
	caught   bool
	at, last fyne.Position    // of this press and the one before
	held     fyne.KeyModifier // with the button
}

// PointAt returns the point of the map at a place in the widget.
func (m *Map) PointAt(p fyne.Position) geo.Point {
	at, _, _ := m.at(p)
	return at
}

// MouseDown implements desktop.Mouseable: whatever the map does by itself, it
// stops. With Shift a box begins.
func (m *Map) MouseDown(e *desktop.MouseEvent) {
	m.press = press{at: e.Position, last: m.press.at, caught: m.glide.running != nil, held: e.Modifier}
	m.glide.stop()
	if e.Button == desktop.MouseButtonPrimary && e.Modifier&fyne.KeyModifierShift != 0 {
		m.box.begin(e.Position)
	}
}

// Dragged implements fyne.Draggable.
func (m *Map) Dragged(e *fyne.DragEvent) {
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
		m.PanBy(e.Dragged.DX, e.Dragged.DY)
	}
}

// DragEnd implements fyne.Draggable.
func (m *Map) DragEnd() {
	switch {
	case m.press.idle:
	case m.box.drawing:
		v := m.box.zoomIn(m.view)
		m.box.cancel()
		m.SetView(v)
	case m.animated():
		m.glide.run(m.now(), m.PanBy)
	}
}

// MouseUp implements desktop.Mouseable. Fyne's own Tapped comes 300 ms later,
// after it has made sure that there is no double click.
func (m *Map) MouseUp(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary || m.press.dragged || m.press.idle {
		return
	}
	m.box.cancel()
	if !m.press.caught {
		m.handler.Clicked(m.PointAt(e.Position), m.press.held)
	}
}

// CancelDrag takes away the box that is being drawn, and reports whether there
// was one.
func (m *Map) CancelDrag() bool {
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

// DoubleTapped implements fyne.DoubleTappable. The toolkit takes any two quick
// clicks for a double one, even at two ends of the map.
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

// hover tells what position is under the pointer.
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
