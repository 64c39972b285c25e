package mapdraw

import "math"

// fillArea draws the area within rings into m by the even-odd rule: a point is
// inside if a ray from it crosses the rings an odd number of times, so the
// rings of holes need no direction. Coverage is the exact area of each pixel,
// and adds up where areas of one call after another touch.
//
// Each edge leaves in accum, per pixel of its rows, by how much the covered
// area to its right grows; the running sum along a row is the coverage. It is
// the method of font rasterisers (R. Levien, font-rs; golang.org/x/image/vector),
// folded for the even-odd rule as FreeType does.
func (m *mask) fillArea(rings [][]vec) {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, ring := range rings {
		for _, p := range ring {
			minX, minY = min(minX, p.x), min(minY, p.y)
			maxX, maxY = max(maxX, p.x), max(maxY, p.y)
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
				j = 0 // closes a ring that is not
			}
			f.edge(ring[i], ring[j])
		}
	}
	m.touch(box.minX, box.minY, box.maxX, box.maxY)
	f.sum(m)
}

// clipBox is the part of a picture that a shape may touch, in pixels, upper
// bounds excluded.
type clipBox struct{ minX, minY, maxX, maxY int }

// areaFiller gathers the edges of one area.
type areaFiller struct {
	clipBox
	stride int // a row of accum: one per pixel and two to run over
	accum  []float32
}

// edge adds the edge from a to b, cut to the box. What lies left of the box
// counts as its left side, what lies right of it covers nothing.
func (f *areaFiller) edge(a, b vec) {
	a.x, b.x = a.x-float64(f.minX), b.x-float64(f.minX)
	a.y, b.y = a.y-float64(f.minY), b.y-float64(f.minY)
	if a.y == b.y {
		return
	}
	sign := float32(1)
	if a.y > b.y {
		a, b, sign = b, a, -1
	}
	height, width := float64(f.maxY-f.minY), float64(f.maxX-f.minX)
	if b.y <= 0 || a.y >= height || (a.x >= width && b.x >= width) {
		return
	}
	slope := (b.x - a.x) / (b.y - a.y)
	if a.y < 0 {
		a = vec{a.x - a.y*slope, 0}
	}
	if b.y > height {
		b = vec{b.x - (b.y-height)*slope, height}
	}
	f.cutSides(a, b, slope, width, sign)
}

// cutSides divides an edge where it crosses the left and the right side.
func (f *areaFiller) cutSides(a, b vec, slope, width float64, sign float32) {
	for _, side := range [2]float64{0, width} {
		if (a.x < side) != (b.x < side) && a.x != side && b.x != side {
			cut := vec{side, a.y + (side-a.x)/slope}
			f.cutSides(a, cut, slope, width, sign)
			f.cutSides(cut, b, slope, width, sign)
			return
		}
	}
	switch {
	case a.x <= 0 && b.x <= 0:
		a.x, b.x = 0, 0
	case a.x >= width && b.x >= width:
		return
	}
	f.line(a, b, sign)
}

// line adds an edge that lies within the box and runs downwards.
func (f *areaFiller) line(a, b vec, sign float32) {
	if b.y <= a.y {
		return
	}
	slope := (b.x - a.x) / (b.y - a.y)
	x := a.x
	last := min(int(math.Ceil(b.y)), f.maxY-f.minY)
	for y := int(a.y); y < last; y++ {
		dy := min(float64(y+1), b.y) - max(float64(y), a.y)
		next := x + dy*slope
		f.cell(f.accum[y*f.stride:(y+1)*f.stride], float32(min(x, next)), float32(max(x, next)), float32(dy)*sign)
		x = next
	}
}

// cell spreads an edge piece within one row, from x0 to x1 and d high, over the
// pixels that it crosses.
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
	// The piece crosses several pixels: in each, the area to its right is that
	// of a trapezium.
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

// sum turns what the edges left into coverage, adds it to m and leaves accum 0.
func (f *areaFiller) sum(m *mask) {
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

// evenOdd folds a winding total to coverage 0…255: 1 is inside, 2 outside
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
