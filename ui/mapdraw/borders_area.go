package mapdraw

import "image/color"

// fill fills a unit, cut off at the picture's edge.
func (b *Borders) fill(c *Canvas, v Viewport, o *unitOutline, col color.RGBA) {
	seen := viewBox(v, 0.02)
	ox, oy := v.origin()
	size := v.worldSize()
	b.scratch, b.rings = b.scratch[:0], b.rings[:0]
	for i, ring := range o.rings {
		if !o.boxes[i].meets(seen) {
			continue
		}
		first := len(b.scratch)
		b.scratch = toPixels(b.scratch, ring, size, ox, oy)
		// What append moves away from under earlier rings they keep.
		b.rings = append(b.rings, straighten(b.scratch[first:len(b.scratch):len(b.scratch)], unseen))
	}
	c.mask.fillArea(b.rings)
	c.mask.paint(c.dst, col)
}

// halo draws a unit's outline strongly, with a glow on both sides.
func (b *Borders) halo(c *Canvas, v Viewport, o *unitOutline, look *borderStyle) {
	for _, pass := range []struct {
		width float64
		col   color.RGBA
	}{{look.haloWidth, look.halo}, {look.coreWidth, look.core}} {
		b.strokeRings(c, v, o, pass.width*c.scale)
		c.mask.paint(c.dst, pass.col)
	}
}

func (b *Borders) strokeRings(c *Canvas, v Viewport, o *unitOutline, width float64) {
	seen := viewBox(v, 0.02)
	ox, oy := v.origin()
	size := v.worldSize()
	for i, ring := range o.rings {
		if !o.boxes[i].meets(seen) {
			continue
		}
		b.scratch = toPixels(b.scratch[:0], ring, size, ox, oy)
		c.mask.polyline(straighten(b.scratch, unseen), width, 0)
	}
}
