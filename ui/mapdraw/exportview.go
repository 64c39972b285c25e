package mapdraw

import (
	"context"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

// boxOf returns the positions that a part of v's picture shows, given by its
// corner and its size in pixels, grown by a margin on all sides.
func (v Viewport) boxOf(left, top, width, height int, margin float64) geo.Box {
	nw := v.ToPoint(float64(left)-margin, float64(top)-margin)
	se := v.ToPoint(float64(left+width)+margin, float64(top+height)+margin)
	return geo.Bounds{
		South: max(se.Lat, -maxLatitude), West: max(nw.Lon, -180),
		North: min(nw.Lat, maxLatitude), East: min(se.Lon, 180),
	}.Box()
}

// band returns the view of some rows of v's picture.
func (v Viewport) band(top, height int) Viewport {
	x, y := v.origin()
	size := v.worldSize()
	v.Center = world{
		x: (x + float64(v.Width)/2) / size,
		y: (y + float64(top) + float64(height)/2) / size,
	}.point()
	v.Height = height
	return v
}

// waiter is an Overlay that draws what it has, and gets the rest ready meanwhile.
// On a picture that is drawn once it is waited for.
type waiter interface {
	Wait(ctx context.Context, v Viewport) error
}

// await returns when the overlays are ready for v.
func (e *exporter) await(v Viewport) error {
	for _, o := range e.Overlays {
		if w, ok := o.(waiter); ok {
			if err := w.Wait(e.ctx, v); err != nil {
				return err
			}
		}
	}
	return e.ctx.Err()
}

// take hands a feature to the painter until the work is called off.
func (e *exporter) take(f basemap.Feature) bool {
	e.painter.gather(f)
	return !e.stopped()
}
