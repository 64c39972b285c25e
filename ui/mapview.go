package ui

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw"
)

// mapView is the map: it is dragged, zoomed at the cursor and clicked, and shows
// the picture that mapdraw composes. All its methods run on the UI thread.
type mapView struct {
	widget.BaseWidget

	drawer   *mapdraw.Map
	overlays []mapdraw.Overlay
	view     mapdraw.Viewport
	raster   *canvas.Raster
	// Two pictures in turn, so that the one on its way to the screen is not
	// drawn over.
	frames [2]*image.RGBA
	turn   int
	// dragged is set between pressing a button and letting it go, once the
	// map moved: letting it go is then no click.
	dragged bool
	// fit is what the next picture is to show, if hasFit.
	fit    geo.Bounds
	hasFit bool

	onPicture func() // told of each complete picture

	onHover func(p geo.Point, inside bool)
	onView  func(mapdraw.Viewport)
	onClick func(p geo.Point, radius float64) // radius in metres: what a finger's width covers
}

func newMapView(drawer *mapdraw.Map) *mapView {
	m := &mapView{drawer: drawer, view: mapdraw.Viewport{Zoom: 5, Center: geo.Point{Lat: 16, Lon: 107}, Scale: 1}}
	m.raster = canvas.NewRaster(m.frame)
	m.raster.ScaleMode = canvas.ImageScaleFastest
	m.ExtendBaseWidget(m)
	return m
}

// takeOver shows what old shows, or was about to.
func (m *mapView) takeOver(old *mapView) {
	m.view, m.overlays, m.fit, m.hasFit = old.view, old.overlays, old.fit, old.hasFit
}

// CreateRenderer implements fyne.Widget.
func (m *mapView) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(m.raster) }

// MinSize keeps a map worth the name when everything else grows.
func (m *mapView) MinSize() fyne.Size { return fyne.NewSize(240, 180) }

// frame composes the picture, width by height device pixels. It runs when the
// window has been laid out, so that what is to be fitted is fitted into the size
// that the map really has.
func (m *mapView) frame(width, height int) image.Image {
	before := m.view
	m.view.Width, m.view.Height = width, height
	if logical := m.Size().Width; logical > 0 {
		m.view.Scale = float64(width) / float64(logical)
	}
	if m.hasFit && width > 1 {
		m.hasFit = false
		m.view = m.view.Fit(m.fit, m.padding())
	}
	if m.view != before && m.onView != nil {
		m.onView(m.view)
	}
	frame := m.frames[m.turn]
	if frame == nil || frame.Rect.Dx() != width || frame.Rect.Dy() != height {
		frame = image.NewRGBA(image.Rect(0, 0, width, height))
		m.frames[m.turn] = frame
	}
	m.turn = 1 - m.turn
	if m.drawer.Compose(frame, m.view, m.overlays) && width > 1 && m.onPicture != nil {
		m.onPicture()
	}
	return frame
}

// padding is the margin round what is fitted, in device pixels.
func (m *mapView) padding() float64 { return 48 * m.view.Scale }

// setOverlays exchanges what is drawn over the map.
func (m *mapView) setOverlays(overlays []mapdraw.Overlay) {
	m.overlays = overlays
	m.raster.Refresh()
}

// setView shows another part of the map.
func (m *mapView) setView(v mapdraw.Viewport) {
	m.view = v
	if m.onView != nil {
		m.onView(v)
	}
	m.raster.Refresh()
}

// show fits b into the next picture.
func (m *mapView) show(b geo.Bounds) {
	if b.Empty() {
		return
	}
	m.fit, m.hasFit = b, true
	m.raster.Refresh()
}

// zoomBy zooms by steps at the middle of the picture.
func (m *mapView) zoomBy(steps float64) {
	v := m.view
	m.setView(v.ZoomAt(float64(v.Width)/2, float64(v.Height)/2, steps))
}

// panBy moves the map by logical pixels.
func (m *mapView) panBy(dx, dy float32) {
	m.setView(m.view.Pan(float64(dx)*m.view.Scale, float64(dy)*m.view.Scale))
}

// at returns the position on the map of a place in the widget.
func (m *mapView) at(p fyne.Position) (geo.Point, float64, float64) {
	x, y := float64(p.X)*m.view.Scale, float64(p.Y)*m.view.Scale
	return m.view.ToPoint(x, y), x, y
}

// Dragged implements fyne.Draggable.
func (m *mapView) Dragged(e *fyne.DragEvent) {
	m.dragged = true
	m.panBy(e.Dragged.DX, e.Dragged.DY)
}

// DragEnd implements fyne.Draggable.
func (m *mapView) DragEnd() {}

// wheelStep is how far one notch of a mouse wheel zooms; Fyne reports 25
// logical pixels a notch on X11.
const wheelStep = 0.5 / 25

// Scrolled implements fyne.Scrollable: the wheel zooms at the cursor.
func (m *mapView) Scrolled(e *fyne.ScrollEvent) {
	_, x, y := m.at(e.Position)
	m.setView(m.view.ZoomAt(x, y, float64(e.Scrolled.DY)*wheelStep))
}

// DoubleTapped implements fyne.DoubleTappable.
func (m *mapView) DoubleTapped(e *fyne.PointEvent) {
	_, x, y := m.at(e.Position)
	m.setView(m.view.ZoomAt(x, y, 1))
}

// clickRadius is how far from the cursor a click still finds something, in
// logical pixels.
const clickRadius = 8

// MouseDown implements desktop.Mouseable.
func (m *mapView) MouseDown(*desktop.MouseEvent) { m.dragged = false }

// MouseUp implements desktop.Mouseable. Fyne's own Tapped would come 300 ms
// late, after it has made sure that there is no double click.
func (m *mapView) MouseUp(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary || m.dragged || m.onClick == nil {
		return
	}
	p, _, _ := m.at(e.Position)
	m.onClick(p, clickRadius*m.view.Scale*m.view.MetresPerPixel())
}

// MouseIn implements desktop.Hoverable.
func (m *mapView) MouseIn(e *desktop.MouseEvent) { m.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (m *mapView) MouseMoved(e *desktop.MouseEvent) {
	if m.onHover != nil {
		p, _, _ := m.at(e.Position)
		m.onHover(p, true)
	}
}

// MouseOut implements desktop.Hoverable.
func (m *mapView) MouseOut() {
	if m.onHover != nil {
		m.onHover(geo.Point{}, false)
	}
}

// Cursor implements desktop.Cursorable.
func (m *mapView) Cursor() desktop.Cursor { return desktop.DefaultCursor }
