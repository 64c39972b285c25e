// SPDX-License-Identifier: MIT

package trip

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"roadsnap/engine/geo"
)

// grid returns a crossing of a made-up town, 100 m apart.
func grid(x, y int) geo.Point {
	return geo.Fixed{Lat: int32(107_000_000 + y*9000), Lon: int32(1_066_000_000 + x*9000)}.Point()
}

// ends identifies a segment in either direction.
type ends struct{ a, b geo.Point }

func endsOf(p, q geo.Point) ends {
	if q.Lat < p.Lat || q.Lat == p.Lat && q.Lon < p.Lon {
		p, q = q, p
	}
	return ends{p, q}
}

// wander returns a random walk of n points on a grid of size by size crossings.
func wander(rng *rand.Rand, n, size int) []geo.Point {
	x, y := rng.IntN(size), rng.IntN(size)
	dx, dy := 1, 0
	line := []geo.Point{grid(x, y)}
	for len(line) < n {
		if rng.IntN(4) == 0 {
			dx, dy = dy, dx
			if rng.IntN(2) == 0 {
				dx, dy = -dx, -dy
			}
		}
		if nx, ny := x+dx, y+dy; nx >= 0 && ny >= 0 && nx < size && ny < size {
			x, y = nx, ny
			line = append(line, grid(x, y))
		} else {
			dx, dy = -dx, -dy
		}
	}
	return line
}

// TestTrafficAgreesWithACountBySegments counts random trips in another way, and checks that
// the lines contain each segment once, with its class.
func TestTrafficAgreesWithACountBySegments(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 1))
	want, most := map[ends]int{}, 0
	var traffic Traffic
	for range 60 {
		line := wander(rng, 300, 30)
		traffic.Add([][]geo.Point{line[:100], line[99:], {line[0]}, nil, {line[0], line[0]}})
		for i := 1; i < len(line); i++ {
			want[endsOf(line[i-1], line[i])]++
			most = max(most, want[endsOf(line[i-1], line[i])])
		}
	}
	if traffic.Segments() != len(want) || traffic.Most() != most {
		t.Errorf("%d segments, the busiest %d times, want %d and %d", traffic.Segments(), traffic.Most(), len(want), most)
	}
	class := func(n int) int { return n / 10 }
	seen := map[ends]bool{}
	roads := traffic.Roads(class)
	for i, r := range roads {
		if i > 0 && r.Class < roads[i-1].Class {
			t.Fatal("the roads are not sorted by class")
		}
		for i := 1; i < len(r.Line); i++ {
			e := endsOf(r.Line[i-1], r.Line[i])
			if seen[e] || class(want[e]) != r.Class || want[e] == 0 {
				t.Fatalf("segment %v, driven %d times, is in class %d; seen before: %t", e, want[e], r.Class, seen[e])
			}
			seen[e] = true
		}
	}
	if len(seen) != len(want) || len(roads) > len(want)/2 {
		t.Errorf("%d lines contain %d segments, want %d in fewer lines", len(roads), len(seen), len(want))
	}
}

func TestTrafficCountsBothDirections(t *testing.T) {
	var traffic Traffic
	traffic.Add([][]geo.Point{{grid(0, 0), grid(1, 0)}, {grid(1, 0), grid(0, 0)}})
	if traffic.Segments() != 1 || traffic.Most() != 2 {
		t.Errorf("%d segments, the busiest %d times, want one twice", traffic.Segments(), traffic.Most())
	}
	if roads := traffic.Roads(func(n int) int { return n }); len(roads) != 1 || roads[0].Class != 2 {
		t.Errorf("the roads are %v", roads)
	}
	if n := new(Traffic).Most(); n != 0 {
		t.Errorf("without trips the busiest segment was driven %d times", n)
	}
}

// BenchmarkTraffic counts 10,000 trips of 500 points and joins their roads.
func BenchmarkTraffic(b *testing.B) {
	for _, size := range []int{100, 400} {
		b.Run(fmt.Sprintf("%dcrossings", size*size), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(7, 7))
			trips := make([][][]geo.Point, 10_000)
			for i := range trips {
				trips[i] = [][]geo.Point{wander(rng, 500, size)}
			}
			for b.Loop() {
				var traffic Traffic
				for _, lines := range trips {
					traffic.Add(lines)
				}
				roads := traffic.Roads(func(n int) int { return min(n/20, 6) })
				b.ReportMetric(float64(traffic.Segments()), "segments")
				b.ReportMetric(float64(len(roads)), "lines")
			}
		})
	}
}
