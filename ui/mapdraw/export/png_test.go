// SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"context"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"testing"

	"roadsnap/ui/maptest"
)

func TestPicturesForPaperSayHowLargeTheyAre(t *testing.T) {
	o := exported(t, maptest.Themes(t).Light)
	for dpi, want := range map[float64]uint32{0: 0, 300: 11811, 96: 3780} { // pixels per metre
		o.DotsPerInch = dpi
		var file bytes.Buffer
		if err := PNG(context.Background(), &file, o); err != nil {
			t.Fatal(err)
		}
		if c, err := png.DecodeConfig(bytes.NewReader(file.Bytes())); err != nil || c.Width != o.Width {
			t.Errorf("%v dots an inch: %+v, %v", dpi, c, err)
		}
		got := uint32(0)
		for rest := file.Bytes()[8:]; len(rest) > 0; {
			n := binary.BigEndian.Uint32(rest) + 12
			chunk := rest[:n]
			rest = rest[n:]
			if sum := crc32.ChecksumIEEE(chunk[4 : n-4]); sum != binary.BigEndian.Uint32(chunk[n-4:]) {
				t.Errorf("%v dots an inch: chunk %s is damaged", dpi, chunk[4:8])
			}
			if string(chunk[4:8]) == "pHYs" {
				got = binary.BigEndian.Uint32(chunk[8:])
			}
		}
		if got != want {
			t.Errorf("%v dots an inch: %d pixels in a metre, want %d", dpi, got, want)
		}
	}
}
