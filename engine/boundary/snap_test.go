// SPDX-License-Identifier: MIT

package boundary

import (
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
)

// drawnApart takes the areas of a patchwork apart and moves every vertex by up to 0.3
// m on each axis, so that no two outlines meet. Some outlines have vertices along
// their edges that neighbours lack.
func drawnApart(r *rand.Rand, a *arcs) []Area {
	shake := func(p geo.Fixed) geo.Fixed {
		const most = 27 // units, 0.3 m
		return geo.Fixed{Lat: p.Lat + r.Int32N(2*most+1) - most, Lon: p.Lon + r.Int32N(2*most+1) - most}
	}
	areas := takenApart(r, a)
	for _, area := range areas {
		at := make(map[geo.Fixed]geo.Fixed)
		for _, part := range area.Parts {
			for i, ring := range part {
				var out []geo.Fixed
				for k, p := range ring {
					if _, ok := at[p]; !ok {
						at[p] = shake(p)
					}
					out = append(out, at[p])
					if q := ring[(k+1)%len(ring)]; q != p && r.IntN(4) == 0 {
						f := r.Float64()
						out = append(out, shake(geo.Fixed{Lat: p.Lat + int32(f*float64(q.Lat-p.Lat)), Lon: p.Lon + int32(f*float64(q.Lon-p.Lon))}))
					}
				}
				part[i] = out
			}
		}
	}
	return areas
}

// TestSnapClosesWhatWasDrawnApart allows slivers only where one area has two vertices
// that are closer together than the tolerance.
func TestSnapClosesWhatWasDrawnApart(t *testing.T) {
	apart, left := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 6))
		before := warped(r, 12, 1+r.IntN(4), geo.Fixed{Lat: 10e7, Lon: 105e7}, 40000).arcs()
		areas := drawnApart(r, before)
		_, loose := built(t, areas, exactly())
		d, report := built(t, areas, DefaultOptions())
		judged(t, d, report)
		if fault := listed(areas, d, report); fault != "" {
			t.Fatalf("seed %d: %s", seed, fault)
		}
		for _, list := range [][]Move{report.Moved, report.Bent} {
			for _, m := range list {
				if m.Metres > 1 || geo.Distance(m.From, m.To) > 1.02 {
					t.Fatalf("seed %d: %v moved %v m", seed, m, geo.Distance(m.From, m.To))
				}
			}
		}
		apart += len(loose.Gaps) + len(loose.Overlaps)
		for _, f := range slices.Concat(report.Gaps, report.Overlaps) {
			// At most as wide as the tolerance, and along one border. Lakes are
			// larger.
			box := f.Bounds
			size := geo.Distance(geo.Point{Lat: box.South, Lon: box.West}, geo.Point{Lat: box.North, Lon: box.East})
			if size < 1 || f.Area < size {
				left++
			}
		}
	}
	if left > 5 || apart < 1000 {
		t.Errorf("%d slivers are left of %d", left, apart)
	}
}
