package mapdraw

import "image/color"

// borderSheet is a Borders on an exported picture: its lines read once for the whole
// picture. The Borders itself goes on preparing what the screen shows, and its layer
// of a picture as wide as a wall would not fit in memory.
type borderSheet struct {
	lines    *borderLines
	selected []*unitOutline
	look     *borderStyle
}

func (e *exporter) newBorderSheet(b *Borders) *borderSheet {
	b.mu.Lock()
	selected := b.selected.codes
	b.mu.Unlock()
	level := BorderLevel(e.view.Zoom)
	s := &borderSheet{look: &e.Theme.borders}
	shown := viewBox(e.view, 0.05)
	for _, code := range selected {
		s.selected = append(s.selected, readOutline(b.source, code, level, shown, 0))
	}
	s.lines = borderWish{
		level: level, tolerance: unseen / e.view.worldSize(), box: shown,
	}.read(b.source, 0)
	return s
}

// borderPass is one of the strokes that borders are drawn with, each over the one
// before. The width is in logical pixels.
type borderPass struct {
	province bool
	width    float64
	dash     []float64 // lengths on and off; nil for an unbroken line
	colour   color.RGBA
}

func (l *borderStyle) passes(zoom float64) []borderPass {
	out := []borderPass{{false, l.ward.width.at(zoom), l.ward.dashAt(zoom), l.ward.colour}}
	width := l.province.width.at(zoom)
	if casing := l.province.casing.at(zoom); casing > 0 {
		out = append(out, borderPass{true, width + 2*casing, nil, l.province.casingColour})
	}
	return append(out, borderPass{true, width, l.province.dashAt(zoom), l.province.colour})
}

// Draw implements Overlay.
func (s *borderSheet) Draw(c *Canvas, v Viewport) {
	ox, oy := v.origin()
	size := v.worldSize()
	var outlines [][]vec
	for _, unit := range s.selected {
		first := len(outlines)
		for _, ring := range unit.rings {
			outlines = append(outlines, toPixels(nil, ring, size, ox, oy))
		}
		c.mask.fillArea(outlines[first:])
		c.mask.paint(c.dst, s.look.selected)
	}
	seen := viewBox(v, 0).grow(s.look.haloWidth * v.scale() / size)
	var shape []vec
	for _, pass := range s.look.passes(v.Zoom) {
		for i := range s.lines.lines {
			l := &s.lines.lines[i]
			if l.province != pass.province || !l.box.meets(seen) {
				continue
			}
			shape = toPixels(shape[:0], s.lines.points[l.first:l.end], size, ox, oy)
			if shape := straighten(shape, unseen); len(pass.dash) == 2 {
				c.mask.dashes(shape, pass.width*c.scale, pass.dash[0]*c.scale, pass.dash[1]*c.scale, buttStart|buttEnd)
			} else {
				c.mask.polyline(shape, pass.width*c.scale, 0)
			}
		}
		c.mask.paint(c.dst, pass.colour)
	}
	for _, pass := range s.look.haloPasses() {
		for _, ring := range outlines {
			c.mask.polyline(ring, pass.width*c.scale, 0)
		}
		c.mask.paint(c.dst, pass.colour)
	}
}

// haloPasses are the strokes round the unit that is selected.
func (l *borderStyle) haloPasses() []borderPass {
	return []borderPass{{width: l.haloWidth, colour: l.halo}, {width: l.coreWidth, colour: l.core}}
}

func (b worldBox) grow(by float64) worldBox {
	return worldBox{b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by}
}
