// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// home is the position of the small graphs of these tests.
var home = geo.Point{Lat: 10.78, Lon: 106.69}

// link returns a two-way street between nodes at places east of home.
func link(id int64, nodes []int64, east ...float64) road.WaySpec {
	w := road.WaySpec{Way: road.Way{ID: id, Class: road.Residential}, Nodes: nodes, Forward: road.Anyone, Backward: road.Anyone}
	for _, x := range east {
		w.Points = append(w.Points, shift(home, x, 0).Fixed())
	}
	return w
}

// hostileWays are degenerate graphs.
var hostileWays = []struct {
	name string
	ways []road.WaySpec
}{
	{"no roads", nil},
	{"a way of one node", []road.WaySpec{link(1, []int64{1, 1}, 0, 0)}},
	{"a link of no length", []road.WaySpec{link(1, []int64{1, 2}, 0, 0)}},
	{"links of no length in a ring", []road.WaySpec{link(1, []int64{1, 2}, 0, 0), link(2, []int64{2, 3}, 0, 0), link(3, []int64{3, 1}, 0, 0)}},
	{"a loop from a node to itself", []road.WaySpec{link(1, []int64{1, 2, 1}, 0, 200, 0)}},
	{"a loop of no length", []road.WaySpec{link(1, []int64{1, 2, 1}, 0, 0, 0)}},
	{"parallel links", []road.WaySpec{link(1, []int64{1, 2}, 0, 500), link(2, []int64{1, 2}, 0, 500), link(3, []int64{2, 1}, 500, 0)}},
	{"links that touch nobody", []road.WaySpec{link(1, []int64{1, 2}, 0, 50), link(2, []int64{3, 4}, 50, 100), link(3, []int64{5, 6}, 100, 150)}},
	{"a road there and back on itself", []road.WaySpec{link(1, []int64{1, 2, 3, 4}, 0, 300, 100, 500)}},
	{"a road that nobody may use", []road.WaySpec{{Way: road.Way{ID: 1}, Nodes: []int64{1, 2}, Points: link(1, nil, 0, 500).Points}}},
	{"a one-way into nowhere", []road.WaySpec{{Way: road.Way{ID: 1, Oneway: true}, Nodes: []int64{1, 2}, Points: link(1, nil, 0, 500).Points, Forward: road.Anyone}}},
}

func hostileGraphs(tb testing.TB) (graphs []*road.Graph) {
	tb.Helper()
	for _, h := range hostileWays {
		b := road.NewBuilder()
		for _, w := range h.ways {
			b.AddWay(w)
		}
		g, _ := roadtest.Build(tb, b)
		graphs = append(graphs, g)
	}
	return graphs
}

// tangle returns ways between random places of a small square, some of them the same,
// open to everyone, with turns banned at random.
func tangle(tb testing.TB, seed uint64) *road.Graph {
	tb.Helper()
	const nodes, ways, side = 12, 30, 400
	random := rand.New(rand.NewPCG(seed, 13))
	places := make([]geo.Fixed, nodes)
	for i := range places {
		if places[i] = shift(home, side*random.Float64(), side*random.Float64()).Fixed(); i > 0 && random.IntN(4) == 0 {
			places[i] = places[i-1]
		}
	}
	b := road.NewBuilder()
	for id := range int64(ways) {
		w := road.WaySpec{
			Way:     road.Way{ID: id + 1, Class: road.Class(random.IntN(int(road.Ferry) + 1))},
			Forward: road.Access(random.IntN(int(road.Anyone) + 1)), Backward: road.Access(random.IntN(int(road.Anyone) + 1)),
		}
		for range 2 + random.IntN(4) {
			n := random.IntN(nodes)
			w.Nodes, w.Points = append(w.Nodes, int64(n)), append(w.Points, places[n])
		}
		b.AddWay(w)
		b.AddRestriction(1+random.Int64N(ways), random.Int64N(nodes), 1+random.Int64N(ways), random.IntN(2) == 0)
	}
	g, _ := roadtest.Build(tb, b)
	return g
}

// hostileTrips are impossible trips.
func hostileTrips() map[string][]match.Observation {
	random := rand.New(rand.NewPCG(21, 21))
	trips := map[string][]match.Observation{
		"nothing":                 nil,
		"one point":               match.Path([]geo.Point{home}),
		"10,000 identical points": match.Path(slices.Repeat([]geo.Point{home}, 10_000)),
		"poles":                   match.Path([]geo.Point{{Lat: 90}, {Lat: -90}, {Lat: 90, Lon: 180}, {Lat: -90, Lon: -180}}),
		"antimeridian":            match.Path([]geo.Point{{Lon: 179.9999}, {Lon: -179.9999}, {Lon: 180}, {Lon: -180}}),
		"not a number":            match.Path(slices.Repeat([]geo.Point{{Lat: math.NaN(), Lon: math.Inf(1)}}, 100)),
	}
	var there []geo.Point
	for range 40 {
		there = append(there, home, shift(home, 400, 0))
	}
	trips["there and back 40 times"] = match.Path(there)
	trips["there and back 40 times, timed"] = clocked(match.Path(there), 1)
	for i := range 10 {
		trips[fmt.Sprintf("odd %d", i)] = oddTrip(random, 100)
	}
	mixed := clocked(match.Path(slices.Repeat([]geo.Point{home, shift(home, 3, 0)}, 50)), 1)
	for i := range mixed {
		switch v := oddCoordinates[i%len(oddCoordinates)]; i % 5 {
		case 0:
			mixed[i].Lat = v
		case 1:
			mixed[i].Accuracy = v
		case 2:
			mixed[i].Heading, mixed[i].HasHeading = v, true
		case 3:
			mixed[i].Speed, mixed[i].HasSpeed = v, true
		}
	}
	trips["one of everything"] = mixed
	return trips
}

// TestHostileGraphsAndTrips matches every such trip on every such graph.
func TestHostileGraphsAndTrips(t *testing.T) {
	t.Parallel()
	names := []string{"a strange town"}
	graphs := []*road.Graph{strangeCity(t, 5, 4)}
	for i, g := range hostileGraphs(t) {
		names, graphs = append(names, hostileWays[i].name), append(graphs, g)
	}
	for seed := range uint64(10) {
		names, graphs = append(names, fmt.Sprintf("tangle %d", seed)), append(graphs, tangle(t, seed))
	}
	trips := hostileTrips()
	for i, g := range graphs {
		for name, obs := range trips {
			for _, p := range []match.Profile{match.MotorVehicle, match.Foot} {
				t.Run(fmt.Sprintf("%s, %s, %v", names[i], name, p), func(t *testing.T) {
					t.Parallel()
					run(t, g, obs, p)
				})
			}
		}
	}
}
