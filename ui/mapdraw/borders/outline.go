// SPDX-License-Identifier: MIT

package borders

import (
	"image"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// OutlinePicture draws the outline of a unit by itself. The part whose ring comes
// first fills width by height device pixels as far as it fits. scale is the
// number of device pixels in a logical pixel. The picture is for comparing one
// unit at several levels; fitting far islands would make it too small.
func OutlinePicture(t style.Theme, rings [][]geo.Fixed, width, height int, scale float64) *image.RGBA {
	picture := raster.NewPicture(width, height, t.Background)
	shapes, box := projectAll(rings)
	if len(shapes) == 0 {
		return picture.Dst
	}
	margin := 6 * scale
	w, h := float64(width)-2*margin, float64(height)-2*margin
	// Avoid division by zero for a point or a line.
	size := min(w/max(box.X1-box.X0, 1e-12), h/max(box.Y1-box.Y0, 1e-12))
	ox := (box.X0+box.X1)/2*size - float64(width)/2
	oy := (box.Y0+box.Y1)/2*size - float64(height)/2
	for _, shape := range shapes {
		for i, p := range shape {
			shape[i] = raster.Vec{X: p.X*size - ox, Y: p.Y*size - oy}
		}
	}
	picture.Fill(shapes)
	picture.Paint(t.Borders.Selected)
	for _, shape := range shapes {
		picture.Polyline(raster.Straighten(shape, raster.Unseen/2), 1.3*scale, 0)
	}
	picture.Paint(t.Borders.Core)
	return picture.Dst
}

// projectAll projects rings onto the web-mercator square, and returns the bounds
// of the first ring.
func projectAll(rings [][]geo.Fixed) (shapes [][]raster.Vec, first view.Box) {
	box := view.NoBox
	p := view.NewProjector(1, 0, 0)
	for _, ring := range rings {
		shape := make([]raster.Vec, len(ring))
		for i, f := range ring {
			shape[i].X, shape[i].Y = p.Fixed(f)
			box = box.With(view.World{X: shape[i].X, Y: shape[i].Y})
		}
		if shapes = append(shapes, shape); len(shapes) == 1 {
			first = box
		}
	}
	return shapes, first
}
