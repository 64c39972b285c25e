// SPDX-License-Identifier: MIT

package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/packtest"
)

// bestByScan returns the coarse scores of the finalists of words, best first, by looking at all
// names, without lists, bounds or a heap.
func bestByScan(x *Index, q Query, words []string) (best []float64) {
	entries := slowly(x, words, false)
	for e := range entries {
		r := x.entries.At(e)
		if q.Within != nil && !slices.ContainsFunc(x.pointsOf(e), func(p geo.Fixed) bool { return q.Within.Box.Contains(p) && q.Within.Holds(p) }) {
			continue
		}
		factor := qualityPrefix
		if whole := wordsOf(x.Entry(e).Name); slices.Contains(whole, words[len(words)-1]) {
			factor = 1
		}
		covered := min(1, float64(len(words))/float64(r.Words))
		score := factor*(leastCovered+(1-leastCovered)*covered) + weightImportance*float64(r.Importance)/255
		if basemap.Kind(r.Kind) == basemap.POIBusStop {
			score -= minorKind
		}
		if q.HasNear {
			plane := geo.NewPlane(q.Near)
			xy := plane.XY(x.Entry(e).At)
			score += weightNear / (1 + math.Hypot(xy.X, xy.Y)/nearHalf)
		}
		best = append(best, score)
	}
	slices.SortFunc(best, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
	return best[:min(len(best), finalists)]
}

// TestFinalistsAgainstScan compares the finalists of common words, of which there are far more
// entries than finalists, with a scan of all names.
func TestFinalistsAgainstScan(t *testing.T) {
	const seed = 20261126
	t.Logf("seed %d", seed)
	x := packtest.Open(t, Open, randomCity(seed, 6000))
	rng := rand.New(rand.NewPCG(seed, 1))
	east := at(20000, 0)[0].Lon
	area := &Area{Box: geo.FixedBoundsOf(at(-9000, 5000, 60000, 45000)...), Holds: func(p geo.Fixed) bool { return p.Lon > east }}
	f := &finder{}
	for _, words := range [][]string{{"le"}, {"nguyen"}, {"n"}, {"p"}, {"1"}, {"an"}, {"phu"}, {"quan", "ph"}, {"le", "n"}, {"thi", "minh"}, {"t"}} {
		for i := range 6 {
			q := Query{}
			if i%2 == 1 {
				q.HasNear, q.Near = true, at(rng.Float64()*60000, rng.Float64()*60000)[0].Point()
			}
			if i >= 4 {
				q.Within = area
			}
			f.begin(x, q) // with the memory of the query before
			f.match(words, nil, 1)
			var got []float64
			for _, c := range f.list {
				got = append(got, c.score)
			}
			slices.SortFunc(got, func(a, b float64) int { return int(math.Copysign(1, b-a)) })
			want := bestByScan(x, q, words)
			if len(got) != len(want) || len(want) < 20 {
				t.Fatalf("%q, %+v: %d finalists, want %d", words, q, len(got), len(want))
			}
			for k := range want {
				if math.Abs(got[k]-want[k]) > 1e-6 {
					t.Fatalf("%q, %+v: finalist %d has %v, want %v", words, q, k, got[k], want[k])
				}
			}
		}
	}
}

// TestHeapKeepsTheBest adds entries in any order, some of them again with another score.
func TestHeapKeepsTheBest(t *testing.T) {
	const seed = 3
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	for range 20 {
		var c candidates
		c.reset()
		c.readings = append(c.readings, reading{})
		all := map[int32]float64{}
		for range 3000 {
			entry, score := int32(rng.IntN(900)), rng.Float64()
			all[entry] = max(all[entry], score)
			if score > c.floor() {
				c.add(entry, score)
			}
		}
		var want []string
		for entry, score := range all {
			want = append(want, fmt.Sprintf("%.9f %d", score, entry))
		}
		slices.Sort(want)
		want = want[len(want)-finalists:]
		var got []string
		for _, k := range c.list {
			got = append(got, fmt.Sprintf("%.9f %d", k.score, k.entry))
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%d candidates, want the %d best of %d", len(got), finalists, len(all))
		}
	}
}
