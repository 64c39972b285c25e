// SPDX-License-Identifier: MIT

package coast

import (
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// TestWalk walks along segments in both directions. Their ends are often next to
// lines and corners of the lattice.
func TestWalk(t *testing.T) {
	l := newLattice(geo.Bounds{South: 10, West: 107, North: 10.1, East: 107.1}.Fixed())
	r := rand.New(rand.NewPCG(1, 2))
	point := func() geo.Fixed {
		p := l.at(place{r.IntN(14) - 2, r.IntN(14) - 2})
		return geo.Fixed{Lat: p.Lat + int32(r.IntN(3)) - 1, Lon: p.Lon + int32(r.IntN(3)) - 1}
	}
	between := func(v float64, a, b int32) bool {
		return float64(min(a, b)) <= v && v <= float64(max(a, b))
	}
	for range 20_000 {
		a, b := point(), point()
		c := l.cellOf(a)
		var there, back []step
		l.walk(a, b, func(s step) {
			if dx, dy := s.to.x-c.x, s.to.y-c.y; dx*dx+dy*dy != 1 {
				t.Fatalf("from %v to %v: from cell %v to %v", a, b, c, s.to)
			}
			if !s.within != (!l.hasCell(c) && !l.hasCell(s.to)) {
				t.Fatalf("from %v to %v: between %v and %v within %v", a, b, c, s.to, s.within)
			}
			if s.within {
				from, to := l.cellsAt(s.side)
				if (from != c || to != s.to) && (from != s.to || to != c) {
					t.Fatalf("from %v to %v: between %v and %v side %d", a, b, c, s.to, s.side)
				}
			}
			along := s.to.x != c.x && between(s.at, a.Lat, b.Lat) || s.to.y != c.y && between(s.at, a.Lon, b.Lon)
			if !along {
				t.Fatalf("from %v to %v: leaves %v at %v, which is not between", a, b, c, s.at)
			}
			c = s.to
			there = append(there, s)
		})
		if c != l.cellOf(b) {
			t.Fatalf("from %v to %v: ends in %v", a, b, c)
		}
		l.walk(b, a, func(s step) { back = append(back, s) })
		if len(back) != len(there) {
			t.Fatalf("from %v to %v: %d steps there, %d back", a, b, len(there), len(back))
		}
	}
}
