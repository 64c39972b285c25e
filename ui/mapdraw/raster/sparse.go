// SPDX-License-Identifier: MIT

package raster

import (
	"encoding/binary"
	"image"
	"math"
)

// Sparse is a transparent picture that is mostly empty. It keeps only the runs of
// non-empty pixels of each row.
type Sparse struct {
	Width int
	rows  []int32 // end of the runs of each row
	runs  []sparseRun
	pix   []byte // of all runs, one after another
}

// sparseRun is a run of pixels of a row, from x to x+n.
type sparseRun struct {
	x, n int
	at   int // in pix
}

// Add appends the rows of a picture, which must be as wide as s.
func (s *Sparse) Add(img *image.RGBA) {
	for y := range img.Rect.Dy() {
		s.addRow(img.Pix[y*img.Stride:][:4*s.Width])
	}
}

func (s *Sparse) addRow(row []byte) {
	for i := 0; i < len(row); {
		// Most of a row is empty: skip four pixels at a time.
		for i+16 <= len(row) && binary.LittleEndian.Uint64(row[i:])|binary.LittleEndian.Uint64(row[i+8:]) == 0 {
			i += 16
		}
		for i < len(row) && binary.LittleEndian.Uint32(row[i:]) == 0 {
			i += 4
		}
		if i == len(row) {
			break
		}
		start := i
		for i < len(row) && binary.LittleEndian.Uint32(row[i:]) != 0 {
			i += 4
		}
		s.runs = append(s.runs, sparseRun{x: start / 4, n: (i - start) / 4, at: len(s.pix)})
		s.pix = append(s.pix, row[start:i]...)
	}
	s.rows = append(s.rows, int32(len(s.runs)))
}

func (s *Sparse) height() int { return len(s.rows) }

// span returns the range of runs of the rows from y to end.
func (s *Sparse) span(y, end int) (from, to int32) {
	if y > 0 {
		from = s.rows[y-1]
	}
	return from, s.rows[end-1]
}

// empty reports whether the rows from y to end are empty.
func (s *Sparse) empty(y, end int) bool {
	from, to := s.span(y, end)
	return from == to
}

// row returns the runs of row y.
func (s *Sparse) row(y int) []sparseRun {
	from, to := s.span(y, y+1)
	return s.runs[from:to]
}

// pixels returns the pixels of a run.
func (s *Sparse) pixels(r sparseRun) []byte { return s.pix[r.at : r.at+4*r.n] }

// Draw draws the picture over the opaque picture dst with its corner at (x, y).
func (s *Sparse) Draw(dst *image.RGBA, x, y int) {
	for row := max(-y, 0); row < min(dst.Rect.Dy()-y, s.height()); row++ {
		out := dst.Pix[(row+y)*dst.Stride:][:4*dst.Rect.Dx()]
		for _, run := range s.row(row) {
			from, to := max(run.x+x, 0), min(run.x+run.n+x, dst.Rect.Dx())
			if from >= to {
				continue
			}
			src := s.pixels(run)[4*(from-x-run.x):]
			under := out[4*from : 4*to]
			for i := 0; i+4 <= len(under); i += 4 {
				p := binary.LittleEndian.Uint32(src[i:])
				binary.LittleEndian.PutUint32(under[i:], over(binary.LittleEndian.Uint32(under[i:]), p))
			}
		}
	}
}

// DrawScaled draws the scaled picture over the opaque picture dst. The corner of
// dst lies at (x, y) in s, and one pixel of dst covers ratio pixels of s.
func (s *Sparse) DrawScaled(dst *image.RGBA, x, y, ratio float64) {
	rows := rowReader{of: s}
	for row := range dst.Rect.Dy() {
		at := y + (float64(row)+0.5)*ratio - 0.5
		first := int(math.Floor(at))
		if first < 0 || first+1 >= s.height() || s.empty(first, first+2) {
			continue
		}
		rows.seek(first)
		rows.mix(dst.Pix[row*dst.Stride:][:4*dst.Rect.Dx()], uint32((at-float64(first))*256), x+0.5*ratio-0.5, ratio)
	}
}

// rowReader reads two adjacent rows of a sparse picture.
type rowReader struct {
	of           *Sparse
	at           int
	above, below []byte // rows at and at+1; nil until the first seek
}

// seek reads the rows y and y+1.
func (r *rowReader) seek(y int) {
	switch {
	case r.above == nil:
		r.above, r.below = make([]byte, 4*r.of.Width), make([]byte, 4*r.of.Width)
		r.spread(r.above, y)
		r.spread(r.below, y+1)
	case r.at == y:
	case r.at == y-1:
		r.above, r.below = r.below, r.above
		r.spread(r.below, y+1)
	default:
		r.spread(r.above, y)
		r.spread(r.below, y+1)
	}
	r.at = y
}

func (r *rowReader) spread(into []byte, y int) {
	clear(into)
	for _, run := range r.of.row(y) {
		copy(into[4*run.x:], r.of.pixels(run))
	}
}

// mix blends the row between the two, wy 256ths of the way down, with out. The
// first pixel of out lies at x in the picture, and each next one ratio farther.
func (r *rowReader) mix(out []byte, wy uint32, x, ratio float64) {
	above, below := r.of.row(r.at), r.of.row(r.at+1)
	done := 0 // pixels of out
	for len(above)+len(below) > 0 {
		var run sparseRun // the next run from the left, of either row
		if len(below) == 0 || len(above) > 0 && above[0].x <= below[0].x {
			run, above = above[0], above[1:]
		} else {
			run, below = below[0], below[1:]
		}
		// A run is visible up to a pixel beyond its ends. One pixel too many does
		// no harm, because it turns out empty.
		from := max(int((float64(run.x-1)-x)/ratio)-1, done)
		to := min(int((float64(run.x+run.n)-x)/ratio)+2, len(out)/4)
		for i := from; i < to; i++ {
			r.mixPixel(out[4*i:4*i+4], wy, x+float64(i)*ratio)
		}
		done = max(done, to)
	}
}

// mixPixel blends the pixel at x with out.
func (r *rowReader) mixPixel(out []byte, wy uint32, x float64) {
	sx := int(math.Floor(x))
	if sx < 0 || sx+1 >= r.of.Width {
		return
	}
	a, b := binary.LittleEndian.Uint32(r.above[4*sx:]), binary.LittleEndian.Uint32(r.above[4*sx+4:])
	c, d := binary.LittleEndian.Uint32(r.below[4*sx:]), binary.LittleEndian.Uint32(r.below[4*sx+4:])
	if a|b|c|d == 0 {
		return
	}
	wx := uint32((x - float64(sx)) * 256)
	p := blend(blend(a, b, wx), blend(c, d, wx), wy)
	binary.LittleEndian.PutUint32(out, over(binary.LittleEndian.Uint32(out), p))
}

// blend mixes two pixels; weight 0…256 is the weight of b.
func blend(a, b, weight uint32) uint32 {
	rb := (a&pairs*(256-weight) + b&pairs*weight) >> 8 & pairs
	ga := (a>>8&pairs*(256-weight) + b>>8&pairs*weight) >> 8 & pairs
	return rb | ga<<8
}

// over draws an alpha-premultiplied pixel over an opaque one.
func over(under, p uint32) uint32 {
	keep := 255 - p>>24
	keep += keep >> 7 // 0…256
	rb := (under&pairs*keep + 0x00800080) >> 8 & pairs
	ga := (under>>8&pairs*keep + 0x00800080) >> 8 & pairs
	// Rounding may exceed the range of a channel by one.
	return saturate(p, rb|ga<<8) | 0xff000000
}
