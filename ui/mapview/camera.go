package mapview

import (
	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
)

// camera is which part of the Earth the map shows, and what it is to keep in sight when
// its size changes.
type camera struct {
	view view.Viewport
	// fit is what the map shows all of, if hasFit, until the user moves it.
	fit    geo.Bounds
	hasFit bool
	asked  int // how many shows have still to move the map
	// keep is what is to stay where it is when the size changes next, if hasKeep.
	keep    kept
	hasKeep bool
	glide   glide

	moved func()       // is called when the map shows another part
	do    func(func()) // runs a function on the UI goroutine, later
}

// View returns the part of the Earth that the map shows.
func (c *camera) View() view.Viewport { return c.view }

// Fitted returns what the map shows all of, NoBounds once the user has moved it.
func (c *camera) Fitted() geo.Bounds {
	if c.hasFit {
		return c.fit
	}
	return geo.NoBounds
}

// padding is the margin round what is fitted, in device pixels.
func (c *camera) padding() float64 { return 48 * c.view.Scale }

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

// KeepAt has p stay where it is on the screen when a pane opens or closes
// beside the map, so that what was clicked does not run away.
func (c *camera) KeepAt(p geo.Point) {
	x, y := c.view.ToScreen(p)
	if x < 0 || y < 0 || x > float64(c.view.Width) || y > float64(c.view.Height) {
		return
	}
	c.keep, c.hasKeep = kept{p, x, y}, true
}

// SetView shows another part of the map.
func (c *camera) SetView(v view.Viewport) {
	c.hasFit, c.hasKeep = false, false
	c.moveTo(v)
}

func (c *camera) moveTo(v view.Viewport) {
	c.view = v
	c.moved()
}

// ShowBounds fits b into the next picture.
func (c *camera) ShowBounds(b geo.Bounds) {
	if b.Empty() {
		return
	}
	c.glide.stop()
	c.fit, c.hasFit, c.hasKeep = b, true, false
	// What else has happened may still move the window's panes.
	c.asked++
	c.do(func() {
		c.asked--
		if c.hasFit && !c.empty() {
			c.moveTo(c.view.Fit(c.fit, c.padding()))
		}
	})
}

// KeepCorner has the upper left corner stay where it is when the size changes next,
// unless another point is kept or the map is about to show something else.
func (c *camera) KeepCorner() {
	if moves := c.hasFit && c.asked > 0; !c.hasKeep && !moves {
		c.KeepAt(c.view.ToPoint(1, 1))
	}
}

// ZoomBy zooms by steps at the middle of the picture.
func (c *camera) ZoomBy(steps float64) {
	v := c.view
	c.ZoomAt(float64(v.Width)/2, float64(v.Height)/2, steps)
}

// ZoomAt zooms by steps at a place (device pixels), which stays where it is.
func (c *camera) ZoomAt(x, y, steps float64) {
	c.glide.stop()
	c.SetView(c.view.ZoomAt(x, y, steps))
}

// PanBy moves the map by logical pixels.
func (c *camera) PanBy(dx, dy float32) {
	c.SetView(c.view.Pan(float64(dx)*c.view.Scale, float64(dy)*c.view.Scale))
}

// PanByPart moves the map by parts of its size.
func (c *camera) PanByPart(x, y float64) {
	c.glide.stop()
	c.SetView(c.view.Pan(x*float64(c.view.Width), y*float64(c.view.Height)))
}

// at returns the position on the map of a place in the widget.
func (c *camera) at(p fyne.Position) (geo.Point, float64, float64) {
	x, y := float64(p.X)*c.view.Scale, float64(p.Y)*c.view.Scale
	return c.view.ToPoint(x, y), x, y
}

// ZoomTo shows p from near by, where it lies now.
func (c *camera) ZoomTo(p geo.Point) {
	c.glide.stop()
	const near = 17
	v := c.view
	v.Center = p
	v.Zoom = min(max(v.Zoom+2, near), view.MaxZoom)
	c.SetView(v.Clamp())
}

// resize gives the view another size in device pixels. logical is its width in logical
// pixels.
func (c *camera) resize(width, height int, logical float32) {
	c.view.Width, c.view.Height = width, height
	if logical > 0 && width > 0 {
		c.view.Scale = float64(width) / float64(logical)
	}
	switch {
	case c.hasKeep:
		c.hasKeep, c.hasFit = false, false
		c.view = c.keep.in(c.view)
	case c.hasFit && !c.empty():
		c.view = c.view.Fit(c.fit, c.padding())
	}
	c.moved()
}

// empty reports whether the map has no size yet.
func (c *camera) empty() bool { return c.view.Width <= 1 || c.view.Height <= 1 }

// Reach returns how far from the pointer something is still pointed at (metres).
func (c *camera) Reach() float64 {
	const radius = 8 // logical pixels
	return radius * c.view.Scale * c.view.MetresPerPixel()
}
