// SPDX-License-Identifier: MIT

package road_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

// Reference implementations, as simple as possible.

const unreachable = math.MaxInt64

// reference relaxes all pairs of edges until nothing changes (Bellman–Ford), in whole
// centimetres and only with the exported methods of the graph. It returns for each edge
// the cost from the end of the first edge to the start of that edge, or unreachable.
func reference(g *road.Graph, first road.EdgeID, r road.Rules) []int64 {
	entered := make([]int64, g.NumEdges())
	for i := range entered {
		entered[i] = unreachable
	}
	for _, next := range g.Out(g.To(first)) {
		if penalty, permitted := turnCost(g, first, next, r); permitted {
			entered[next] = penalty
		}
	}
	for changed := true; changed; {
		changed = false
		for e := range road.EdgeID(g.NumEdges()) {
			if entered[e] == unreachable {
				continue
			}
			end := entered[e] + price(g, e, r)
			for _, next := range g.Out(g.To(e)) {
				if penalty, permitted := turnCost(g, e, next, r); permitted && end+penalty < entered[next] {
					entered[next] = end + penalty
					changed = true
				}
			}
		}
	}
	return entered
}

// price returns the cost of an edge by the rules (centimetres, rounded up).
func price(g *road.Graph, e road.EdgeID, r road.Rules) int64 {
	price := int64(100)
	if r.Prices != nil {
		price = int64(r.Prices[g.Class(e.Link())])
	}
	cost := (centimetres(g.Length(e.Link()))*price + 99) / 100
	cost = (cost*limitFactor(g, e, r) + 255) / 256
	cost += int64(float64(cost) * against(g, e, r))
	return cost + int64(float64(cost)*noTrucks(g, e, r))
}

// against returns the additional cost of an edge that is closed in its direction, as a
// share of its price.
func against(g *road.Graph, e road.EdgeID, r road.Rules) float64 {
	if r.AgainstPenalty > 0 && g.Access(e)&r.Access == 0 {
		return r.AgainstShare
	}
	return 0
}

// share returns the cost of a metre of an edge by the rules (metres).
func share(g *road.Graph, e road.EdgeID, r road.Rules) float64 {
	price := 1.0
	if r.Prices != nil {
		price = float64(r.Prices[g.Class(e.Link())]) / 100
	}
	price *= float64(limitFactor(g, e, r)) / 256
	return price * (1 + against(g, e, r)) * (1 + noTrucks(g, e, r))
}

// limitFactor returns the factor for the speed limit of an edge (256ths). CityWithLimits has
// them on secondary roads only, where 50 km/h is usual.
func limitFactor(g *road.Graph, e road.EdgeID, r road.Rules) int64 {
	w := g.Way(e.Link())
	if !w.HasMaxSpeed {
		return 256
	}
	eighths := min(max(math.Round(8*math.Log2(float64(w.MaxSpeedKMH)/50)), -7), 3)
	return int64(math.Round(256 * math.Pow(2, -r.LimitWeight*eighths/8)))
}

// noTrucks returns the additional cost of an edge from which trucks are banned.
func noTrucks(g *road.Graph, e road.EdgeID, r road.Rules) float64 {
	if g.NoTrucks(e) {
		return r.NoTrucksShare
	}
	return 0
}

func centimetres(metres float64) int64 { return int64(math.Round(metres * 100)) }

// turnCost returns the cost of passing from one edge to the next by the rules.
func turnCost(g *road.Graph, from, to road.EdgeID, r road.Rules) (penalty int64, permitted bool) {
	who := g.Access(to) & r.Access
	if who == 0 && r.AgainstPenalty > 0 && !g.Class(to.Link()).NeverAgainst() {
		who = g.Access(to.Reverse()) & r.Access
		if g.Access(from)&r.Access != 0 {
			penalty = centimetres(r.AgainstPenalty)
		}
	}
	if who == 0 {
		return 0, false
	}
	if who&^g.BannedFor(from, to) == 0 {
		if r.BannedTurnPenalty == 0 {
			return 0, false
		}
		penalty += centimetres(r.BannedTurnPenalty)
	}
	if to != from.Reverse() {
		if g.Degree(g.To(from)) < 3 {
			return penalty, true
		}
		angle := math.Abs(math.Remainder(direction(g, to, false)-direction(g, from, true), 256))
		turn := int64(float64(centimetres(r.TurnPenalty)) * min(max((angle-18)/32, 0), 1))
		return penalty + turn + int64(float64(centimetres(r.AnglePenalty))*angle/64), true
	}
	for _, other := range g.Out(g.To(from)) {
		if other != to && mayTurn(g, from, other, r) {
			return penalty + centimetres(r.UTurnPenalty), true
		}
	}
	return penalty + centimetres(r.DeadEndPenalty), true
}

// direction returns the direction in which an edge begins or ends, in whole 256ths of a
// full turn.
func direction(g *road.Graph, e road.EdgeID, end bool) float64 {
	line := g.AppendShape(nil, e, 0, g.Length(e.Link()))
	if end {
		line = line[len(line)-2:]
	}
	return math.Round(geo.Bearing(line[0], line[1]) * 256 / 360)
}

// mayTurn reports whether the turn is permitted.
func mayTurn(g *road.Graph, from, to road.EdgeID, r road.Rules) bool {
	who := g.Access(to) & r.Access
	return who != 0 && who&^g.BannedFor(from, to) != 0
}

func TestSearchAgainstReference(t *testing.T) {
	for seed := range uint64(8) {
		t.Logf("seed %d", seed)
		g, _ := roadtest.Build(t, roadtest.CityWithLimits(5, seed))
		random := rand.New(rand.NewPCG(seed, 1))
		s := road.NewSearch(g)
		for range 100 {
			rules := road.Rules{
				Access:       []road.Access{road.Car, road.Motorcycle, road.AnyMotor, road.Foot}[random.IntN(4)],
				UTurnPenalty: float64(random.IntN(4)) * 40,
				TurnPenalty:  float64(random.IntN(3)) * 30,

				AnglePenalty:      float64(random.IntN(3)) * 64,
				DeadEndPenalty:    float64(random.IntN(3)) * 15,
				AgainstPenalty:    float64(random.IntN(3)) * 60,
				AgainstShare:      float64(random.IntN(3)) / 4,
				NoTrucksShare:     float64(random.IntN(3)) / 2,
				BannedTurnPenalty: float64(random.IntN(3)) * 50,
				Prices:            randomPrices(random),
				LimitWeight:       float64(random.IntN(3)) / 2,
			}
			from := randomPosition(random, g)
			targets := make([]road.Position, random.IntN(6))
			for i := range targets {
				targets[i] = randomPosition(random, g)
				if random.IntN(5) == 0 {
					targets[i] = road.Position{Edge: from.Edge, Offset: random.Float64() * g.Length(from.Edge.Link())}
				}
			}
			bounds := slices.Repeat([]float64{random.Float64() * 1500}, len(targets))
			if random.IntN(2) == 0 {
				for i := range bounds {
					bounds[i] = []float64{random.Float64() * 1500, random.Float64() * 300, math.Inf(1), -1, math.NaN()}[random.IntN(5)]
				}
				s.Targets(targets, rules)
				s.RunWithin(randomPosition(random, g), bounds) // which must leave nothing behind
				if random.IntN(2) == 0 {
					most := 0.0
					for _, b := range bounds {
						if b > most { // false for NaN
							most = b
						}
					}
					// However early it ends, it must give a lower bound.
					s.Hasty, s.MaxStates = random.IntN(2) == 0, max(0, random.IntN(60)-30)
					s.Survey([]road.Position{from, randomPosition(random, g)}, most)
					s.Hasty, s.MaxStates = false, 0
				}
				s.RunWithin(from, bounds)
			} else if len(bounds) > 0 {
				s.Run(from, bounds[0], targets, rules)
			}
			checkSearch(t, g, s, from, bounds, targets, rules)
		}
	}
}

func randomPosition(random *rand.Rand, g *road.Graph) road.Position {
	e := road.EdgeID(random.IntN(g.NumEdges()))
	return road.Position{Edge: e, Offset: random.Float64() * g.Length(e.Link())}
}

// randomPrices returns random prices between half a metre and two, or nil.
func randomPrices(random *rand.Rand) *road.Prices {
	if random.IntN(3) == 0 {
		return nil
	}
	var p road.Prices
	for c := range p {
		p[c] = uint16(50 + random.IntN(151))
	}
	return &p
}

// checkSearch compares the results of a search with the reference.
func checkSearch(t *testing.T, g *road.Graph, s *road.Search, from road.Position, bounds []float64, targets []road.Position, rules road.Rules) {
	t.Helper()
	entered := reference(g, from.Edge, rules)
	open := func(e road.EdgeID) bool {
		return g.Access(e)&rules.Access != 0 || rules.AgainstPenalty > 0 && g.Access(e.Reverse())&rules.Access != 0 && !g.Class(e.Link()).NeverAgainst()
	}
	permitted := open(from.Edge)
	for i, target := range targets {
		want, reachable, bound := math.Inf(1), permitted, bounds[i]
		switch {
		case !reachable:
		case target.Edge == from.Edge && target.Offset >= from.Offset:
			want = (target.Offset - from.Offset) * share(g, from.Edge, rules)
		case entered[target.Edge] == unreachable:
			reachable = false
		default:
			want = (g.Length(from.Edge.Link())-from.Offset)*share(g, from.Edge, rules) +
				float64(entered[target.Edge])/100 + target.Offset*share(g, target.Edge, rules)
		}
		if math.Abs(want-bound) < 1e-6 {
			continue
		}
		cost, found := s.Cost(i)
		if found != (reachable && want <= bound) {
			t.Fatalf("%v to %v within %.3f by %+v: found %v, cost %.3f, want %.3f", from, target, bound, rules, found, cost, want)
		}
		path := s.Path(nil, i)
		length, _ := s.Distance(i)
		if !found {
			if len(path) > 0 || length != 0 || cost != 0 {
				t.Fatalf("%v to %v is not found and has path %v, length %v", from, target, path, length)
			}
			continue
		}
		if math.Abs(cost-want) > 1e-6 {
			t.Fatalf("%v to %v by %+v: cost %.3f, want %.3f", from, target, rules, cost, want)
		}
		checkPath(t, g, path, from, target, rules, length, cost)
	}
}

// checkPath follows a path edge by edge.
func checkPath(t *testing.T, g *road.Graph, path []road.EdgeID, from, to road.Position, rules road.Rules, length, cost float64) {
	t.Helper()
	if len(path) == 0 || path[0] != from.Edge || path[len(path)-1] != to.Edge {
		t.Fatalf("path %v does not run from %v to %v", path, from, to)
	}
	sum, want := to.Offset-from.Offset, to.Offset*share(g, to.Edge, rules)-from.Offset*share(g, from.Edge, rules)
	for i, e := range path[1:] {
		penalty, permitted := turnCost(g, path[i], e, rules)
		if !permitted || g.From(e) != g.To(path[i]) {
			t.Fatalf("path %v: no way from edge %d to %d by %+v", path, path[i], e, rules)
		}
		sum += g.Length(path[i].Link())
		edge := float64(price(g, path[i], rules)) / 100
		if i == 0 { // the rest of the first edge is priced without rounding
			edge = g.Length(path[i].Link()) * share(g, path[i], rules)
		}
		want += edge + float64(penalty)/100
	}
	if math.Abs(sum-length) > 1e-6 || math.Abs(want-cost) > 1e-6 {
		t.Fatalf("path %v is %.3f m long and costs %.3f, the search says %.3f and %.3f", path, sum, want, length, cost)
	}
}

func TestSearchIsTheSameInAnyOrder(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(6, 3))
	random := rand.New(rand.NewPCG(3, 3))
	used, rules := road.NewSearch(g), road.DefaultRules(road.Car)
	for range 200 {
		from := randomPosition(random, g)
		targets := []road.Position{randomPosition(random, g), randomPosition(random, g), randomPosition(random, g)}
		used.Run(from, 1000, targets, rules)
		fresh := road.NewSearch(g)
		fresh.Run(from, 1000, targets, rules)
		for i := range targets {
			a, foundA := used.Distance(i)
			b, foundB := fresh.Distance(i)
			if a != b || foundA != foundB || !slices.Equal(used.Path(nil, i), fresh.Path(nil, i)) {
				t.Fatalf("%v to %v: %v %v in a used workspace, %v %v in a new one", from, targets[i], a, foundA, b, foundB)
			}
		}
	}
}

// nearReference measures every segment of every link. The result is by link.
func nearReference(g *road.Graph, p geo.Point, radius float64, access road.Access) []road.Hit {
	plane := geo.NewPlane(p)
	var hits []road.Hit
	for l := range road.LinkID(g.NumLinks()) {
		if access != 0 && (g.Access(l.Forward())|g.Access(l.Backward()))&access == 0 {
			continue
		}
		shape := g.Shape(l)
		best := road.Hit{Link: l, Distance: math.Inf(1)}
		along := 0.0
		for i := range len(shape) - 1 {
			a, b := shape[i].Point(), shape[i+1].Point()
			t, d2 := geo.Project(geo.XY{}, plane.XY(a), plane.XY(b))
			length := geo.Distance(a, b)
			if d := math.Sqrt(d2); d < best.Distance-1e-9 {
				best.Segment, best.Distance, best.Point, best.Offset = i, d, geo.Lerp(a, b, t), along+t*length
			}
			along += length
		}
		if best.Distance <= radius {
			hits = append(hits, best)
		}
	}
	return hits
}

func TestNearAgainstReference(t *testing.T) {
	for seed := range uint64(6) {
		t.Logf("seed %d", seed)
		g, _ := roadtest.Build(t, roadtest.City(8, seed))
		random := rand.New(rand.NewPCG(seed, 2))
		bounds := g.Bounds().Pad(100)
		for range 200 {
			p := geo.Point{
				Lat: bounds.South + random.Float64()*(bounds.North-bounds.South),
				Lon: bounds.West + random.Float64()*(bounds.East-bounds.West),
			}
			if random.IntN(4) == 0 { // exactly at a node, where several links are equally near
				p = g.NodePoint(road.NodeID(random.IntN(g.NumNodes())))
			}
			radius := random.ExpFloat64() * 60
			access := []road.Access{0, road.Car, road.Foot}[random.IntN(3)]
			checkNear(t, g, p, radius, access)
		}
	}
}

func checkNear(t *testing.T, g *road.Graph, p geo.Point, radius float64, access road.Access) {
	t.Helper()
	prefix := []road.Hit{{Link: 7}}
	got := g.Near(prefix, p, radius, access)
	if got[0] != prefix[0] {
		t.Fatalf("Near changed what was in dst before: %v", got[0])
	}
	got = got[1:]
	want := nearReference(g, p, radius, access)
	if len(got) != len(want) {
		t.Fatalf("near %v, %.3f m, %v: %d hits, want %d", p, radius, access, len(got), len(want))
	}
	inOrder := func(a, b road.Hit) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.Link, b.Link))
	}
	if !slices.IsSortedFunc(got, inOrder) {
		t.Fatalf("near %v, %.3f m, %v: not in order: %+v", p, radius, access, got)
	}
	// The last micrometre may put two in another order.
	slices.SortFunc(got, func(a, b road.Hit) int { return cmp.Compare(a.Link, b.Link) })
	for i := range got {
		a, b := got[i], want[i]
		if a.Link != b.Link || a.Segment != b.Segment || math.Abs(a.Distance-b.Distance) > 2e-6 ||
			geo.Distance(a.Point, b.Point) > 1e-3 || math.Abs(a.Offset-b.Offset) > 0.02 {
			t.Fatalf("near %v, %.3f m, %v: hit %d is %+v, want %+v", p, radius, access, i, a, b)
		}
		// The offset leads back to the point.
		if at, _ := g.At(a.Link, a.Offset); geo.Distance(at, a.Point) > 0.001 {
			t.Fatalf("hit %+v: At gives %v", a, at)
		}
	}
}
