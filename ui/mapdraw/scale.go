package mapdraw

import (
	"encoding/binary"
	"image"
	"math"
	"runtime"
	"sync"
)

// scaleInto draws the part to of p's scaled picture into dst, each pixel mixed
// from the four nearest ones.
func scaleInto(dst *image.RGBA, to image.Rectangle, p *piece) {
	if to.Empty() {
		return
	}
	columns := make([]tap, to.Dx())
	for i := range columns {
		columns[i] = tapOf((float64(to.Min.X+i)+0.5)*p.ratio+p.dx-0.5, p.from.Rect.Dx())
	}
	// A small piece is not worth a second goroutine.
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

// scaleBand draws some rows. Each row of the tile is scaled along its length
// once, and the rows of the picture are mixed from those.
func scaleBand(dst *image.RGBA, band image.Rectangle, p *piece, columns []tap) {
	upper, lower := make([]uint64, len(columns)), make([]uint64, len(columns))
	upperAt, lowerAt := int32(-1), int32(-1) // the tile's rows in them
	for y := band.Min.Y; y < band.Max.Y; y++ {
		row := tapOf((float64(y)+0.5)*p.ratio+p.dy-0.5, p.from.Rect.Dy())
		if row.first == lowerAt {
			upper, lower, upperAt, lowerAt = lower, upper, lowerAt, upperAt
		}
		if row.first != upperAt {
			scaleRow(upper, p.from, columns, row.first)
			upperAt = row.first
		}
		if second := row.first + row.next; second != lowerAt {
			scaleRow(lower, p.from, columns, second)
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

// scaleRow scales one row of src along its length.
func scaleRow(out []uint64, src *image.RGBA, columns []tap, y int32) {
	row := src.Pix[int(y)*src.Stride : (int(y)+1)*src.Stride]
	out = out[:len(columns)]
	for i, c := range columns {
		a := binary.LittleEndian.Uint32(row[4*c.first:])
		b := binary.LittleEndian.Uint32(row[4*(c.first+c.next):])
		out[i] = mix(widen(a), widen(b), c.weight)
	}
}

// tap says which two neighbouring pixels make up a scaled one.
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

// lanes has the place of each of the four bytes of a pixel that is spread over
// 64 bits, so that all four can be multiplied at once.
const lanes = 0x00ff00ff00ff00ff

func widen(p uint32) uint64 {
	x := uint64(p)
	return x&0x00ff00ff | x&0xff00ff00<<24
}

func narrow(x uint64) uint32 { return uint32(x&0x00ff00ff | x>>24&0xff00ff00) }

// mix returns ((256−w)·a + w·b)/256 of each of the four bytes.
func mix(a, b, w uint64) uint64 { return (a*(256-w) + b*w) >> 8 & lanes }
