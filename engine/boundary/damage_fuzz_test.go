// SPDX-License-Identifier: MIT

package boundary

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
)

// FuzzDamage overwrites numbers in the sections of a sound division. Of eight bytes
// the first selects the section, three the position, and four the value. Every use of
// the result must terminate, and may panic only with an index out of range.
func FuzzDamage(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 7))
	d, _ := built(f, takenApart(r, warped(r, 8, 3, geo.Fixed{Lat: 10e7, Lon: 105e7}, 4000).arcs()), DefaultOptions())
	content := bytesOf(f, d)
	p, err := pack.OpenBytes("sound", content)
	if err != nil {
		f.Fatal(err)
	}
	sections := p.Sections()
	f.Add([]byte{})
	for i := range sections {
		f.Add([]byte{byte(i), 0, 0, 1, 0, 0, 0, 0, byte(i), 0, 0, 2, 0xff, 0xff, 0xff, 0xff})
		f.Add([]byte{byte(i), 0, 0, 3, 0, 0, 0, 1, byte(i), 0, 0, 4, 0x7f, 0xff, 0xff, 0xff})
	}
	f.Fuzz(func(t *testing.T, edits []byte) {
		damaged := append([]byte(nil), content...)
		for ; len(edits) >= 8; edits = edits[8:] {
			s := sections[int(edits[0])%len(sections)]
			words := s.Length / 4
			if s.Tag == "META" || words == 0 {
				continue
			}
			at := s.Offset + 4*(int64(binary.BigEndian.Uint32(edits)&0xffffff)%words)
			binary.LittleEndian.PutUint32(damaged[at:], binary.BigEndian.Uint32(edits[4:]))
		}
		finds(t, damaged)
	})
}
