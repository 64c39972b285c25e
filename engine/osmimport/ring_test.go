// SPDX-License-Identifier: MIT

package osmimport

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
)

func TestAssembleRings(t *testing.T) {
	for _, c := range []struct {
		name     string
		lines    [][]int64
		rings    [][]int64
		leftOver int
	}{
		{"nothing", nil, nil, 0},
		{"a closed line", [][]int64{{1, 2, 3, 1}}, [][]int64{{1, 2, 3, 1}}, 0},
		{"two halves", [][]int64{{1, 2, 3}, {3, 4, 1}}, [][]int64{{1, 2, 3, 4, 1}}, 0},
		{"two halves drawn alike", [][]int64{{1, 2, 3}, {1, 4, 3}}, [][]int64{{1, 2, 3, 4, 1}}, 0},
		{"three pieces in disorder", [][]int64{{5, 6}, {1, 5}, {6, 7, 1}}, [][]int64{{5, 6, 7, 1, 5}}, 0},
		{"two rings", [][]int64{{1, 2, 3}, {8, 9, 7, 8}, {3, 1}}, [][]int64{{1, 2, 3, 1}, {8, 9, 7, 8}}, 0},
		{"open", [][]int64{{1, 2, 3}, {3, 4}}, nil, 2},
		{"open line and a ring", [][]int64{{1, 2, 3, 1}, {5, 6}}, [][]int64{{1, 2, 3, 1}}, 1},
		{"out and back", [][]int64{{1, 2}, {2, 1}}, nil, 2},
		{"too short", [][]int64{{1, 2, 1}}, nil, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			rings, leftOver := assembleRings(c.lines)
			if !slices.EqualFunc(rings, c.rings, slices.Equal) || leftOver != c.leftOver {
				t.Errorf("got %v and %d left over, want %v and %d", rings, leftOver, c.rings, c.leftOver)
			}
		})
	}
}

// TestAssembleRingsCutAnyhow cuts rings into random lines, reverses and shuffles
// them, and checks that the rings are restored.
func TestAssembleRingsCutAnyhow(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var lines [][]int64
		count := 1 + rng.IntN(4)
		for r := range count {
			ring := []int64{}
			for i := range 4 + rng.IntN(20) {
				ring = append(ring, int64(r*1000+i))
			}
			ring = append(ring, ring[0])
			for from := 0; from < len(ring)-1; {
				to := min(from+1+rng.IntN(8), len(ring)-1)
				line := slices.Clone(ring[from : to+1])
				if rng.IntN(2) == 0 {
					slices.Reverse(line)
				}
				lines = append(lines, line)
				from = to
			}
		}
		points := 0
		for _, l := range lines {
			points += len(l) - 1
		}
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		rings, leftOver := assembleRings(lines)
		for _, ring := range rings {
			points -= len(ring) - 1
			for _, id := range ring {
				if id/1000 != ring[0]/1000 {
					t.Fatalf("seed %d: a ring of nodes %v", seed, ring)
				}
			}
		}
		if len(rings) != count || leftOver != 0 || points != 0 {
			t.Fatalf("seed %d: %d rings, %d left over, %d points missing; want %d rings", seed, len(rings), leftOver, points, count)
		}
	}
}

// box returns a closed square ring.
func box(x, y, side int32) []geo.Fixed {
	return []geo.Fixed{{Lat: y, Lon: x}, {Lat: y, Lon: x + side}, {Lat: y + side, Lon: x + side}, {Lat: y + side, Lon: x}, {Lat: y, Lon: x}}
}

func TestAssemblePolygons(t *testing.T) {
	// An L-shaped ring; a hole can be in its box but outside the ring.
	corner := []geo.Fixed{{Lat: 0, Lon: 0}, {Lat: 0, Lon: 100}, {Lat: 10, Lon: 100}, {Lat: 10, Lon: 10}, {Lat: 100, Lon: 10}, {Lat: 100, Lon: 0}, {Lat: 0, Lon: 0}}
	for _, c := range []struct {
		name          string
		outers, holes [][]geo.Fixed
		want          string // holes of each outer ring, and those left over
	}{
		{"none", nil, nil, "[] 0"},
		{"no hole", [][]geo.Fixed{box(0, 0, 100)}, nil, "[0] 0"},
		{"a hole", [][]geo.Fixed{box(0, 0, 100)}, [][]geo.Fixed{box(10, 10, 10)}, "[1] 0"},
		{"each its own", [][]geo.Fixed{box(0, 0, 100), box(200, 0, 100)}, [][]geo.Fixed{box(210, 10, 10), box(10, 10, 10), box(40, 40, 10)}, "[2 1] 0"},
		{"the smallest round it", [][]geo.Fixed{box(0, 0, 100), box(20, 20, 50), box(0, 0, 90)}, [][]geo.Fixed{box(30, 30, 10)}, "[0 1 0] 0"},
		{"next to an angle", [][]geo.Fixed{corner, box(0, 0, 200)}, [][]geo.Fixed{box(50, 50, 10)}, "[0 1] 0"},
		{"outside", [][]geo.Fixed{box(0, 0, 100)}, [][]geo.Fixed{box(210, 10, 10)}, "[0] 1"},
		{"without an outer ring", nil, [][]geo.Fixed{box(210, 10, 10)}, "[] 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			polygons, leftOver := assemblePolygons(c.outers, c.holes)
			counts := []int{}
			for i, p := range polygons {
				counts = append(counts, len(p)-1)
				if !slices.Equal(p[0], c.outers[i]) {
					t.Errorf("outer ring %d is another", i)
				}
			}
			if got := fmt.Sprint(counts, leftOver); got != c.want {
				t.Errorf("holes %s, want %s", got, c.want)
			}
		})
	}
}

func TestAreas(t *testing.T) {
	square := func(first int64, lat, lon, side float64) []fixtureNode {
		return []fixtureNode{{id: first, lat: lat, lon: lon}, {id: first + 1, lat: lat, lon: lon + side},
			{id: first + 2, lat: lat + side, lon: lon + side}, {id: first + 3, lat: lat + side, lon: lon}}
	}
	nodes := slices.Concat(square(1, 10, 106, 0.1), square(11, 10.01, 106.01, 0.01), square(21, 11, 107, 0.1))
	ring := func(id, first int64, tags string) fixtureWay {
		return fixtureWay{id: id, refs: []int64{first, first + 1, first + 2, first + 3, first}, tags: tags}
	}
	const water = "type=multipolygon natural=water"
	for _, c := range []struct {
		name       string
		ways       []fixtureWay
		relations  []fixtureRelation
		parts      []int // of the features made of relation 9, or of way 5
		incomplete int64
	}{
		{"closed way", []fixtureWay{ring(5, 1, "natural=water")}, nil, []int{1}, 0},
		{"closed way, a node missing", []fixtureWay{{id: 5, refs: []int64{1, 2, 99, 4, 1}, tags: "natural=water"}}, nil, nil, 1},
		{"closed way, too short", []fixtureWay{{id: 5, refs: []int64{1, 2, 2, 1}, tags: "natural=water"}}, nil, nil, 1},
		{"ring with a hole", []fixtureWay{ring(6, 1, ""), ring(7, 11, "")},
			[]fixtureRelation{{9, water, "outer:w6 inner:w7"}}, []int{2}, 0},
		{"no role is outer", []fixtureWay{ring(6, 1, "")}, []fixtureRelation{{9, water, ":w6"}}, []int{1}, 0},
		{"two rings", []fixtureWay{ring(6, 1, ""), ring(7, 11, ""), ring(8, 21, "")},
			[]fixtureRelation{{9, water, "outer:w6 inner:w7 outer:w8"}}, []int{1, 2}, 0},
		{"a member is missing", []fixtureWay{ring(6, 1, "")},
			[]fixtureRelation{{9, water, "outer:w6 outer:w777"}}, []int{1}, 1},
		{"a piece of the ring is missing", []fixtureWay{{id: 6, refs: []int64{1, 2, 3}}},
			[]fixtureRelation{{9, water, "outer:w6 outer:w777"}}, nil, 1},
		{"a node of a member is missing", []fixtureWay{{id: 6, refs: []int64{1, 2, 99, 1}}},
			[]fixtureRelation{{9, water, "outer:w6"}}, nil, 1},
		{"a road as its shore", []fixtureWay{{id: 6, refs: []int64{1, 2, 3}, tags: "highway=track"}, {id: 7, refs: []int64{3, 4, 1}}},
			[]fixtureRelation{{9, water, "outer:w6 outer:w7"}}, []int{1}, 0},
		{"members that are no ways", []fixtureWay{ring(6, 1, "")},
			[]fixtureRelation{{9, water, "outer:w6 label:n1 outer:r4"}}, []int{1}, 0},
		{"not an area of the map", []fixtureWay{ring(6, 1, "")},
			[]fixtureRelation{{9, "type=multipolygon building=yes", "outer:w6"}}, nil, 0},
	} {
		f := fixture{nodes: nodes, relations: c.relations,
			ways: append(c.ways, fixtureWay{id: 1000, refs: []int64{1, 2}, tags: "highway=road"})}
		for form, data := range forms(f) {
			t.Run(c.name+"/"+form, func(t *testing.T) {
				r := importBytes(t, data)
				var parts []int
				for _, id := range []int64{5, 9} {
					for _, feature := range r.features()[id] {
						parts = append(parts, feature.NumParts())
					}
				}
				slices.Sort(parts)
				if !slices.Equal(parts, c.parts) || r.report.IncompleteAreas != c.incomplete {
					t.Errorf("features of %v rings, %d incomplete; want %v and %d", parts, r.report.IncompleteAreas, c.parts, c.incomplete)
				}
			})
		}
	}
}
