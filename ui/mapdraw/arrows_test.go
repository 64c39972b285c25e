package mapdraw

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

// plainArrows goes through all places along a line, one after the other.
func plainArrows(shape []vec) (tails []vec) {
	next := arrowSpacing / 2
	for i := 1; i < len(shape); i++ {
		a, b := shape[i-1], shape[i]
		run := distance(a, b)
		for ; next < run; next += arrowSpacing {
			if from, to := next-arrowLength/2, next+arrowLength/2; from >= 0 && to <= run {
				tails = append(tails, vec{a.x + (b.x-a.x)/run*from, a.y + (b.y-a.y)/run*from})
			}
		}
		next -= run
	}
	return tails
}

// Of a long line only what lies in the picture is gone through, and has its arrows
// where they would be.
func TestArrowsOfAPictureAreThoseOfTheWholeLine(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 3))
	frame := box{0, 0, TileSize, TileSize}
	seen := 0
	for range 2000 {
		var shape []vec
		reach := math.Exp2(4 + 10*rng.Float64())
		for range 2 + rng.IntN(6) {
			shape = append(shape, vec{TileSize/2 + reach*rng.NormFloat64(), TileSize/2 + reach*rng.NormFloat64()})
		}
		var got, want []vec
		for tail := range arrowsOn(shape, false, 1, frame) {
			if frame.has(tail) {
				got = append(got, tail)
			}
		}
		for _, tail := range plainArrows(shape) {
			if frame.has(tail) {
				want = append(want, tail)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("seed %d: %d arrows on %v, want %d", seed, len(got), shape, len(want))
		}
		for i, p := range got {
			if distance(p, want[i]) > 1e-6 {
				t.Fatalf("seed %d: an arrow of %v stands at %v, want %v", seed, shape, p, want[i])
			}
		}
		seen += len(got)
	}
	if seen < 1000 {
		t.Errorf("seed %d: only %d arrows were looked at", seed, seen)
	}
}
