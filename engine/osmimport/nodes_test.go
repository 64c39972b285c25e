// SPDX-License-Identifier: MIT

package osmimport

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
)

// TestNodeStoreAgainstMap compares the store with a map, for nodes in any order.
func TestNodeStoreAgainstMap(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		most := []int64{60, 300, 1 << 40, math.MaxInt64}[seed%4]
		draw := func() int64 { return rng.Int64N(most) - most/3 }
		type place struct {
			p       geo.Fixed
			version int32
		}
		reference := map[int64]place{}
		duplicates := map[int64]int64{}
		var ids []int64
		for range rng.IntN(600) {
			ids = append(ids, draw())
		}
		if seed%3 > 0 {
			slices.Sort(ids)
		}
		if seed%3 == 2 && len(ids) > 2 { // almost sorted
			ids[0], ids[len(ids)-1] = ids[len(ids)/2], ids[0]
		}
		var store nodeStore
		for i, id := range ids {
			p, version := geo.Fixed{Lat: rng.Int32(), Lon: int32(i) - rng.Int32()}, rng.Int32N(3)
			store.add(id, p, version)
			old, found := reference[id]
			if found {
				duplicates[id]++
			}
			if !found || version > old.version {
				reference[id] = place{p, version}
			}
		}
		store.finish()
		sorted := slices.Compact(slices.Sorted(slices.Values(ids)))
		asked := slices.Clone(sorted)
		for range 50 {
			asked = append(asked, draw(), rng.Int64()-math.MaxInt64/2)
		}
		rng.Shuffle(len(asked), func(i, k int) { asked[i], asked[k] = asked[k], asked[i] })
		for _, id := range asked {
			want, found := reference[id]
			i := store.find(id)
			if found != (i != noNode) {
				t.Fatalf("seed %d: node %d is at %d, want %v", seed, id, i, found)
			}
			if found && (sorted[i] != id || store.point(i) != want.p) {
				t.Fatalf("seed %d: node %d is at %d, at %v, want %v", seed, id, i, store.point(i), want.p)
			}
		}
		all := int64(0)
		for id, n := range duplicates {
			all += n
			if got := store.usedCopies(func(used func(int64)) { used(id); used(id) }); got != n {
				t.Fatalf("seed %d: %d copies of node %d, want %d", seed, got, id, n)
			}
		}
		if int64(len(store.copies)) != all {
			t.Fatalf("seed %d: %d copies, want %d", seed, len(store.copies), all)
		}
	}
}

// TestNodeStoreIsSmall checks the memory of nodes like those of a city.
func TestNodeStoreIsSmall(t *testing.T) {
	const n, most = 1 << 17, 8 // bytes for each
	rng := rand.New(rand.NewPCG(1, 2))
	var store nodeStore
	id, at := int64(5_000_000_000), geo.Fixed{Lat: 107_000_000, Lon: 1_067_000_000}
	for range n {
		id += 1 + rng.Int64N(rng.Int64N(20)+1)
		at.Lat, at.Lon = at.Lat+rng.Int32N(20000)-10000, at.Lon+rng.Int32N(20000)-10000
		store.add(id, at, 1+rng.Int32N(2))
	}
	store.finish()
	if got := store.data.Len() + int64(len(store.blocks))*16; got > n*most {
		t.Errorf("%d nodes take %d bytes, more than %d each", n, got, most)
	}
}

func BenchmarkNodeStore(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		var store nodeStore
		for id := range int64(3 << 16) {
			store.add(id*3, geo.Fixed{Lat: int32(id) * 700, Lon: int32(id) * 900}, 1)
		}
		store.finish()
		for id := range int64(3 << 16) {
			store.point(store.find(id * 3))
		}
	}
}
