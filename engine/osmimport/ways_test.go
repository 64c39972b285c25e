// SPDX-License-Identifier: MIT

package osmimport

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestWayStoreAgainstMap compares the store with a map, for ways in any order.
func TestWayStoreAgainstMap(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var ids []int64
		for range rng.IntN(200) {
			ids = append(ids, rng.Int64N(400)-200)
		}
		sorted := seed%2 == 0
		if sorted {
			slices.Sort(ids)
			ids = slices.Compact(ids)
		}
		type way struct {
			keptWay
			nodes []int64
		}
		reference := map[int64]way{}
		var store wayStore
		for _, id := range ids {
			w := way{keptWay: keptWay{id: id, style: rng.Uint32(), version: rng.Int32N(3), use: use(1 + rng.IntN(3))}}
			for range rng.IntN(5) * rng.IntN(500) * rng.IntN(20) / 10 {
				w.nodes = append(w.nodes, rng.Int64()-rng.Int64())
			}
			store.add(w.keptWay, w.nodes)
			if old, found := reference[id]; !found || w.version > old.version {
				reference[id] = w
			}
		}
		duplicates := store.finish(false, func(k keptWay) bool { return k.id%7 != 0 })
		if want := int64(len(ids) - len(reference)); duplicates != want {
			t.Fatalf("seed %d: %d duplicates, want %d", seed, duplicates, want)
		}
		if !store.unsorted && !sorted || len(ids) == 0 {
			for id := range reference { // finish has removed them
				if id%7 == 0 {
					delete(reference, id)
				}
			}
		}
		var got []int64
		for k := range store.all() {
			got = append(got, k.id)
		}
		var want []int64
		for id := range reference {
			want = append(want, id)
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: ways %v, want %v", seed, got, want)
		}
		for id := int64(-201); id <= 201; id++ {
			w, there := reference[id]
			k, found := store.find(id)
			if found != there {
				t.Fatalf("seed %d: way %d found: %v, want %v", seed, id, found, there)
			}
			if !found {
				continue
			}
			nodes := k.appendIDs(nil)
			if k.id != id || k.style != w.style || k.version != w.version || k.use != w.use || k.count != len(w.nodes) || !slices.Equal(nodes, w.nodes) {
				t.Fatalf("seed %d: way %d is %+v with %d nodes, want %+v", seed, id, k, len(nodes), w)
			}
		}
	}
}
