// SPDX-License-Identifier: MIT

package road

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFewHitsAreOrderedAsMany compares the order by insertion with that by sorting.
func TestFewHitsAreOrderedAsMany(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		hits := make([]Hit, random.IntN(fewHits+1))
		for i := range hits {
			hits[i] = Hit{Link: LinkID(random.IntN(8)), Segment: random.IntN(4), Distance: float64(random.IntN(6))}
		}
		want := slices.Clone(hits)
		slices.SortFunc(want, byLink)
		want = slices.CompactFunc(want, func(a, b Hit) bool { return a.Link == b.Link })
		slices.SortFunc(want, byDistance)
		got := slices.Clone(hits)
		if got = got[:onePerLink(got)]; !slices.Equal(got, want) {
			t.Fatalf("of %+v\n%+v are left, want\n%+v", hits, got, want)
		}
	}
}
