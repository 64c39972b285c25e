package ui

import (
	"image"
	"image/color"
	"math"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/present"
)

// mapView is the map: it is dragged, zoomed at the cursor and clicked, and shows
// the picture that mapdraw composes. All its methods run on the UI thread.
type mapView struct {
	widget.BaseWidget

	drawer   *mapdraw.Map
	overlays []overlay.Overlay // the trip
	marks    []overlay.Overlay // what is selected and measured, over the trip
	view     view.Viewport
	ground   color.RGBA // beyond what is drawn
	sheet    *mapSheet
	frames   mapFrames
	// changing is above 0 within together; stale tells that there was a change.
	changing int
	stale    bool
	// fit is what the map shows all of, if hasFit, until the user moves it.
	fit    geo.Bounds
	hasFit bool
	asked  int // how many shows have still to move the map
	// keep is what is to stay where it is when the size changes next, if hasKeep.
	keep    kept
	hasKeep bool

	press mapPress
	// pointer is where the pointer is, if hasPointer.
	pointer    fyne.Position
	hasPointer bool
	glide      glide
	pinch      pinch
	box        *boxZoom
	note       *mapNote
	aiming     bool // the pointer is a cross

	now       func() time.Time
	animated  func() bool                    // whether the user lets things move by themselves
	pixels    func(fyne.Position) (x, y int) // of the screen, for a position in the window
	do        func(func())                   // runs a function on the UI thread, later
	onPicture func()                         // told of each complete picture
	covers    func(fyne.Size) []mapPart      // on which something lies where the map is so large

	onHover  func(p geo.Point, inside bool)
	onView   func(view.Viewport)
	onClick  func(present.Where)                           // at once
	onTap    func(present.Where)                           // once it is sure to be no double click
	onDouble func(present.Where) (done bool)               // before the map zooms in
	onMenu   func(w present.Where, absolute fyne.Position) // the other button
}

func newMapView(drawer *mapdraw.Map, window fyne.Canvas, do func(func())) *mapView {
	m := &mapView{
		drawer: drawer, sheet: newMapSheet(),
		view: view.Viewport{Zoom: 5, Center: geo.Point{Lat: 16, Lon: 107}, Scale: 1},
		box:  newBoxZoom(), note: newMapNote(),
		covers: func(fyne.Size) []mapPart { return nil },
		now:    time.Now, animated: func() bool { return true }, pixels: window.PixelCoordinateForPosition, do: do,
	}
	m.frames = mapFrames{
		do: do, arrived: m.arrived,
		compose: func(s shot) bool { return drawer.Compose(s.picture, s.view, s.overlays) },
	}
	m.ExtendBaseWidget(m)
	return m
}

// takeOver shows what old shows, or was about to.
func (m *mapView) takeOver(old *mapView) {
	old.glide.stop()
	old.frames.arrived = func(shot) {} // its picture is not its own any more
	m.sheet.put(old.sheet.shown)
	m.view, m.overlays, m.fit, m.hasFit = old.view, old.overlays, old.fit, old.hasFit
}

// CreateRenderer implements fyne.Widget.
func (m *mapView) CreateRenderer() fyne.WidgetRenderer { return &mapRenderer{m} }

// mapRenderer lays the frame of a box and the note over the picture.
type mapRenderer struct{ m *mapView }

// MinSize implements fyne.WidgetRenderer: a map worth the name when everything
// else grows.
func (r *mapRenderer) MinSize() fyne.Size { return fyne.NewSize(240, 180) }

// Layout implements fyne.WidgetRenderer.
func (r *mapRenderer) Layout(size fyne.Size) {
	r.m.sheet.shader.Resize(size)
	r.m.measure(size)
	r.m.note.place(r.m)
}

// Refresh implements fyne.WidgetRenderer.
func (r *mapRenderer) Refresh() {
	r.m.measure(r.m.Size()) // the window may be on another screen
	r.m.refresh()
}

// Destroy implements fyne.WidgetRenderer.
func (r *mapRenderer) Destroy() {}

// Objects implements fyne.WidgetRenderer.
func (r *mapRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.m.sheet.shader, r.m.box.frame, r.m.note.content}
}

// measure finds out how many pixels of the screen the map takes.
func (m *mapView) measure(size fyne.Size) {
	width, height := m.pixels(fyne.NewPos(size.Width, size.Height))
	if width != m.view.Width || height != m.view.Height {
		m.resize(width, height)
	}
}

// resize gives the view another size in device pixels.
func (m *mapView) resize(width, height int) {
	m.view.Width, m.view.Height = width, height
	if logical := m.Size().Width; logical > 0 && width > 0 {
		m.view.Scale = float64(width) / float64(logical)
	}
	switch {
	case m.hasKeep:
		m.hasKeep, m.hasFit = false, false
		m.view = m.keep.in(m.view)
	case m.hasFit && !m.empty():
		m.view = m.view.Fit(m.fit, m.padding())
	}
	m.viewChanged()
	m.refresh()
}

// empty reports whether the map has no size yet.
func (m *mapView) empty() bool { return m.view.Width <= 1 || m.view.Height <= 1 }

// together has the picture made anew once, after all that change does to the map.
func (m *mapView) together(change func()) {
	m.changing++
	change()
	m.changing--
	if m.changing == 0 && m.stale {
		m.refresh()
	}
}

// refresh has the picture made anew: the view, what is drawn or the tiles have
// changed. Meanwhile the last one is moved to where the map is now. One that the
// map was zoomed out of stays as it is: a rim of nothing, for the two frames until
// the next picture comes, would flicker.
func (m *mapView) refresh() {
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
	m.frames.begin(m.view, slices.Concat(m.overlays, m.marks))
}

// covered returns the parts of the picture on which something lies.
func (m *mapView) covered() (all [view.MaxCovered]image.Rectangle) {
	low := func(v float32) int { return int(math.Floor(float64(v) * m.view.Scale)) }
	high := func(v float32) int { return int(math.Ceil(float64(v) * m.view.Scale)) }
	for i, p := range m.covers(m.Size()) {
		all[i] = image.Rect(low(p.at.X), low(p.at.Y), high(p.at.X+p.size.Width), high(p.at.Y+p.size.Height))
	}
	return all
}

// coversChanged has names make way for what lies on the map now.
func (m *mapView) coversChanged() {
	if m.covered() != m.view.Covered {
		m.refresh()
	}
}

// arrived shows a picture that has been composed, and begins the next if there is
// need of one.
func (m *mapView) arrived(s shot) {
	m.frames.give(m.sheet.shown.picture)
	m.sheet.put(s)
	m.sheet.lay(m.view, m.ground)
	if s.complete && m.onPicture != nil {
		m.onPicture()
	}
	if m.frames.again {
		m.refresh()
	}
}

// padding is the margin round what is fitted, in device pixels.
func (m *mapView) padding() float64 { return 48 * m.view.Scale }

// kept is a point of the map and the device pixel that it is at.
type kept struct {
	point geo.Point
	x, y  float64
}

// in returns v moved so that the point is where it was, or at the edge if there
// is no such place any more.
func (k kept) in(v view.Viewport) view.Viewport {
	const margin = 40 // logical pixels
	edge := margin * v.Scale
	x, y := v.ToScreen(k.point)
	return v.Pan(min(k.x, float64(v.Width)-edge)-x, min(k.y, float64(v.Height)-edge)-y)
}

// keepAt has p stay where it is on the screen when a pane opens or closes
// beside the map, so that what was clicked does not run away.
func (m *mapView) keepAt(p geo.Point) {
	x, y := m.view.ToScreen(p)
	if x < 0 || y < 0 || x > float64(m.view.Width) || y > float64(m.view.Height) {
		return
	}
	m.keep, m.hasKeep = kept{p, x, y}, true
}

// setOverlays exchanges what is drawn over the map.
func (m *mapView) setOverlays(overlays []overlay.Overlay) {
	m.overlays = overlays
	m.refresh()
}

// setMarks exchanges what is drawn over the overlays.
func (m *mapView) setMarks(marks []overlay.Overlay) {
	m.marks = marks
	m.refresh()
}

// setView shows another part of the map.
func (m *mapView) setView(v view.Viewport) {
	m.hasFit, m.hasKeep = false, false
	m.moveTo(v)
}

func (m *mapView) moveTo(v view.Viewport) {
	m.view = v
	m.viewChanged()
	m.refresh()
}

func (m *mapView) viewChanged() {
	m.note.place(m)
	if m.onView != nil {
		m.onView(m.view)
	}
	m.hover() // the map has moved under the pointer
}

// show fits b into the next picture.
func (m *mapView) show(b geo.Bounds) {
	if b.Empty() {
		return
	}
	m.glide.stop()
	m.fit, m.hasFit, m.hasKeep = b, true, false
	// What else has happened may still move the window's panes.
	m.asked++
	m.do(func() {
		m.asked--
		if m.hasFit && !m.empty() {
			m.moveTo(m.view.Fit(m.fit, m.padding()))
		}
	})
}

// moves reports whether the map is about to show something else, and what it shows
// now need not stay where it is.
func (m *mapView) moves() bool { return m.hasFit && m.asked > 0 }

// zoomBy zooms by steps at the middle of the picture.
func (m *mapView) zoomBy(steps float64) {
	v := m.view
	m.zoomAt(float64(v.Width)/2, float64(v.Height)/2, steps)
}

func (m *mapView) zoomAt(x, y, steps float64) {
	m.glide.stop()
	m.setView(m.view.ZoomAt(x, y, steps))
}

// panBy moves the map by logical pixels.
func (m *mapView) panBy(dx, dy float32) {
	m.setView(m.view.Pan(float64(dx)*m.view.Scale, float64(dy)*m.view.Scale))
}

// panByPart moves the map by parts of its size.
func (m *mapView) panByPart(x, y float64) {
	m.glide.stop()
	m.setView(m.view.Pan(x*float64(m.view.Width), y*float64(m.view.Height)))
}

// at returns the position on the map of a place in the widget.
func (m *mapView) at(p fyne.Position) (geo.Point, float64, float64) {
	x, y := float64(p.X)*m.view.Scale, float64(p.Y)*m.view.Scale
	return m.view.ToPoint(x, y), x, y
}

// zoomTo shows p from near by, where it lies now.
func (m *mapView) zoomTo(p geo.Point) {
	m.glide.stop()
	const near = 17
	v := m.view
	v.Center = p
	v.Zoom = min(max(v.Zoom+2, near), view.MaxZoom)
	m.setView(v.Clamp())
}
