package mapdraw

import "math"

// vec is a position in pixels of the picture being drawn.
type vec struct{ x, y float64 }

// caps says which ends of a stroke are cut square; the others are round.
type caps uint8

const (
	buttStart caps = 1 << iota
	buttEnd
	// bareStart leaves out a round start, which the stroke before has drawn as
	// its end.
	bareStart
)

// shortSpan is the width in pixels up to which a stroke counts as short.
const shortSpan = 8

// stroke draws the segment from a to b, width pixels wide, into m. Where
// strokes overlap the stronger coverage stays. Each pixel is covered by how far
// its middle lies within the edge, which on edges wider than a pixel is the
// true area to within a few per cent.
func (m *mask) stroke(a, b vec, width float64, ends caps) {
	peak := 255.0
	if width < 1 {
		// Thinner than a pixel: a line of one pixel, the fainter.
		peak *= width
		width = 1
	}
	reach := width/2 + 0.5
	if near := m.box().grow(reach + 1); !near.has(a) || !near.has(b) {
		// Far ends are cut off here, where coordinates are still exact.
		var visible bool
		if a, b, ends, visible = clipSegment(a, b, ends, near); !visible {
			return
		}
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
		row, mid := m.pix[y*m.width:(y+1)*m.width], float64(y)+0.5
		if ends&(buttStart|buttEnd) == 0 {
			if xMax-xMin <= shortSpan {
				s.shortRow(row[xMin:xMax], float64(xMin)+0.5, mid, peak)
				continue
			}
			s.row(row[xMin:xMax], float64(xMin)+0.5, mid, peak)
			continue
		}
		from, to := xMin, xMax
		if xMax-xMin > shortSpan {
			from, to = s.span(mid, xMin, xMax)
		}
		if from < to {
			s.buttRow(row[from:to], float64(from)+0.5, mid, peak)
		}
	}
}

// clipSegment cuts off what of the segment a–b lies outside frame. Cut ends are
// outside the picture and made round.
func clipSegment(a, b vec, ends caps, frame box) (vec, vec, caps, bool) {
	t0, t1 := within(a, b, frame)
	if t0 > t1 {
		return a, b, ends, false
	}
	dx, dy := b.x-a.x, b.y-a.y
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

// within returns which part of the segment a–b lies in frame, in shares of its
// length; none does if t0 > t1.
func within(a, b vec, frame box) (t0, t1 float64) {
	t0, t1 = 0, 1
	dx, dy := b.x-a.x, b.y-a.y
	// Liang and Barsky, 1984: each side bounds the part of the line inside.
	for _, side := range [4][2]float64{{-dx, a.x - frame.x0}, {dx, frame.x1 - a.x}, {-dy, a.y - frame.y0}, {dy, frame.y1 - a.y}} {
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

// polyline draws a line width pixels wide; its inner corners are round.
func (m *mask) polyline(line []vec, width float64, ends caps) {
	last := len(line) - 2
	for i := 0; i <= last; i++ {
		var e caps
		if i == 0 {
			e |= ends & buttStart
		} else {
			e |= bareStart
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
	m.dashesFrom(line, 0, width, on, off, ends)
}

// dashesFrom is dashes for a line of which the first part, run pixels long, is
// not given.
func (m *mask) dashesFrom(line []vec, run, width, on, off float64, ends caps) {
	period := on + off
	if period <= 0 {
		m.polyline(line, width, ends)
		return
	}
	pos := math.Mod(run, period) // distance run along the line, within the period
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		// Of a line across half the Earth only the dashes of this picture are
		// gone through.
		t0, t1 := within(a, b, m.box().grow(width/2+1))
		if t0 > t1 {
			pos = math.Mod(pos+length, period)
			continue
		}
		at := func(d float64) vec {
			t := d / length
			return vec{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t}
		}
		first := max(0, math.Floor((t0*length+pos-on)/period))
		for n := first; ; n++ {
			d := n*period - pos
			if d >= length || d > t1*length {
				break
			}
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

// box returns where the pixels of m are.
func (m *mask) box() box { return box{0, 0, float64(m.width), float64(m.height)} }
