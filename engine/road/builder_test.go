// SPDX-License-Identifier: MIT

package road_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

func TestBuilderCutsWays(t *testing.T) {
	tests := []struct {
		name         string
		picture      string
		ways         []string
		nodes, links int
		cut          int
		edges        string // that must be there
	}{
		{"one way", "A-1-B", []string{"A-1-B"}, 2, 1, 0, "AB A1B"},
		{"a crossing", "A-X-B\n  |\n  C", []string{"A-X-B", "X-C"}, 4, 3, 0, "AX XB XC"},
		{"two that pass without a shared node", "A-1-B\n 2\n C D", []string{"A-1-B", "C-2-D"}, 4, 2, 0, "AB CD"},
		{"end to end", "A-B-C", []string{"A-B", "B-C"}, 3, 2, 0, "AB BC"},
		{"a closed way is cut in the middle", "A-1\n| |\n3-2", []string{"A-1-2-3-A"}, 2, 2, 1, "A12 23A"},
		{"a closed way with a street", "A-1\n| |\n3-2-B", []string{"A-1-2-3-A", "2-B"}, 3, 3, 0, "A12 23A 2B"},
		{"a lasso", "A-B-1\n  |  \n  2", []string{"A-B-1-2-B"}, 3, 3, 1, "AB B1 12B"},
		{"out and back over the same nodes", "A-B", []string{"A-B-A"}, 2, 2, 1, ""},
		{"an eight", "1-X-3\n2   4", []string{"X-1-2-X-3-4-X"}, 3, 4, 2, "X1 12X X3 34X"},
		{"a node twice running", "A-B", []string{"A-A-B-B"}, 2, 1, 0, "AB"},
		{"parallel streets", "A-1-B\n\n 2", []string{"A-1-B", "A-2-B"}, 2, 2, 0, "A1B A2B"},
		{"the same street twice", "A-1-B", []string{"A-1-B", "A-1-B"}, 3, 4, 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := roadtest.Draw(t, test.picture, test.ways...)
			if m.NumNodes() != test.nodes || m.NumLinks() != test.links || m.NumEdges() != 2*test.links {
				t.Errorf("%d nodes, %d links, %d edges, want %d, %d, %d",
					m.NumNodes(), m.NumLinks(), m.NumEdges(), test.nodes, test.links, 2*test.links)
			}
			if m.Stats.LinksCut != test.cut {
				t.Errorf("%d links cut, want %d", m.Stats.LinksCut, test.cut)
			}
			m.Edges(test.edges)
		})
	}
}

func TestBuilderRefuses(t *testing.T) {
	here, there := geo.Fixed{Lat: 1, Lon: 1}, geo.Fixed{Lat: 2, Lon: 2}
	tests := []struct {
		name string
		way  road.WaySpec
	}{
		{"nothing", road.WaySpec{}},
		{"one node", road.WaySpec{Nodes: []int64{1}, Points: []geo.Fixed{here}}},
		{"one node twice", road.WaySpec{Nodes: []int64{1, 1}, Points: []geo.Fixed{here, here}}},
		{"a point too few", road.WaySpec{Nodes: []int64{1, 2}, Points: []geo.Fixed{here}}},
		{"a point beyond the pole", road.WaySpec{Nodes: []int64{1, 2}, Points: []geo.Fixed{here, {Lat: 900000001}}}},
		{"an unknown class", road.WaySpec{Way: road.Way{Class: 200}, Nodes: []int64{1, 2}, Points: []geo.Fixed{here, there}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := road.NewBuilder()
			b.AddWay(test.way)
			g, stats := roadtest.Build(t, b)
			if stats.WaysRefused != 1 || stats.Ways != 0 || g.NumLinks() != 0 {
				t.Errorf("%+v", stats)
			}
		})
	}
}

func TestEmptyGraph(t *testing.T) {
	g, stats := roadtest.Build(t, road.NewBuilder())
	if stats != (road.Stats{}) || g.NumNodes() != 0 || !g.Bounds().Empty() {
		t.Errorf("%+v, %d nodes, %v", stats, g.NumNodes(), g.Bounds())
	}
	if hits := g.Near(nil, geo.Point{}, 1e9, 0); len(hits) != 0 {
		t.Errorf("near: %v", hits)
	}
}

func TestWayAttributes(t *testing.T) {
	m := roadtest.Draw(t, "A-B-C-D",
		"A>B id=-7 trunk_link name=Hai_Bà_Trưng ref=QL1A bridge layer=-2 maxspeed=0 roundabout",
		"B-C ferry tunnel", "C-D access=motorcycle+foot alley")
	tests := []struct {
		edge              string
		want              road.Way
		forward, backward road.Access
	}{
		{"AB", road.Way{
			ID: -7, Name: "Hai_Bà_Trưng", Ref: "QL1A", Class: road.TrunkLink, Bridge: true, Roundabout: true,
			Oneway: true, Layer: -2, HasMaxSpeed: true,
		}, road.Anyone, road.Foot},
		{"BC", road.Way{ID: 2, Class: road.Ferry, Tunnel: true, Ferry: true}, road.Anyone, road.Anyone},
		{"CD", road.Way{ID: 3, Class: road.Alley}, road.Motorcycle | road.Foot, road.Motorcycle | road.Foot},
	}
	for _, test := range tests {
		e := m.Edge(test.edge)
		if got := m.Way(e.Link()); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.edge, got, test.want)
		}
		if id, class := m.WayID(e.Link()), m.Class(e.Link()); id != test.want.ID || class != test.want.Class {
			t.Errorf("%s: id %d, class %v", test.edge, id, class)
		}
		if f, b := m.Access(e), m.Access(e.Reverse()); f != test.forward || b != test.backward {
			t.Errorf("%s: access %v and %v, want %v and %v", test.edge, f, b, test.forward, test.backward)
		}
	}
}

// TestSplittingKeepsLength compares the lengths of the links with those of their ways.
func TestSplittingKeepsLength(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 5))
		b := road.NewBuilder()
		points := make([]geo.Fixed, 40)
		for i := range points {
			points[i] = geo.Fixed{Lat: 107_000_000 + random.Int32N(100_000), Lon: 1_066_000_000 + random.Int32N(100_000)}
		}
		want := map[int64]float64{}
		for id := range int64(12) {
			var w road.WaySpec
			w.ID = id
			for range 2 + random.IntN(20) {
				n := random.IntN(len(points))
				w.Nodes = append(w.Nodes, int64(n))
				w.Points = append(w.Points, points[n])
			}
			for i := 1; i < len(w.Points); i++ {
				want[id] += geo.Distance(w.Points[i-1].Point(), w.Points[i].Point())
			}
			b.AddWay(w)
		}
		g, stats := roadtest.Build(t, b)
		got := map[int64]float64{}
		for l := range road.LinkID(g.NumLinks()) {
			got[g.WayID(l)] += g.Length(l)
		}
		total := 0.0
		for id, metres := range want {
			total += metres
			if math.Abs(got[id]-metres) > 0.005*20 { // half a centimetre a link
				t.Errorf("seed %d: way %d is %.3f m long in links, %.3f m as it was", seed, id, got[id], metres)
			}
		}
		if math.Abs(stats.Length-total) > 1.2 {
			t.Errorf("seed %d: total length %.3f, want %.3f", seed, stats.Length, total)
		}
	}
}

func TestBuilderIsDeterministic(t *testing.T) {
	write := func() []byte { return written(t, roadtest.City(12, 4)) }
	if !bytes.Equal(write(), write()) {
		t.Error("the same ways gave two different packs")
	}
}

func TestRestrictions(t *testing.T) {
	const cross = `
		  N
		  |
		W-X-E
		  |
		  S
	`
	arms := []string{"W-X id=1", "X-E id=2", "N-X id=3", "X-S id=4"}
	tests := []struct {
		name   string
		ways   []string
		banned string // pairs of edges, "WXN"
		stats  road.RestrictionStats
	}{
		{"no left turn", append(arms, "no W-X-N"), "WXN", road.RestrictionStats{Applied: 1, Banned: 1}},
		{"only straight on", append(arms, "only W-X-E"), "WXN WXS WXW", road.RestrictionStats{Applied: 1, Banned: 3}},
		{"two that are only", append(arms, "only W-X-E", "only W-X-S"), "WXN WXW", road.RestrictionStats{Applied: 2, Banned: 2}},
		{"no U-turn", append(arms, "no W-X-W"), "WXW", road.RestrictionStats{Applied: 1, Banned: 1}},
		{"no U-turn on a way that runs on", []string{"W-X-E", "N-X-S", "no W-X-W"}, "WXW EXE", road.RestrictionStats{Applied: 1, Banned: 2}},
		{"the same twice", append(arms, "no W-X-N", "no W-X-N"), "WXN", road.RestrictionStats{Applied: 2, Banned: 1}},
		{"onto a way that runs on", []string{"W-X", "X-E", "N-X-S", "no W-X-N"}, "", road.RestrictionStats{Ambiguous: 1}},
		{"one-way, so that only one part can be meant", []string{"W-X", "X-E", "N>X>S", "no W-X-S"}, "",
			// Pedestrians may walk the street both ways, so both parts are open to someone.
			road.RestrictionStats{Ambiguous: 1}},
		{"one-way for all", []string{"W-X", "X-E", "N>X>S access=car", "no W-X-S"}, "WXS", road.RestrictionStats{Applied: 1, Banned: 1}},
		{"against a one-way street", []string{"W-X", "E>X access=car", "no W-X-E"}, "", road.RestrictionStats{Unknown: 1}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := roadtest.Draw(t, cross, test.ways...)
			if m.Stats.Restrictions != test.stats {
				t.Errorf("%+v, want %+v", m.Stats.Restrictions, test.stats)
			}
			want := map[[2]road.EdgeID]bool{}
			for _, turn := range bytes.Fields([]byte(test.banned)) {
				want[[2]road.EdgeID{m.Edge(string(turn[:2])), m.Edge(string(turn[1:]))}] = true
			}
			for from := range road.EdgeID(m.NumEdges()) {
				for _, to := range m.Out(m.To(from)) {
					if got := m.Banned(from, to); got != want[[2]road.EdgeID{from, to}] {
						t.Errorf("from edge %d to %d: banned %v", from, to, got)
					}
				}
			}
		})
	}
}

func TestRestrictionsThatAreNot(t *testing.T) {
	points := []geo.Fixed{{Lat: 0, Lon: 0}, {Lat: 0, Lon: 1000}, {Lat: 0, Lon: 2000}}
	b := road.NewBuilder()
	b.AddRestrictionFor(road.Car, 1, 2, 2, false) // before the ways
	b.AddWay(road.WaySpec{Way: road.Way{ID: 1}, Nodes: []int64{1, 2}, Points: points[:2], Forward: road.Anyone, Backward: road.Anyone})
	b.AddWay(road.WaySpec{Way: road.Way{ID: 2}, Nodes: []int64{2, 3}, Points: points[1:], Forward: road.Anyone, Backward: road.Anyone})
	b.AddRestriction(1, 99, 2, false)
	b.AddRestriction(1, 3, 2, false)
	b.AddRestriction(77, 2, 1, true)
	b.AddViaRestriction(road.Car, 1, []int64{99}, 2, false)
	b.AddViaRestriction(road.Car, 1, nil, 2, false)
	g, stats := roadtest.Build(t, b)
	if want := (road.RestrictionStats{Applied: 1, Unknown: 5, Banned: 1}); stats.Restrictions != want {
		t.Errorf("%+v, want %+v", stats.Restrictions, want)
	}
	for from := range road.EdgeID(g.NumEdges()) {
		for _, to := range g.Out(g.To(from)) {
			want := road.Access(0)
			if g.WayID(from.Link()) == 1 && g.WayID(to.Link()) == 2 {
				want = road.Car
			}
			if got := g.BannedFor(from, to); got != want {
				t.Errorf("from edge %d to %d: banned for %v, want %v", from, to, got, want)
			}
		}
	}
}

// TestWayTooLongForOneLink adds a way whose length in centimetres exceeds 32 bits.
func TestWayTooLongForOneLink(t *testing.T) {
	w := road.WaySpec{Forward: road.Anyone, Backward: road.Anyone}
	want := 0.0
	for i := range int64(5) {
		w.Nodes = append(w.Nodes, i)
		w.Points = append(w.Points, geo.Fixed{Lat: int32(i), Lon: int32(i%2) * 1_799_000_000})
		if i > 0 {
			want += geo.Distance(w.Points[i-1].Point(), w.Points[i].Point())
		}
	}
	b := road.NewBuilder()
	b.AddWay(w)
	g, stats := roadtest.Build(t, b)
	if stats.LinksCut == 0 || math.Abs(stats.Length-want) > 0.1 {
		t.Errorf("%+v, want %.2f m", stats, want)
	}
	s := road.NewSearch(g)
	first := g.Out(0)[0]
	s.Run(road.Position{Edge: first}, math.Inf(1), []road.Position{{Edge: first, Offset: 1e9}}, road.DefaultRules(road.Car))
	if metres, found := s.Distance(0); !found || metres != g.Length(first.Link()) {
		t.Errorf("%v, %v", metres, found)
	}
}

func TestBuildingStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w, err := pack.Create(filepath.Join(t.TempDir(), "city.rsp"), pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Abort() }()
	if _, err := roadtest.City(3, 1).Write(ctx, w); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want context.Canceled", err)
	}
}
