// SPDX-License-Identifier: MIT

package boundary

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// TestOverlay draws two divisions of a strip, and counts what they share in squares of the drawing.
func TestOverlay(t *testing.T) {
	p := drawing(`
a . c . e . g . i
. . . . . . . . .
b . d . f . h . j`, 400)
	square := landLeft(p.line("abdca"))
	before, _ := built(t, p.areas([]string{"abfe", "efhg", "ghji"}), DefaultOptions())
	now, _ := built(t, p.areas([]string{"abdc", "cdji"}), DefaultOptions())
	got, err := Overlay(t.Context(), before, now, DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	want := []Share{{0, 0, 1}, {0, 1, 1}, {1, 1, 1}, {2, 1, 1}}
	if len(got) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, s := range got {
		if s.A != want[i].A || s.B != want[i].B || math.Abs(s.Land-want[i].Land*square) > 1e-6*square {
			t.Errorf("%d and %d share %v squares, want %+v", s.A, s.B, s.Land/square, want[i])
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Overlay(ctx, before, now, DefaultOptions()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestOverlayOfMessyDivisions checks that a division shares all its land with itself, and that points at
// random lie in areas of two divisions that share land.
func TestOverlayOfMessyDivisions(t *testing.T) {
	shared, seen := 0, 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 7))
		a, _ := built(t, messy(r), exactly())
		b, _ := built(t, messy(r), exactly())
		same, err := Overlay(t.Context(), a, a, exactly())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, s := range same {
			if s.A != s.B || math.Abs(s.Land-a.Size(s.A)) > 1e-6*a.Size(s.A)+1e-3 {
				t.Fatalf("seed %d: %+v, the area has %v", seed, s, a.Size(s.A))
			}
		}
		list, err := Overlay(t.Context(), a, b, exactly())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		pairs := map[[2]int]float64{}
		sums := make([]float64, a.areas)
		for _, s := range list {
			pairs[[2]int{s.A, s.B}] = s.Land
			sums[s.A] += s.Land
			shared++
		}
		for i, sum := range sums {
			if sum > a.Size(i)*(1+1e-6)+1e-3 {
				t.Fatalf("seed %d: area %d has %v, but shares %v", seed, i, a.Size(i), sum)
			}
		}
		box := geo.FixedBoundsOf(a.arcs.points...)
		if a.arcs.len() == 0 {
			continue
		}
		for range 50 {
			p := geo.Fixed{Lat: mix(r, box.MinLat, box.MaxLat), Lon: mix(r, box.MinLon, box.MaxLon)}
			x, edge1 := plainOwner(a.arcs, p)
			y, edge2 := plainOwner(b.arcs, p)
			if edge1 || edge2 || x == nobody || y == nobody {
				continue
			}
			seen++
			// Where lines cross, cuts move them by up to a unit, which may take all of a sliver.
			if pairs[[2]int{int(x), int(y)}] == 0 && box.MaxLat-box.MinLat > 100 {
				t.Fatalf("seed %d: %v is in areas %d and %d, which share nothing", seed, p, x, y)
			}
		}
	}
	if shared < 50 || seen < 40 {
		t.Errorf("%d pairs, %d points", shared, seen)
	}
}
