package borders

import (
	"math"

	"roadsnap/engine/boundary"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
)

// Sheet is a Borders on an exported picture: its lines read once for the whole
// picture. The Borders itself goes on preparing what the screen shows, and its layer
// of a picture as wide as a wall would not fit in memory.
type Sheet struct {
	lines    *borderLines
	selected []*unitOutline
	look     *style.Border
	widest   float64 // width of a border at most (logical pixels), 0 for any
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
	ox, oy := v.Origin()
	size := v.WorldSize()
	var outlines [][]raster.Vec
	var halos, cores []float64 // widths of each, in logical pixels
	for _, unit := range s.selected {
		first := len(outlines)
		for i, ring := range unit.rings {
			outlines = append(outlines, toPixels(nil, ring, size, ox, oy))
			halo, core := haloOf(s.look, unit.boxes[i], size/c.Scale, len(s.selected) > 1)
			halos, cores = append(halos, halo), append(cores, core)
		}
		c.Sink.Fill(outlines[first:])
		c.Sink.Paint(s.look.Selected)
	}
	passes := passesOf(s.look, v.Zoom, s.lines.level)
	seen := view.BoxOf(v, 0).Grow((reachOf(passes)*v.DeviceScale() + 1) / size)
	var shape []raster.Vec
	for _, pass := range passes {
		for i := range s.lines.lines {
			l := &s.lines.lines[i]
			if l.province != pass.province || !l.box.Meets(seen) {
				continue
			}
			shape = toPixels(shape[:0], s.lines.points[l.first:l.end], size, ox, oy)
			width := pass.widthOf(s.lines, l, size/c.Scale)
			if s.widest > 0 {
				width = min(width, s.widest)
			}
			pass.stroke(c.Sink, shape, width, c.Scale)
		}
		c.Sink.Paint(pass.colour)
	}
	for i, ring := range outlines {
		c.Sink.Polyline(ring, halos[i]*c.Scale, 0)
	}
	c.Sink.Paint(s.look.Halo)
	for i, ring := range outlines {
		c.Sink.Polyline(ring, cores[i]*c.Scale, 0)
	}
	c.Sink.Paint(s.look.Core)
}

// ShowsBorder reports whether a border of provinces, or one of wards, is seen in v.
func (s *Sheet) ShowsBorder(v view.Viewport, province bool) bool {
	if len(passesOf(s.look, v.Zoom, s.lines.level)) == 0 {
		return false
	}
	frame, seen := raster.Box{X0: 0, Y0: 0, X1: float64(v.Width), Y1: float64(v.Height)}, view.BoxOf(v, 0)
	ox, oy := v.Origin()
	var shape []raster.Vec
	for _, l := range s.lines.lines {
		if l.province != province || !l.box.Meets(seen) {
			continue
		}
		shape = toPixels(shape[:0], s.lines.points[l.first:l.end], v.WorldSize(), ox, oy)
		for i := range len(shape) - 1 {
			if t0, t1 := raster.Within(shape[i], shape[i+1], frame); t0 <= t1 {
				return true
			}
		}
	}
	return false
}

// ShowsSelected reports whether a part of a selected unit is seen in v.
func (s *Sheet) ShowsSelected(v view.Viewport) bool {
	frame := raster.Box{X0: 0, Y0: 0, X1: float64(v.Width), Y1: float64(v.Height)}
	ox, oy := v.Origin()
	for _, unit := range s.selected {
		for _, ring := range unit.rings {
			// What is cut off lies folded along the edge and has no area.
			if math.Abs(raster.Area(raster.ClipRing(toPixels(nil, ring, v.WorldSize(), ox, oy), frame))) > 1 {
				return true
			}
		}
	}
	return false
}

// sampleShare is the share of a sample's height that a border takes at most.
const sampleShare = 0.6

// Sample returns the sheet of a legend's sample: a border right through v, or the
// edge of a selected unit that lies below. A border leaves ground on either side of it,
// so that it looks like no area.
func Sample(v view.Viewport, look *style.Border, unit, province bool) *Sheet {
	ox, oy := v.Origin()
	size := v.WorldSize()
	at := func(x, y float64) view.World {
		return view.World{X: (ox + x*float64(v.Width)) / size, Y: (oy + y*float64(v.Height)) / size}
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
