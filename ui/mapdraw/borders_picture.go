package mapdraw

import (
	"image"
	"image/draw"

	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
)

// OutlinePicture draws the outline of a unit by itself, the part whose ring comes
// first as large as it fits into width by height device pixels; scale device
// pixels are a logical one. It is for comparing one unit at several levels, and
// far islands would leave nothing to be seen of it.
func OutlinePicture(t Theme, rings [][]geo.Fixed, width, height int, scale float64) *image.RGBA {
	dst := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(dst, dst.Rect, image.NewUniform(t.Background), image.Point{}, draw.Src)
	shapes, box := projectAll(rings)
	if len(shapes) == 0 {
		return dst
	}
	margin := 6 * scale
	w, h := float64(width)-2*margin, float64(height)-2*margin
	// A point or a line has no extent to divide by.
	size := min(w/max(box.x1-box.x0, 1e-12), h/max(box.y1-box.y0, 1e-12))
	ox := (box.x0+box.x1)/2*size - float64(width)/2
	oy := (box.y0+box.y1)/2*size - float64(height)/2
	for _, shape := range shapes {
		for i, p := range shape {
			shape[i] = raster.Vec{X: p.X*size - ox, Y: p.Y*size - oy}
		}
	}
	var m raster.Mask
	m.Reset(width, height)
	look := &t.borders
	m.Fill(shapes)
	m.Paint(dst, look.selected)
	for _, shape := range shapes {
		m.Polyline(raster.Straighten(shape, raster.Unseen/2), 1.3*scale, 0)
	}
	m.Paint(dst, look.core)
	return dst
}

// projectAll projects rings onto the web-mercator square, and returns the box
// round the first of them.
func projectAll(rings [][]geo.Fixed) (shapes [][]raster.Vec, first worldBox) {
	box := noWorld
	p := newProjector(1, 0, 0)
	for _, ring := range rings {
		shape := make([]raster.Vec, len(ring))
		for i, f := range ring {
			shape[i].X, shape[i].Y = p.fixed(f)
			box = box.with(world{shape[i].X, shape[i].Y})
		}
		if shapes = append(shapes, shape); len(shapes) == 1 {
			first = box
		}
	}
	return shapes, first
}
