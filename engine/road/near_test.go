// SPDX-License-Identifier: MIT

package road_test

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

func TestNearOnDrawing(t *testing.T) {
	m := roadtest.Draw(t, `
		A-B-C
		|   |
		D   E

		    F-G
	`, "A-B", "B-C", "A-D access=foot", "C>E", "F-G")
	b := m.Point('B')
	tests := []struct {
		name   string
		at     geo.Point
		radius float64
		access road.Access
		want   string // edges of the links, nearest first; of equally near ones the lower id
	}{
		{"on a street", aside(b, 50, 0), 10, road.Car, "BC"},
		{"next to a street", aside(b, 50, 30), 31, road.Car, "BC"},
		{"a street out of reach", aside(b, 50, 32), 31, road.Car, ""},
		{"a node has all its streets", b, 0.1, road.Car, "AB BC"},
		{"the nearest first", aside(b, 170, -80), 150, road.Car, "CE BC"},
		{"not for cars", aside(b, -200, -100), 60, road.Car, ""},
		{"on foot", aside(b, -200, -100), 60, road.Foot, "AD"},
		{"for anybody", aside(b, -200, -100), 60, 0, "AD"},
		{"everything", b, 1e7, 0, "AB BC AD CE FG"},
		{"a one-way street counts from both sides", m.Point('E'), 1, road.Car, "CE"},
		{"a radius below nothing", b, -1, 0, ""},
		{"no radius", b, math.NaN(), 0, ""},
		{"no place", geo.Point{Lat: math.NaN()}, 100, 0, ""},
		{"beyond the pole", geo.Point{Lat: 91}, 1e9, 0, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			hits := m.Near(nil, test.at, test.radius, test.access)
			want := m.Edges(test.want)
			if len(hits) != len(want) {
				t.Fatalf("%d hits %+v, want %s", len(hits), hits, test.want)
			}
			seen := map[road.LinkID]bool{}
			for _, e := range want {
				seen[e.Link()] = true
			}
			for i, h := range hits {
				if !seen[h.Link] {
					t.Errorf("hit %d is link %d", i, h.Link)
				}
				if i > 0 && (h.Distance < hits[i-1].Distance || h.Distance == hits[i-1].Distance && h.Link < hits[i-1].Link) {
					t.Errorf("hit %d comes after %+v: %+v", i, hits[i-1], h)
				}
			}
			if test.name == "the nearest first" && hits[0].Link != want[0].Link() {
				t.Errorf("link %d comes first", hits[0].Link)
			}
		})
	}
}

func TestNearGivesALinkOfManyRunsOnce(t *testing.T) {
	// One street of 35 segments, most of which are within the radius.
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"
	m := roadtest.Draw(t, letters, strings.Join(strings.Split(letters, ""), "-"))
	hits := m.Near(nil, aside(m.Point('R'), 20, 40), 1500, road.Car)
	if len(hits) != 1 {
		t.Fatalf("%d hits, want 1: %+v", len(hits), hits)
	}
	if h := hits[0]; h.Segment != 17 || math.Abs(h.Offset-1720) > 0.2 || math.Abs(h.Distance-40) > 0.1 {
		t.Errorf("%+v, want segment 17, 1720 m along, 40 m away", h)
	}
}

func TestFinderAgreesWithNear(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(20, 1))
	f := road.NewFinder(g)
	for _, p := range places(g, 200) {
		for _, radius := range []float64{0, 50, 300} {
			if got, want := f.Near(nil, p.at, radius, road.Car), g.Near(nil, p.at, radius, road.Car); !slices.Equal(got, want) {
				t.Fatalf("%v within %v m: found %+v, want %+v", p.at, radius, got, want)
			}
		}
	}
	if hits := f.Near(nil, geo.Point{Lat: 91}, 50, road.Car); len(hits) != 0 {
		t.Errorf("%+v near no place", hits)
	}
}

func TestNodeWithTwoPlaces(t *testing.T) {
	b := road.NewBuilder()
	b.AddWay(road.WaySpec{Nodes: []int64{1, 2}, Points: []geo.Fixed{{Lat: 0}, {Lat: 1000}}})
	b.AddWay(road.WaySpec{Nodes: []int64{2, 3}, Points: []geo.Fixed{{Lat: 5000}, {Lat: 9000}}})
	g, stats := roadtest.Build(t, b) // which verifies that shapes end at their nodes
	if stats.Nodes != 3 || math.Abs(stats.Length-geo.Distance(geo.Point{}, geo.Fixed{Lat: 9000}.Point())) > 0.02 {
		t.Errorf("%+v", stats)
	}
	_ = g
}

func TestHotPathsAllocateNothing(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(20, 1))
	list := places(g, 50)
	s, f := road.NewSearch(g), road.NewFinder(g)
	var hits []road.Hit
	var targets []road.Position
	var path []road.EdgeID
	var line []geo.Point
	all := func() {
		for _, p := range list {
			hits = f.Near(hits[:0], p.at, 100, road.Car)
			hits = g.Near(hits[:0], p.at, 100, road.Car)
			targets = targets[:0]
			for _, h := range hits {
				targets = append(targets, road.Position{Edge: h.Link.Forward(), Offset: h.Offset})
				_ = g.Way(h.Link)
			}
			s.Run(p.from, 1000, targets, road.DefaultRules(road.Car))
			for i := range targets {
				path = s.Path(path[:0], i)
				for _, e := range path {
					line = g.AppendShape(line[:0], e, 0, math.Inf(1))
				}
			}
		}
	}
	all()
	if n := testing.AllocsPerRun(5, all); n != 0 {
		t.Errorf("%v allocations for %d places, want none", n, len(list))
	}
}

func TestConcurrentUse(t *testing.T) {
	g, _ := roadtest.Build(t, roadtest.City(10, 1))
	list := places(g, 20)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			s := road.NewSearch(g)
			for _, p := range list {
				for _, h := range g.Near(nil, p.at, 100, road.Car) {
					s.Run(p.from, 1000, []road.Position{{Edge: h.Link.Forward(), Offset: h.Offset}}, road.DefaultRules(road.Car))
				}
			}
		})
	}
	group.Wait()
}
