// SPDX-License-Identifier: MIT

package osmimport

import (
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
)

// TestNodeTableAgainstMap compares the table with a map, for nodes in any order.
func TestNodeTableAgainstMap(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		draw := func() int64 { return rng.Int64N(60) - 20 }
		var wanted []int64
		for range rng.IntN(80) {
			wanted = append(wanted, draw())
		}
		table := newNodeTable(slices.Clone(wanted))
		type place struct {
			p       geo.Fixed
			version int32
		}
		reference := map[int64]place{}
		duplicates := int64(0)
		var nodes []int64
		for range rng.IntN(120) {
			nodes = append(nodes, draw())
		}
		if seed%2 == 0 {
			slices.Sort(nodes)
		}
		for i, id := range nodes {
			p, version := geo.Fixed{Lat: int32(i), Lon: int32(id)}, rng.Int32N(3)
			table.place(id, p, version)
			if !slices.Contains(wanted, id) {
				continue
			}
			old, found := reference[id]
			if found {
				duplicates++
			}
			if !found || version > old.version {
				reference[id] = place{p, version}
			}
		}
		places := slices.Clone(wanted)
		table.resolve(places)
		for k, i := range places {
			want, found := reference[wanted[k]]
			if found != (i != noNode) || found && (table.points[i] != want.p || table.ids[i] != wanted[k]) {
				t.Fatalf("seed %d: node %d is at place %d, want %v, %v", seed, wanted[k], i, want, found)
			}
		}
		if table.duplicates != duplicates {
			t.Fatalf("seed %d: %d duplicates, want %d", seed, table.duplicates, duplicates)
		}
	}
}

func BenchmarkNodeTable(b *testing.B) {
	ids := make([]int64, 1<<16)
	for i := range ids {
		ids[i] = int64(i) * 3
	}
	table := newNodeTable(slices.Clone(ids))
	b.ReportAllocs()
	for b.Loop() {
		for id := range int64(len(ids) * 3) {
			table.place(id, geo.Fixed{}, 1)
		}
	}
}
