// SPDX-License-Identifier: MIT

package tile

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"roadsnap/ui/mapdraw/raster"
	"roadsnap/ui/mapdraw/view"
)

// plainArrows visits all places along a line, one after the other.
func plainArrows(shape []raster.Vec) (tails []raster.Vec) {
	next := arrowSpacing / 2
	for i := 1; i < len(shape); i++ {
		a, b := shape[i-1], shape[i]
		run := math.Hypot(b.X-a.X, b.Y-a.Y)
		for ; next < run; next += arrowSpacing {
			if from, to := next-arrowLength/2, next+arrowLength/2; from >= 0 && to <= run {
				tails = append(tails, raster.Vec{X: a.X + (b.X-a.X)/run*from, Y: a.Y + (b.Y-a.Y)/run*from})
			}
		}
		next -= run
	}
	return tails
}

// TestArrowsOfAPictureAreThoseOfTheWholeLine checks that only the visible part of
// a long line is searched, and that its arrows are in the right places.
func TestArrowsOfAPictureAreThoseOfTheWholeLine(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 3))
	frame := raster.Box{X0: 0, Y0: 0, X1: view.TileSize, Y1: view.TileSize}
	seen := 0
	for range 2000 {
		var shape []raster.Vec
		reach := math.Exp2(4 + 10*rng.Float64())
		for range 2 + rng.IntN(6) {
			shape = append(shape, raster.Vec{X: view.TileSize/2 + reach*rng.NormFloat64(), Y: view.TileSize/2 + reach*rng.NormFloat64()})
		}
		var got, want []raster.Vec
		for tail := range arrowsOn(shape, false, 1, frame) {
			if frame.Has(tail) {
				got = append(got, tail)
			}
		}
		for _, tail := range plainArrows(shape) {
			if frame.Has(tail) {
				want = append(want, tail)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("seed %d: %d arrows on %v, want %d", seed, len(got), shape, len(want))
		}
		for i, p := range got {
			if math.Hypot(p.X-want[i].X, p.Y-want[i].Y) > 1e-6 {
				t.Fatalf("seed %d: an arrow of %v stands at %v, want %v", seed, shape, p, want[i])
			}
		}
		seen += len(got)
	}
	if seen < 1000 {
		t.Errorf("seed %d: only %d arrows were looked at", seed, seen)
	}
}
