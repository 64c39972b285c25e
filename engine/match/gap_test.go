// SPDX-License-Identifier: MIT

package match

import "testing"

// TestGapPieces counts the gaps of 100 jumps whose causes differ from one to the next.
// They are one gap if no part of it is off the roads. Otherwise the number of those before
// that part is limited.
func TestGapPieces(t *testing.T) {
	const few, jumps = 3, 100
	for _, tt := range []struct {
		name    string
		offFrom int // the jump before which a part is off the roads
		want    int
	}{
		{"not off the roads", jumps, 1},
		{"off the roads at once", 0, jumps},
		{"off the roads after the limit", 31, mostPieces + jumps - 32},
		{"off the roads before the last jump", jumps - 1, mostPieces},
	} {
		finder := gapFinder{few: few, begun: true}
		var part Part
		for i := range jumps {
			finder.index = i
			finder.unrouted++
			finder.off++
			if i == tt.offFrom {
				finder.roadless, finder.off = few+1, finder.off+few+1
			}
			if n := len(finder.pieces); n > mostPieces {
				t.Fatalf("%s: %d pieces are held", tt.name, n)
			}
			finder.jump(&part, i+1, []GapCause{GapOutage, GapImpossibleSpeed}[i%2])
		}
		finder.index = jumps
		finder.gap(&part, GapNoRoute)
		if len(part.Gaps) != tt.want {
			t.Errorf("%s: %d gaps, want %d", tt.name, len(part.Gaps), tt.want)
		}
		at := 0
		for _, g := range part.Gaps {
			if g.FirstIndex != at {
				t.Errorf("%s: gap %+v begins elsewhere than at %d", tt.name, g, at)
			}
			at = g.LastIndex
		}
		if at != jumps {
			t.Errorf("%s: the last gap ends at %d, want %d", tt.name, at, jumps)
		}
	}
}
