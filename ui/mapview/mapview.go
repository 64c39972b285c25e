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

// Map is the map: it is dragged, zoomed at the cursor and clicked, and shows
// the picture that mapdraw composes. All its methods run on the UI goroutine.
type Map struct {
	widget.BaseWidget

	layers [numLayers]Layer
	camera
	ground color.RGBA // beyond what is drawn
	sheet  *sheet
	frames frames
	// changing is above 0 within Together; stale tells that there was a change.
	changing int
	stale    bool
	press    press
	// pointer is where the pointer is, if hasPointer.
	pointer    fyne.Position
	hasPointer bool
	pinch      pinch
	box        *boxZoom
	note       *note
	aiming     bool // the pointer is a cross

	now      func() time.Time
	animated func() bool                    // whether the user lets things move by themselves
	pixels   func(fyne.Position) (x, y int) // of the screen, for a position in the window
	handler  Handler
	chrome   *Chrome
	plate    *NamePlate
	content  fyne.CanvasObject // the map and what lies on it
}

// Handler is what the map tells of the pointer and of itself, on the UI goroutine.
type Handler interface {
	// Hovered is called when the pointer has moved on the map, or has left it.
	Hovered(at geo.Point, inside bool)
	// Clicked is called at each click, before it is known whether it is part of a
	// double click.
	Clicked(at geo.Point, held fyne.KeyModifier)
	// Tapped is called after a click that was no double click.
	Tapped(at geo.Point)
	// DoubleClicked is called before the map zooms in, unless it returns true.
	DoubleClicked(at geo.Point, held fyne.KeyModifier) (done bool)
	// MenuAsked is called when the other button was clicked at a place of the window.
	MenuAsked(at geo.Point, absolute fyne.Position)
	// ViewChanged is called when the map shows another part of the Earth.
	ViewChanged(view.Viewport)
	// PictureShown is called with each complete picture.
	PictureShown()
}

// Options are what a map is made of.
type Options struct {
	Drawer   *mapdraw.Map
	Canvas   fyne.Canvas // of the window
	Jobs     *job.Runner
	Post     func(func()) // runs a function on the UI goroutine, later
	Ground   color.RGBA   // beyond what is drawn
	Animated func() bool  // whether the user lets things move by themselves
	Handler  Handler
	Chrome   *Chrome
	Plate    *NamePlate
}

// New returns a map of the country, with what lies on it.
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

// Content returns the map with what lies on it.
func (m *Map) Content() fyne.CanvasObject { return m.content }

// Pointer returns where the pointer is in the widget, if it is there.
func (m *Map) Pointer() (at fyne.Position, there bool) { return m.pointer, m.hasPointer }

// Aim shows the pointer as a cross, or as usual.
func (m *Map) Aim(on bool) { m.aiming = on }

// ShowNote puts a line of text at a point of the map; an empty one takes it away.
func (m *Map) ShowNote(at geo.Point, text string) {
	if m.note.at != at || m.note.text.Text != text {
		m.note.show(m, at, text)
	}
}

// Note returns the line of text on the map, "" for none.
func (m *Map) Note() (at geo.Point, text string) { return m.note.at, m.note.text.Text }

// TakeOver shows what old shows, or was asked to show.
func (m *Map) TakeOver(old *Map) {
	old.glide.stop()
	old.frames.arrived = func(shot) {} // its picture is not its own any more
	m.sheet.put(old.sheet.shown)
	m.view, m.fit, m.hasFit = old.view, old.fit, old.hasFit
	for i := range m.layers {
		m.layers[i].overlays = old.layers[i].overlays
	}
	if old.hasFit && old.asked > 0 {
		old.hasFit = false // the step that is still to come would move old alone
		m.ShowBounds(m.fit)
	}
}

// CreateRenderer implements fyne.Widget.
func (m *Map) CreateRenderer() fyne.WidgetRenderer { return &renderer{m} }

// renderer lays the frame of a box and the note over the picture.
type renderer struct{ m *Map }

// MinSize implements fyne.WidgetRenderer: a map worth the name when everything
// else grows.
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

// measure finds out how many pixels of the screen the map takes.
func (m *Map) measure(size fyne.Size) {
	width, height := m.pixels(fyne.NewPos(size.Width, size.Height))
	if width != m.view.Width || height != m.view.Height {
		m.resize(width, height, m.Size().Width)
	}
}

// Together has the picture made again once, after all that change does to the map.
func (m *Map) Together(change func()) {
	m.changing++
	change()
	m.changing--
	if m.changing == 0 && m.stale {
		m.Recompose()
	}
}

// Recompose has the picture made again: the view, what is drawn or the tiles have
// changed. Meanwhile the last one is moved to where the map is now. One that the
// map was zoomed out of stays as it is: a rim of nothing, for the two frames until
// the next picture comes, would flicker.
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

// covered returns the parts of the picture on which something lies.
func (m *Map) covered() (all [view.MaxCovered]image.Rectangle) {
	low := func(v float32) int { return int(math.Floor(float64(v) * m.view.Scale)) }
	high := func(v float32) int { return int(math.Ceil(float64(v) * m.view.Scale)) }
	for i, p := range append(m.chrome.covers(m.Size()), m.plate.covers()) {
		all[i] = image.Rect(low(p.at.X), low(p.at.Y), high(p.at.X+p.size.Width), high(p.at.Y+p.size.Height))
	}
	return all
}

// CoversChanged has names make way for what lies on the map now.
func (m *Map) CoversChanged() {
	if m.covered() != m.view.Covered {
		m.Recompose()
	}
}

// arrived shows a picture that has been composed, and begins the next if there is
// need of one.
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
