// SPDX-License-Identifier: MIT

package boundary

import (
	"testing"

	"roadsnap/engine/geo"
)

// TestEdgePassesPixels tries all small edges. An edge of up to 4 units each way
// enters and leaves pixels at multiples of 1/24 of it. At some multiple of 1/48 it is
// therefore inside each pixel that it passes.
func TestEdgePassesPixels(t *testing.T) {
	const size, parts = 4, 48
	for i := range int32(9 * 5 * 9 * 5) {
		e := edge{b: geo.Fixed{Lat: i%9 - size, Lon: i / 9 % 5}}
		p := geo.Fixed{Lat: i/45%9 - size, Lon: i / 405}
		if compare(e.a, e.b) >= 0 {
			continue
		}
		want := false
		for k := range int32(parts + 1) {
			x, y := 2*k*e.b.Lon, 2*k*e.b.Lat
			want = want || (2*p.Lon-1)*parts <= x && x < (2*p.Lon+1)*parts && (2*p.Lat-1)*parts <= y && y < (2*p.Lat+1)*parts
		}
		if got := e.passes(p); got != want {
			t.Errorf("%v passes %v: %v", e, p, got)
		}
	}
}
