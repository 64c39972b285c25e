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

// borderLook is how borders look in a theme.
type borderLook struct {
	ward, province                lineLook
	hover, selected, halo, core   color.RGBA
	provinceName, wardName, ocean textStyle
}

// lineLook is how one kind of border looks; widths are in logical pixels.
type lineLook struct {
	width, casing        stops // of the casing on each side
	colour, casingColour color.RGBA
}

// Borders are violet, as on most maps of administrative units: no road, water or
// trip is. Provinces differ from wards by weight.
var borderLooks = map[bool]struct{ province, casing, ward, ink, faint color.RGBA }{
	false: { // by day
		province: color.RGBA{0x75, 0x4F, 0x9C, 0xFF}, casing: color.RGBA{0x4A, 0x42, 0x50, 0x50},
		ward: color.RGBA{0x9A, 0x85, 0xB2, 0xFF}, ink: color.RGBA{0x4A, 0x33, 0x66, 0xFF}, faint: color.RGBA{0x6A, 0x58, 0x80, 0xFF},
	},
	true: { // by night
		province: color.RGBA{0xB3, 0x97, 0xD6, 0xFF}, casing: color.RGBA{0x12, 0x10, 0x16, 0x70},
		ward: color.RGBA{0x74, 0x66, 0x8C, 0xFF}, ink: color.RGBA{0xD9, 0xC8, 0xF0, 0xFF}, faint: color.RGBA{0xAD, 0xA0, 0xC2, 0xFF},
	},
}

// borderLookOf derives the look of borders from a theme, so that selection and
// ground are those of everything else on the map.
func borderLookOf(t *Theme) borderLook {
	bg := t.Background
	night := int(bg.R)+int(bg.G)+int(bg.B) < 3*128
	cols := borderLooks[night]
	halo := bg
	text := func(size stops, fill color.RGBA, f face, spacing float64) textStyle {
		return textStyle{size: size, fill: fill, halo: fade(halo, 0.85), haloWidth: 2, face: f, spacing: spacing}
	}
	solid := t.over.halo
	solid = pure(solid)
	return borderLook{
		ward:     lineLook{width: stops{{5, 0.42}, {7, 0.6}, {10, 0.9}, {13, 1.3}, {16, 1.8}}, colour: cols.ward},
		province: lineLook{width: stops{{5, 1.1}, {7, 1.5}, {10, 2.2}, {13, 2.8}, {16, 3.4}}, casing: stops{{7, 0}, {10, 1.4}}, colour: cols.province, casingColour: fade(bg, 0.55)},
		hover:    fade(cols.province, 0.16), selected: fade(solid, 0.2),
		halo: fade(solid, 0.45), core: deepen(solid, night),
		provinceName: text(stops{{5, 10}, {7, 12.5}, {10, 16}}, cols.ink, bold, 0.01),
		wardName:     text(stops{{10, 9.5}, {13, 12}, {16, 14}}, cols.faint, regular, 0),
		ocean:        text(stops{{4, 10.5}, {7, 13}, {10, 15}}, cols.ink, italic, 0.02),
	}
}

// fade returns col with a share of its weight.
func fade(col color.RGBA, share float64) color.RGBA {
	f := func(v uint8) uint8 { return uint8(float64(v)*share + 0.5) }
	return color.RGBA{f(col.R), f(col.G), f(col.B), f(col.A)}
}

// pure returns a colour without what lets the ground through.
func pure(col color.RGBA) color.RGBA {
	if col.A == 0 {
		return col
	}
	f := func(v uint8) uint8 { return uint8(min(uint32(v)*255/uint32(col.A), 255)) }
	return color.RGBA{f(col.R), f(col.G), f(col.B), 0xFF}
}

// deepen makes a colour stand out on the theme's ground.
func deepen(col color.RGBA, night bool) color.RGBA {
	share, add := 0.72, 0.0
	if night {
		share, add = 0.8, 51
	}
	f := func(v uint8) uint8 { return uint8(min(float64(v)*share+add, 255)) }
	return color.RGBA{f(col.R), f(col.G), f(col.B), 0xFF}
}
