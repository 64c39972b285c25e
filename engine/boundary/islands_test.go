// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
	"roadsnap/engine/geo"
)

// TestIslands checks that components share no vertex, against the other components
// which land they lie in, and against their own arcs what lies inside them.
func TestIslands(t *testing.T) {
	inside := 0
	rapid.Check(t, func(t *rapid.T) {
		d := anyDivision(t)
		islands := findIslands(&d.arcs)
		of := map[geo.Fixed]*island{}
		arcs := 0
		for i, is := range islands {
			arcs += len(is.arcs)
			if i > 0 && is.across() > islands[i-1].across() {
				t.Fatal("a larger island comes after a smaller one")
			}
			for _, arc := range is.arcs {
				for _, p := range d.arcs.line(int(arc)) {
					if other := of[p]; other != nil && other != is {
						t.Fatalf("%v is on two islands", p)
					}
					of[p] = is
				}
			}
		}
		if arcs != d.arcs.len() {
			t.Fatalf("%d arcs of %d", arcs, d.arcs.len())
		}
		for _, is := range islands {
			own := func(arc int) bool { return slices.Contains(is.arcs, uint32(arc)) }
			others := func(arc int) bool { return !own(arc) }
			outside := is.outside(&d.arcs)
			around := d.whose(d.arcs.line, others, d.arcs.line(int(is.arcs[0]))[0])
			if len(around) == 0 && outside != nobody || len(around) != 0 && (!around[outside] || !around[nobody]) && outside != nobody {
				t.Fatalf("an island in the land of %v is said to be in that of %v", around, outside)
			}
			for _, other := range islands {
				if other == is {
					continue
				}
				p := d.arcs.line(int(other.arcs[0]))[0]
				holds := len(d.whose(d.arcs.line, own, p)) > 0
				if holds {
					inside++
				}
				if got := is.holds(&d.arcs, outside, p); got != holds {
					t.Fatalf("island holds %v: %v", p, got)
				}
			}
		}
	})
	if inside == 0 {
		t.Error("no island was in another")
	}
}

// TestWhereARingBegins checks that the first vertex of a ring does not matter, even
// if witnesses of dropped islets refer to it.
func TestWhereARingBegins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Rapid's own numbers repeat often. Among equal errors, the position in the
		// array decides.
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n := rapid.IntRange(8, 60).Draw(t, "vertices")
		size := rapid.SampledFrom([]float64{30, 400, 8000}).Draw(t, "metres") / metresPerUnit
		at := func(angle, distance float64) geo.Fixed {
			return geo.Fixed{Lat: int32(distance * math.Sin(angle)), Lon: int32(distance * math.Cos(angle))}
		}
		var ring []geo.Fixed
		for i := range n {
			ring = append(ring, at(2*math.Pi*float64(i)/float64(n), size*(0.8+0.2*random.Float64())))
		}
		by := rapid.IntRange(1, n-1).Draw(t, "by")
		build := func(first int) map[geo.Fixed]bool {
			var a arcs
			turned := slices.Concat(ring[first:], ring[:first], ring[first:first+1])
			a.add(turned, 0, nobody)
			for i := range 6 {
				angle := float64(i) + 0.123
				p, q, r := at(angle, size*1.03), at(angle, size*1.05), at(angle+0.02, size*1.06)
				a.add([]geo.Fixed{p, r, q, p}, 0, nobody)
			}
			drawn, err := generalise(context.Background(), &a, []uint32{0}, nil)
			if err != nil {
				t.Fatal(err)
			}
			left := map[geo.Fixed]bool{}
			for level, l := range drawn {
				for _, p := range l.points {
					left[geo.Fixed{Lat: p.Lat, Lon: p.Lon + int32(level)*1e8}] = true
				}
			}
			return left
		}
		want, got := build(0), build(by)
		if len(got) != len(want) {
			t.Fatalf("%d vertices, begun elsewhere %d", len(want), len(got))
		}
		for p := range want {
			if !got[p] {
				t.Fatalf("%v is left or not, as the ring begins", p)
			}
		}
	})
}
