// SPDX-License-Identifier: MIT

package basemap

import (
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/chunk"
)

func never(geo.FixedBounds) bool { return false }

// at returns points on the equator by their positions.
func at(places ...int32) []geo.Fixed {
	var points []geo.Fixed
	for _, x := range places {
		points = append(points, geo.Fixed{Lon: x})
	}
	return points
}

// joinerOf returns a joiner, and a function that adds a line to it.
func joinerOf() (j *joiner, add func(style record, points []geo.Fixed)) {
	j = &joiner{lines: &store{}}
	return j, func(style record, points []geo.Fixed) {
		j.lines.add(style, points)
		last := chunk.Position(0)
		j.lines.each(func(at chunk.Position, r *chunk.Reader) {
			last = at
			newLayer().read(r)
		})
		j.add(style, last)
	}
}

func TestJoin(t *testing.T) {
	main, side := record{Kind: uint8(RoadPrimary)}, record{Kind: uint8(RoadTertiary)}
	type in struct {
		style  record
		points []geo.Fixed
	}
	for _, c := range []struct {
		name string
		in   []in
		want [][]geo.Fixed
	}{
		{"nothing", nil, nil},
		{"one", []in{{main, at(1, 2, 3)}}, [][]geo.Fixed{at(1, 2, 3)}},
		{"head to tail", []in{{main, at(1, 2)}, {main, at(2, 3)}, {main, at(3, 4)}}, [][]geo.Fixed{at(1, 2, 3, 4)}},
		{"in any order", []in{{main, at(3, 4)}, {main, at(1, 2)}, {main, at(2, 3)}}, [][]geo.Fixed{at(1, 2, 3, 4)}},
		{"head to head", []in{{main, at(2, 1)}, {main, at(2, 3)}}, [][]geo.Fixed{at(1, 2, 3)}},
		{"tail to tail", []in{{main, at(1, 2)}, {main, at(3, 2)}}, [][]geo.Fixed{at(1, 2, 3)}},
		{"other style", []in{{main, at(1, 2)}, {side, at(2, 3)}}, [][]geo.Fixed{at(1, 2), at(2, 3)}},
		{"closed", []in{{main, at(1, 2, 3, 1)}, {main, at(1, 9)}}, [][]geo.Fixed{at(1, 2, 3, 1), at(1, 9)}},
		{"a loop of pieces", []in{{main, at(1, 2)}, {main, at(2, 3)}, {main, at(3, 1)}}, [][]geo.Fixed{at(1, 2, 3, 1)}},
		{"a fork", []in{{main, at(1, 5)}, {main, at(5, 8)}, {main, at(5, 9)}}, [][]geo.Fixed{at(1, 5, 8), at(5, 9)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			j, add := joinerOf()
			for _, l := range c.in {
				add(l.style, l.points)
			}
			var got [][]geo.Fixed
			j.join(never, func(_ record, points []geo.Fixed) { got = append(got, slices.Clone(points)) })
			if !slices.EqualFunc(got, c.want, slices.Equal) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestJoinStopsAtTooLarge(t *testing.T) {
	j, add := joinerOf()
	for i := range int32(10) {
		add(record{}, at(i, i+1))
	}
	var got [][]geo.Fixed
	j.join(func(b geo.FixedBounds) bool { return b.MaxLon-b.MinLon > 4 }, func(_ record, points []geo.Fixed) {
		got = append(got, slices.Clone(points))
	})
	want := [][]geo.Fixed{at(0, 1, 2, 3, 4), at(4, 5, 6, 7, 8), at(8, 9, 10)}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestJoinKeepsEverySegment checks on random networks that joining neither loses nor
// adds a segment.
func TestJoinKeepsEverySegment(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 9))
		j, add := joinerOf()
		want := map[[2]geo.Fixed]int{}
		for range 1 + rng.IntN(30) {
			style := record{Kind: uint8(rng.IntN(2))}
			var line []geo.Fixed
			for range 2 + rng.IntN(3) {
				line = append(line, geo.Fixed{Lat: rng.Int32N(4), Lon: rng.Int32N(4)})
			}
			add(style, line)
			countSegments(want, style, line)
		}
		got := map[[2]geo.Fixed]int{}
		j.join(never, func(style record, points []geo.Fixed) { countSegments(got, style, points) })
		if len(got) != len(want) {
			t.Fatalf("seed %d: %d different segments, want %d", seed, len(got), len(want))
		}
		for s, n := range want {
			if got[s] != n {
				t.Fatalf("seed %d: segment %v %d times, want %d", seed, s, got[s], n)
			}
		}
	}
}

// countSegments counts the segments of a line without regard to direction, by style.
func countSegments(counts map[[2]geo.Fixed]int, style record, line []geo.Fixed) {
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		if a.Lat > b.Lat || a.Lat == b.Lat && a.Lon > b.Lon {
			a, b = b, a
		}
		a.Lat += int32(style.Kind) * 1000
		counts[[2]geo.Fixed{a, b}]++
	}
}
