package mapdraw

import (
	"image/color"

	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// fill fills a unit, cut off at the picture's edge.
func (b *Borders) fill(c *overlay.Canvas, v view.Viewport, o *unitOutline, col color.RGBA) {
	seen := view.BoxOf(v, 0.02)
	ox, oy := v.Origin()
	size := v.WorldSize()
	b.scratch, b.rings = b.scratch[:0], b.rings[:0]
	for i, ring := range o.rings {
		if !o.boxes[i].Meets(seen) {
			continue
		}
		first := len(b.scratch)
		b.scratch = toPixels(b.scratch, ring, size, ox, oy)
		// What append moves away from under earlier rings they keep.
		b.rings = append(b.rings, raster.Straighten(b.scratch[first:len(b.scratch):len(b.scratch)], raster.Unseen))
	}
	c.Sink.Fill(b.rings)
	c.Sink.Paint(col)
}
