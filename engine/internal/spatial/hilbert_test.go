// SPDX-License-Identifier: MIT

package spatial

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"roadsnap/engine/geo"
)

// TestHilbertStepsToNeighbours follows the curve over the middles of a coarse grid:
// each step goes to an adjacent cell, and every cell is visited. This defines a Hilbert
// curve.
func TestHilbertStepsToNeighbours(t *testing.T) {
	const order = 5
	const cells = 1 << order
	const shift = 32 - order
	type cell struct{ x, y int }
	at := make(map[uint64]cell)
	for x := range cells {
		for y := range cells {
			p := geo.Fixed{Lat: int32(int64(y)<<shift - 1<<31), Lon: int32(int64(x)<<shift - 1<<31)}
			at[Hilbert(p)>>(2*shift)] = cell{x, y}
		}
	}
	if len(at) != cells*cells {
		t.Fatalf("%d different numbers for %d cells", len(at), cells*cells)
	}
	for i := uint64(1); i < cells*cells; i++ {
		a, b := at[i-1], at[i]
		if d := abs(a.x-b.x) + abs(a.y-b.y); d != 1 {
			t.Fatalf("step %d goes from %v to %v", i, a, b)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// TestHilbertAtFullPrecision checks the same at the finest level: the numbers of the
// four positions of a smallest square differ and are consecutive.
func TestHilbertAtFullPrecision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lat, lon := rapid.Int32().Draw(t, "lat")&^1, rapid.Int32().Draw(t, "lon")&^1
		keys := []uint64{
			Hilbert(geo.Fixed{Lat: lat, Lon: lon}), Hilbert(geo.Fixed{Lat: lat, Lon: lon + 1}),
			Hilbert(geo.Fixed{Lat: lat + 1, Lon: lon}), Hilbert(geo.Fixed{Lat: lat + 1, Lon: lon + 1}),
		}
		slices.Sort(keys)
		if keys[3]-keys[0] != 3 || len(slices.Compact(keys)) != 4 {
			t.Fatalf("numbers %v", keys)
		}
	})
}

// TestHilbertIsFixed checks values that existing packs depend on.
func TestHilbertIsFixed(t *testing.T) {
	tests := []struct {
		name string
		p    geo.Fixed
		want uint64
	}{
		{"south-west corner", geo.Fixed{Lat: math.MinInt32, Lon: math.MinInt32}, 0},
		{"south-east corner", geo.Fixed{Lat: math.MinInt32, Lon: math.MaxInt32}, math.MaxUint64},
		{"middle", geo.Fixed{}, 0x8000000000000000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Hilbert(tt.p); got != tt.want {
				t.Errorf("Hilbert(%v) = %#x, want %#x", tt.p, got, tt.want)
			}
		})
	}
}

func BenchmarkHilbert(b *testing.B) {
	b.ReportAllocs()
	sum, p := uint64(0), geo.Fixed{Lat: 107769000, Lon: 1067009000}
	for b.Loop() {
		p.Lon += 1009
		sum += Hilbert(p)
	}
	if sum == 0 {
		b.Fatal("the curve stands still")
	}
}
