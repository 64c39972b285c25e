// SPDX-License-Identifier: MIT

package boundary

import (
	"errors"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// FuzzBuild decodes outlines from bytes. The lowest two bits of a byte say whether
// the next vertex continues a ring or begins a ring, a part or an area. The other
// bits are its position on a grid of 8 × 8.
func FuzzBuild(f *testing.F) {
	f.Add([]byte{0x00, 0x1c, 0xfc, 0xe0, 0x4b, 0x6c, 0x2c}, int32(1), uint8(0))
	f.Add([]byte{0x03, 0xe0, 0x1c, 0xfc, 0x07, 0xe4, 0x18, 0xf8}, int32(40), uint8(1))
	f.Add([]byte{0x00, 0x04, 0xe0, 0x01, 0x08, 0xe4, 0x02, 0x0c, 0xe8}, int32(1<<27), uint8(2))
	f.Add([]byte{0x32, 0x30, 0x04}, int32(1<<27-44), uint8(0)) // a triangle of 1100 m² across 55°
	f.Fuzz(func(t *testing.T, data []byte, step int32, tolerance uint8) {
		if len(data) > 60 {
			data = data[:60]
		}
		areas := []Area{{Parts: []Part{{nil}}}}
		for _, b := range data {
			area := &areas[len(areas)-1]
			switch b & 3 {
			case 1:
				last := len(area.Parts) - 1
				area.Parts[last] = append(area.Parts[last], nil)
			case 2:
				area.Parts = append(area.Parts, Part{nil})
			case 3:
				areas = append(areas, Area{Parts: []Part{{nil}}})
				area = &areas[len(areas)-1]
			}
			part := area.Parts[len(area.Parts)-1]
			ring := &part[len(part)-1]
			step := step%(1<<27) + int32(b%3)
			*ring = append(*ring, geo.Fixed{Lat: int32(b>>2&7) * step, Lon: int32(b>>5) * step})
		}
		o := Options{Tolerance: []float64{0, 0.03, 1, 50}[tolerance%4]}
		s := Source{Areas: areas, Groups: []uint32{0}}
		if _, _, err := Build(t.Context(), s, o); err != nil {
			if !errors.Is(err, ErrTangled) {
				t.Fatal(err)
			}
			return
		}
		d, report := built(t, areas, o)
		judged(t, d, report)
		if fault := listed(areas, d, report); fault != "" {
			t.Fatal(fault)
		}
		if o.Tolerance == 0 {
			owned(t, rand.New(rand.NewPCG(uint64(len(data)), 8)), areas, d, 40)
		}
	})
}
