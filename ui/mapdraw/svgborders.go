package mapdraw

import "image/color"

// borders writes the borders of units, and those that are selected filled.
func (o *svgOverlays) borders(s *borderSheet) {
	for _, unit := range s.selected {
		o.fillUnit(unit, s.look.selected)
	}
	for _, pass := range s.look.passes(o.view.Zoom) {
		var path svgPath
		for i := range s.lines.lines {
			if l := &s.lines.lines[i]; l.province == pass.province {
				path.line(o.pixels(s.lines.points[l.first:l.end]), o.frame)
			}
		}
		look := paint{stroke: pass.colour, width: pass.width * o.scale, butt: pass.dash != nil}
		for _, length := range pass.dash {
			look.dash = append(look.dash, length*o.scale)
		}
		o.path(&path, look)
	}
	for _, unit := range s.selected {
		o.haloUnit(unit, s.look)
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

func (o *svgOverlays) haloUnit(u *unitOutline, look *borderStyle) {
	var path svgPath
	for _, ring := range u.rings {
		line := o.pixels(ring)
		path.line(append(line, line[0]), o.frame)
	}
	for _, pass := range look.haloPasses() {
		o.path(&path, paint{stroke: pass.colour, width: pass.width * o.scale})
	}
}
