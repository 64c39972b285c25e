// SPDX-License-Identifier: MIT

package label

import (
	"math"
	"testing"

	"roadsnap/ui/maptest"
)

func TestTheMiddleOfARiver(t *testing.T) {
	for _, width := range []float64{12, 40, 90} {
		for _, shift := range []float64{0, 0.13, 0.4, 0.77} {
			ring, off := maptest.Meander(200, width, shift)
			length, wide := strip(ring)
			if math.Abs(wide-width) > 0.1*width || length < 1800 || length > 2500 {
				t.Fatalf("a river %v wide is measured as %.0f long, %.0f wide", width, length, wide)
			}
			l := Gatherer{scale: 1}
			lines := l.middleLines(ring, length, wide)
			total := 0.0
			for _, line := range lines {
				w := newWalk(line)
				total += w.length()
				for _, p := range line {
					if d := off(p); d > 0.2*width && p.X > 100+2*width && p.X < 1900-2*width { // except at its ends
						t.Errorf("width %v, begun at %v: %v is %.1f off the middle", width, shift, p, d)
					}
				}
			}
			if total < 0.85*length {
				t.Errorf("width %v, begun at %v: %.0f of %.0f have a middle", width, shift, total, length)
			}
		}
	}
}
