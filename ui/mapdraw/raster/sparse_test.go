// SPDX-License-Identifier: MIT

package raster

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

func TestSparsePictureKeepsEveryPixel(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 3))
		img := scribble(rng, 1+rng.IntN(60), 2+rng.IntN(40))
		s := sparseOf(img)
		rows := rowReader{of: &s}
		for range 100 {
			y := rng.IntN(s.height() - 1)
			rows.seek(y)
			for i := range 4 * s.Width {
				if rows.above[i] != img.Pix[y*img.Stride+i] || rows.below[i] != img.Pix[(y+1)*img.Stride+i] {
					t.Fatalf("seed %d: byte %d of rows %d and %d differs", seed, i, y, y+1)
				}
			}
		}
	}
}

// scribble returns a transparent picture of a few strokes, most of it empty.
func scribble(rng *rand.Rand, width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	m := newMask(width, height)
	for range rng.IntN(4) {
		at := func() Vec { return Vec{rng.Float64() * float64(width), rng.Float64() * float64(height)} }
		m.stroke(at(), at(), 1+3*rng.Float64(), 0)
	}
	m.LayOver(img, color.RGBA{R: 90, A: 180})
	return img
}

func sparseOf(img *image.RGBA) Sparse {
	s := Sparse{Width: img.Rect.Dx()}
	s.Add(img)
	return s
}
