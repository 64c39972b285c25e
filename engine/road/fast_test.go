// SPDX-License-Identifier: MIT

package road

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestCentimetresUp compares the conversion with that by math.Ceil.
func TestCentimetresUp(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	cases := []float64{0, -1, 1e-9, 0.01, 0.02, 0.07, 1, 1e6, 42949672.93, 42949672.94, 42949672.95, 1e12, math.Inf(1), math.Inf(-1), math.NaN()}
	for range 10_000 {
		cases = append(cases, random.ExpFloat64()*1000, float64(random.Uint32N(1e6))/centimetresPerMetre)
	}
	for _, m := range cases {
		want := uint32(min(math.Ceil(clamp(m, math.Inf(1))*centimetresPerMetre), unreached-1))
		if got := centimetresUp(m); got != want {
			t.Errorf("%v m are %d cm, want %d", m, got, want)
		}
	}
}

// TestExpandWithoutRules compares the routes of a search with those of one that looks for
// restrictions at the end of each arc.
func TestExpandWithoutRules(t *testing.T) {
	found := 0
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 6))
		_, g, _ := packed(t, randomWays(seed))
		fast, slow := NewSearch(g), NewSearch(g)
		slow.arcs = slices.Clone(slow.arcs)
		for i := range slow.arcs {
			slow.arcs[i].Access |= turnsBit
		}
		rules := DefaultRules(Car)
		rules.TurnPenalty, rules.AnglePenalty, rules.DeadEndPenalty = 2000, 300, 1500
		for range 200 {
			from := Position{EdgeID(random.IntN(g.NumEdges())), random.Float64() * 100}
			targets := make([]Position, 4)
			for i := range targets {
				targets[i] = Position{EdgeID(random.IntN(g.NumEdges())), random.Float64() * 1000}
			}
			fast.Run(from, 1e6, targets, rules)
			slow.Run(from, 1e6, targets, rules)
			for i, to := range targets {
				cost, some := fast.Cost(i)
				want, wanted := slow.Cost(i)
				if cost != want || some != wanted || !slices.Equal(fast.Path(nil, i), slow.Path(nil, i)) {
					t.Fatalf("seed %d, from %v to %v: cost %v (%v), by the rules %v (%v)", seed, from, to, cost, some, want, wanted)
				}
				if some {
					found++
				}
			}
		}
	}
	if found < 1000 {
		t.Errorf("only %d routes", found)
	}
}
