package mapdraw

import (
	"image/color"
	"maps"
	"slices"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// borders writes the borders of units, and those that are selected filled.
func (o *svgOverlays) borders(s *borderSheet) {
	for _, unit := range s.selected {
		o.fillUnit(unit, s.look.Selected)
	}
	for _, pass := range passesOf(s.look, o.view.Zoom, s.lines.level) {
		paths := map[float64]*svgPath{} // by width: islets are drawn finer
		for i := range s.lines.lines {
			l := &s.lines.lines[i]
			if l.province != pass.province {
				continue
			}
			width := pass.widthOf(s.lines, l, o.view.WorldSize()/o.scale)
			if paths[width] == nil {
				paths[width] = new(svgPath)
			}
			paths[width].line(o.pixels(s.lines.points[l.first:l.end]), o.frame)
		}
		for _, width := range slices.Sorted(maps.Keys(paths)) {
			look := paint{stroke: pass.colour, width: width * o.scale, butt: pass.dash != nil}
			for _, length := range pass.dash {
				look.dash = append(look.dash, length*o.scale)
			}
			o.path(paths[width], look)
		}
	}
	o.haloUnits(s, func(halo, _ float64) paint { return paint{stroke: s.look.Halo, width: halo * o.scale} })
	o.haloUnits(s, func(_, core float64) paint { return paint{stroke: s.look.Core, width: core * o.scale} })
}

// pixels returns a line in pixels of the picture.
func (o *svgOverlays) pixels(line []view.World) []raster.Vec {
	ox, oy := o.view.Origin()
	return toPixels(nil, line, o.view.WorldSize(), ox, oy)
}

func (o *svgOverlays) fillUnit(u *unitOutline, col color.RGBA) {
	var path svgPath
	for _, ring := range u.rings {
		path.ring(raster.ClipRing(o.pixels(ring), o.frame))
	}
	o.printf("<g fill-rule=\"evenodd\">\n")
	o.path(&path, paint{fill: col})
	o.printf("</g>\n")
}

// haloUnits strokes the rings of selected units as look wants it for the widths of a
// ring's halo and of the line in its middle.
func (o *svgOverlays) haloUnits(s *borderSheet, look func(halo, core float64) paint) {
	for _, u := range s.selected {
		for i, ring := range u.rings {
			line := o.pixels(ring)
			var path svgPath
			path.line(append(line, line[0]), o.frame)
			halo, core := haloOf(s.look, u.boxes[i], o.view.WorldSize()/o.scale, len(s.selected) > 1)
			o.path(&path, look(halo, core))
		}
	}
}
