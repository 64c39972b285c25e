package mapdraw

import "math"

// subPixels is into how many places a pixel is divided, along each side, for
// the middle of a disc: an eighth of a pixel off at most.
const subPixels = 4

// discStamps are pictures of one disc, one for each place of its middle within
// a pixel. Pressing one costs a fifth of drawing the disc.
type discStamps struct {
	side   int // of a stamp, in pixels
	middle int // of a stamp: the pixel in which the disc's middle lies
	pix    [subPixels * subPixels][]uint8
}

func newDiscStamps(radius float64) discStamps {
	middle := int(math.Ceil(radius + 0.5))
	d := discStamps{side: 2*middle + 1, middle: middle}
	for i := range d.pix {
		var m mask
		m.reset(d.side, d.side)
		at := vec{
			float64(middle) + (float64(i%subPixels)+0.5)/subPixels,
			float64(middle) + (float64(i/subPixels)+0.5)/subPixels,
		}
		m.stroke(at, at, 2*radius, 0)
		d.pix[i] = m.pix
	}
	return d
}

// discs draws circles with a radius in logical pixels into the mask.
func (c *Canvas) discs(at []vec, radius float64) {
	stamps := newDiscStamps(radius * c.scale)
	for _, p := range at {
		c.mask.press(&stamps, p)
	}
}

// press draws a disc with its middle at p.
func (m *mask) press(d *discStamps, p vec) {
	fx, fy := math.Floor(p.x), math.Floor(p.y)
	stamp := d.pix[int((p.y-fy)*subPixels)*subPixels+int((p.x-fx)*subPixels)]
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
