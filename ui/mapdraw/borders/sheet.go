// SPDX-License-Identifier: MIT

package borders

import (
	"math"

	"roadsnap/engine/boundary"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Sheet is a Borders on an exported picture, with its lines read once for the
// whole picture. The Borders itself continues to serve the screen, and its layer
// of a very large picture would not fit in memory.
type Sheet struct {
	lines    *borderLines
	selected []*unitOutline
	look     *style.Border
	widest   float64 // greatest width of a border (logical pixels), 0 for no limit
}

// Sheet reads the borders of a picture of v.
func (b *Borders) Sheet(v view.Viewport, theme *style.Theme) *Sheet {
	b.mu.Lock()
	selected := b.selected.codes
	b.mu.Unlock()
	level := view.Level(v.Zoom)
	s := &Sheet{look: &theme.Borders}
	shown := view.BoxOf(v, 0.05)
	for _, code := range selected {
		s.selected = append(s.selected, readOutline(b.source, code, level, shown))
	}
	s.lines = wish{
		level: level, tolerance: raster.Unseen / v.WorldSize(), box: shown,
	}.read(b.source)
	return s
}

// Draw implements Overlay.
func (s *Sheet) Draw(c *overlay.Canvas, v view.Viewport) {
	p := planeOf(v)
	var outlines ringSet
	for _, unit := range s.selected {
		first := len(outlines.rings)
		for _, ring := range unit.rings {
			outlines.rings = append(outlines.rings, p.pixels(nil, ring))
		}
		outlines.boxes = append(outlines.boxes, unit.boxes...)
		c.Sink.Fill(outlines.rings[first:])
		c.Sink.Paint(s.look.Selected)
	}
	lines := lineDrawer{lines: s.lines, passes: passesOf(s.look, v.Zoom, s.lines.level), widest: s.widest}
	lines.aim(p)
	lines.draw(c.Sink, p)
	outlines.drawHalos(c.Sink, s.look, p, len(s.selected) > 1)
}

// ShowsBorder reports whether a border of provinces, or one of wards, is visible
// in v.
func (s *Sheet) ShowsBorder(v view.Viewport, province bool) bool {
	if len(passesOf(s.look, v.Zoom, s.lines.level)) == 0 {
		return false
	}
	p, frame := planeOf(v), raster.Sized(v.Width, v.Height)
	var shape []raster.Vec
	for _, l := range s.lines.lines {
		if l.province != province || !l.box.Meets(p.seen(0)) {
			continue
		}
		shape = p.pixels(shape[:0], s.lines.points[l.first:l.end])
		for i := range len(shape) - 1 {
			if t0, t1 := raster.Within(shape[i], shape[i+1], frame); t0 <= t1 {
				return true
			}
		}
	}
	return false
}

// ShowsSelected reports whether a part of a selected unit is visible in v.
func (s *Sheet) ShowsSelected(v view.Viewport) bool {
	p, frame := planeOf(v), raster.Sized(v.Width, v.Height)
	for _, unit := range s.selected {
		for _, ring := range unit.rings {
			// The clipped part is folded along the edge and has no area.
			if math.Abs(raster.Area(raster.ClipRing(p.pixels(nil, ring), frame))) > 1 {
				return true
			}
		}
	}
	return false
}

// sampleShare is the greatest width of a border, as a share of a sample's height.
const sampleShare = 0.6

// Sample returns the sheet of a legend's sample: a border across v, or the edge
// of a selected unit that lies below. A border leaves ground on both sides, so
// that it does not look like an area.
func Sample(v view.Viewport, look *style.Border, unit, province bool) *Sheet {
	seen := planeOf(v).seen(0)
	at := func(x, y float64) view.World {
		return view.World{X: seen.X0 + x*(seen.X1-seen.X0), Y: seen.Y0 + y*(seen.Y1-seen.Y0)}
	}
	sheet := &Sheet{look: look, lines: &borderLines{level: boundary.Street}, widest: sampleShare * float64(v.Height) / v.DeviceScale()}
	if unit {
		sheet.selected = []*unitOutline{{
			rings: [][]view.World{{at(-1, 0.4), at(2, 0.4), at(2, 2), at(-1, 2)}}, boxes: make([]view.Box, 1),
		}}
		return sheet
	}
	sheet.lines.points = []view.World{at(-1, 0.5), at(2, 0.5)}
	sheet.lines.lines = []borderLine{{end: 2, box: view.BoxOf(v, 1), province: province}}
	return sheet
}
