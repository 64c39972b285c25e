package match_test

import (
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road/roadtest"
)

// TestIslandsAreLeftForTheRoad stands beside the paths of a closed park, and then
// on the street: the vehicle cannot have come from the paths.
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

// TestTwoPointsAreATrip goes to the other side of a divided road, 60 m away, the
// way round being 800 m: with two points neither can be an outlier.
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
