package ui

import (
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
	"roadsnap/ui/present"
)

// mapView is the map: it is dragged, zoomed at the cursor and clicked, and shows
// the picture that mapdraw composes. All its methods run on the UI thread.
type mapView struct {
	widget.BaseWidget

	drawer   *mapdraw.Map
	overlays []mapdraw.Overlay // the trip
	marks    []mapdraw.Overlay // what is selected and measured, over the trip
	view     mapdraw.Viewport
	raster   *canvas.Raster
	// Two pictures in turn, so that the one on its way to the screen is not
	// drawn over.
	frames [2]*image.RGBA
	turn   int
	// fit is what the next picture is to show, if hasFit.
	fit    geo.Bounds
	hasFit bool
	// keep is what is to stay where it is when the size changes next, if hasKeep.
	keep    kept
	hasKeep bool

	press mapPress
	// pointer is where the pointer is, if hasPointer.
	pointer    fyne.Position
	hasPointer bool
	glide      glide
	box        *boxZoom
	note       *mapNote
	aiming     bool // the pointer is a cross

	now       func() time.Time
	animated  func() bool // whether the user lets things move by themselves
	onPicture func()      // told of each complete picture

	onHover  func(p geo.Point, inside bool)
	onView   func(mapdraw.Viewport)
	onClick  func(present.Where)                           // at once
	onTap    func(present.Where)                           // once it is sure to be no double click
	onDouble func(present.Where) (done bool)               // before the map zooms in
	onMenu   func(w present.Where, absolute fyne.Position) // the other button
}

func newMapView(drawer *mapdraw.Map) *mapView {
	m := &mapView{
		drawer: drawer,
		view:   mapdraw.Viewport{Zoom: 5, Center: geo.Point{Lat: 16, Lon: 107}, Scale: 1},
		box:    newBoxZoom(), note: newMapNote(),
		now: time.Now, animated: func() bool { return true },
	}
	m.raster = canvas.NewRaster(m.frame)
	m.raster.ScaleMode = canvas.ImageScaleFastest
	m.ExtendBaseWidget(m)
	return m
}

// takeOver shows what old shows, or was about to.
func (m *mapView) takeOver(old *mapView) {
	old.glide.stop()
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
	r.m.raster.Resize(size)
	r.m.note.place(r.m)
}

// Refresh implements fyne.WidgetRenderer.
func (r *mapRenderer) Refresh() { r.m.raster.Refresh() }

// Destroy implements fyne.WidgetRenderer.
func (r *mapRenderer) Destroy() {}

// Objects implements fyne.WidgetRenderer.
func (r *mapRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.m.raster, r.m.box.frame, r.m.note.content}
}

// frame composes the picture, width by height device pixels. It runs when the
// window has been laid out, so that what is to be fitted is fitted into the size
// that the map really has.
func (m *mapView) frame(width, height int) image.Image {
	before := m.view
	m.view.Width, m.view.Height = width, height
	if logical := m.Size().Width; logical > 0 {
		m.view.Scale = float64(width) / float64(logical)
	}
	if m.hasKeep && (before.Width != width || before.Height != height) {
		m.hasKeep = false
		m.view = m.keep.in(m.view)
	}
	if m.hasFit && width > 1 {
		m.hasFit = false
		m.view = m.view.Fit(m.fit, m.padding())
	}
	if m.view != before {
		m.viewChanged()
	}
	frame := m.frames[m.turn]
	if frame == nil || frame.Rect.Dx() != width || frame.Rect.Dy() != height {
		frame = image.NewRGBA(image.Rect(0, 0, width, height))
		m.frames[m.turn] = frame
	}
	m.turn = 1 - m.turn
	overlays := append(m.overlays[:len(m.overlays):len(m.overlays)], m.marks...)
	if m.drawer.Compose(frame, m.view, overlays) && width > 1 && m.onPicture != nil {
		m.onPicture()
	}
	return frame
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
func (k kept) in(v mapdraw.Viewport) mapdraw.Viewport {
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
func (m *mapView) setOverlays(overlays []mapdraw.Overlay) {
	m.overlays = overlays
	m.raster.Refresh()
}

// setMarks exchanges what is drawn over the overlays.
func (m *mapView) setMarks(marks []mapdraw.Overlay) {
	m.marks = marks
	m.raster.Refresh()
}

// setView shows another part of the map.
func (m *mapView) setView(v mapdraw.Viewport) {
	m.view = v
	m.viewChanged()
	m.raster.Refresh()
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
	m.raster.Refresh()
}

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
	v.Zoom = min(max(v.Zoom+2, near), mapdraw.MaxZoom)
	m.setView(v.Clamp())
}
