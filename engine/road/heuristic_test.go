// SPDX-License-Identifier: MIT

package road_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

// latticeAt returns a lattice of size×size crossings about step metres apart around
// origin, some of its streets missing or one-way.
func latticeAt(t *testing.T, origin geo.Point, size int, step float64, random *rand.Rand) *road.Graph {
	t.Helper()
	plane := geo.NewPlane(origin)
	at := make([]geo.Fixed, size*size)
	for i := range at {
		p := plane.Point(geo.XY{
			X: (float64(i%size) - float64(size)/2 + random.Float64()/3) * step,
			Y: (float64(i/size) - float64(size)/2 + random.Float64()/3) * step,
		})
		p.Lon = math.Remainder(p.Lon, 360)
		at[i] = p.Fixed()
	}
	b := road.NewBuilder()
	street := func(i, j int) {
		w := road.WaySpec{
			Way:   road.Way{ID: int64(i*size*size + j + 1), Class: road.Residential},
			Nodes: []int64{int64(i), int64(j)}, Points: []geo.Fixed{at[i], at[j]},
			Forward: road.Anyone, Backward: road.Anyone,
		}
		switch random.IntN(10) {
		case 0:
			return
		case 1:
			w.Oneway, w.Backward = true, 0
		}
		b.AddWay(w)
	}
	for i := range at {
		if i%size+1 < size {
			street(i, i+1)
		}
		if i+size < len(at) {
			street(i, i+size)
		}
	}
	g, _ := roadtest.Build(t, b)
	return g
}

// TestSearchTowardsTargetsAgainstSearchAllRound compares runs with a bound with runs
// without, which have no heuristic and are compared with the reference elsewhere.
func TestSearchTowardsTargetsAgainstSearchAllRound(t *testing.T) {
	for _, place := range []geo.Point{{Lat: 10.776, Lon: 106.7}, {Lat: -79.2, Lon: 25}, {Lat: 0, Lon: 180}, {Lat: -17, Lon: -180}} {
		for _, step := range []float64{0.03, 0.2, 100, 1500} {
			t.Run(fmt.Sprintf("%v every %g m", place, step), func(t *testing.T) {
				random := rand.New(rand.NewPCG(5, 5))
				g := latticeAt(t, place, 24, step, random)
				near, all := road.NewSearch(g), road.NewSearch(g)
				saved := 0
				for range 150 {
					rules := road.Rules{
						Access: road.Car, UTurnPenalty: float64(random.IntN(3)) * step, TurnPenalty: float64(random.IntN(2)) * step,
						Prices: randomPrices(random),
					}
					from := randomPosition(random, g)
					targets := []road.Position{randomPosition(random, g)}
					for range random.IntN(3) {
						targets = append(targets, road.Position{Edge: targets[0].Edge ^ road.EdgeID(random.IntN(8)), Offset: step / 3})
					}
					bound := min(random.Float64()*60*step, 49_000) // at half the price, 98 km
					near.Run(from, bound, targets, rules)
					all.Run(from, math.Inf(1), targets, rules)
					saved += all.Settled() - near.Settled()
					for i := range targets {
						want, reachable := all.Cost(i)
						cost, found := near.Cost(i)
						if found != (reachable && want <= bound) || found && math.Abs(cost-want) > 1e-6 {
							t.Fatalf("%v to %v within %.2f m: %v, %.2f m, want %.2f m", from, targets[i], bound, found, cost, want)
						}
						if length, _ := near.Distance(i); found && (length > 2*cost+1e-6 || len(near.Path(nil, i)) == 0) {
							t.Fatalf("%v to %v: %.2f m long at a cost of %.2f m by %v", from, targets[i], length, cost, near.Path(nil, i))
						}
					}
				}
				if saved <= 0 {
					t.Errorf("a bound and an aim save %d states", saved)
				}
			})
		}
	}
}

// TestSearchGivesUp checks that a search with a limit of states finds nearer targets,
// at the same cost as without the limit.
func TestSearchGivesUp(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(20, 9))
	random := rand.New(rand.NewPCG(9, 9))
	limited, free := road.NewSearch(g), road.NewSearch(g)
	limited.MaxStates = 100
	rules, gaveUp, found := road.DefaultRules(road.Car), 0, 0
	for range 300 {
		from := randomPosition(random, g)
		targets := []road.Position{randomPosition(random, g), randomPosition(random, g)}
		limited.Run(from, 3000, targets, rules)
		free.Run(from, 3000, targets, rules)
		if limited.Settled() > 100 {
			t.Fatalf("%d states settled, 100 allowed", limited.Settled())
		}
		for i := range targets {
			want, reachable := free.Cost(i)
			cost, ok := limited.Cost(i)
			switch {
			case ok && (!reachable || cost != want):
				t.Fatalf("%v to %v: %.2f m with a limit, %.2f m, %v without", from, targets[i], cost, want, reachable)
			case ok:
				found++
			case reachable:
				gaveUp++
			}
		}
	}
	if found < 50 || gaveUp < 50 {
		t.Errorf("%d targets found, %d given up: the limit is not tried", found, gaveUp)
	}
}

// TestHastySearch checks that a hasty search finds the nearest target whatever its
// cost, and no other target at a higher cost than without haste. With a survey that
// ends early it settles fewer states than either does alone.
func TestHastySearch(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	g := latticeAt(t, geo.Point{Lat: 10.776, Lon: 106.7}, 40, 100, random)
	hasty, free := road.NewSearch(g), road.NewSearch(g)
	hasty.Hasty = true
	rules := road.Rules{Access: road.Car, UTurnPenalty: 100, TurnPenalty: 20}
	fewer, missed := 0, 0
	for range 300 {
		sources := []road.Position{randomPosition(random, g), randomPosition(random, g)}
		sources[1].Edge = sources[0].Edge.Reverse()
		target := randomPosition(random, g)
		targets := []road.Position{target, {Edge: target.Edge.Reverse()}, {Edge: target.Edge ^ 2}}
		bounds := []float64{6000, 6000, 6000}
		hasty.Targets(targets, rules)
		hasty.Survey(sources, bounds[0])
		fewer -= hasty.Settled()
		free.Targets(targets, rules)
		for _, from := range sources {
			hasty.RunWithin(from, bounds)
			free.RunWithin(from, bounds)
			fewer += free.Settled() - hasty.Settled()
			some, least := false, math.Inf(1)
			for i := range targets {
				want, reachable := free.Cost(i)
				cost, found := hasty.Cost(i)
				if found && (!reachable || cost != want) {
					t.Fatalf("%v to %v: %.2f m in a hurry, %.2f m, %v else", from, targets[i], cost, want, reachable)
				}
				if reachable {
					least = min(least, want)
				}
				if some = some || found; reachable && !found {
					missed++
				}
			}
			if !some && !math.IsInf(least, 1) {
				t.Fatalf("%v to %v: nothing in a hurry, %.2f m else", from, targets, least)
			}
		}
	}
	if fewer < 0 || missed == 0 {
		t.Errorf("a hurry saves %d states and misses %d targets: it is not tried", fewer, missed)
	}
}

// TestLinksRoundedDown searches many tiny links in a row, 2.2 cm long and counted as 2,
// which make a route shorter than the great circle between its ends.
func TestLinksRoundedDown(t *testing.T) {
	const links = 400
	b := road.NewBuilder()
	for i := range int64(links) {
		b.AddWay(road.WaySpec{
			Way:   road.Way{ID: i + 1, Class: road.Residential},
			Nodes: []int64{i, i + 1}, Points: []geo.Fixed{{Lat: int32(2 * i)}, {Lat: int32(2*i + 2)}},
			Forward: road.Anyone, Backward: road.Anyone,
		})
	}
	g, _ := roadtest.Build(t, b)
	first, last := edgeFrom(t, g, geo.Fixed{}), edgeFrom(t, g, geo.Fixed{Lat: 2*links - 2})
	s := road.NewSearch(g)
	s.Run(road.Position{Edge: first}, 0.02*(links-1), []road.Position{{Edge: last}}, road.DefaultRules(road.Car))
	if metres, found := s.Distance(0); !found || math.Abs(metres-0.02*(links-1)) > 1e-6 {
		t.Errorf("%.2f m, %v, want %.2f m", metres, found, 0.02*(links-1))
	}
}

// edgeFrom returns the edge that leaves a place to the north.
func edgeFrom(t *testing.T, g *road.Graph, place geo.Fixed) road.EdgeID {
	t.Helper()
	for e := range road.EdgeID(g.NumEdges()) {
		if g.NodePoint(g.From(e)) == place.Point() && g.NodePoint(g.To(e)).Lat > place.Point().Lat {
			return e
		}
	}
	t.Fatalf("no edge leaves %v", place)
	return 0
}
