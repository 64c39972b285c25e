// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// parallelRoads are trips with another road so near that single fixes lie nearer to it.
// Small letters that are on no way are places along it.
var parallelRoads = []struct {
	name, picture string
	grid          grid
	lines         []string
	trips         map[string][]int64 // ways by trip
}{
	{
		name: "divided road", grid: grid{100, 15},
		picture: `
			D--e------------s--C
			A--S------------E--B`,
		lines: []string{"A>B", "C>D", "A-D", "B-C"},
		trips: map[string][]int64{"SE": {1}, "se": {2}, "SBCe": {1, 4, 2}},
	},
	{
		name: "highway with a service road", grid: grid{100, 20},
		picture: `
			A--s---------------e--B
			C--S---------------E--D`,
		lines: []string{"A-B primary", "C-D service", "A-C service", "B-D service"},
		trips: map[string][]int64{"se": {1}, "SE": {2}},
	},
	{
		name: "ramp that leaves a motorway", grid: grid{100, 20},
		picture: `
			A---s-----R-----------e----B
			            K
			              L
			                  M---E----N`,
		lines: []string{"A>R>B motorway", "R>K>L>M>N motorway_link"},
		trips: map[string][]int64{"sRe": {1}, "sRKLME": {1, 2}},
	},
	{
		name: "flyover along a street", grid: grid{100, 12},
		picture: `
			          1---------------2
			A---s---R-------------------S---e---B`,
		lines: []string{"A-R primary", "R-S secondary", "R-1-2-S primary layer=1 bridge", "S-B primary"},
		trips: map[string][]int64{"sR12Se": {1, 3, 4}, "sRSe": {1, 2, 4}},
	},
	{
		name: "flyover across a street", grid: square,
		picture: `
			       C
			       |
			A--s---|---e--B
			       |
			       D`,
		lines: []string{"A-B", "C-D layer=1 bridge"},
		trips: map[string][]int64{"se": {1}, "CD": {2}},
	},
	{
		name: "flyover ends where a street passes below", grid: grid{100, 50},
		picture: `
			           C
			           |
			A--s-------+-------e--B
			           |
			           D--f--F`,
		lines: []string{"A-B layer=0", "C-D layer=1 bridge", "D-F"},
		trips: map[string][]int64{"se": {1}, "CDf": {2, 3}},
	},
	{
		name: "roundabout of 20 m radius", grid: grid{20, 20},
		picture: `
			                 N
			                 |
			                 h
			                 |
			                 |
			                 n
			W--s--f---------w e----------g----E
			                 o
			                 |
			                 |
			                 i
			                 |
			                 S`,
		lines: []string{"w>o>e>n>w roundabout", "W-w", "e-E", "n-N", "o-S"},
		trips: map[string][]int64{"fwoi": {2, 1, 5}, "fwoeg": {2, 1, 3}, "fwoenh": {2, 1, 4}, "fwoenws": {2, 1, 2}, "ioenwf": {5, 1, 2}},
	},
	{
		name: "parallel streets of a grid", grid: grid{100, 25},
		picture: `
			A--s------------e--B
			C--t------------u--D
			E--S------------f--F`,
		lines: []string{"A-B", "C-D", "E-F", "A-C-E", "B-D-F"},
		trips: map[string][]int64{"se": {1}, "tu": {2}, "Sf": {3}},
	},
}

// TestParallelRoad checks that a trip stays on its road next to another one.
func TestParallelRoad(t *testing.T) {
	t.Parallel()
	for _, tt := range parallelRoads {
		m := drawOn(t, tt.grid, tt.picture, tt.lines...)
		for trip, ways := range tt.trips {
			for _, pace := range []struct{ every, seconds, sigma float64 }{{10, 1, 5}, {10, 1, 8}, {50, 5, 5}} {
				if tt.grid.across < pace.every { // no fixes left on a roundabout
					continue
				}
				t.Run(fmt.Sprintf("%s/%s every %.0f m, σ %g", tt.name, trip, pace.every, pace.sigma), func(t *testing.T) {
					for seed := range uint64(5) {
						w := walk(m, pace.every, pace.sigma)
						w.random = rand.New(rand.NewPCG(seed, 3))
						obs := clocked(w.along(trip), pace.seconds)
						for _, v := range variants {
							r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
							if got := waysOf(r); !slices.Equal(got, ways) {
								t.Errorf("seed %d, %s: ways %v, want %v", seed, v.name, got, ways)
							}
						}
					}
				})
			}
		}
	}
}

// TestClassDecidesBetweenEquals drives half way between a highway and a service road,
// drawn in either order.
func TestClassDecidesBetweenEquals(t *testing.T) {
	const picture = `
		A--------------------B
		   s--------------e
		C--------------------D`
	for _, lines := range [][]string{
		{"A-B primary id=1", "C-D service id=2", "A-C service id=3", "B-D service id=4"},
		{"C-D service id=2", "A-B primary id=1", "A-C service id=3", "B-D service id=4"},
		{"C-D primary id=1", "A-B service id=2", "A-C service id=3", "B-D service id=4"},
		{"A-B service id=2", "C-D primary id=1", "A-C service id=3", "B-D service id=4"},
	} {
		m := drawOn(t, grid{100, 10}, picture, lines...)
		obs := clocked(walk(m, 12, 0).along("se"), 1)
		r := run(t, m.Graph, obs, match.MotorVehicle)
		if got := waysOf(r); !slices.Equal(got, []int64{1}) {
			t.Errorf("%q first: ways %v, want the highway, 1", lines[0], got)
		}
	}
}

// TestDirectionDecidesBetweenCarriageways puts all fixes between the two carriageways
// of a divided road, which only the direction separates.
func TestDirectionDecidesBetweenCarriageways(t *testing.T) {
	m := drawOn(t, grid{100, 8}, `
		D--------------------C
		   w--------------e
		A--------------------B`, "A>B", "C>D", "A-D", "B-C")
	middle := geo.Lerp(m.Point('w'), m.Point('e'), 0.5)
	for _, tt := range []struct {
		name string
		obs  []match.Observation
		way  int64
	}{
		{"moving east", clocked(walk(m, 12, 0).along("we"), 1), 1},
		{"moving west", clocked(walk(m, 12, 0).along("ew"), 1), 2},
		{"moving east, few fixes", walk(m, 600, 0).along("we"), 1},
		{"moving west, few fixes", walk(m, 600, 0).along("ew"), 2},
		{"heading east", []match.Observation{{Point: middle, Heading: 85, HasHeading: true}}, 1},
		{"heading west", []match.Observation{{Point: middle, Heading: 275, HasHeading: true}}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantWays(t, run(t, m.Graph, tt.obs, match.MotorVehicle), tt.way)
		})
	}
}

// TestHeadingDecidesAtAFork ends with a fix equally near to both branches.
func TestHeadingDecidesAtAFork(t *testing.T) {
	m := drawOn(t, grid{50, 50}, `
		            D

		A--s----B

		            C`, "A-B", "B-C", "B-D")
	for _, tt := range []struct {
		heading float64
		way     int64
	}{{135, 2}, {45, 3}} {
		obs := []match.Observation{
			{Point: m.Point('s'), Accuracy: 10, Heading: 90, HasHeading: true},
			{Point: shift(m.Point('B'), 30, 0), Accuracy: 10, Heading: tt.heading, HasHeading: true},
		}
		wantWays(t, run(t, m.Graph, obs, match.MotorVehicle), 1, tt.way)
	}
}
