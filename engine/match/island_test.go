// SPDX-License-Identifier: MIT

package match_test

import (
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestIslandsAreLeftForTheRoad stands next to the paths of a closed park, and then on
// the street: the vehicle cannot have come from the paths.
func TestIslandsAreLeftForTheRoad(t *testing.T) {
	m := roadtest.Draw(t, `
		A-----------------------------------B
		   P-Q
	`, "A-B name=Street", "P-Q name=Path service")
	if m.Island(m.Edge("PQ").Link()) == 0 {
		t.Fatal("the path is no island: the test does not test what it says")
	}
	matcher := newMatcher(t, m.Graph)
	path := shift(m.Point('P'), 50, 5)
	trip := match.Path([]geo.Point{path, shift(m.Point('A'), 600, 3)})
	r := mustMatch(t, matcher, trip, match.MotorVehicle)
	if len(r.Legs) != 1 || r.Legs[0].FirstIndex != 0 || r.Points[0].WayID != 1 {
		t.Errorf("legs %+v, first point %+v; want one leg on the street from the first point on", r.Legs, r.Points[0])
	}
	// A trip that stays in the park is on its paths.
	r = mustMatch(t, matcher, match.Path([]geo.Point{path, shift(path, 30, -4)}), match.MotorVehicle)
	if len(r.Legs) != 1 || r.Points[0].WayID != 2 {
		t.Errorf("in the park: legs %+v, first point %+v", r.Legs, r.Points[0])
	}
}

// TestTwoPointsAreATrip crosses to the other side of a divided road, 60 m away, by a
// route of 800 m. With two points, neither can be an outlier.
func TestTwoPointsAreATrip(t *testing.T) {
	m := roadtest.Draw(t, `
		A-------B
		|       |
		D-------C
	`, "A>B>C>D>A")
	from, to := shift(m.Point('A'), 100, 0), shift(m.Point('D'), 100, 0)
	r := mustMatch(t, newMatcher(t, m.Graph), match.Path([]geo.Point{from, to}), match.MotorVehicle)
	if len(r.Legs) != 1 || r.Points[0].State != match.Matched || r.Points[1].State != match.Matched {
		t.Errorf("result %+v", r)
	}
}

// TestSnapAnswersFromTheResultThatIsKept stays in the park except for a last point far
// away on the street. Matching without the park's paths has fewer points on roads, so
// the answer must be that of matching with them.
func TestSnapAnswersFromTheResultThatIsKept(t *testing.T) {
	m := roadtest.Draw(t, `
		A-----------------------------------------------------------B



		   P---Q
	`, "A-B name=Street", "P-Q name=Path service")
	p := m.Point('P')
	path := []geo.Point{shift(p, 5, 2), shift(p, 45, -3), shift(p, 90, 3), shift(p, 130, 0), shift(p, 170, 2), shift(m.Point('B'), -50, 0)}
	matcher := newMatcher(t, m.Graph)
	s, err := matcher.Snap(t.Context(), path, true)
	if err != nil {
		t.Fatal(err)
	}
	originals := 0
	for _, q := range s.Points {
		if q.Original {
			originals++
		}
	}
	if originals != len(path) || !s.Points[0].HasWay || s.Points[0].WayID != 2 {
		t.Errorf("%d originals, first point %+v; want %d, the first on the path", originals, s.Points[0], len(path))
	}
}

// TestNeighboursThatMatchMakeATrip goes backwards three times on a one-way ring of 2
// km, too far for noise. Each step is a full round, which costs more than leaving out
// two of the three points. Since any two of them match, all three must.
func TestNeighboursThatMatchMakeATrip(t *testing.T) {
	m := roadtest.Draw(t, `
		A-------B
		|       |
		D-------C
	`, "A>B>C>D>A")
	matcher := newMatcher(t, m.Graph)
	a := m.Point('A')
	path := []geo.Point{shift(a, 650, 0), shift(a, 400, 0), shift(a, 150, 0)}
	for i := 1; i < len(path); i++ {
		if r := mustMatch(t, matcher, match.Path(path[i-1:i+1]), match.MotorVehicle); len(r.Legs) != 1 {
			t.Fatalf("points %d and %d alone do not match: %+v", i-1, i, r.Gaps)
		}
	}
	if r := mustMatch(t, matcher, match.Path(path), match.MotorVehicle); len(r.Legs) != 1 {
		t.Errorf("%d legs, gaps %+v; want one leg", len(r.Legs), r.Gaps)
	}
}
