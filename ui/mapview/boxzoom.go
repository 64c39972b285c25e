// SPDX-License-Identifier: MIT

package mapview

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/view"
)

// boxZoom is the box that the user draws with the pointer to zoom in on it.
type boxZoom struct {
	frame    *canvas.Rectangle
	drawing  bool
	from, to fyne.Position
}

func newBoxZoom() *boxZoom {
	b := &boxZoom{frame: canvas.NewRectangle(theme.Color(theme.ColorNameSelection))}
	b.frame.StrokeColor = theme.Color(theme.ColorNamePrimary)
	b.frame.StrokeWidth = 1.5
	b.frame.Hide()
	return b
}

// begin starts a box at a corner.
func (b *boxZoom) begin(at fyne.Position) { b.drawing, b.from, b.to = true, at, at }

// drag moves the other corner, clamped to the map.
func (b *boxZoom) drag(to fyne.Position, size fyne.Size) {
	b.to = fyne.NewPos(kit.Clamp(to.X, 0, size.Width), kit.Clamp(to.Y, 0, size.Height))
	at, extent := b.rectangle()
	b.frame.Move(at)
	b.frame.Resize(extent)
	b.frame.Show()
}

// rectangle returns the upper left corner and the size.
func (b *boxZoom) rectangle() (fyne.Position, fyne.Size) {
	at := fyne.NewPos(min(b.from.X, b.to.X), min(b.from.Y, b.to.Y))
	return at, fyne.NewSize(max(b.from.X, b.to.X)-at.X, max(b.from.Y, b.to.Y)-at.Y)
}

// cancel removes the box and reports whether there was one.
func (b *boxZoom) cancel() bool {
	was := b.drawing
	b.drawing = false
	b.frame.Hide()
	return was
}

// leastBox is the side of the smallest intentional box (logical pixels).
const leastBox = 6

// zoomIn returns v zoomed so that all of the box fills the picture, at a level
// with tiles. If the box is too small it returns v.
func (b *boxZoom) zoomIn(v view.Viewport) view.Viewport {
	at, size := b.rectangle()
	if size.Width < leastBox || size.Height < leastBox {
		return v
	}
	width, height := float64(size.Width)*v.Scale, float64(size.Height)*v.Scale
	closer := math.Log2(min(float64(v.Width)/width, float64(v.Height)/height))
	v.Center = v.ToPoint(float64(at.X)*v.Scale+width/2, float64(at.Y)*v.Scale+height/2)
	// The small addition makes a box of the whole picture keep the level.
	v.Zoom = math.Floor((v.Zoom+closer)/view.ZoomStep+1e-6) * view.ZoomStep
	return v.Clamp()
}
