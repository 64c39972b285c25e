// SPDX-License-Identifier: MIT

package road_test

import (
	"math"
	"slices"
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

// tolerance is the effect of two roundings to a centimetre and of the rounding of the
// grid to 1e-7 degree, in metres per 100 m.
const tolerance = 0.05

// pricesOf returns even prices except for one class.
func pricesOf(class road.Class, price uint16) *road.Prices {
	var p road.Prices
	for c := range p {
		p[c] = 100
	}
	p[class] = price
	return &p
}

func TestSearchOnDrawings(t *testing.T) {
	const square = `
		A-B-C
		| | |
		D-E-F
	`
	tests := []struct {
		name    string
		picture string
		ways    []string
		from    string
		offset  float64
		to      string
		at      float64
		rules   road.Rules
		metres  float64
		path    string // "" if there is none
	}{
		{name: "straight on", picture: "A-B-C", ways: []string{"A-B-C"},
			from: "AC", offset: 150, to: "AC", at: 350, metres: 200, path: "AC"},
		{name: "the same place", picture: "A-B-C", ways: []string{"A-B-C"},
			from: "AC", offset: 150, to: "AC", at: 150, metres: 0, path: "AC"},
		{name: "offsets beyond the edge are held within it", picture: "A-B-C", ways: []string{"A-B-C"},
			from: "AC", offset: -50, to: "AC", at: 1e9, metres: 400, path: "AC"},
		{name: "across a junction", picture: square, ways: []string{"A-B-C", "B-E"},
			from: "AB", offset: 150, to: "BC", at: 50, metres: 100, path: "AB BC"},
		{name: "behind on the same edge, by going round the block", picture: square, ways: []string{"A>B", "B>E", "E>D", "D>A"},
			from: "AB", offset: 150, to: "AB", at: 50, metres: 50 + 3*200 + 50, path: "AB BE ED DA AB"},
		{name: "behind on a street with no loop is out of reach without turning", picture: "A-B", ways: []string{"A>B"},
			from: "AB", offset: 150, to: "AB", at: 50},
		{name: "against a one-way street", picture: square, ways: []string{"A>B", "B-C"},
			from: "CB", offset: 100, to: "BA", at: 50},
		{name: "a one-way street drawn backwards", picture: square, ways: []string{"A-B oneway=reverse", "B-C"},
			from: "CB", offset: 100, to: "BA", at: 50, metres: 150, path: "CB BA"},
		{name: "on foot the one-way street is open", picture: square, ways: []string{"A>B", "B-C"},
			from: "CB", offset: 100, to: "BA", at: 50, rules: road.Rules{Access: road.Foot}, metres: 150, path: "CB BA"},
		{name: "a car does not ride the alley", picture: square,
			ways: []string{"A-B", "B-C access=motorcycle+foot alley", "B-E", "E-F", "F-C"},
			from: "AB", offset: 200, to: "FC", at: 200, metres: 600, path: "AB BE EF FC"},
		{name: "a motorcycle does", picture: square,
			ways: []string{"A-B", "B-C access=motorcycle+foot alley", "B-E", "E-F", "F-C"},
			from: "AB", offset: 200, to: "CF", at: 0, rules: road.Rules{Access: road.Motorcycle}, metres: 200, path: "AB BC CF"},
		{name: "a dead end lets turn back freely", picture: "A-B", ways: []string{"A-B"},
			from: "AB", offset: 150, to: "BA", at: 150, rules: road.Rules{Access: road.Car, UTurnPenalty: 500}, metres: 200, path: "AB BA"},
		{name: "turning back at a junction counts its length without the penalty", picture: square, ways: []string{"A-B", "B-C", "B-E"},
			from: "AB", offset: 150, to: "BA", at: 50, rules: road.Rules{Access: road.Car, UTurnPenalty: 10}, metres: 100, path: "AB BA"},
		{name: "a penalty sends round to where turning is free", picture: "A--B-C", ways: []string{"A-B", "B-C"},
			from: "AB", offset: 250, to: "BA", at: 50, rules: road.Rules{Access: road.Car, UTurnPenalty: 500}, metres: 50 + 200 + 200 + 50, path: "AB BC CB BA"},
		{name: "the end of what one may use is a dead end", picture: square, ways: []string{"A-B", "B-C access=foot"},
			from: "AB", offset: 150, to: "BA", at: 50, rules: road.Rules{Access: road.Car, UTurnPenalty: 500}, metres: 100, path: "AB BA"},
		{name: "no left turn", picture: square,
			ways: []string{"D-E", "E-B", "E-F", "F-C", "C-B", "no D-E-B"},
			from: "DE", offset: 100, to: "BE", at: 0, rules: road.Rules{Access: road.Car, UTurnPenalty: 1000},
			metres: 100 + 200 + 200 + 200, path: "DE EF FC CB BE"},
		{name: "a restriction does not bind pedestrians", picture: square,
			ways: []string{"D-E", "E-B", "E-F", "F-C", "C-B", "no D-E-B"},
			from: "DE", offset: 100, to: "EB", at: 50, rules: road.Rules{Access: road.Foot}, metres: 150, path: "DE EB"},
		{name: "only straight on", picture: square,
			ways: []string{"D-E", "E-B", "E-F", "F-C", "C-B", "only D-E-F"},
			from: "DE", offset: 100, to: "EB", at: 50, rules: road.Rules{Access: road.Car, UTurnPenalty: 0},
			metres: 100 + 200 + 200 + 50, path: "DE EF FE EB"},
		{name: "no U-turn", picture: square, ways: []string{"A-B", "B-C", "B-E", "no A-B-A"},
			from: "AB", offset: 150, to: "BA", at: 50, rules: road.Rules{Access: road.Car},
			metres: 50 + 2*200 + 50, path: "AB BE EB BA"},
		{name: "round the roundabout", picture: `
			   B
			S-A C-T
			   D
			`, ways: []string{"A>D>C>B>A roundabout", "S-A", "C-T"},
			from: "SA", offset: 0, to: "AS", at: 200, rules: road.Rules{Access: road.Car, UTurnPenalty: 1e6},
			metres: 400 + 4*math.Sqrt2*100, path: "SA ADC CBA AS"},
		{name: "the shorter of two parallel streets", picture: `
			S-A---B-T
			   1-2
			`, ways: []string{"S-A", "A-1-2-B", "A-B", "B-T"},
			from: "SA", offset: 200, to: "BT", at: 0, metres: 400, path: "SA AB BT"},
		{name: "the longer of two streets, if that is the main road", picture: `
			S-A---B-T
			   1-2
			`, ways: []string{"S-A", "A-1-2-B primary", "A-B service", "B-T"},
			rules: road.Rules{Access: road.Car, Prices: pricesOf(road.Service, 400)},
			from:  "SA", offset: 200, to: "BT", at: 0, metres: 200 + 200*math.Sqrt2, path: "SA A12B BT"},
		{name: "the longer of two streets, if one may drive faster there", picture: `
			S-A---B-T
			   1-2
			`, ways: []string{"S-A", "A-1-2-B primary maxspeed=80", "A-B primary maxspeed=40", "B-T"},
			rules: road.Rules{Access: road.Car, LimitWeight: 1},
			from:  "SA", offset: 200, to: "BT", at: 0, metres: 200 + 200*math.Sqrt2, path: "SA A12B BT"},
		{name: "the shorter of two streets, if the usual limit applies there", picture: `
			S-A---B-T
			   1-2
			`, ways: []string{"S-A", "A-1-2-B primary maxspeed=80", "A-B primary", "B-T"},
			rules: road.Rules{Access: road.Car, LimitWeight: 0.2},
			from:  "SA", offset: 200, to: "BT", at: 0, metres: 400, path: "SA AB BT"},
		{name: "round fewer corners", picture: `
			A-B-C
			| | |
			D-E-F
			  | |
			  G-H
			`, ways: []string{"A-B", "B-C", "A-D", "B-E", "C-F", "D-E", "E-F", "E-G", "F-H", "G-H"},
			rules: road.Rules{Access: road.Car, TurnPenalty: 20},
			from:  "AB", offset: 0, to: "FH", at: 200, metres: 800, path: "AB BC CF FH"},
		{name: "one end of a street that begins and ends at one junction", picture: `
			S-A--1
			   3-2
			`, ways: []string{"S-A", "A>1>2>3>A"},
			from: "SA", offset: 200, to: "AS", at: 0, rules: road.Rules{Access: road.Car, UTurnPenalty: 1e6},
			metres: 300 + 100 + 200 + 100*math.Sqrt2, path: "SA A12 23A AS"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := roadtest.Draw(t, test.picture, test.ways...)
			rules := test.rules
			if rules.Access == 0 {
				rules = road.DefaultRules(road.Car)
			}
			s := road.NewSearch(m.Graph)
			s.Run(m.On(test.from, test.offset), 1e5, []road.Position{m.On(test.to, test.at)}, rules)
			metres, found := s.Distance(0)
			path := s.Path(nil, 0)
			if test.path == "" {
				if found || len(path) > 0 {
					t.Fatalf("found a route of %.1f m by %v, want none", metres, path)
				}
				return
			}
			if want := m.Edges(test.path); !slices.Equal(path, want) {
				t.Errorf("path %v, want %v (%s)", path, want, test.path)
			}
			if !found || math.Abs(metres-test.metres) > tolerance*max(1, test.metres/100) {
				t.Errorf("%.3f m, found %v, want %.3f m", metres, found, test.metres)
			}
		})
	}
}

// TestDearTurns checks that turns which cost more than the world is wide cost no less.
func TestDearTurns(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B---C
		    |
		    D`,
		"A-B", "B-C", "B-D")
	s := road.NewSearch(m.Graph)
	to := road.Position{Edge: m.Edge("BD"), Offset: 10}
	last := 0.0
	for price := 1.0; price < 1e18; price *= 1.5 {
		s.Run(road.Position{Edge: m.Edge("AB")}, math.Inf(1), []road.Position{to}, road.Rules{Access: road.Car, TurnPenalty: price, AnglePenalty: price})
		cost, found := s.Cost(0)
		if !found || cost < last {
			t.Errorf("turns of %g m: the route costs %g m (%v), at least %g before", price, cost, found, last)
		}
		last = cost
	}
}

// TestFastRoadsWithinBound checks that the lower bounds of a search allow for roads with a
// high speed limit.
func TestFastRoadsWithinBound(t *testing.T) {
	m := roadtest.Draw(t, "A-B-C-D-E", "A-B primary maxspeed=120", "B-C primary maxspeed=120", "C-D primary maxspeed=120", "D-E primary maxspeed=120")
	from, to := road.Position{Edge: m.Edge("AB")}, road.Position{Edge: m.Edge("DE"), Offset: m.Graph.Length(m.Edge("DE").Link())}
	rules := road.Rules{Access: road.Car, LimitWeight: 1}
	s := road.NewSearch(m.Graph)
	s.Run(from, math.Inf(1), []road.Position{to}, rules)
	cost, found := s.Cost(0)
	if length, _ := s.Distance(0); !found || !(cost < 0.8*length) {
		t.Fatalf("%g m cost %g m (%v), want less than 0.8 times as much", length, cost, found)
	}
	s.Run(from, cost+0.1, []road.Position{to}, rules)
	if _, found := s.Cost(0); !found {
		t.Errorf("not found within its cost of %g m", cost)
	}
	s.Survey([]road.Position{from}, cost+0.1)
	s.RunWithin(from, []float64{cost + 0.1})
	if _, found := s.Cost(0); !found {
		t.Errorf("not found within its cost of %g m after a survey", cost)
	}
}

// TestSurveyTurnsBackAtDeadEnds checks that the lower bounds of a survey allow for turning
// back cheaply at a junction whose other roads are closed.
func TestSurveyTurnsBackAtDeadEnds(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B---C---D
		        |
		        E`,
		"A-B", "B-C", "D>C", "E>C")
	from, to := road.Position{Edge: m.Edge("AB")}, road.Position{Edge: m.Edge("CB"), Offset: 10}
	rules := road.Rules{Access: road.Car, TurnPenalty: 100, AnglePenalty: 30, UTurnPenalty: 500, DeadEndPenalty: 5}
	s := road.NewSearch(m.Graph)
	s.Run(from, math.Inf(1), []road.Position{to}, rules)
	cost, found := s.Cost(0)
	if length, _ := s.Distance(0); !found || math.Abs(cost-length-rules.DeadEndPenalty) > 0.1 {
		t.Fatalf("%g m cost %g m (%v), want %g m more", length, cost, found, rules.DeadEndPenalty)
	}
	s.Survey([]road.Position{from}, cost+0.1)
	s.RunWithin(from, []float64{cost + 0.1})
	if _, found := s.Cost(0); !found {
		t.Errorf("not found within its cost of %g m after a survey", cost)
	}
}
