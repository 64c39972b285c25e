// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// straightLine returns a line of n segments of 100 m to the east.
func straightLine(n int) []vertex {
	plane := geo.NewPlane(geo.Point{Lat: 10, Lon: 106})
	line := make([]vertex, n+1)
	for i := range line {
		line[i] = vertex{at: plane.Point(geo.XY{X: float64(i) * 100}), along: float64(i) * 100}
	}
	return line
}

// TestOrderIsBest compares isotonic regression with a fine grid of all ordered
// places.
func TestOrderIsBest(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	plane := geo.NewPlane(geo.Point{Lat: 10, Lon: 106})
	for range 200 {
		w := &placer{recorded: new(recorded), route: &route{line: straightLine(1)}}
		raw := make([]float64, 2+random.IntN(5))
		for i := range raw {
			raw[i] = random.Float64()*140 - 20
			w.fixes = append(w.fixes, fix{mean: plane.Point(geo.XY{X: raw[i], Y: random.NormFloat64() * 10}), meanSigma: 1 + float64(random.IntN(3)), segment: 1})
		}
		w.order(0, len(w.fixes))
		got, before := 0.0, 0.0
		for i, f := range w.fixes {
			if f.along < before || f.along > 100 {
				t.Fatalf("places of %v: %g after %g", raw, f.along, before)
			}
			before = f.along
			got += math.Pow((f.along-raw[i])/f.meanSigma, 2)
		}
		if want := bestOnGrid(raw, w.fixes); got > want*(1+1e-6)+1e-3 {
			t.Errorf("places of %v cost %g, a grid finds %g", raw, got, want)
		}
	}
}

// bestOnGrid returns the least cost of ordered places that are multiples of 0.5 m.
func bestOnGrid(raw []float64, fixes []fix) float64 {
	const cells = 201
	cost := make([]float64, cells)
	for i, at := range raw {
		best := math.Inf(1)
		for k := range cost {
			best = min(best, cost[k])
			cost[k] = best + math.Pow((float64(k)/2-at)/fixes[i].meanSigma, 2)
		}
	}
	best := math.Inf(1)
	for _, c := range cost {
		best = min(best, c)
	}
	return best
}

// TestAssignIsBest compares the dynamic programme with all ordered choices of
// segments.
func TestAssignIsBest(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	plane := geo.NewPlane(geo.Point{Lat: 10, Lon: 106})
	for range 100 {
		w := &placer{recorded: new(recorded), route: &route{line: straightLine(4)}}
		for range 4 {
			p := plane.Point(geo.XY{X: random.Float64()*460 - 30, Y: random.NormFloat64() * 30})
			w.fixes = append(w.fixes, fix{at: p, mean: p, sigma: 20, meanSigma: 20})
			w.windows = append(w.windows, window{first: 1, last: 4, cells: 4 * len(w.windows)})
		}
		w.cells = make([]cell, 16)
		w.assign(0, 4)
		cost := func(i, seg int) float64 {
			pl := geo.NewPlane(w.fixes[i].mean)
			_, d2 := geo.Project(geo.XY{}, pl.XY(w.line[seg-1].at), pl.XY(w.line[seg].at))
			return min(d2/400, placeCap)
		}
		best := math.Inf(1)
		for a := 1; a <= 4; a++ {
			for b := a; b <= 4; b++ {
				for c := b; c <= 4; c++ {
					for d := c; d <= 4; d++ {
						best = min(best, cost(0, a)+cost(1, b)+cost(2, c)+cost(3, d))
					}
				}
			}
		}
		got, before := 0.0, 0
		for i := range w.fixes {
			if w.fixes[i].segment < before {
				t.Fatal("segments out of order")
			}
			before = w.fixes[i].segment
			got += cost(i, before)
		}
		if math.Abs(got-best) > 1e-9 {
			t.Errorf("cost %g, best %g", got, best)
		}
	}
}
