// SPDX-License-Identifier: MIT

package mapview

import (
	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/view"
)

// camera is the part of the Earth that the map shows, with the position to keep
// when the size changes.
type camera struct {
	view view.Viewport
	// fit holds the bounds that the map shows, if hasFit, until the user moves
	// the map.
	fit    geo.Bounds
	hasFit bool
	asked  int // number of pending calls that will move the map
	// keep is the point that stays in place when the size changes next, if
	// hasKeep.
	keep    kept
	hasKeep bool
	glide   glide

	moved func()       // called when the map shows another part
	do    func(func()) // runs a function on the UI goroutine, later
}

// View returns the part of the Earth that the map shows.
func (c *camera) View() view.Viewport { return c.view }

// Fitted returns the bounds that the map was fitted to, NoBounds once the user
// has moved it.
func (c *camera) Fitted() geo.Bounds {
	if c.hasFit {
		return c.fit
	}
	return geo.NoBounds
}

// padding returns the margin around fitted bounds (device pixels).
func (c *camera) padding() float64 { return 48 * c.view.Scale }

// kept is a point of the map and its device pixel.
type kept struct {
	point geo.Point
	x, y  float64
}

// in returns v moved so that the point stays at its pixel, or at the edge if that
// pixel no longer exists.
func (k kept) in(v view.Viewport) view.Viewport {
	const margin = 40 // logical pixels
	edge := margin * v.Scale
	x, y := v.ToScreen(k.point)
	return v.Pan(min(k.x, float64(v.Width)-edge)-x, min(k.y, float64(v.Height)-edge)-y)
}

// KeepAt keeps p in place on the screen when a panel next to the map opens or
// closes, so that a clicked point does not move away.
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
	// Other handlers of the same event may still move the window's panels.
	c.asked++
	c.do(func() {
		c.asked--
		if c.hasFit && !c.empty() {
			c.moveTo(c.view.Fit(c.fit, c.padding()))
		}
	})
}

// KeepCorner keeps the upper left corner in place when the size changes next,
// unless another point is kept or the map is about to show other bounds.
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

// ZoomAt zooms by steps; the device pixel (x, y) stays in place.
func (c *camera) ZoomAt(x, y, steps float64) {
	c.glide.stop()
	c.SetView(c.view.ZoomAt(x, y, steps))
}

// PanBy moves the map by logical pixels.
func (c *camera) PanBy(dx, dy float32) {
	c.SetView(c.view.Pan(float64(dx)*c.view.Scale, float64(dy)*c.view.Scale))
}

// PanByPart moves the map by shares of its size.
func (c *camera) PanByPart(x, y float64) {
	c.glide.stop()
	c.SetView(c.view.Pan(x*float64(c.view.Width), y*float64(c.view.Height)))
}

// at returns the geographic position and the device pixel of a position in the
// widget.
func (c *camera) at(p fyne.Position) (geo.Point, float64, float64) {
	x, y := float64(p.X)*c.view.Scale, float64(p.Y)*c.view.Scale
	return c.view.ToPoint(x, y), x, y
}

// ZoomTo centres the map on p at a close zoom.
func (c *camera) ZoomTo(p geo.Point) {
	c.glide.stop()
	const near = 17
	v := c.view
	v.Center = p
	v.Zoom = min(max(v.Zoom+2, near), view.MaxZoom)
	c.SetView(v.Clamp())
}

// resize changes the size of the view (device pixels). logical is its width in
// logical pixels.
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

// Reach returns the distance from the pointer within which features are hit
// (metres).
func (c *camera) Reach() float64 {
	const radius = 8 // logical pixels
	return radius * c.view.Scale * c.view.MetresPerPixel()
}

// KeepInside moves the map so that p is in its middle, if it is near an edge or outside.
func (c *camera) KeepInside(p geo.Point) {
	const margin = 0.15 // part of the map on each side
	x, y := c.view.ToScreen(p)
	if inside := func(at, size float64) bool { return at > margin*size && at < (1-margin)*size }; inside(x, float64(c.view.Width)) && inside(y, float64(c.view.Height)) {
		return
	}
	v := c.view
	v.Center = p
	c.SetView(v)
}
