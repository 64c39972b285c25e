// SPDX-License-Identifier: MIT

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
	// casingPass is visible at the sides of a road. All casings of a layer lie
	// below all fills, so that roads that meet join without a line between them.
	casingPass pass = iota
	fillPass
)

// Sizes of tunnels and bridges (logical pixels).
const (
	tunnelOn   = 3.5 // dashes of a tunnel's casing
	tunnelOff  = 3.0
	bridgeRim  = 0.6 // extra width of a bridge's casing on each side
	bridgeFrom = 2.0 // width of a road above which bridges have that extra width
)

// stroke paints one pass on the roads of a style that lie on one layer. Lengths
// are in pixels.
type stroke struct {
	style   *style.Road
	colour  color.RGBA
	on, off float64 // dash lengths; 0: unbroken
	ends    raster.Caps

	pass  pass
	whole float64 // width of a road with casing
	edge  float64 // of the casing on each side
	rim   float64 // extra casing of bridges
	least float64 // width from which roads have that casing
}

// stroke returns how to paint a pass. ok is false if the style has no such pass
// at this zoom.
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
		// Square ends, because round ones would overlap the road that continues.
		b.colour, b.ends = s.Bridge, raster.ButtStart|raster.ButtEnd
		b.rim, b.least = bridgeRim*p.scale, bridgeFrom*p.scale
	}
	return b, true
}

// width returns the width of the pass on a road with flags f.
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

// drawRoads paints a pass on the roads of one layer, the most important last.
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
