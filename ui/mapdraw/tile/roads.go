package tile

import (
	"image/color"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
)

// pass is one layer of paint on roads.
type pass uint8

const (
	// casingPass is seen at the sides of a road. All casings of a layer lie below
	// all fills, so that roads that meet open into each other.
	casingPass pass = iota
	fillPass
)

// Sizes of roads off the ground, in logical pixels.
const (
	tunnelOn   = 3.5 // of a tunnel's dashed casing
	tunnelOff  = 3.0
	bridgeRim  = 0.6 // by which a bridge's casing is wider than that of its road
	bridgeFrom = 2.0 // width of a road above which its bridges are
)

// stroke lays one pass on the roads of a style that lie on one layer. Lengths are
// in pixels.
type stroke struct {
	style   *style.Road
	colour  color.RGBA
	on, off float64 // of its dashes; 0: unbroken
	ends    raster.Caps

	pass  pass
	whole float64 // width of a road with casing
	edge  float64 // of the casing on each side
	rim   float64 // that bridges have beyond that
	least float64 // width of the roads that have it
}

// stroke returns how to paint a pass; ok is false if the style has no such pass at
// this zoom.
func (p *Painter) stroke(s *style.Road, which pass, at layer) (b stroke, ok bool) {
	edge := s.Edge.At(p.zoom) * p.scale
	if p.zoom < s.MinZoom || (which == casingPass && (s.Casing.A == 0 || edge == 0)) {
		return stroke{}, false
	}
	b = stroke{style: s, pass: which, whole: s.Width.At(p.zoom) * p.scale, edge: edge}
	if which == fillPass {
		b.colour = s.Fill
		if len(s.Dash) == 2 {
			b.on, b.off = s.Dash[0]*p.scale, s.Dash[1]*p.scale
		}
		if at == underground {
			b.colour = s.Tunnel
			if b.on == 0 {
				b.ends = raster.ButtStart | raster.ButtEnd
			}
		}
		return b, true
	}
	b.colour = s.Casing
	switch {
	case at == underground:
		b.on, b.off, b.ends = tunnelOn*p.scale, tunnelOff*p.scale, raster.ButtStart|raster.ButtEnd
	case at > ground:
		// Cut square, or it would reach round onto the road that goes on.
		b.colour, b.ends = s.Bridge, raster.ButtStart|raster.ButtEnd
		b.rim, b.least = bridgeRim*p.scale, bridgeFrom*p.scale
	}
	return b, true
}

// width returns how wide the pass is on a road.
func (b *stroke) width(f basemap.Flags) float64 {
	whole := b.whole
	if f.Has(basemap.Link) {
		whole *= b.style.Link
	}
	switch {
	case b.pass == fillPass && b.style.Casing.A != 0:
		return max(whole-2*b.edge, whole*0.5)
	case whole > b.least:
		return whole + b.rim
	default:
		return whole
	}
}

// drawRoads lays a pass on the roads of one layer, the greatest last.
func (p *Painter) drawRoads(at layer, which pass) {
	for i := range p.Theme.Roads {
		b, ok := p.stroke(&p.Theme.Roads[i], which, at)
		if !ok {
			continue
		}
		lines := p.lines[b.style.Kind]
		if p.group != "" {
			p.sink.Layer(p.group, b.style.Kind.String())
		}
		for j := range lines {
			switch l := &lines[j]; {
			case l.layer() != at:
			case b.on > 0:
				p.sink.DashesFrom(l.shape, 0, b.width(l.flags), b.on, b.off, b.ends)
			default:
				p.sink.Polyline(l.shape, b.width(l.flags), b.ends)
			}
		}
		p.paintShapes(b.colour)
	}
}
