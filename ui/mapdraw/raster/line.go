// SPDX-License-Identifier: MIT

package raster

import "math"

// Unseen is the greatest distance of a simplified line from its vertices (device
// pixels). It is less than is visible on a smooth edge.
const Unseen = 0.4

// Straighten leaves out vertices of line so that the rest passes all of them
// within a tolerance. It visits each vertex once and reuses the memory of line.
// From the last vertex kept, each new one may be reached through a cone that is
// as wide as the tolerance there (Williams 1978; Sklansky and Gonzalez 1980). One
// segment replaces the vertices up to the last one whose cone holds.
func Straighten(line []Vec, tolerance float64) []Vec {
	if len(line) < 3 {
		return line
	}
	var left, right Vec // sides of the cone
	open, far := false, 0.0
	anchor, kept := line[0], 1
	for i := 1; i < len(line); i++ {
		q := line[i]
		d := q.Sub(anchor)
		far2 := d.X*d.X + d.Y*d.Y
		// A line that turns back must keep its turning point.
		if far2 < far || (open && (right.cross(d) < 0 || d.cross(left) < 0)) {
			anchor = line[i-1]
			line[kept] = anchor
			kept++
			open = false
			d = q.Sub(anchor)
			far2 = d.X*d.X + d.Y*d.Y
		}
		far = far2
		if far2 <= tolerance*tolerance {
			continue // so near that every direction fits
		}
		k := tolerance / math.Sqrt(far2)
		l, r := Vec{d.X - k*d.Y, d.Y + k*d.X}, Vec{d.X + k*d.Y, d.Y - k*d.X}
		if !open || left.cross(l) < 0 {
			left = l
		}
		if !open || right.cross(r) > 0 {
			right = r
		}
		open = true
	}
	line[kept] = line[len(line)-1]
	return line[:kept+1]
}

// clipSegment clips the segment a–b to frame. Clipped ends are outside the
// picture and become round.
func clipSegment(a, b Vec, ends Caps, frame Box) (Vec, Vec, Caps, bool) {
	t0, t1 := Within(a, b, frame)
	if t0 > t1 {
		return a, b, ends, false
	}
	dx, dy := b.X-a.X, b.Y-a.Y
	start := a
	if t0 > 0 {
		a = Vec{start.X + t0*dx, start.Y + t0*dy}
		ends &^= ButtStart
	}
	if t1 < 1 {
		b = Vec{start.X + t1*dx, start.Y + t1*dy}
		ends &^= ButtEnd
	}
	return a, b, ends, true
}

// Within returns the part of the segment a–b that lies in frame, as shares of its
// length. If t0 > t1 no part does.
func Within(a, b Vec, frame Box) (t0, t1 float64) {
	t0, t1 = 0, 1
	dx, dy := b.X-a.X, b.Y-a.Y
	// Liang and Barsky, 1984: each side bounds the part of the line inside.
	for _, side := range [4][2]float64{{-dx, a.X - frame.X0}, {dx, frame.X1 - a.X}, {-dy, a.Y - frame.Y0}, {dy, frame.Y1 - a.Y}} {
		p, q := side[0], side[1]
		switch {
		case p == 0 && q < 0:
			return 1, 0
		case p < 0:
			t0 = max(t0, q/p)
		case p > 0:
			t1 = min(t1, q/p)
		}
	}
	return t0, t1
}

// Outside returns the sides of b beyond which v lies, one bit for each side.
func Outside(v Vec, b Box) (sides uint8) {
	for i, beyond := range [4]bool{v.X < b.X0, v.X > b.X1, v.Y < b.Y0, v.Y > b.Y1} {
		if beyond {
			sides |= 1 << i
		}
	}
	return sides
}

// ClipRing returns the part of a ring within frame, by the method of Sutherland
// and Hodgman (1974), one side after another. Where the ring leaves and returns,
// the result runs along the frame.
func ClipRing(ring []Vec, frame Box) []Vec {
	all := uint8(0)
	for _, v := range ring {
		all |= Outside(v, frame)
	}
	for side := range 4 {
		if all&(1<<side) != 0 {
			ring = clipSide(ring, frame, side)
		}
	}
	return ring
}

func clipSide(ring []Vec, frame Box, side int) []Vec {
	var out []Vec
	for i, b := range ring {
		a := ring[(i+len(ring)-1)%len(ring)]
		aOut, bOut := Outside(a, frame)&(1<<side) != 0, Outside(b, frame)&(1<<side) != 0
		if aOut != bOut {
			out = append(out, crossing(a, b, frame, side))
		}
		if !bOut {
			out = append(out, b)
		}
	}
	return out
}

// crossing returns the intersection of a–b with a side of frame.
func crossing(a, b Vec, frame Box, side int) Vec {
	if side < 2 {
		x := [2]float64{frame.X0, frame.X1}[side]
		return Vec{x, a.Y + (b.Y-a.Y)*(x-a.X)/(b.X-a.X)}
	}
	y := [2]float64{frame.Y0, frame.Y1}[side-2]
	return Vec{a.X + (b.X-a.X)*(y-a.Y)/(b.Y-a.Y), y}
}

// Area returns the area of a ring, negative if it runs counterclockwise.
func Area(ring []Vec) (sum float64) {
	for i, b := range ring {
		a := ring[(i+len(ring)-1)%len(ring)]
		sum += (a.X*b.Y - b.X*a.Y) / 2
	}
	return sum
}
