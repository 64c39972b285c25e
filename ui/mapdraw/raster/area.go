// SPDX-License-Identifier: MIT

package raster

import "math"

// Fill draws the area within rings into m by the even-odd rule: a point is inside
// if a ray from it crosses the rings an odd number of times. The rings of holes
// therefore need no direction. Coverage is the exact area of each pixel, and is
// added up where areas of successive calls touch.
//
// Each edge stores in accum, for each pixel of its rows, by how much the covered
// area to its right grows. The running sum along a row is the coverage. This is
// the method of font rasterisers (R. Levien, font-rs; golang.org/x/image/vector),
// folded for the even-odd rule as in FreeType.
func (m *Mask) Fill(rings [][]Vec) {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, ring := range rings {
		for _, p := range ring {
			minX, minY = min(minX, p.X), min(minY, p.Y)
			maxX, maxY = max(maxX, p.X), max(maxY, p.Y)
		}
	}
	box := clipBox{
		minX: max(int(math.Floor(minX)), 0), minY: max(int(math.Floor(minY)), 0),
		maxX: int(math.Ceil(min(maxX, float64(m.width)))), maxY: int(math.Ceil(min(maxY, float64(m.height)))),
	}
	if !(minX <= maxX) || box.minX >= box.maxX || box.minY >= box.maxY {
		return
	}
	f := areaFiller{clipBox: box, stride: box.maxX - box.minX + 2}
	n := f.stride * (box.maxY - box.minY)
	if cap(m.accum) < n {
		m.accum = make([]float32, n)
	}
	f.accum = m.accum[:n]
	for _, ring := range rings {
		for i := range ring {
			j := i + 1
			if j == len(ring) {
				j = 0 // close an open ring
			}
			f.edge(ring[i], ring[j])
		}
	}
	m.touch(box.minX, box.minY, box.maxX, box.maxY)
	f.sum(m)
}

// clipBox is the part of a picture that a shape may touch (pixels), upper bounds
// excluded.
type clipBox struct{ minX, minY, maxX, maxY int }

// areaFiller collects the edges of one area.
type areaFiller struct {
	clipBox
	stride int // row of accum: one cell per pixel and two for overflow
	accum  []float32
}

// edge adds the edge from a to b, clipped to the box. Parts left of the box count
// as its left side; parts right of it cover nothing.
func (f *areaFiller) edge(a, b Vec) {
	a.X, b.X = a.X-float64(f.minX), b.X-float64(f.minX)
	a.Y, b.Y = a.Y-float64(f.minY), b.Y-float64(f.minY)
	if a.Y == b.Y {
		return
	}
	sign := float32(1)
	if a.Y > b.Y {
		a, b, sign = b, a, -1
	}
	height, width := float64(f.maxY-f.minY), float64(f.maxX-f.minX)
	if b.Y <= 0 || a.Y >= height || (a.X >= width && b.X >= width) {
		return
	}
	slope := (b.X - a.X) / (b.Y - a.Y)
	if a.Y < 0 {
		a = Vec{a.X - a.Y*slope, 0}
	}
	if b.Y > height {
		b = Vec{b.X - (b.Y-height)*slope, height}
	}
	f.cutSides(a, b, slope, width, sign)
}

// cutSides divides an edge where it crosses the left or right side.
func (f *areaFiller) cutSides(a, b Vec, slope, width float64, sign float32) {
	for _, side := range [2]float64{0, width} {
		if (a.X < side) != (b.X < side) && a.X != side && b.X != side {
			cut := Vec{side, a.Y + (side-a.X)/slope}
			f.cutSides(a, cut, slope, width, sign)
			f.cutSides(cut, b, slope, width, sign)
			return
		}
	}
	switch {
	case a.X <= 0 && b.X <= 0:
		a.X, b.X = 0, 0
	case a.X >= width && b.X >= width:
		return
	}
	f.line(a, b, sign)
}

// line adds an edge that lies within the box and runs downwards.
func (f *areaFiller) line(a, b Vec, sign float32) {
	if b.Y <= a.Y {
		return
	}
	slope := (b.X - a.X) / (b.Y - a.Y)
	x := a.X
	last := min(int(math.Ceil(b.Y)), f.maxY-f.minY)
	for y := int(a.Y); y < last; y++ {
		dy := min(float64(y+1), b.Y) - max(float64(y), a.Y)
		next := x + dy*slope
		f.cell(f.accum[y*f.stride:(y+1)*f.stride], float32(min(x, next)), float32(max(x, next)), float32(dy)*sign)
		x = next
	}
}

// cell distributes a piece of an edge within one row over the pixels that it
// crosses. The piece runs from x0 to x1 and is d high.
func (f *areaFiller) cell(row []float32, x0, x1, d float32) {
	limit := float32(len(row) - 2)
	x0, x1 = min(max(x0, 0), limit), min(max(x1, 0), limit)
	i0 := int(x0)
	i1 := int(math.Ceil(float64(x1)))
	if i1 <= i0+1 {
		inner := (x0+x1)/2 - float32(i0)
		row[i0] += d * (1 - inner)
		row[i0+1] += d * inner
		return
	}
	// The piece crosses several pixels: in each, the area to its right is a
	// trapezium.
	per := d / (x1 - x0) // height per pixel
	start := float32(i0+1) - x0
	carried := 0.5 * per * start * start
	row[i0] += carried
	covered := carried // coverage of the pixel before
	for i := i0 + 1; i < i1-1; i++ {
		whole := per * (float32(i) + 0.5 - x0)
		row[i] += whole - covered
		covered = whole
	}
	end := x1 - float32(i1-1)
	tail := d - 0.5*per*end*end
	row[i1-1] += tail - covered
	row[i1] += d - tail
}

// sum converts accum to coverage, adds it to m and clears accum.
func (f *areaFiller) sum(m *Mask) {
	for y := f.minY; y < f.maxY; y++ {
		row := f.accum[(y-f.minY)*f.stride : (y-f.minY+1)*f.stride]
		out := m.pix[y*m.width+f.minX : y*m.width+f.maxX]
		total := float32(0)
		for x := range out {
			if d := row[x]; d != 0 {
				total += d
			}
			c := evenOdd(total)
			if c > 0 {
				out[x] = uint8(min(uint32(out[x])+c, 255))
			}
		}
		clear(row)
	}
}

// evenOdd folds a winding total to coverage 0…255: 1 is inside, 2 is outside
// again, and so on.
func evenOdd(total float32) uint32 {
	if total < 0 {
		total = -total
	}
	if total > 1 {
		total -= 2 * float32(int(total/2))
		if total > 1 {
			total = 2 - total
		}
	}
	return uint32(total*255 + 0.5)
}
