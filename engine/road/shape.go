// SPDX-License-Identifier: MIT

package road

import (
	"math"
	"slices"

	"roadsnap/engine/geo"
)

// At returns the point of the link at an offset (metres) from its start in drawing
// direction, and its segment: the index into Shape of the segment's start. Offsets are
// clamped to the link; NaN is the start.
func (g *Graph) At(l LinkID, offset float64) (p geo.Point, segment int) {
	shape, cumulative := g.line(l)
	return at(shape, cumulative, offset*centimetresPerMetre)
}

// line returns the points of the link and their distances along it.
func (g *Graph) line(l LinkID) (shape []geo.Fixed, cumulative []uint32) {
	first, end := g.shapeOffsets[l], g.shapeOffsets[l+1]
	return g.shape[first:end], g.cumulative[first:end]
}

// at returns the point at a distance (centimetres) along a line of at least two points.
func at(shape []geo.Fixed, cumulative []uint32, centimetres float64) (p geo.Point, segment int) {
	last := len(shape) - 1
	switch {
	case !(centimetres > 0): // NaN too
		return shape[0].Point(), 0
	case centimetres >= float64(cumulative[last]):
		return shape[last].Point(), last - 1
	}
	// centimetres is now within the range of uint32. The segment starts at the last
	// point that is not beyond it.
	after, _ := slices.BinarySearch(cumulative, uint32(centimetres)+1)
	segment = after - 1
	from, to := cumulative[segment], cumulative[after]
	t := (centimetres - float64(from)) / float64(to-from)
	return geo.Lerp(shape[segment].Point(), shape[after].Point(), t), segment
}

// AppendShape appends to dst the line of travel along e between two offsets (metres)
// from the start of e, both ends included. Offsets are clamped to the edge. If toOffset
// is not beyond fromOffset, the line is the point at fromOffset.
func (g *Graph) AppendShape(dst []geo.Point, e EdgeID, fromOffset, toOffset float64) []geo.Point {
	shape, cumulative := g.line(e.Link())
	length := float64(cumulative[len(cumulative)-1])
	from := clamp(fromOffset*centimetresPerMetre, length)
	to := max(clamp(toOffset*centimetresPerMetre, length), from)
	if e.Backward() {
		return appendBackward(dst, shape, cumulative, length-from, length-to)
	}
	return appendForward(dst, shape, cumulative, from, to)
}

func appendForward(dst []geo.Point, shape []geo.Fixed, cumulative []uint32, from, to float64) []geo.Point {
	p, segment := at(shape, cumulative, from)
	dst = append(dst, p)
	if to == from {
		return dst
	}
	for i := segment + 1; i < len(shape) && float64(cumulative[i]) < to; i++ {
		if float64(cumulative[i]) > from {
			dst = append(dst, shape[i].Point())
		}
	}
	p, _ = at(shape, cumulative, to)
	return append(dst, p)
}

// appendBackward is appendForward with from ≥ to, both along the drawing direction.
func appendBackward(dst []geo.Point, shape []geo.Fixed, cumulative []uint32, from, to float64) []geo.Point {
	p, segment := at(shape, cumulative, from)
	dst = append(dst, p)
	if to == from {
		return dst
	}
	for i := segment; i >= 0 && float64(cumulative[i]) > to; i-- {
		if float64(cumulative[i]) < from {
			dst = append(dst, shape[i].Point())
		}
	}
	p, _ = at(shape, cumulative, to)
	return append(dst, p)
}

// clamp returns x clamped to [0, limit]; NaN becomes 0.
func clamp(x, limit float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(max(x, 0), limit)
}
