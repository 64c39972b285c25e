package mapdraw

import "roadsnap/engine/basemap"

// roadWidths are those of the roads of a style, in pixels.
type roadWidths struct {
	style *roadStyle
	whole float64 // with casing
	edge  float64 // of the casing on each side
}

func (p *tilePainter) roadWidths(s *roadStyle) roadWidths {
	return roadWidths{s, s.width.at(p.zoom) * p.scale, s.edge.at(p.zoom) * p.scale}
}

// of returns the widths of a road: with its casing, and the fill within.
func (w *roadWidths) of(f basemap.Flags) (whole, fill float64) {
	whole = w.whole
	if f.Has(basemap.Link) {
		whole *= w.style.link
	}
	fill = whole
	if w.style.casing.A != 0 {
		fill = max(whole-2*w.edge, whole*0.5)
	}
	return whole, fill
}

// drawTunnels draws roads in the ground: pale, with a dashed casing.
func (p *tilePainter) drawTunnels() {
	for pass := range 2 {
		for i := range p.theme.roads {
			s := &p.theme.roads[i]
			if p.zoom < s.minZoom || (pass == 0 && s.casing.A == 0) {
				continue
			}
			widths := p.roadWidths(s)
			for j := range p.lines[s.kind] {
				l := &p.lines[s.kind][j]
				if l.storey() != underground {
					continue
				}
				whole, fill := widths.of(l.flags)
				switch {
				case pass == 0:
					p.mask.dashes(l.shape, whole, 3.5*p.scale, 3*p.scale, buttStart|buttEnd)
				case len(s.dash) == 2:
					p.mask.dashes(l.shape, fill, s.dash[0]*p.scale, s.dash[1]*p.scale, 0)
				default:
					p.mask.polyline(l.shape, fill, buttStart|buttEnd)
				}
			}
			if pass == 0 {
				p.paintMask(s.casing)
			} else {
				p.paintMask(s.tunnel)
			}
		}
	}
}

// drawRoads draws the roads of one storey: first the casings of all, then the
// fills, so that roads that meet open into each other.
func (p *tilePainter) drawRoads(at storey) {
	for i := range p.theme.roads {
		s := &p.theme.roads[i]
		if p.zoom < s.minZoom || s.casing.A == 0 || s.edge.at(p.zoom) == 0 {
			continue
		}
		casing, ends, extra := s.casing, caps(0), 0.0
		if at > ground {
			// Cut square, or it would reach round onto the road that goes on.
			casing, ends, extra = s.bridge, buttStart|buttEnd, p.scale
		}
		widths := p.roadWidths(s)
		for j := range p.lines[s.kind] {
			if l := &p.lines[s.kind][j]; l.storey() == at {
				whole, _ := widths.of(l.flags)
				if whole > 2*p.scale {
					whole += extra
				}
				p.mask.polyline(l.shape, whole, ends)
			}
		}
		p.paintMask(casing)
	}
	for i := range p.theme.roads {
		s := &p.theme.roads[i]
		if p.zoom < s.minZoom {
			continue
		}
		widths := p.roadWidths(s)
		for j := range p.lines[s.kind] {
			l := &p.lines[s.kind][j]
			if l.storey() != at {
				continue
			}
			_, fill := widths.of(l.flags)
			if len(s.dash) == 2 {
				p.mask.dashes(l.shape, fill, s.dash[0]*p.scale, s.dash[1]*p.scale, 0)
			} else {
				p.mask.polyline(l.shape, fill, 0)
			}
		}
		p.paintMask(s.fill)
	}
}
