// SPDX-License-Identifier: MIT

package raster

import (
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

// TestPolylineCoversByDistance compares lines of all lengths and directions with
// the definition: the coverage of a pixel is how far its middle lies within the
// edge of the nearest segment.
func TestPolylineCoversByDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 4))
	const side = 64
	var m Mask
	for i := range 3000 {
		m.Reset(side, side)
		width := 0.2 + 30*rng.Float64()*rng.Float64()
		line := []Vec{{side * rng.Float64(), side * rng.Float64()}}
		for range 1 + rng.IntN(3) {
			last, step := line[len(line)-1], math.Exp(rng.Float64()*6-2)
			dir := 2 * math.Pi * rng.Float64()
			if rng.IntN(2) == 0 {
				dir = float64(rng.IntN(4)) * math.Pi / 2 // along the rows and columns
			}
			dx, dy := step*math.Cos(dir), step*math.Sin(dir)
			if rng.IntN(4) == 0 {
				dx, dy = math.Round(dx), math.Round(dy) // exactly horizontal, or of zero length
			}
			line = append(line, Vec{last.X + dx, last.Y + dy})
		}
		m.Polyline(line, width, 0)
		for at, got := range m.pix {
			p := Vec{float64(at%side) + 0.5, float64(at/side) + 0.5}
			want := min(max(max(width, 1)/2+0.5-distanceTo(line, p), 0), 1) * min(width, 1) * 255
			if math.Abs(float64(got)-want) > 1.1 {
				t.Fatalf("case %d: line %v, %.2f wide: pixel %v has %d, want %.1f", i, line, width, p, got, want)
			}
		}
	}
}

func TestStraightenStaysWithinTolerance(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 12))
	for range 300 {
		line := []Vec{{0, 0}}
		dir := 0.0
		for range 2 + rng.IntN(200) {
			dir += rng.NormFloat64() * []float64{0.02, 0.3, 2}[rng.IntN(3)]
			step := rng.ExpFloat64() * 2
			last := line[len(line)-1]
			line = append(line, Vec{last.X + step*math.Cos(dir), last.Y + step*math.Sin(dir)})
		}
		got := Straighten(append([]Vec(nil), line...), Unseen)
		if got[0] != line[0] || got[len(got)-1] != line[len(line)-1] {
			t.Fatalf("the ends of %v moved: %v", line, got)
		}
		for i, p := range line {
			if d := distanceTo(got, p); d > Unseen*1.01 {
				t.Fatalf("vertex %d of %v is %.2f pixels from %v", i, line, d, got)
			}
		}
	}
}

func distanceTo(line []Vec, p Vec) float64 {
	least := math.Inf(1)
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		_, d2 := geo.Project(geo.XY{X: p.X, Y: p.Y}, geo.XY{X: a.X, Y: a.Y}, geo.XY{X: b.X, Y: b.Y})
		least = min(least, math.Sqrt(d2))
	}
	return least
}

func TestStraightenLeavesOutWhatIsStraight(t *testing.T) {
	line := make([]Vec, 1000)
	for i := range line {
		line[i] = Vec{float64(i), 0.3 * float64(i%2)}
	}
	if got := Straighten(line, Unseen); len(got) > 10 {
		t.Errorf("%d vertices of a straight line are left", len(got))
	}
	back := Straighten([]Vec{{0, 0}, {10, 0}, {20, 0}, {10, 0}, {5, 0}}, Unseen)
	if len(back) != 3 || back[1] != (Vec{20, 0}) {
		t.Errorf("a line that turns back at 20, 0 becomes %v", back)
	}
}

func TestCutRing(t *testing.T) {
	frame := Box{0, 0, 10, 10}
	area := func(ring []Vec) (sum float64) {
		for i, b := range ring {
			a := ring[(i+len(ring)-1)%len(ring)]
			sum += (a.X*b.Y - b.X*a.Y) / 2
		}
		return math.Abs(sum)
	}
	for _, c := range []struct {
		name string
		ring []Vec
		want float64
	}{
		{"inside", []Vec{{1, 1}, {3, 1}, {3, 3}, {1, 3}}, 4},
		{"half", []Vec{{5, 5}, {20, 5}, {20, 7}, {5, 7}}, 10},
		{"round it", []Vec{{-5, -5}, {20, -5}, {20, 20}, {-5, 20}}, 100},
		{"next to it", []Vec{{20, 1}, {30, 1}, {30, 3}}, 0},
		{"corner", []Vec{{5, 0}, {15, 10}, {15, -10}}, 12.5},
	} {
		got := ClipRing(c.ring, frame)
		if math.Abs(area(got)-c.want) > 1e-9 {
			t.Errorf("%s: %v has an area of %v, want %v", c.name, got, area(got), c.want)
		}
		for _, p := range got {
			if Outside(p, frame.Grow(1e-9)) != 0 {
				t.Errorf("%s: %v lies outside", c.name, p)
			}
		}
	}
}
