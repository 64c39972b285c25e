// SPDX-License-Identifier: MIT

package mapview

import (
	"image"
	"image/color"
	"math"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/view"
)

// Map is the map widget. It can be dragged, zoomed at the cursor and clicked, and
// shows the picture that mapdraw composes. All its methods run on the UI
// goroutine.
type Map struct {
	widget.BaseWidget

	layers [numLayers]Layer
	camera
	ground color.RGBA // colour outside the picture
	sheet  *sheet
	frames frames
	// changing is above 0 within Together; stale is set if there was a change.
	changing int
	stale    bool
	press    press
	// pointer is the position of the pointer, if hasPointer.
	pointer    fyne.Position
	hasPointer bool
	pinch      pinch
	box        *boxZoom
	note       *note
	aiming     bool // the pointer is a crosshair

	now      func() time.Time
	animated func() bool                    // whether the user allows animations
	pixels   func(fyne.Position) (x, y int) // device pixel of a position in the window
	handler  Handler
	chrome   *Chrome
	plate    *NamePlate
	content  fyne.CanvasObject // the map and the elements on top of it
}

// Handler receives events of the pointer and of the map, on the UI goroutine.
type Handler interface {
	// Hovered is called when the pointer has moved on the map, or has left it.
	Hovered(at geo.Point, inside bool)
	// Clicked is called at each click, before it is known whether it is part of a
	// double click.
	Clicked(at geo.Point, held fyne.KeyModifier)
	// Tapped is called after a click that was not part of a double click.
	Tapped(at geo.Point)
	// DoubleClicked is called before the map zooms in. If it returns true the map
	// does not zoom.
	DoubleClicked(at geo.Point, held fyne.KeyModifier) (done bool)
	// MenuAsked is called when the secondary button was clicked at a position of
	// the window.
	MenuAsked(at geo.Point, absolute fyne.Position)
	// ViewChanged is called when the map shows another part of the Earth.
	ViewChanged(view.Viewport)
	// PictureShown is called with each complete picture.
	PictureShown()
}

// Dragger is a Handler that can take drags for itself, which then do not move the map.
type Dragger interface {
	// DragBegan is called where a drag begins, and reports whether it is taken.
	DragBegan(at geo.Point) (taken bool)
	// DragMoved and DragEnded are called with a drag that was taken.
	DragMoved(at geo.Point)
	DragEnded()
}

// Options configure a Map.
type Options struct {
	Drawer   *mapdraw.Map
	Canvas   fyne.Canvas // of the window
	Jobs     *job.Runner
	Post     func(func()) // runs a function on the UI goroutine, later
	Ground   color.RGBA   // colour outside the picture
	Animated func() bool  // whether the user allows animations
	Handler  Handler
	Chrome   *Chrome
	Plate    *NamePlate
}

// New returns a map of the country with the elements on top of it.
func New(o Options) *Map {
	m := &Map{
		sheet: newSheet(), handler: o.Handler, ground: o.Ground, chrome: o.Chrome, plate: o.Plate,
		camera: camera{view: view.Viewport{Zoom: 5, Center: geo.Point{Lat: 16, Lon: 107}, Scale: 1}, do: o.Post},
		box:    newBoxZoom(), note: newNote(),
		now: time.Now, animated: o.Animated, pixels: o.Canvas.PixelCoordinateForPosition,
	}
	m.moved = m.viewChanged
	for i := range m.layers {
		m.layers[i].m = m
	}
	m.frames = frames{
		jobs: o.Jobs, arrived: m.arrived,
		compose: func(s shot) bool { return o.Drawer.Compose(s.picture, s.view, s.overlays) },
	}
	m.ExtendBaseWidget(m)
	m.content = container.NewStack(m, m.chrome.content, m.plate.Content)
	return m
}

// Content returns the map with the elements on top of it.
func (m *Map) Content() fyne.CanvasObject { return m.content }

// Pointer returns the position of the pointer in the widget, if it is there.
func (m *Map) Pointer() (at fyne.Position, there bool) { return m.pointer, m.hasPointer }

// Aim shows the pointer as a crosshair or as usual.
func (m *Map) Aim(on bool) { m.aiming = on }

// ShowNote shows a line of text at a point of the map; an empty text removes it.
func (m *Map) ShowNote(at geo.Point, text string) {
	if m.note.at != at || m.note.text.Text != text {
		m.note.show(m, at, text)
	}
}

// Note returns the line of text on the map, "" for none.
func (m *Map) Note() (at geo.Point, text string) { return m.note.at, m.note.text.Text }

// TakeOver shows the view that old shows or was asked to show.
func (m *Map) TakeOver(old *Map) {
	old.glide.stop()
	old.frames.arrived = func(shot) {} // old no longer owns its picture
	m.sheet.put(old.sheet.shown)
	m.view, m.fit, m.hasFit = old.view, old.fit, old.hasFit
	for i := range m.layers {
		m.layers[i].overlays = old.layers[i].overlays
	}
	if old.hasFit && old.asked > 0 {
		old.hasFit = false // the pending step would only move old
		m.ShowBounds(m.fit)
	}
}

// CreateRenderer implements fyne.Widget.
func (m *Map) CreateRenderer() fyne.WidgetRenderer { return &renderer{m} }

// renderer draws the frame of a box and the note over the picture.
type renderer struct{ m *Map }

// MinSize implements fyne.WidgetRenderer. It is the least useful size of a map
// when other elements grow.
func (r *renderer) MinSize() fyne.Size { return fyne.NewSize(240, 180) }

// Layout implements fyne.WidgetRenderer.
func (r *renderer) Layout(size fyne.Size) {
	r.m.sheet.shader.Resize(size)
	r.m.measure(size)
	r.m.note.place(r.m)
}

// Refresh implements fyne.WidgetRenderer.
func (r *renderer) Refresh() {
	r.m.measure(r.m.Size()) // the window may be on another screen
	r.m.Recompose()
}

// Destroy implements fyne.WidgetRenderer.
func (r *renderer) Destroy() {}

// Objects implements fyne.WidgetRenderer.
func (r *renderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.m.sheet.shader, r.m.box.frame, r.m.note.content}
}

// measure computes the number of device pixels of the map.
func (m *Map) measure(size fyne.Size) {
	width, height := m.pixels(fyne.NewPos(size.Width, size.Height))
	if width != m.view.Width || height != m.view.Height {
		m.resize(width, height, m.Size().Width)
	}
}

// Together runs change and recomposes the picture once afterwards.
func (m *Map) Together(change func()) {
	m.changing++
	change()
	m.changing--
	if m.changing == 0 && m.stale {
		m.Recompose()
	}
}

// Recompose makes a new picture after a change of the view, the overlays or the
// tiles. Meanwhile the last picture is moved to the current place of the map. If
// the map was zoomed out the last picture stays unchanged, because an empty
// margin for two frames would flicker.
func (m *Map) Recompose() {
	if m.changing > 0 {
		m.stale = true
		return
	}
	m.stale = false
	if m.empty() {
		return
	}
	m.view.Covered = m.covered()
	if m.sheet.has(m.view) || m.sheet.shown.view.Zoom == m.view.Zoom {
		m.sheet.lay(m.view, m.ground)
	}
	m.frames.begin(m.view, m.Overlays(numLayers))
}

// covered returns the parts of the picture that elements cover.
func (m *Map) covered() (all [view.MaxCovered]image.Rectangle) {
	low := func(v float32) int { return int(math.Floor(float64(v) * m.view.Scale)) }
	high := func(v float32) int { return int(math.Ceil(float64(v) * m.view.Scale)) }
	for i, p := range append(m.chrome.covers(m.Size()), m.plate.covers()) {
		all[i] = image.Rect(low(p.at.X), low(p.at.Y), high(p.at.X+p.size.Width), high(p.at.Y+p.size.Height))
	}
	return all
}

// CoversChanged recomposes the map if other parts are covered now, so that names
// move out of the way.
func (m *Map) CoversChanged() {
	if m.covered() != m.view.Covered {
		m.Recompose()
	}
}

// arrived shows a composed picture, and starts the next one if necessary.
func (m *Map) arrived(s shot) {
	m.frames.give(m.sheet.shown.picture)
	m.sheet.put(s)
	m.sheet.lay(m.view, m.ground)
	if s.complete {
		m.handler.PictureShown()
	}
	if m.frames.again {
		m.Recompose()
	}
}

// viewChanged is called when the map shows another part.
func (m *Map) viewChanged() {
	m.note.place(m)
	m.chrome.scale.show(m.view)
	m.handler.ViewChanged(m.view)
	m.hover() // the map has moved under the pointer
	m.Recompose()
}
