package mapdraw

import (
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

func TestStraightenStaysWithinTolerance(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	for range 300 {
		line := []vec{{0, 0}}
		dir := 0.0
		for range 2 + rng.IntN(200) {
			dir += rng.NormFloat64() * []float64{0.02, 0.3, 2}[rng.IntN(3)]
			step := rng.ExpFloat64() * 2
			last := line[len(line)-1]
			line = append(line, vec{last.x + step*math.Cos(dir), last.y + step*math.Sin(dir)})
		}
		got := straighten(append([]vec(nil), line...), unseen)
		if got[0] != line[0] || got[len(got)-1] != line[len(line)-1] {
			t.Fatalf("the ends of %v moved: %v", line, got)
		}
		for i, p := range line {
			if d := distanceTo(got, p); d > unseen*1.01 {
				t.Fatalf("vertex %d of %v is %.2f pixels from %v", i, line, d, got)
			}
		}
	}
}

func distanceTo(line []vec, p vec) float64 {
	least := math.Inf(1)
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		_, d2 := geo.Project(geo.XY{X: p.x, Y: p.y}, geo.XY{X: a.x, Y: a.y}, geo.XY{X: b.x, Y: b.y})
		least = min(least, math.Sqrt(d2))
	}
	return least
}

func TestStraightenLeavesOutWhatIsStraight(t *testing.T) {
	line := make([]vec, 1000)
	for i := range line {
		line[i] = vec{float64(i), 0.3 * float64(i%2)}
	}
	if got := straighten(line, unseen); len(got) > 10 {
		t.Errorf("%d vertices of a straight line are left", len(got))
	}
	back := straighten([]vec{{0, 0}, {10, 0}, {20, 0}, {10, 0}, {5, 0}}, unseen)
	if len(back) != 3 || back[1] != (vec{20, 0}) {
		t.Errorf("a line that turns back at 20, 0 becomes %v", back)
	}
}

func TestStretches(t *testing.T) {
	line := make([]geo.Point, 8)
	for i := range line {
		line[i].Lat = float64(i)
	}
	type stretch struct {
		first, last float64
		inferred    bool
	}
	for _, c := range []struct {
		name     string
		inferred []VertexRange
		want     []stretch
	}{
		{"none", nil, []stretch{{0, 7, false}}},
		{"middle", []VertexRange{{2, 4}}, []stretch{{0, 2, false}, {2, 4, true}, {4, 7, false}}},
		{"start", []VertexRange{{0, 3}}, []stretch{{0, 3, true}, {3, 7, false}}},
		{"end", []VertexRange{{5, 7}}, []stretch{{0, 5, false}, {5, 7, true}}},
		{"all", []VertexRange{{0, 7}}, []stretch{{0, 7, true}}},
		{"side by side", []VertexRange{{1, 3}, {3, 5}}, []stretch{{0, 1, false}, {1, 3, true}, {3, 5, true}, {5, 7, false}}},
		{"beyond the end", []VertexRange{{5, 99}}, []stretch{{0, 5, false}, {5, 7, true}}},
		{"upside down", []VertexRange{{5, 2}}, []stretch{{0, 7, false}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []stretch
			RouteLeg{Line: line, Inferred: c.inferred}.stretches(func(l []geo.Point, inferred bool) {
				got = append(got, stretch{l[0].Lat, l[len(l)-1].Lat, inferred})
			})
			if len(got) != len(c.want) {
				t.Fatalf("stretches %v, want %v", got, c.want)
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("stretches %v, want %v", got, c.want)
				}
			}
		})
	}
}
