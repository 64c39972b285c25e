package mapdraw

import (
	"image"
	"image/draw"

	"roadsnap/engine/geo"
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
			shape[i] = vec{p.x*size - ox, p.y*size - oy}
		}
	}
	var m mask
	m.reset(width, height)
	look := &t.borders
	m.fillArea(shapes)
	m.paint(dst, look.selected)
	for _, shape := range shapes {
		m.polyline(straighten(shape, unseen/2), 1.3*scale, 0)
	}
	m.paint(dst, look.core)
	return dst
}

// projectAll projects rings onto the web-mercator square, and returns the box
// round the first of them.
func projectAll(rings [][]geo.Fixed) (shapes [][]vec, first worldBox) {
	box := noWorld
	p := newProjector(1, 0, 0)
	for _, ring := range rings {
		shape := make([]vec, len(ring))
		for i, f := range ring {
			shape[i].x, shape[i].y = p.fixed(f)
			box = box.with(world(shape[i]))
		}
		if shapes = append(shapes, shape); len(shapes) == 1 {
			first = box
		}
	}
	return shapes, first
}
