// SPDX-License-Identifier: MIT

package tile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"testing"

	"roadsnap/ui/mapdraw/style"
	"roadsnap/ui/mapdraw/view"
	"roadsnap/ui/maptest"
)

// randomPixels returns opaque pixels. Adjacent ones are equal in short or long
// runs, or not at all.
func randomPixels(rng *rand.Rand, pixels int) []byte {
	pix := make([]byte, 0, 4*pixels)
	for len(pix) < 4*pixels {
		c, alike := rng.Uint32()|fullAlpha, rng.IntN(2) == 0
		for range min(1+rng.IntN(1<<rng.IntN(12)), pixels-len(pix)/4) {
			if !alike {
				c = rng.Uint32()%5 | fullAlpha
			}
			pix = binary.LittleEndian.AppendUint32(pix, c)
		}
	}
	return pix
}

func TestPackedPictureIsTheSameToTheByte(t *testing.T) {
	var p Packer
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 21))
		pix := randomPixels(rng, rng.IntN(700))
		packed := p.Pack(pix)
		p.Pack(randomPixels(rng, 50)) // must not overwrite the earlier result
		got := bytes.Repeat([]byte{0xa5}, len(pix))
		unpack(got, packed)
		if !bytes.Equal(got, pix) {
			t.Fatalf("seed %d: %d pixels differ after packing", seed, len(pix)/4)
		}
	}
	see := randomPixels(rand.New(rand.NewPCG(1, 1)), 40)
	see[4*17+3]--
	if p.Pack(see) != nil {
		t.Error("a transparent pixel is packed as an opaque one")
	}
}

// TestTilesPackWell compresses real tiles.
func TestTilesPackWell(t *testing.T) {
	themes := maptest.Themes(t)
	var p Packer
	tiles := 0
	for _, theme := range []*style.Theme{&themes.Light, &themes.Dark} {
		painter := NewPainter(theme, nil)
		for _, step := range []int16{44, 52, 60, 68} {
			v := maptest.View
			v.Zoom = float64(step) * view.ZoomStep
			one, err := painter.Paint(maptest.Crowd(3, 800), view.TilesOf(v, view.GridOf(v)).Keys()[0], maptest.Never)
			if err != nil {
				t.Fatal(err)
			}
			if one.Picture == nil {
				continue
			}
			tiles++
			packed, got := p.Pack(one.Picture.Pix), make([]byte, len(one.Picture.Pix))
			unpack(got, packed)
			if !bytes.Equal(got, one.Picture.Pix) {
				t.Fatalf("step %d: not the same after packing", step)
			}
			if 2*len(packed) > len(got) {
				t.Errorf("step %d: %d bytes packed, of %d", step, len(packed), len(got))
			}
		}
	}
	if tiles < 4 {
		t.Errorf("only %d tiles show anything", tiles)
	}
}

// BenchmarkPack compresses and decompresses a dense tile.
func BenchmarkPack(b *testing.B) {
	themes := maptest.Themes(b)
	v := maptest.View
	for _, zoom := range []float64{13, 15, 17} {
		v.Zoom = zoom
		one, err := NewPainter(&themes.Light, nil).Paint(maptest.Crowd(1, 12_000), view.TilesOf(v, view.GridOf(v)).Keys()[0], maptest.Never)
		if err != nil {
			b.Fatal(err)
		}
		var p Packer
		packed := p.Pack(one.Picture.Pix)
		b.Run(fmt.Sprintf("pack/zoom%.0f", zoom), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Pack(one.Picture.Pix)
			}
			b.ReportMetric(float64(len(packed)), "packedB")
		})
		b.Run(fmt.Sprintf("unpack/zoom%.0f", zoom), func(b *testing.B) {
			for b.Loop() {
				unpack(one.Picture.Pix, packed)
			}
		})
	}
}
