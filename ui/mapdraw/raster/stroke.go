// SPDX-License-Identifier: MIT

package raster

import "math"

// Caps selects the ends of a stroke that are square; the others are round.
type Caps uint8

const (
	// ButtStart makes the first end square.
	ButtStart Caps = 1 << iota
	// ButtEnd makes the last end square.
	ButtEnd
	// bareStart leaves out a round start that the previous stroke has drawn as
	// its end.
	bareStart
)

// shortSpan is the width up to which a stroke counts as short (pixels).
const shortSpan = 8

// stroke draws the segment from a to b, width pixels wide, into m. Where strokes
// overlap, the greater coverage wins. The coverage of a pixel is how far its
// middle lies within the edge. On edges wider than a pixel that is the true area
// to within a few per cent.
func (m *Mask) stroke(a, b Vec, width float64, ends Caps) {
	peak := 255.0
	if width < 1 {
		// Thinner than a pixel: draw a fainter line of one pixel.
		peak *= width
		width = 1
	}
	reach := width/2 + 0.5
	if near := m.Box().Grow(reach + 1); !near.Has(a) || !near.Has(b) {
		// Clip far ends here, where coordinates are still exact.
		var visible bool
		if a, b, ends, visible = clipSegment(a, b, ends, near); !visible {
			return
		}
	}
	yMin := max(int(math.Floor(min(a.Y, b.Y)-reach)), 0)
	yMax := min(int(math.Ceil(max(a.Y, b.Y)+reach)), m.height)
	xMin := max(int(math.Floor(min(a.X, b.X)-reach)), 0)
	xMax := min(int(math.Ceil(max(a.X, b.X)+reach)), m.width)
	if yMin >= yMax || xMin >= xMax {
		return
	}
	m.touch(xMin, yMin, xMax, yMax)

	s := newCapsule(a, b, reach, ends)
	for y := yMin; y < yMax; y++ {
		row, mid := m.pix[y*m.width:(y+1)*m.width], float64(y)+0.5
		if ends&(ButtStart|ButtEnd) == 0 {
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

// Polyline draws a line width pixels wide with round inner corners.
func (m *Mask) Polyline(line []Vec, width float64, ends Caps) {
	last := len(line) - 2
	for i := 0; i <= last; i++ {
		var e Caps
		if i == 0 {
			e |= ends & ButtStart
		} else {
			e |= bareStart
		}
		if i == last {
			e |= ends & ButtEnd
		}
		m.stroke(line[i], line[i+1], width, e)
	}
}

// DashesFrom draws a line as dashes with the lengths on and off (pixels). line
// omits the first run pixels of the whole line. The pattern is measured from the
// start of the whole line, so that it continues from one tile to the next. A dash
// of zero length with round ends is a dot.
func (m *Mask) DashesFrom(line []Vec, run, width, on, off float64, ends Caps) {
	period := on + off
	if period <= 0 {
		m.Polyline(line, width, ends)
		return
	}
	pos := math.Mod(run, period) // distance along the line, within the period
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		if length == 0 {
			continue
		}
		// Of a line across half the Earth, visit only the dashes of this picture.
		t0, t1 := Within(a, b, m.Box().Grow(width/2+1))
		if t0 > t1 {
			pos = math.Mod(pos+length, period)
			continue
		}
		at := func(d float64) Vec { return a.Lerp(b, d/length) }
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
			var e Caps
			if d >= 0 {
				e |= ends & ButtStart
			}
			if d+on <= length {
				e |= ends & ButtEnd
			}
			m.stroke(at(from), at(to), width, e)
		}
		pos = math.Mod(pos+length, period)
	}
}

// Box returns the bounds of the picture.
func (m *Mask) Box() Box { return Sized(m.width, m.height) }
