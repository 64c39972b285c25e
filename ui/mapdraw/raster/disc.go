// SPDX-License-Identifier: MIT

package raster

import "math"

// subPixels is the number of positions of a disc's middle along each side of a
// pixel. The position is off by at most an eighth of a pixel.
const subPixels = 4

// disc holds stamps of a disc of one radius, one for each position of its middle
// within a pixel. Copying a stamp takes a fifth of the time of drawing the disc.
type disc struct {
	side   int // of a stamp (pixels)
	middle int // of a stamp: the pixel that contains the disc's middle
	pix    [subPixels * subPixels][]uint8
}

// newDisc returns the disc of a radius (pixels).
func newDisc(radius float64) disc {
	middle := int(math.Ceil(radius + 0.5))
	d := disc{side: 2*middle + 1, middle: middle}
	for i := range d.pix {
		var m Mask
		m.Reset(d.side, d.side)
		at := Vec{
			float64(middle) + (float64(i%subPixels)+0.5)/subPixels,
			float64(middle) + (float64(i/subPixels)+0.5)/subPixels,
		}
		m.stroke(at, at, 2*radius, 0)
		d.pix[i] = m.pix
	}
	return d
}

// Discs draws a disc around each position.
func (m *Mask) Discs(at []Vec, radius float64) {
	d := newDisc(radius)
	for _, p := range at {
		m.press(&d, p)
	}
}

// press draws a disc with its middle at p.
func (m *Mask) press(d *disc, p Vec) {
	fx, fy := math.Floor(p.X), math.Floor(p.Y)
	stamp := d.pix[int((p.Y-fy)*subPixels)*subPixels+int((p.X-fx)*subPixels)]
	left, top := int(fx)-d.middle, int(fy)-d.middle
	x0, y0 := max(left, 0), max(top, 0)
	x1, y1 := min(left+d.side, m.width), min(top+d.side, m.height)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	m.touch(x0, y0, x1, y1)
	for y := y0; y < y1; y++ {
		out := m.pix[y*m.width+x0 : y*m.width+x1]
		in := stamp[(y-top)*d.side+x0-left:]
		in = in[:len(out)]
		for i, v := range in {
			out[i] = max(out[i], v)
		}
	}
}
