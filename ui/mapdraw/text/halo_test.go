// SPDX-License-Identifier: MIT

package text

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"
)

func TestGreater(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		a, b := rng.Uint64(), rng.Uint64()
		if rng.IntN(4) == 0 {
			b = a ^ 1<<rng.IntN(64)
		}
		got := greater(a, b)
		for i := 0; i < 64; i += 8 {
			if want := max(uint8(a>>i), uint8(b>>i)); uint8(got>>i) != want {
				t.Fatalf("greater(%x, %x) = %x", a, b, got)
			}
		}
	}
}

// TestSpreadIsADisc compares the halo with its definition: the strongest ink
// under the pen, weakened at the pen's edge.
func TestSpreadIsADisc(t *testing.T) {
	const w, h = 37, 21
	rng := rand.New(rand.NewPCG(3, 4))
	for _, radius := range []float64{1, 1.6, 2.3, 4.5} {
		var k Inker
		k.text = image.Alpha{Pix: make([]uint8, w*h), Stride: w, Rect: image.Rect(0, 0, w, h)}
		for range 30 {
			k.text.Pix[rng.IntN(w*h)] = uint8(rng.IntN(256))
		}
		got := k.spread(w, h, radius)
		for i := range got {
			want := 0.0
			for j, v := range k.text.Pix {
				d := math.Hypot(float64(i%w-j%w), float64(i/w-j/w))
				want = max(want, float64(v)*min(max(radius+0.5-d, 0), 1))
			}
			if math.Abs(float64(got[i])-want) > 2 {
				t.Fatalf("radius %v, pixel %d: %d, want %.1f", radius, i, got[i], want)
			}
		}
	}
}
