package mapdraw

import (
	"math"

	"roadsnap/engine/basemap"
)

// One-way arrows, in logical pixels.
const (
	arrowZoom    = 16.0 // from where they are drawn
	arrowSpacing = 130.0
	arrowLength  = 11.0
	arrowHead    = 3.2
	arrowWidth   = 1.1
	arrowLeast   = 5.0 // width of a road below which it carries none
)

// drawArrows draws the one-way arrows of the roads of one storey. Their places
// are counted from the start of each line, so that tiles agree on them.
func (p *tilePainter) drawArrows(at storey) {
	if p.zoom < arrowZoom {
		return
	}
	for i := range p.theme.roads {
		s := &p.theme.roads[i]
		if p.zoom < s.minZoom || s.casing.A == 0 {
			continue
		}
		widths := p.roadWidths(s)
		for j := range p.lines[s.kind] {
			l := &p.lines[s.kind][j]
			oneway := l.flags.Has(basemap.Oneway) != l.flags.Has(basemap.OnewayBack)
			if _, fill := widths.of(l.flags); oneway && l.storey() == at && fill >= arrowLeast*p.scale {
				p.arrowsAlong(l.shape, l.flags.Has(basemap.OnewayBack))
			}
		}
		p.paintMask(s.casing)
	}
}

func (p *tilePainter) arrowsAlong(shape []vec, back bool) {
	spacing, length := arrowSpacing*p.scale, arrowLength*p.scale
	next := spacing / 2 // distance from the start of a segment to the next arrow
	for i := 1; i < len(shape); i++ {
		a, b := shape[i-1], shape[i]
		run := math.Hypot(b.x-a.x, b.y-a.y)
		for ; next < run; next += spacing {
			// An arrow stands on one straight segment; on shorter ones none does.
			from, to := next-length/2, next+length/2
			if from < 0 || to > run || p.mask.hidden(a, b, length) {
				continue
			}
			ux, uy := (b.x-a.x)/run, (b.y-a.y)/run
			tail, tip := vec{a.x + ux*from, a.y + uy*from}, vec{a.x + ux*to, a.y + uy*to}
			if back {
				tail, tip, ux, uy = tip, tail, -ux, -uy
			}
			p.arrow(tail, tip, ux, uy)
		}
		next -= run
	}
}

func (p *tilePainter) arrow(tail, tip vec, ux, uy float64) {
	width, head := arrowWidth*p.scale, arrowHead*p.scale
	p.mask.stroke(tail, tip, width, 0)
	for _, side := range [2]float64{-0.7, 0.7} {
		p.mask.stroke(tip, vec{tip.x - head*ux - side*head*uy, tip.y - head*uy + side*head*ux}, width, 0)
	}
}
