package boundary

import (
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// agree checks a locator against the plain scan at the points.
func agree(t *testing.T, l *locator, points []geo.Fixed) {
	t.Helper()
	for _, p := range points {
		o, onBorder := l.locate(p)
		if want, wantBorder := plainOwner(l.arcs, p); o != want || onBorder != wantBorder {
			t.Errorf("at %v: owner %d, on a border: %v; want %d, %v", p, int32(o), onBorder, int32(want), wantBorder)
			return
		}
	}
}

func TestLocateAgreesWithPlainScan(t *testing.T) {
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 0))
		a := randomDivision(r).arcs()
		l := buildDense(a, density{grid: 1 + r.IntN(8), crowded: 2 + r.IntN(20), bridged: r.Uint32N(3)})
		agree(t, &l, probes(r, a))
		if err := l.verify(t.Context()); err != nil {
			t.Errorf("verify: %v", err)
		}
		if t.Failed() {
			t.Fatalf("seed %d: %d arcs, %d points", seed, a.len(), len(a.points))
		}
	}
}
