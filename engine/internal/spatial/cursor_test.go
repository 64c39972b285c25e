// SPDX-License-Identifier: MIT

package spatial

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
	"roadsnap/engine/geo"
)

func TestCursorAgreesWithSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{0, 1, 2, 16, 17, 256, 257, 300}).Draw(t, "n")
		boxes := make([]geo.FixedBounds, n)
		for i := range boxes {
			boxes[i] = drawBox(t, "box")
		}
		tree := Build(boxes).Tree()
		c := tree.Cursor()
		for range 5 {
			q := drawBox(t, "query")
			if got, want := c.Search(q), tree.AppendSearch(nil, q); !slices.Equal(got, want) {
				t.Fatalf("search of %v in %d boxes found %v, want %v", q, n, got, want)
			}
		}
	})
}

func TestCursorAlongADrive(t *testing.T) {
	boxes := clustered(20_000, 1)
	tree := Build(boxes).Tree()
	c := tree.Cursor()
	r := rand.New(rand.NewPCG(1, 2))
	at := boxes[0]
	for i := range 2000 {
		lat, lon := r.Int32N(2e4)-5e3, r.Int32N(2e4)-5e3
		at.MinLat, at.MaxLat, at.MinLon, at.MaxLon = at.MinLat+lat, at.MaxLat+lat, at.MinLon+lon, at.MaxLon+lon
		if got, want := c.Search(at), tree.AppendSearch(nil, at); !slices.Equal(got, want) {
			t.Fatalf("search %d of %v found %v, want %v", i, at, got, want)
		}
		if i%500 == 0 { // elsewhere
			at = boxes[r.IntN(len(boxes))]
		}
	}
}

func TestCursorOfDamagedItemsStaysInRange(t *testing.T) {
	b := Build(clustered(300, 10))
	b.Items[0], b.Items[299] = 300, math.MaxUint32
	tree := b.Tree()
	c := tree.Cursor()
	if got := len(c.Search(tree.Bounds())); got != 298 {
		t.Errorf("found %d items, want the 298 that are in range", got)
	}
}
