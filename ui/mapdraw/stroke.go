package mapdraw

import "math"

// vec is a position in pixels of the picture being drawn.
type vec struct{ x, y float64 }

// caps says which ends of a stroke are cut square; the others are round.
type caps uint8

const (
	buttStart caps = 1 << iota
	buttEnd
)

// stroke draws the segment from a to b, width pixels wide, into m. Where
// strokes overlap the stronger coverage stays. Each pixel is covered by how far
// its middle lies within the edge, which on edges wider than a pixel is the
// true area to within a few per cent.
func (m *mask) stroke(a, b vec, width float64, ends caps) {
	peak := float32(255)
	if width < 1 {
		// Thinner than a pixel: a line of one pixel, the fainter.
		peak *= float32(width)
		width = 1
	}
	reach := width/2 + 0.5
	// Far ends are cut off here, where coordinates are still exact.
	a, b, ends, visible := clipSegment(a, b, ends, -reach-1, float64(m.width)+reach+1, float64(m.height)+reach+1)
	if !visible {
		return
	}
	yMin := max(int(math.Floor(min(a.y, b.y)-reach)), 0)
	yMax := min(int(math.Ceil(max(a.y, b.y)+reach)), m.height)
	xMin := max(int(math.Floor(min(a.x, b.x)-reach)), 0)
	xMax := min(int(math.Ceil(max(a.x, b.x)+reach)), m.width)
	if yMin >= yMax || xMin >= xMax {
		return
	}
	m.touch(xMin, yMin, xMax, yMax)

	s := newCapsule(a, b, reach, ends)
	for y := yMin; y < yMax; y++ {
		from, to := xMin, xMax
		if xMax-xMin > 8 {
			from, to = s.span(float64(y)+0.5, xMin, xMax)
		}
		if from < to {
			s.row(m.pix[y*m.width+from:y*m.width+to], float64(from)+0.5, float64(y)+0.5, peak)
		}
	}
}

// capsule is a segment with thickness.
type capsule struct {
	a, b   vec
	ux, uy float64 // unit vector from a to b
	length float64
	reach  float64 // half the width, and half a pixel
	ends   caps
}

func newCapsule(a, b vec, reach float64, ends caps) capsule {
	c := capsule{a: a, b: b, ux: 1, reach: reach, ends: ends}
	if l := math.Hypot(b.x-a.x, b.y-a.y); l > 0 {
		c.ux, c.uy, c.length = (b.x-a.x)/l, (b.y-a.y)/l, l
	}
	return c
}

// span returns the pixels of the row with its middle at y that c may touch.
func (c *capsule) span(y float64, xMin, xMax int) (from, to int) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, end := range [2]vec{c.a, c.b} {
		if d := c.reach*c.reach - (y-end.y)*(y-end.y); d > 0 {
			half := math.Sqrt(d)
			lo, hi = min(lo, end.x-half), max(hi, end.x+half)
		}
	}
	// The rectangle between the ends: where the row crosses its long sides,
	// held between its short ones.
	if c.uy != 0 {
		mid := c.a.x + (y-c.a.y)*c.ux/c.uy
		half := c.reach / math.Abs(c.uy)
		left, right := mid-half, mid+half
		if c.ux != 0 {
			// t = (x−a.x)·ux + (y−a.y)·uy runs from 0 to length.
			t0 := c.a.x - (y-c.a.y)*c.uy/c.ux
			t1 := t0 + c.length/c.ux
			left, right = max(left, min(t0, t1)), min(right, max(t0, t1))
		} else if t := (y - c.a.y) * c.uy; t < 0 || t > c.length {
			right = left
		}
		if left < right {
			lo, hi = min(lo, left), max(hi, right)
		}
	} else if math.Abs(y-c.a.y) < c.reach {
		lo, hi = min(lo, c.a.x, c.b.x), max(hi, c.a.x, c.b.x)
	}
	if lo > hi {
		return 0, 0
	}
	return max(int(math.Floor(lo-0.5)), xMin), min(int(math.Ceil(hi+0.5)), xMax)
}

// row covers the pixels of out, the middle of whose first lies at (x, y).
func (c *capsule) row(out []uint8, x, y float64, peak float32) {
	if c.ends != 0 {
		c.buttRow(out, x, y, peak)
		return
	}
	reach := float32(c.reach)
	solid, outer := max(reach-1, 0), reach*reach
	solid *= solid
	ux, uy, length := float32(c.ux), float32(c.uy), float32(c.length)
	px, py := float32(x-c.a.x), float32(y-c.a.y)
	along0, across0 := px*ux+py*uy, py*ux-px*uy
	full := uint8(peak + 0.5)
	step := float32(0)
	for i, before := range out {
		if before < full {
			along, across := along0+step*ux, across0-step*uy
			over := max(-along, along-length, 0) // beyond an end, along the segment
			if d2 := across*across + over*over; d2 <= solid {
				out[i] = full
			} else if d2 < outer {
				cover := min(reach-float32(math.Sqrt(float64(d2))), 1)
				out[i] = max(before, uint8(cover*peak+0.5))
			}
		}
		step++
	}
}

// buttRow is row for a capsule with a square end, which fades over the pixel
// that it cuts.
func (c *capsule) buttRow(out []uint8, x, y float64, peak float32) {
	reach := float32(c.reach)
	ux, uy, length := float32(c.ux), float32(c.uy), float32(c.length)
	px, py := float32(x-c.a.x), float32(y-c.a.y)
	for i, before := range out {
		along, across := px*ux+py*uy, py*ux-px*uy
		px++
		start, end := -along, along-length // beyond the ends
		cover := float32(1)
		if c.ends&buttStart != 0 {
			cover, start = min(cover, 0.5-start), 0
		}
		if c.ends&buttEnd != 0 {
			cover, end = min(cover, 0.5-end), 0
		}
		over := max(start, end, 0)
		cover = min(cover, reach-float32(math.Sqrt(float64(across*across+over*over))))
		if cover > 0 {
			out[i] = max(before, uint8(cover*peak+0.5))
		}
	}
}

// clipSegment cuts off what of the segment a–b lies outside the box from lo to
// (maxX, maxY). Cut ends are outside the picture and made round.
func clipSegment(a, b vec, ends caps, lo, maxX, maxY float64) (vec, vec, caps, bool) {
	t0, t1 := 0.0, 1.0
	dx, dy := b.x-a.x, b.y-a.y
	// Liang and Barsky, 1984: each side bounds the part of the line inside.
	for _, side := range [4][2]float64{{-dx, a.x - lo}, {dx, maxX - a.x}, {-dy, a.y - lo}, {dy, maxY - a.y}} {
		p, q := side[0], side[1]
		switch {
		case p == 0 && q < 0:
			return a, b, ends, false
		case p < 0:
			t0 = max(t0, q/p)
		case p > 0:
			t1 = min(t1, q/p)
		}
	}
	if t0 > t1 {
		return a, b, ends, false
	}
	start := a
	if t0 > 0 {
		a = vec{start.x + t0*dx, start.y + t0*dy}
		ends &^= buttStart
	}
	if t1 < 1 {
		b = vec{start.x + t1*dx, start.y + t1*dy}
		ends &^= buttEnd
	}
	return a, b, ends, true
}

// polyline draws a line width pixels wide; its inner corners are round.
func (m *mask) polyline(line []vec, width float64, ends caps) {
	last := len(line) - 2
	for i := 0; i <= last; i++ {
		var e caps
		if i == 0 {
			e |= ends & buttStart
		}
		if i == last {
			e |= ends & buttEnd
		}
		m.stroke(line[i], line[i+1], width, e)
	}
}

// dashes draws a line as dashes of the lengths on and off, in pixels. The
// pattern is counted from the line's own start, so that it goes on unbroken
// from one tile to the next. A dash of no length with round ends is a dot.
func (m *mask) dashes(line []vec, width, on, off float64, ends caps) {
	period := on + off
	if period <= 0 {
		m.polyline(line, width, ends)
		return
	}
	pos := 0.0 // distance run along the line, within the period
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		if m.hidden(a, b, width) {
			pos = math.Mod(pos+length, period)
			continue
		}
		at := func(d float64) vec {
			t := d / length
			return vec{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}
		}
		for d := -pos; d < length; d += period {
			from, to := max(d, 0), min(d+on, length)
			if to < from || (from == to && d < 0) {
				continue
			}
			var e caps
			if d >= 0 {
				e |= ends & buttStart
			}
			if d+on <= length {
				e |= ends & buttEnd
			}
			m.stroke(at(from), at(to), width, e)
		}
		pos = math.Mod(pos+length, period)
	}
}

// hidden reports whether a stroke from a to b lies wholly beside the picture.
func (m *mask) hidden(a, b vec, width float64) bool {
	reach := width/2 + 1
	return max(a.x, b.x) < -reach || min(a.x, b.x) > float64(m.width)+reach ||
		max(a.y, b.y) < -reach || min(a.y, b.y) > float64(m.height)+reach
}
