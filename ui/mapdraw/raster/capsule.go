// SPDX-License-Identifier: MIT

package raster

import "math"

// capsule is a segment with a thickness.
type capsule struct {
	a, b       Vec
	ux, uy     float64 // unit vector from a to b
	invX, invY float64 // their inverses
	length     float64
	reach      float64 // half the width, plus half a pixel
	ends       Caps
}

func newCapsule(a, b Vec, reach float64, ends Caps) capsule {
	c := capsule{a: a, b: b, ux: 1, reach: reach, ends: ends}
	if l := math.Hypot(b.X-a.X, b.Y-a.Y); l > 0 {
		c.ux, c.uy, c.length = (b.X-a.X)/l, (b.Y-a.Y)/l, l
	}
	c.invX, c.invY = 1/c.ux, 1/c.uy
	return c
}

// shortRow is row for a segment of a few pixels, for which testing each pixel
// costs less than dividing the row into its parts.
func (c *capsule) shortRow(out []uint8, x, y float64, peak float64) {
	reach := float32(c.reach)
	solid, outer := max(reach-1, 0), reach*reach
	solid *= solid
	ux, uy, length := float32(c.ux), float32(c.uy), float32(c.length)
	px, py := float32(x-c.a.X), float32(y-c.a.Y)
	along, across, top := px*ux+py*uy, py*ux-px*uy, float32(peak)
	least := float32(math.Inf(-1)) // lowest position along the segment
	if c.ends&bareStart != 0 {
		least = 0
	}
	full := uint8(peak + 0.5)
	for i, before := range out {
		if before < full && along >= least {
			over := float32(0) // distance beyond an end, along the segment
			if along < 0 {
				over = along
			} else if along > length {
				over = along - length
			}
			if d2 := across*across + over*over; d2 <= solid {
				out[i] = full
			} else if d2 < outer {
				cover := min(reach-float32(math.Sqrt(float64(d2))), 1)
				if v := uint8(cover*top + 0.5); v > before {
					out[i] = v
				}
			}
		}
		along += ux
		across -= uy
	}
}

// row covers the pixels of out for a capsule with round ends. (x, y) is the
// centre of the first pixel. A row crosses the round start, the body between the
// ends, and the round end, in this order or in reverse.
func (c *capsule) row(out []uint8, x, y float64, peak float64) {
	px, py := x-c.a.X, y-c.a.Y
	// Pixel i lies along0 + i·ux along the segment and across0 − i·uy across it.
	along0, across0 := px*c.ux+py*c.uy, py*c.ux-px*c.uy
	n := len(out)
	from, to := 0, n // the body
	switch {
	case c.ux > 0:
		from, to = ceilWithin(-along0*c.invX, n), ceilWithin((c.length-along0)*c.invX, n)
	case c.ux < 0:
		from, to = ceilWithin((c.length-along0)*c.invX, n), ceilWithin(-along0*c.invX, n)
	case along0 < 0:
		from, to = n, n
	case along0 >= c.length:
		from, to = 0, 0
	}
	before, after := out[:from], out[to:] // on both sides of the body
	if c.ux >= 0 {
		c.roundEnd(before, px, py, peak, c.ends&bareStart == 0)
		c.roundEnd(after, px+float64(to)-(c.b.X-c.a.X), y-c.b.Y, peak, true)
	} else {
		c.roundEnd(before, x-c.b.X, y-c.b.Y, peak, true)
		c.roundEnd(after, px+float64(to), py, peak, c.ends&bareStart == 0)
	}
	if from < to {
		c.body(out[from:to], across0-float64(from)*c.uy, peak)
	}
}

// ceilWithin returns the least integer not below v, clamped to 0…n.
func ceilWithin(v float64, n int) int {
	if !(v > 0) {
		return 0
	}
	if v >= float64(n) {
		return n
	}
	i := int(v)
	if float64(i) < v {
		i++
	}
	return i
}

// roundEnd covers the pixels of out. (x, y) is the centre of the first pixel
// relative to the centre of the circle.
func (c *capsule) roundEnd(out []uint8, x, y float64, peak float64, wanted bool) {
	chord2 := c.reach*c.reach - y*y
	if !wanted || chord2 <= 0 || len(out) == 0 {
		return
	}
	chord := math.Sqrt(chord2)
	if x > chord || x+float64(len(out)-1) < -chord {
		return
	}
	from, to := ceilWithin(-chord-x, len(out)), ceilWithin(chord-x, len(out))
	reach, full := float32(c.reach), uint8(peak+0.5)
	solid := max(reach-1, 0)
	solid *= solid
	dx, dy2, top := float32(x)+float32(from), float32(y*y), float32(peak)
	out = out[from:to]
	for i, before := range out {
		if before < full {
			if d2 := dx*dx + dy2; d2 <= solid {
				out[i] = full
			} else if v := uint8(min(max(reach-float32(math.Sqrt(float64(d2))), 0), 1)*top + 0.5); v > before {
				out[i] = v
			}
		}
		dx++
	}
}

// body covers the pixels of out between the ends. The first lies at the distance
// across from the middle line, and each next one uy less. How far a pixel lies
// within the edge then changes by equal steps, which are counted in 32 binary
// places.
func (c *capsule) body(out []uint8, across, peak float64) {
	n := len(out)
	from, to := 0, n
	solidFrom, solidTo := 0, 0
	inner := c.reach - 1 // within this distance a pixel is covered completely
	if c.uy != 0 {
		from, to = between(across, c.reach, c.invY, n)
		if inner > 1 {
			solidFrom, solidTo = between(across, inner, c.invY, n)
		}
	} else if math.Abs(across) >= c.reach {
		return
	} else if math.Abs(across) <= inner {
		solidTo = n
	}
	if solidFrom >= solidTo {
		c.slope(out[from:to], across-float64(from)*c.uy, peak)
		return
	}
	c.slope(out[from:solidFrom], across-float64(from)*c.uy, peak)
	if full := uint8(peak + 0.5); full == 255 {
		cover(out[solidFrom:solidTo])
	} else {
		for i, before := range out[solidFrom:solidTo] {
			out[solidFrom+i] = max(before, full)
		}
	}
	c.slope(out[solidTo:to], across-float64(solidTo)*c.uy, peak)
}

// between returns the range of pixels i of n for which across − i/inv lies within
// reach of 0.
func between(across, reach, inv float64, n int) (from, to int) {
	a, b := (across-reach)*inv, (across+reach)*inv
	return ceilWithin(min(a, b), n), ceilWithin(max(a, b), n)
}

// cover sets all of out to 255.
func cover(out []uint8) {
	for i := range out {
		out[i] = 255
	}
}

// slope covers the pixels of out by how far each lies within the edge.
func (c *capsule) slope(out []uint8, across, peak float64) {
	const one = 1 << 32
	at, step := int64(across*one), int64(c.uy*one)
	reach, top := int64(c.reach*one), int64(peak*(1<<16))
	for i, before := range out {
		off := (at ^ at>>63) - at>>63 // its absolute value
		at -= step
		in := max(min(reach-off, one), 0)
		if v := uint8(((in>>16)*top + one/2) >> 32); v > before {
			out[i] = v
		}
	}
}

// span returns the pixels that c may touch in the row whose middle is at y.
func (c *capsule) span(y float64, xMin, xMax int) (from, to int) {
	lo, hi := math.Inf(1), math.Inf(-1)
	// A square end fades over half a pixel beyond itself; its corners lie
	// slightly outside the circle of a round end.
	corner2 := c.reach*c.reach + 0.25
	for _, end := range [2]Vec{c.a, c.b} {
		if d := corner2 - (y-end.Y)*(y-end.Y); d > 0 {
			half := math.Sqrt(d)
			lo, hi = min(lo, end.X-half), max(hi, end.X+half)
		}
	}
	// The rectangle between the ends: where the row crosses its long sides,
	// clamped to its short sides.
	if c.uy != 0 {
		mid := c.a.X + (y-c.a.Y)*c.ux/c.uy
		half := c.reach / math.Abs(c.uy)
		left, right := mid-half, mid+half
		if c.ux != 0 {
			// t = (x−a.x)·ux + (y−a.y)·uy runs from 0 to length.
			t0 := c.a.X - (y-c.a.Y)*c.uy/c.ux
			t1 := t0 + c.length/c.ux
			left, right = max(left, min(t0, t1)), min(right, max(t0, t1))
		} else if t := (y - c.a.Y) * c.uy; t < 0 || t > c.length {
			right = left
		}
		if left < right {
			lo, hi = min(lo, left), max(hi, right)
		}
	} else if math.Abs(y-c.a.Y) < c.reach {
		lo, hi = min(lo, c.a.X, c.b.X), max(hi, c.a.X, c.b.X)
	}
	if lo > hi {
		return 0, 0
	}
	return max(int(math.Floor(lo-0.5)), xMin), min(int(math.Ceil(hi+0.5)), xMax)
}

// buttRow is row for a capsule with a square end, which fades over the pixel that
// it cuts.
func (c *capsule) buttRow(out []uint8, x, y float64, peak float64) {
	reach, top := float32(c.reach), float32(peak)
	ux, uy, length := float32(c.ux), float32(c.uy), float32(c.length)
	px, py := float32(x-c.a.X), float32(y-c.a.Y)
	for i, before := range out {
		along, across := px*ux+py*uy, py*ux-px*uy
		px++
		start, end := -along, along-length // beyond the ends
		cover := float32(1)
		if c.ends&ButtStart != 0 {
			cover, start = min(cover, 0.5-start), 0
		}
		if c.ends&ButtEnd != 0 {
			cover, end = min(cover, 0.5-end), 0
		}
		over := max(start, end, 0)
		cover = min(cover, reach-float32(math.Sqrt(float64(across*across+over*over))))
		if cover > 0 {
			out[i] = max(before, uint8(cover*top+0.5))
		}
	}
}
