// SPDX-License-Identifier: MIT

package tile

import (
	"iter"
	"math"

	"roadsnap/engine/basemap"
	"roadsnap/ui/mapdraw/raster"
)

// Sizes of one-way arrows (logical pixels).
const (
	arrowZoom    = 16.0 // zoom from which they are drawn
	arrowSpacing = 130.0
	arrowLength  = 11.0
	arrowHead    = 3.2
	arrowWidth   = 1.3
	arrowLeast   = 5.0 // width below which a road has no arrows
)

// drawArrows draws the one-way arrows of the roads of one layer. Their places are
// measured from the start of each line, so that they agree across tiles.
func (p *Painter) drawArrows(at layer) {
	if p.zoom < arrowZoom {
		return
	}
	for i := range p.Theme.Roads {
		s := &p.Theme.Roads[i]
		b, ok := p.stroke(s, fillPass, at)
		if !ok || s.Casing.A == 0 {
			continue
		}
		for j := range p.lines[s.Kind] {
			if l := &p.lines[s.Kind][j]; l.layer() == at && l.oneway() && b.width(l.flags) >= arrowLeast*p.scale {
				p.arrowsAlong(l.shape, l.flags.Has(basemap.OnewayBack))
			}
		}
		p.paintShapes(s.Casing)
	}
}

// oneway reports whether cars may drive along l in one direction only.
func (l *line) oneway() bool { return l.flags.Has(basemap.Oneway) != l.flags.Has(basemap.OnewayBack) }

func (p *Painter) arrowsAlong(shape []raster.Vec, back bool) {
	width := arrowWidth * p.scale
	for from, to := range arrowsOn(shape, back, p.scale, p.sink.Box()) {
		p.segment(from, to, width)
		for _, barb := range arrowBarbs(from, to, p.scale) {
			p.segment(to, barb, width)
		}
	}
}

// segment draws the line from a to b.
func (p *Painter) segment(a, b raster.Vec, width float64) {
	p.pair = [2]raster.Vec{a, b}
	p.sink.Polyline(p.pair[:], width, 0)
}

// arrowsOn yields the tail and tip of the arrows along a line. Each arrow lies on
// one straight segment that is long enough for it. Only the part of a segment
// that lies within an arrow's length of frame is searched.
func arrowsOn(shape []raster.Vec, back bool, scale float64, frame raster.Box) iter.Seq2[raster.Vec, raster.Vec] {
	return func(yield func(tail, tip raster.Vec) bool) {
		spacing, length := arrowSpacing*scale, arrowLength*scale
		near := frame.Grow(length)
		next := spacing / 2 // distance from the start of a segment to the next arrow
		for i := 1; i < len(shape); i++ {
			a, b := shape[i-1], shape[i]
			run := math.Hypot(b.X-a.X, b.Y-a.Y)
			if next >= run {
				next -= run
				continue
			}
			t0, t1 := raster.Within(a, b, near)
			last := math.Ceil((run-next)/spacing) - 1
			for n := max(0, math.Ceil((t0*run-next)/spacing)); n <= min(last, math.Floor((t1*run-next)/spacing)); n++ {
				at := next + n*spacing
				from, to := at-length/2, at+length/2
				if from < 0 || to > run {
					continue
				}
				ux, uy := (b.X-a.X)/run, (b.Y-a.Y)/run
				tail, tip := raster.Vec{X: a.X + ux*from, Y: a.Y + uy*from}, raster.Vec{X: a.X + ux*to, Y: a.Y + uy*to}
				if back {
					tail, tip = tip, tail
				}
				if !yield(tail, tip) {
					return
				}
			}
			next += (last+1)*spacing - run
		}
	}
}

// arrowBarbs returns the ends of the two strokes of an arrowhead.
func arrowBarbs(tail, tip raster.Vec, scale float64) [2]raster.Vec {
	length := math.Hypot(tip.X-tail.X, tip.Y-tail.Y)
	hx, hy := (tip.X-tail.X)/length*arrowHead*scale, (tip.Y-tail.Y)/length*arrowHead*scale
	return [2]raster.Vec{
		{X: tip.X - hx + 0.7*hy, Y: tip.Y - hy - 0.7*hx},
		{X: tip.X - hx - 0.7*hy, Y: tip.Y - hy + 0.7*hx},
	}
}
