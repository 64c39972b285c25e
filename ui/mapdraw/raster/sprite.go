// SPDX-License-Identifier: MIT

package raster

import (
	"encoding/binary"
	"image"
	"math"
)

// Sprite is a small finished picture with transparent parts, such as a label. X
// and Y are the position of its upper left corner relative to its point.
type Sprite struct {
	Pix  *image.RGBA // alpha-premultiplied
	X, Y int
}

// Blit draws s over the opaque picture dst with its point at the pixel nearest to
// at.
func (s *Sprite) Blit(dst *image.RGBA, at Vec) {
	x, y := int(math.Round(at.X))+s.X, int(math.Round(at.Y))+s.Y
	r := s.Pix.Rect.Add(image.Pt(x, y)).Intersect(dst.Rect)
	for row := r.Min.Y; row < r.Max.Y; row++ {
		src := s.Pix.Pix[(row-y)*s.Pix.Stride+4*(r.Min.X-x):]
		out := dst.Pix[(row-dst.Rect.Min.Y)*dst.Stride+4*(r.Min.X-dst.Rect.Min.X):]
		n := 4 * r.Dx()
		src, out = src[:n], out[:n]
		for i := 0; i+4 <= n; i += 4 {
			p := binary.LittleEndian.Uint32(src[i : i+4])
			switch p >> 24 {
			case 0:
			case 255:
				binary.LittleEndian.PutUint32(out[i:i+4], p)
			default:
				binary.LittleEndian.PutUint32(out[i:i+4], over(binary.LittleEndian.Uint32(out[i:i+4]), p))
			}
		}
	}
}

// saturate adds the bytes of two pixels and limits each to 255.
func saturate(a, b uint32) uint32 {
	rb := a&pairs + b&pairs
	ga := a>>8&pairs + b>>8&pairs
	rb |= (rb >> 8 & 0x00010001) * 0xff
	ga |= (ga >> 8 & 0x00010001) * 0xff
	return rb&pairs | ga&pairs<<8
}
