// SPDX-License-Identifier: MIT

package road_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

// The two carriageways of a road, E to the east and W to the west, joined by a short
// link V, with side streets on either side of the link.
const carriageways = `
	A-B-C-D
	  |
	E-F-G-H
`

// carriageLines are the ways of carriageways: the southern one runs to the east, the
// northern one to the west.
func carriageLines(more ...string) []string {
	return append([]string{"E>F id=1", "F>G>H id=2", "D>C>B id=3", "B>A id=4", "F-B id=5"}, more...)
}

// costTo returns the cost of the cheapest route from one edge to another for some
// travellers, at no matter which of its shadows it arrives.
func costTo(g *road.Graph, from, to road.EdgeID, access road.Access) (metres float64, found bool) {
	s := road.NewSearch(g)
	targets := []road.Position{{Edge: to}}
	first, end := g.Shadows(to.Link())
	for l := first; l < end; l++ {
		targets = append(targets, road.Position{Edge: road.EdgeID(l)<<1 | to&1})
	}
	s.Run(road.Position{Edge: from}, math.Inf(1), targets, road.Rules{Access: access})
	metres = math.Inf(1)
	for i := range targets {
		if cost, ok := s.Cost(i); ok {
			metres, found = min(metres, cost), true
		}
	}
	return metres, found
}

func TestViaRestrictions(t *testing.T) {
	for _, test := range []struct {
		name      string
		picture   string
		lines     []string
		stats     road.RestrictionStats // without Banned
		shadows   int
		forbidden string // words of from and to edge: not reachable
		allowed   string // reachable
	}{
		{
			"no turning back over the link", carriageways, carriageLines("no E-F-B-A"),
			road.RestrictionStats{Applied: 1, ViaWay: 1}, 1, "EF/BA", "EF/FB EF/FGH FB/BA DCB/BA",
		},
		{
			"the link both ways", carriageways, carriageLines("no E-F-B-A", "no D-C-B-F-G"),
			road.RestrictionStats{Applied: 1, ViaWay: 1, Unknown: 1}, 1, "EF/BA", "DCB/BF DCB/FGH",
		},
		{
			"only to one of three", `
				    N
				    |
				A-B-C-D
				    |
				    S
			`, []string{"A-B", "B-C", "N-C", "C-D", "C-S", "only A-B-C-D"},
			road.RestrictionStats{Applied: 1, ViaWay: 1}, 1, "", "AB/CD BC/CN BC/CS NC/CB",
		},
		{
			"over three ways", `
				A-B-C-D-E
				      |
				      F
			`, []string{"A>B", "B>C", "C>D", "D>E", "D>F", "no A-B-C-D-E"},
			road.RestrictionStats{Applied: 1, ViaWay: 1}, 2, "", "AB/DF BC/DE CD/DE",
		},
		{
			"a way of several links, with a street on the way", `
				A-B-C-D-E
				    |
				    F
			`, []string{"A>B", "B>C>D", "D>E", "C>F", "no A-B-D-E"},
			road.RestrictionStats{Applied: 1, ViaWay: 1}, 2, "AB/DE", "AB/CF AB/CD BC/DE",
		},
		{
			"two on one link, for different turns", `
				    N
				    |
				A-B-C-D
				|   |
				Z   S
			`, []string{"A>B", "B>C", "C>N", "C>D", "C>S", "Z>A id=8", "no A-B-C-N", "no A-B-C-S"},
			road.RestrictionStats{Applied: 2, ViaWay: 2}, 1, "AB/CN AB/CS", "AB/CD BC/CN BC/CS",
		},
		{
			"one within the other", `
				A-B-C-D-E
				    | |
				    G F
			`, []string{"A>B", "B>C", "C>D", "D>E", "D>F", "C>G", "no A-B-C-D-E", "no B-C-D-F", "no A-B-C-G"},
			road.RestrictionStats{Applied: 3, ViaWay: 3}, 3, "AB/DE AB/DF AB/CG BC/DF", "BC/DE CD/DF CD/DE BC/CG",
		},
		{
			"unclear, because the street goes on either side", `
				A-B-C-D
				    |
				    E
			`, []string{"A>B", "B>C", "C-D", "D-C-E id=7", "no A-B-C-E"},
			road.RestrictionStats{Ambiguous: 1}, 0, "", "AB/CE",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := roadtest.Draw(t, test.picture, test.lines...)
			got := m.Stats.Restrictions
			got.Banned = 0
			if got != test.stats || m.Stats.Shadows != test.shadows || m.NumShadows() != test.shadows {
				t.Errorf("%+v, %d shadows, want %+v, %d", got, m.Stats.Shadows, test.stats, test.shadows)
			}
			check := func(words string, want bool) {
				for _, word := range strings.Fields(words) {
					from, to, _ := strings.Cut(word, "/")
					if _, found := costTo(m.Graph, m.Edge(from), m.Edge(to), road.Car); found != want {
						t.Errorf("%s to %s: found %v, want %v", from, to, found, want)
					}
				}
			}
			check(test.forbidden, false)
			check(test.allowed, true)
		})
	}
}

// TestOnlyOverWays checks that other ways go round by turning back.
func TestOnlyOverWays(t *testing.T) {
	m := roadtest.Draw(t, `
		    N
		    |
		A-B-C-D
		    |
		    S
	`, "A-B", "B-C", "N-C", "C-D", "C-S", "only A-B-C-D")
	for to, metres := range map[string]float64{"CD": 400, "CN": 800, "CS": 800} {
		if got, found := costTo(m.Graph, m.Edge("AB"), m.Edge(to), road.Car); !found || math.Abs(got-metres) > 1 {
			t.Errorf("AB to %s: %.0f m, %v, want %.0f m: by D and back", to, got, found, metres)
		}
	}
	if got, found := costTo(m.Graph, m.Edge("AB"), m.Edge("CN"), road.Foot); !found || math.Abs(got-400) > 1 {
		t.Errorf("on foot %.0f m, %v, want 400 m", got, found)
	}
}

// TestShadowsAreLikeTheirLinks checks what the methods say of shadows.
func TestShadowsAreLikeTheirLinks(t *testing.T) {
	m := roadtest.Draw(t, carriageways, carriageLines("no E-F-B-A")...)
	base := m.Edge("FB").Link()
	first, end := m.Shadows(base)
	if end != first+1 || !m.IsShadow(first) || m.IsShadow(base) || m.Plain(first) != base || m.Plain(base) != base {
		t.Fatalf("shadows of link %d: %d to %d", base, first, end)
	}
	if e := first.Backward(); m.PlainEdge(e) != base.Backward() || m.PlainEdge(base.Forward()) != base.Forward() {
		t.Errorf("edge %d lies on %d", e, m.PlainEdge(e))
	}
	if m.WayID(first) != 5 || m.Way(first) != m.Way(base) || m.Length(first) != m.Length(base) || !slices.Equal(m.Shape(first), m.Shape(base)) {
		t.Errorf("%+v, %.2f m", m.Way(first), m.Length(first))
	}
	for _, hit := range m.Near(nil, m.Point('F'), 150, 0) {
		if m.IsShadow(hit.Link) {
			t.Errorf("a shadow is near: %+v", hit)
		}
	}
	if want := m.NumLinks() - 1; m.Stats.Links != want || math.Abs(m.Stats.Length-1400) > 2 {
		t.Errorf("%d links of %.0f m without the shadow, want %d", m.Stats.Links, m.Stats.Length, want)
	}
}

// viaCity is a random town, with restrictions over its streets that are known.
type viaCity struct {
	with, without *road.Graph
	rules         []viaPath
}

// viaPath is a restriction over ways in terms of the edges of the graph without any.
type viaPath struct {
	path   []road.EdgeID
	to     road.EdgeID
	only   bool
	access road.Access
}

// newViaCity draws restrictions along random walks over whole streets of a town.
func newViaCity(t *testing.T, seed uint64) viaCity {
	without, _ := roadtest.Build(t, roadtest.City(4, seed))
	random := rand.New(rand.NewPCG(seed, 77))
	b := roadtest.City(4, seed)
	var c viaCity
	for range 60 {
		access := []road.Access{road.AnyVehicle, road.Car, road.Motorcycle | road.Bicycle}[random.IntN(3)]
		e := road.EdgeID(random.IntN(without.NumEdges()))
		walk := []road.EdgeID{e}
		seen := []road.NodeID{without.From(e), without.To(e)}
		if without.Access(e)&access == 0 {
			continue
		}
		for range 2 + random.IntN(2) {
			out := without.Out(without.To(walk[len(walk)-1]))
			next := out[random.IntN(len(out))]
			if without.Access(next)&access == 0 || slices.Contains(seen, without.To(next)) {
				break
			}
			walk, seen = append(walk, next), append(seen, without.To(next))
		}
		if len(walk) < 3 {
			continue
		}
		n := len(walk) - 1
		rule := viaPath{path: walk[:n], to: walk[n], only: random.IntN(3) == 0, access: access}
		var via []int64
		for _, v := range walk[1:n] {
			via = append(via, without.WayID(v.Link()))
		}
		if random.IntN(2) == 0 {
			slices.Reverse(via) // members may come in any order
		}
		b.AddViaRestriction(access, without.WayID(walk[0].Link()), via, without.WayID(walk[n].Link()), rule.only)
		c.rules = append(c.rules, rule)
	}
	with, stats := roadtest.Build(t, b)
	if stats.Restrictions.ViaWay != len(c.rules) || stats.Restrictions.Ambiguous > 0 && stats.Restrictions.ViaWay == 0 {
		t.Fatalf("seed %d: %d of %d restrictions over ways applied", seed, stats.Restrictions.ViaWay, len(c.rules))
	}
	c.with, c.without = with, without
	return c
}

// memory is the state of a vehicle in the reference: the last edges of its route, and
// whether it has turned back on the last one, an odd number of times.
type memory struct {
	route string // edges, as text
	back  bool
}

// walker relaxes all routes with a memory of their last edges, until nothing changes.
type walker struct {
	c      *viaCity
	rules  road.Rules
	routes map[string][]road.EdgeID
	cost   map[memory]int64
}

const rememberedEdges = 5

func (w *walker) key(route []road.EdgeID) string {
	route = route[max(len(route)-rememberedEdges, 0):]
	k := fmt.Sprint(route)
	w.routes[k] = route
	return k
}

// banned reports whether a restriction over ways bans the turn from a route to an edge,
// for all of who.
func (w *walker) banned(route []road.EdgeID, to road.EdgeID, who road.Access) bool {
	for _, r := range w.c.rules {
		n := len(r.path)
		if n > len(route) || !slices.Equal(r.path, route[len(route)-n:]) {
			continue
		}
		bound := r.access
		if r.only {
			for _, other := range w.c.rules {
				if other.only && other.to == to && slices.Equal(other.path, r.path) {
					bound &^= other.access
				}
			}
		} else if r.to != to {
			bound = 0
		}
		who &^= bound
	}
	return who == 0
}

// from returns the cost from the end of the first edge to the start of each edge.
func (w *walker) from(first road.EdgeID) []int64 {
	g := w.c.without
	least := make([]int64, g.NumEdges())
	for i := range least {
		least[i] = unreachable
	}
	w.routes, w.cost = map[string][]road.EdgeID{}, map[memory]int64{}
	start := memory{route: w.key([]road.EdgeID{first})}
	w.cost[start] = 0
	todo := []memory{start}
	for len(todo) > 0 {
		m := todo[0]
		todo = todo[1:]
		route := w.routes[m.route]
		last := route[len(route)-1]
		end := w.cost[m]
		if m.back {
			last = last.Reverse()
			route = []road.EdgeID{last}
		}
		if m != start {
			end += price(g, last, w.rules)
		}
		for _, next := range g.Out(g.To(last)) {
			penalty, permitted := turnCost(g, last, next, w.rules)
			if !permitted || w.banned(route, next, g.Access(next)&w.rules.Access) {
				continue
			}
			if next == last.Reverse() {
				penalty = 0
			}
			to := memory{route: w.key(append(slices.Clone(route), next))}
			if next == last.Reverse() { // it stays on the link
				to = memory{route: m.route, back: !m.back}
			}
			if known, found := w.cost[to]; !found || end+penalty < known {
				w.cost[to] = end + penalty
				todo = append(todo, to)
			}
			least[next] = min(least[next], end+penalty)
		}
	}
	return least
}

// TestViaRestrictionsAgainstReference compares the search on a town with restrictions
// over ways with a search that remembers routes, on the town without them. U-turns are
// free, so that the two do not differ where only a U-turn is left.
func TestViaRestrictionsAgainstReference(t *testing.T) {
	applied := 0
	for seed := range uint64(12) {
		t.Logf("seed %d", seed)
		c := newViaCity(t, seed)
		random := rand.New(rand.NewPCG(seed, 78))
		for range 25 {
			rules := road.Rules{
				Access:      []road.Access{road.Car, road.Motorcycle, road.Bicycle, road.Foot}[random.IntN(4)],
				TurnPenalty: float64(random.IntN(2)) * 30,
				Prices:      randomPrices(random),
			}
			first := road.EdgeID(random.IntN(c.without.NumEdges()))
			if c.without.Access(first)&rules.Access == 0 {
				continue
			}
			w := walker{c: &c, rules: rules}
			want := w.from(first)
			plain := reference(c.without, first, rules)
			got := reference(c.with, first, rules)
			s := road.NewSearch(c.with)
			for e := range road.EdgeID(c.without.NumEdges()) {
				least := got[e]
				targets := []road.Position{{Edge: e}}
				from, end := c.with.Shadows(e.Link())
				for l := from; l < end; l++ {
					shadow := road.EdgeID(l)<<1 | e&1
					least = min(least, got[shadow])
					targets = append(targets, road.Position{Edge: shadow})
				}
				if least != want[e] {
					t.Fatalf("seed %d: from edge %d to %d by %+v: %d cm, want %d", seed, first, e, rules, least, want[e])
				}
				if want[e] != plain[e] {
					applied++
				}
				if e == first {
					continue
				}
				s.Run(road.Position{Edge: first, Offset: c.with.Length(first.Link())}, math.Inf(1), targets, rules)
				best := math.Inf(1)
				for i := range targets {
					if cost, found := s.Cost(i); found {
						best = min(best, cost)
					}
				}
				if want[e] == unreachable != math.IsInf(best, 1) || want[e] != unreachable && math.Abs(best-float64(want[e])/100) > 1e-6 {
					t.Fatalf("seed %d: the search from edge %d to %d costs %.2f, want %d cm", seed, first, e, best, want[e])
				}
			}
		}
	}
	if applied < 500 {
		t.Errorf("only %d routes differ by the restrictions: the test shows little", applied)
	}
}

func TestBarriers(t *testing.T) {
	const road3 = `
		A-B-C-D
		    |
		    E
	`
	for _, test := range []struct {
		name      string
		lines     []string
		stats     road.BarrierStats
		nodes     int
		forbidden string
		allowed   string
	}{
		{"in the middle of a way", []string{"A-B-C", "C-D", "C-E", "barrier B car"}, road.BarrierStats{Applied: 1}, 5, "AB/CD AB/BC", "CD/CE BC/CD AB/BA"},
		{"for others", []string{"A-B-C", "C-D", "C-E", "barrier B bus"}, road.BarrierStats{Applied: 1}, 5, "", "AB/CD"},
		{"at the end of a road", []string{"A-B-C", "C-D", "C-E", "barrier D car"}, road.BarrierStats{Elsewhere: 1}, 4, "", "ABC/CD"},
		{"on no road", []string{"A-B-C", "C-D", "barrier E car"}, road.BarrierStats{Elsewhere: 1}, 3, "", "ABC/CD"},
		{"at a junction", []string{"A-B-C", "C-D", "C-E", "barrier C car"}, road.BarrierStats{AtJunctions: 1}, 4, "", "ABC/CD ABC/CE"},
		{"where a footway begins", []string{"A-B-C", "C-D", "C-E footway access=foot", "barrier C car+foot"}, road.BarrierStats{Applied: 1}, 4, "ABC/CD", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := roadtest.Draw(t, road3, test.lines...)
			if m.Stats.Barriers != test.stats || m.NumNodes() != test.nodes {
				t.Errorf("%+v, %d nodes, want %+v, %d", m.Stats.Barriers, m.NumNodes(), test.stats, test.nodes)
			}
			for words, want := range map[string]bool{test.forbidden: false, test.allowed: true} {
				for _, word := range strings.Fields(words) {
					from, to, _ := strings.Cut(word, "/")
					if _, found := costTo(m.Graph, m.Edge(from), m.Edge(to), road.Car); found != want {
						t.Errorf("%s to %s: found %v, want %v", from, to, found, want)
					}
				}
			}
		})
	}
}

func TestBarriersAreNotRestrictions(t *testing.T) {
	m := roadtest.Draw(t, "A-B-C\n  |\n  D", "A-B-C id=1", "B-D id=2", "no A-B-D")
	if m.Blocked(m.Edge("AB"), m.Edge("BD")) {
		t.Error("a banned turn is blocked by a barrier")
	}
	m = roadtest.Draw(t, "A-B-C", "A-B-C", "barrier B car")
	if !m.Blocked(m.Edge("AB"), m.Edge("BC")) || m.Blocked(m.Edge("AB"), m.Edge("BA")) || m.BannedFor(m.Edge("AB"), m.Edge("BC")) != road.Car {
		t.Error("the barrier does not block")
	}
}

// TestYardBehindABarrierIsAnIsland checks that a barrier joins nothing for those that
// it stops.
func TestYardBehindABarrierIsAnIsland(t *testing.T) {
	lines := []string{"A-B-C-D-E-F-G-H-I-J-K-L-M-N-O-P id=1", "P-1-2 id=2", "barrier 1 car+truck"}
	m := roadtest.Draw(t, "A-B-C-D-E-F-G-H-I-J-K-L-M-N-O-P-1-2", lines...)
	for edge, want := range map[string]road.Access{"12": road.Car | road.Truck, "P1": 0} {
		if got := m.Island(m.Edge(edge).Link()); got != want {
			t.Errorf("%s is on an island for %v, want %v", edge, got, want)
		}
	}
}
