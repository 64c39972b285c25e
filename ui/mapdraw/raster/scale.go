// SPDX-License-Identifier: MIT

package raster

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"
	"runtime"
	"sync"
)

// Piece is a part of a picture that is copied from another picture.
type Piece struct {
	To   image.Rectangle // rectangle in the target picture
	From *image.RGBA     // nil: fill with the colour
	Fill color.RGBA
	// The pixel of From under the picture's pixel (x, y) is
	// ((x+½)·Ratio + Dx − ½, (y+½)·Ratio + Dy − ½).
	Ratio, Dx, Dy float64
}

// Draw draws the piece into dst, scaled unless Ratio is 1.
func (p *Piece) Draw(dst *image.RGBA) {
	switch to := p.To.Intersect(dst.Rect); {
	case p.From == nil:
		draw.Draw(dst, to, image.NewUniform(p.Fill), image.Point{}, draw.Src)
	case p.Ratio == 1:
		at := image.Pt(int(math.Round(float64(to.Min.X)+p.Dx)), int(math.Round(float64(to.Min.Y)+p.Dy)))
		draw.Draw(dst, to, p.From, at, draw.Src)
	default:
		p.scale(dst, to)
	}
}

// scale draws the part of the scaled picture in to. Each pixel is mixed from the
// four nearest ones.
func (p *Piece) scale(dst *image.RGBA, to image.Rectangle) {
	if to.Empty() {
		return
	}
	columns := make([]tap, to.Dx())
	for i := range columns {
		columns[i] = tapOf((float64(to.Min.X+i)+0.5)*p.Ratio+p.Dx-0.5, p.From.Rect.Dx())
	}
	// A small piece is not worth another goroutine.
	bands := 1
	if to.Dx()*to.Dy() > 1<<16 {
		bands = min(runtime.GOMAXPROCS(0), 4)
	}
	var wait sync.WaitGroup
	for b := range bands {
		band := to
		band.Min.Y, band.Max.Y = to.Min.Y+to.Dy()*b/bands, to.Min.Y+to.Dy()*(b+1)/bands
		if b == bands-1 {
			scaleBand(dst, band, p, columns)
		} else {
			wait.Go(func() { scaleBand(dst, band, p, columns) })
		}
	}
	wait.Wait()
}

// scaleBand draws some rows. Each row of the source is scaled horizontally once,
// and the rows of the target are mixed from those.
func scaleBand(dst *image.RGBA, band image.Rectangle, p *Piece, columns []tap) {
	upper, lower := make([]uint64, len(columns)), make([]uint64, len(columns))
	upperAt, lowerAt := int32(-1), int32(-1) // the source rows they hold
	for y := band.Min.Y; y < band.Max.Y; y++ {
		row := tapOf((float64(y)+0.5)*p.Ratio+p.Dy-0.5, p.From.Rect.Dy())
		if row.first == lowerAt {
			upper, lower, upperAt, lowerAt = lower, upper, lowerAt, upperAt
		}
		if row.first != upperAt {
			scaleRow(upper, p.From, columns, row.first)
			upperAt = row.first
		}
		if second := row.first + row.next; second != lowerAt {
			scaleRow(lower, p.From, columns, second)
			lowerAt = second
		}
		out := dst.Pix[dst.PixOffset(band.Min.X, y):]
		out = out[:4*len(upper)]
		below := lower[:len(upper)]
		for i, a := range upper {
			binary.LittleEndian.PutUint32(out[4*i:], narrow(mix(a, below[i], row.weight)))
		}
	}
}

// scaleRow scales one row of src horizontally.
func scaleRow(out []uint64, src *image.RGBA, columns []tap, y int32) {
	row := src.Pix[int(y)*src.Stride : (int(y)+1)*src.Stride]
	out = out[:len(columns)]
	for i, c := range columns {
		a := binary.LittleEndian.Uint32(row[4*c.first:])
		b := binary.LittleEndian.Uint32(row[4*(c.first+c.next):])
		out[i] = mix(widen(a), widen(b), c.weight)
	}
}

// tap holds the two neighbouring pixels that make up a scaled one.
type tap struct {
	first  int32  // index of the first of them
	next   int32  // 1, or 0 at the end of the picture
	weight uint64 // of the second, 0…256
}

func tapOf(at float64, n int) tap {
	at = min(max(at, 0), float64(n-1))
	first := math.Floor(at)
	t := tap{first: int32(first), weight: uint64((at-first)*256 + 0.5)}
	if int(t.first) < n-1 {
		t.next = 1
	}
	return t
}

// lanes masks the four bytes of a pixel that is spread over 64 bits, so that all
// four can be multiplied at once.
const lanes = 0x00ff00ff00ff00ff

func widen(p uint32) uint64 {
	x := uint64(p)
	return x&0x00ff00ff | x&0xff00ff00<<24
}

func narrow(x uint64) uint32 { return uint32(x&0x00ff00ff | x>>24&0xff00ff00) }

// mix returns ((256−w)·a + w·b)/256 for each of the four bytes.
func mix(a, b, w uint64) uint64 { return (a*(256-w) + b*w) >> 8 & lanes }
