// SPDX-License-Identifier: MIT

package tile

import (
	"image"
	"image/color"
	"image/draw"

	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// groundPainter holds the ground of a tile.
type groundPainter struct {
	rings [coast.NumKinds][][]raster.Vec
	// even is the single colour of the ground if painted is false.
	even    color.RGBA
	painted bool // the ground is in the picture
}

// A sketch of the land is off by one to three kilometres. On maps close enough to
// show that, land extends beyond the sketch by sketchReach, so that sea is drawn
// only where it is certain: a road in the sea is worse than a bay without water.
// The reach grows between two zooms, so that no coast jumps.
const (
	sketchReach    = 3000.0 // metres
	sketchZoom     = 9.0
	sketchZoomFull = 11.0
	// metresRound is the length of the parallel of 16° N, in the middle of
	// Vietnam. All tiles use the same length, because different ones would leave
	// seams.
	metresRound = 40075017 * 0.9613
)

// reach returns the current reach of a sketch (pixels).
func (p *Painter) reach() float64 {
	grown := min(max((p.zoom-sketchZoom)/(sketchZoomFull-sketchZoom), 0), 1)
	return grown * sketchReach / metresRound * p.proj.Size
}

// GatherGround reads the ground of a tile. If src is not a GroundSource the
// ground is plain land. box returns the positions in the tile, enlarged by a
// margin (pixels).
func (p *Painter) GatherGround(src Source, box func(margin float64) geo.FixedBounds) error {
	g, ok := src.(GroundSource)
	if !ok {
		return nil
	}
	return g.Ground(view.Level(p.zoom), box(p.reach()+1), func(k coast.Kind, line []geo.Fixed) {
		if ring := p.project(line); len(ring) >= 3 {
			p.ground.rings[k] = append(p.ground.rings[k], ring)
		}
	})
}

func (g *groundPainter) reset() {
	for k := range g.rings {
		g.rings[k] = g.rings[k][:0]
	}
}

// drawGround paints the ground, unless it has a single colour. Most tiles do,
// which is detected without painting.
func (p *Painter) drawGround() {
	g := &p.ground
	g.even, g.painted = p.Theme.Background, false
	var share [coast.NumKinds]raster.Extent
	first := coast.Sea // kinds below it are hidden
	for k, rings := range g.rings {
		if share[k] = p.extentOf(rings, p.reachOf(coast.Kind(k))); share[k] == raster.All {
			first, g.even = coast.Kind(k), p.Theme.GroundColour(coast.Kind(k))
		}
	}
	for k := first; k < coast.NumKinds; k++ {
		if share[k] != raster.Some {
			continue
		}
		p.fillGround(k, &p.Picture)
		col := p.Theme.GroundColour(k)
		switch p.Picture.Covers() {
		case raster.None:
			p.Picture.Clear()
		case raster.All:
			p.Picture.Clear()
			g.even, g.painted = col, false
		case raster.Some:
			p.layGround()
			p.Picture.Paint(col)
		}
	}
}

// drawAllGround draws the ground into the sink, kind by kind.
func (p *Painter) drawAllGround() {
	for k, rings := range p.ground.rings {
		if kind := coast.Kind(k); len(rings) > 0 {
			p.sink.Layer(kind.String(), "")
			p.fillGround(kind, p.sink)
			p.sink.Paint(p.Theme.GroundColour(kind))
		}
	}
}

// reachOf returns how far a kind extends beyond its lines (pixels).
func (p *Painter) reachOf(k coast.Kind) float64 {
	if k == coast.Sketch {
		return p.reach()
	}
	return 0
}

// fillGround draws a kind of ground into shapes.
func (p *Painter) fillGround(k coast.Kind, shapes raster.Shapes) {
	rings := p.ground.rings[k]
	shapes.Fill(rings)
	if width := 2 * p.reachOf(k); width > 0 {
		for _, ring := range rings {
			shapes.Polyline(append(ring, ring[0]), width, 0)
		}
	}
}

// extentOf returns how much of the tile lies within an odd number of rings, or
// within reach of a ring. If no ring passes by, one point decides for the whole
// tile.
func (p *Painter) extentOf(rings [][]raster.Vec, reach float64) raster.Extent {
	low, high := -reach-1, float64(p.Side)+reach+1
	inside := false
	for _, ring := range rings {
		a := ring[len(ring)-1]
		for _, b := range ring {
			if min(a.Y, b.Y) <= high && max(a.Y, b.Y) >= low {
				left := max(a.X, b.X) < low
				if !left && min(a.X, b.X) <= high {
					return raster.Some
				}
				if left && (a.Y > 0) != (b.Y > 0) {
					inside = !inside
				}
			}
			a = b
		}
	}
	if inside {
		return raster.All
	}
	return raster.None
}

// layGround fills the picture with the plain ground, unless the ground is painted
// already.
func (p *Painter) layGround() {
	if !p.ground.painted {
		draw.Draw(p.Picture.Dst, p.Picture.Dst.Rect, image.NewUniform(p.ground.even), image.Point{}, draw.Src)
		p.ground.painted = true
	}
}
