package mapdraw

import "image/color"

// borders writes the borders of units, and the unit that is selected filled. They
// are read here, for the whole picture at once, beside those that the overlay has
// for the screen.
func (o *svgOverlays) borders(b *Borders) {
	b.mu.Lock()
	selected := b.selected.code
	b.mu.Unlock()
	look := borderLookOf(o.theme)
	level := BorderLevel(o.view.Zoom)
	var outline *unitOutline
	if selected != "" {
		outline = readOutline(b.source, selected, level, 0)
		o.fillUnit(outline, look.selected)
	}
	wish := borderWish{level: level, tolerance: unseen / o.view.worldSize(), box: viewBox(o.view, 0.05)}
	lines := wish.read(b.source, 0)
	stroke := func(province bool, look lineLook, casing bool) {
		rim, col := look.casing.at(o.view.Zoom), look.colour
		width := look.width.at(o.view.Zoom)
		if casing {
			if rim <= 0 {
				return
			}
			width, col = width+2*rim, look.casingColour
		}
		var path svgPath
		for i := range lines.lines {
			if l := &lines.lines[i]; l.province == province {
				path.line(o.pixels(lines.points[l.first:l.end]), o.frame)
			}
		}
		o.path(&path, paint{stroke: col, width: width * o.scale})
	}
	stroke(false, look.ward, false)
	stroke(true, look.province, true)
	stroke(true, look.province, false)
	if outline != nil {
		o.haloUnit(outline, &look)
	}
}

// pixels returns a line in pixels of the picture.
func (o *svgOverlays) pixels(line []world) []vec {
	ox, oy := o.view.origin()
	return toPixels(nil, line, o.view.worldSize(), ox, oy)
}

func (o *svgOverlays) fillUnit(u *unitOutline, col color.RGBA) {
	var path svgPath
	for _, ring := range u.rings {
		path.ring(cutRing(o.pixels(ring), o.frame))
	}
	o.printf("<g fill-rule=\"evenodd\">\n")
	o.path(&path, paint{fill: col})
	o.printf("</g>\n")
}

func (o *svgOverlays) haloUnit(u *unitOutline, look *borderLook) {
	var path svgPath
	for _, ring := range u.rings {
		line := o.pixels(ring)
		path.line(append(line, line[0]), o.frame)
	}
	o.path(&path, paint{stroke: look.halo, width: borderHalo * o.scale})
	o.path(&path, paint{stroke: look.core, width: borderCore * o.scale})
}
