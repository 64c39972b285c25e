// SPDX-License-Identifier: MIT

package thematic

import (
	"math"
	"slices"

	"roadsnap/ui/mapdraw/raster"
)

// anchorOf returns the place of the name of a feature in the world: a point in an area, the
// middle of a line, or the first point. wide is the width of the area there, infinite for
// others. ok is false without a geometry.
func (s *Shapes) anchorOf(f *feature) (at raster.Vec, wide float64, ok bool) {
	if f.last == f.first {
		return at, 0, false
	}
	if f.area {
		return s.insideOf(f)
	}
	longest, length := s.rings[f.first], -1.0
	for _, r := range s.rings[f.first:f.last] {
		if l := lengthOf(s.vertices[r.first:r.last]); l > length {
			longest, length = r, l
		}
	}
	line := s.vertices[longest.first:longest.last]
	if len(line) == 0 {
		return at, 0, false
	}
	if s.points || length <= 0 {
		return line[0], math.Inf(1), true
	}
	left := length / 2
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		if step := math.Hypot(b.X-a.X, b.Y-a.Y); step >= left && step > 0 {
			t := left / step
			return raster.Vec{X: a.X + t*(b.X-a.X), Y: a.Y + t*(b.Y-a.Y)}, math.Inf(1), true
		} else {
			left -= step
		}
	}
	return line[len(line)-1], math.Inf(1), true
}

func lengthOf(line []raster.Vec) (length float64) {
	for i := 1; i < len(line); i++ {
		length += math.Hypot(line[i].X-line[i-1].X, line[i].Y-line[i-1].Y)
	}
	return length
}

// anchorRows is the number of horizontal lines on which the place of a name is looked for.
const anchorRows = 15

// insideOf returns the middle of the widest part of an area on horizontal lines through its
// largest ring. A line near the middle of the ring counts more, because a name is high, too.
func (s *Shapes) insideOf(f *feature) (at raster.Vec, wide float64, ok bool) {
	var low, high float64 // of the largest ring
	largest := -1.0
	for _, r := range s.rings[f.first:f.last] {
		box := raster.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
		for _, p := range s.vertices[r.first:r.last] {
			box = raster.Box{X0: min(box.X0, p.X), Y0: min(box.Y0, p.Y), X1: max(box.X1, p.X), Y1: max(box.Y1, p.Y)}
		}
		if size := (box.X1 - box.X0) * (box.Y1 - box.Y0); size > largest {
			largest, low, high = size, box.Y0, box.Y1
		}
	}
	best := -1.0
	var crossings []float64
	for row := range anchorRows {
		share := (float64(row) + 0.5) / anchorRows
		y := low + (high-low)*share
		crossings = s.crossings(f, y, crossings[:0])
		for i := 1; i < len(crossings); i += 2 {
			width := crossings[i] - crossings[i-1]
			if value := width * (1 - math.Abs(share-0.5)); value > best {
				best, wide, at, ok = value, width, raster.Vec{X: (crossings[i-1] + crossings[i]) / 2, Y: y}, true
			}
		}
	}
	if !ok { // an area without a height
		return raster.Vec{X: (f.box.X0 + f.box.X1) / 2, Y: (f.box.Y0 + f.box.Y1) / 2}, f.box.X1 - f.box.X0, true
	}
	return at, wide, true
}

// crossings appends where the rings of an area cross a horizontal line, in order.
func (s *Shapes) crossings(f *feature, y float64, list []float64) []float64 {
	for _, r := range s.rings[f.first:f.last] {
		ring := s.vertices[r.first:r.last]
		for i, j := 0, len(ring)-1; i < len(ring); j, i = i, i+1 {
			a, b := ring[i], ring[j]
			if (a.Y > y) != (b.Y > y) {
				list = append(list, (b.X-a.X)*(y-a.Y)/(b.Y-a.Y)+a.X)
			}
		}
	}
	slices.Sort(list)
	return list
}
