// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// TestEndsAreCutAtTheProjection begins and ends in the middle of edges.
func TestEndsAreCutAtTheProjection(t *testing.T) {
	const picture = `
		A----s-----B---e------C
		|          |
		|          |
		D----w-----E
		           |
		           x
		           |
		           F`
	m := roadtest.Draw(t, picture, "A-B", "B-C", "A-D", "D-E", "B-E-F")
	for _, trip := range []string{"se", "es", "sBEw", "wEBs", "sBEx", "xEBe", "sBe", "wDAs"} {
		for _, every := range []float64{5, 30, 200, 5000} {
			t.Run(fmt.Sprintf("%s every %g m", trip, every), func(t *testing.T) {
				obs := clocked(walk(m, every, 0).along(trip), every/10)
				for _, v := range variants {
					path := only(obs, v.time, v.accuracy)
					first, last := &path[0], &path[len(path)-1]
					begin, end := first.Point, last.Point
					// A few metres off the road, with the same projection.
					first.Point, last.Point = toTheSide(m, begin, 6), toTheSide(m, end, 6)
					r := run(t, m.Graph, path, match.MotorVehicle)
					if len(r.Legs) != 1 {
						t.Fatalf("%s: %d legs", v.name, len(r.Legs))
					}
					shape := r.Legs[0].Shape
					if d := geo.Distance(shape[0], begin); d > 0.1 {
						t.Errorf("%s: the line begins %.1f m from the first point's place", v.name, d)
					}
					if d := geo.Distance(shape[len(shape)-1], end); d > 0.1 {
						t.Errorf("%s: the line ends %.1f m from the last point's place", v.name, d)
					}
				}
			})
		}
	}
}

// toTheSide returns the place to the side of the only road at p (metres).
func toTheSide(m *roadtest.Map, p geo.Point, metres float64) geo.Point {
	hit := m.Near(nil, p, 1, 0)[0]
	shape := m.Shape(hit.Link)
	along := geo.Bearing(shape[hit.Segment].Point(), shape[hit.Segment+1].Point()) * math.Pi / 180
	return shift(p, metres*math.Cos(along), -metres*math.Sin(along))
}

// townTrip is a trip whose truth is known.
type townTrip struct {
	name  string
	graph *road.Graph
	obs   []match.Observation
	truth []geo.Point // true place of each observation
	ways  []int64     // and its way
}

// eachTownTrip calls its argument with trips along the shortest routes through random
// towns.
func eachTownTrip(t *testing.T, trips int, every, sigma float64, check func(t *testing.T, trip townTrip)) {
	t.Helper()
	const perTown = 10 // trips
	for town := range uint64((trips + perTown - 1) / perTown) {
		g, _ := roadtest.Build(t, roadtest.City(16, town))
		for k := range perTown {
			trip := driveThroughTown(g, rand.New(rand.NewPCG(town, uint64(k))), every, sigma)
			trip.name = fmt.Sprintf("town %d, trip %d", town, k)
			check(t, trip)
		}
	}
}

// driveThroughTown drives between two random places at least 600 m apart.
func driveThroughTown(g *road.Graph, random *rand.Rand, every, sigma float64) townTrip {
	const least = 600
	s := road.NewSearch(g)
	rules := road.DefaultRules(road.AnyMotor)
	anywhere := func() road.Position {
		e := road.LinkID(random.IntN(g.NumLinks())).Forward()
		return road.Position{Edge: e, Offset: random.Float64() * g.Length(e.Link())}
	}
	trip := townTrip{graph: g}
	for {
		from, to := anywhere(), anywhere()
		a, _ := g.At(from.Edge.Link(), from.Offset)
		b, _ := g.At(to.Edge.Link(), to.Offset)
		s.Run(from, 1e5, []road.Position{to}, rules)
		path := s.Path(nil, 0)
		if len(path) < 2 || geo.Distance(a, b) < least {
			continue
		}
		rest := 0.0
		for i, e := range path {
			begin, end := 0.0, g.Length(e.Link())
			if i == 0 {
				begin = from.Offset
			}
			if i == len(path)-1 {
				end = to.Offset
			}
			at := begin + rest
			for ; at < end; at += every {
				trip.add(e, at, sigma, random)
			}
			rest = at - end
		}
		trip.add(to.Edge, to.Offset, sigma, random)
		clocked(trip.obs, every/10)
		return trip
	}
}

func (trip *townTrip) add(e road.EdgeID, offset, sigma float64, random *rand.Rand) {
	shape := trip.graph.AppendShape(nil, e, offset, offset)
	p := shape[0]
	trip.truth = append(trip.truth, p)
	trip.ways = append(trip.ways, trip.graph.WayID(e.Link()))
	trip.obs = append(trip.obs, match.Observation{
		Point: shift(p, random.NormFloat64()*sigma, random.NormFloat64()*sigma), Accuracy: sigma,
	})
}

// counts sums up errors.
type counts struct{ n, wrong, sum, squares float64 }

func (t *counts) add(metres float64, right bool) {
	t.n, t.sum, t.squares = t.n+1, t.sum+metres, t.squares+metres*metres
	if !right {
		t.wrong++
	}
}

func (t counts) mean() float64 { return t.sum / t.n }

// standardError returns the standard error of the mean.
func (t counts) standardError() float64 {
	return math.Sqrt(max(0, t.squares/t.n-t.mean()*t.mean()) / t.n)
}

// TestEndsAreNoWorseThanTheRest compares the first and the last points with those
// between. Dense, noisy points between are averaged with neighbours on both sides, those
// at the ends with neighbours on one side, so these may be off by more.
func TestEndsAreNoWorseThanTheRest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ every, sigma, most float64 }{
		{10, 10, 1.4}, {10, 20, 1.6}, {50, 5, 1}, {150, 5, 1},
	} {
		t.Run(fmt.Sprintf("every %g m, σ %g", tt.every, tt.sigma), func(t *testing.T) {
			var ends, rest counts
			eachTownTrip(t, 150, tt.every, tt.sigma, func(t *testing.T, trip townTrip) {
				r := run(t, trip.graph, trip.obs, match.MotorVehicle)
				for i, p := range r.Points {
					to := &rest
					if i == 0 || i == len(r.Points)-1 {
						to = &ends
					}
					to.add(geo.Distance(p.Location, trip.truth[i]), p.WayID == trip.ways[i])
				}
			})
			t.Logf("ends %.1f m ± %.1f, %.1f %% on the wrong way; rest %.1f m ± %.1f, %.1f %%",
				ends.mean(), ends.standardError(), 100*ends.wrong/ends.n, rest.mean(), rest.standardError(), 100*rest.wrong/rest.n)
			if ends.mean()-3*ends.standardError() > tt.most*rest.mean() {
				t.Errorf("the ends are %.1f m off, the rest %.1f m", ends.mean(), rest.mean())
			}
		})
	}
}
