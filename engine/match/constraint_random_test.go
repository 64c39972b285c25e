// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// TestWithoutConstraintsNothingChanges compares with the plain result, and with that under
// a constraint which has no influence.
func TestWithoutConstraintsNothingChanges(t *testing.T) {
	g := strangeCity(t, 10, 3)
	m := newMatcher(t, g)
	for seed := range uint64(20) {
		obs := oddTrip(rand.New(rand.NewPCG(seed, 1)), 300)
		plain := mustMatch(t, m, obs, match.MotorVehicle)
		for _, constraints := range [][]match.Constraint{nil, {{Kind: match.Forbid, WayID: 9004}}} {
			r, err := m.Correct(context.Background(), obs, match.MotorVehicle, constraints)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Unmet) > 0 || fmt.Sprintf("%+v", r.Result) != fmt.Sprintf("%+v", plain) { // it has NaNs
				t.Errorf("seed %d: %d constraints change the result", seed, len(constraints))
			}
		}
	}
}

// TestCorrectedTrips corrects random trips at random, long ones too.
func TestCorrectedTrips(t *testing.T) {
	b := roadtest.City(14, 5)
	g, _ := roadtest.Build(t, b)
	m := newMatcher(t, g)
	met, all := 0, 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 11))
		obs := randomDrive(g, random)
		plain := mustMatch(t, m, obs, match.MotorVehicle)
		var constraints []match.Constraint
		for range 1 + random.IntN(4) {
			constraints = append(constraints, randomConstraint(g, random, obs, plain))
		}
		r := correctFor(t, m, g, obs, match.MotorVehicle, constraints)
		all += len(constraints)
		met += len(constraints) - len(r.Unmet)
		for n, c := range constraints {
			if slices.ContainsFunc(r.Unmet, func(u match.Unmet) bool { return u.Number == n }) {
				continue
			}
			if broken := breaks(r.Result, c); broken != "" {
				t.Errorf("seed %d: %+v: %s", seed, c, broken)
			}
		}
		if t.Failed() {
			return
		}
	}
	if met < all*6/10 {
		t.Errorf("%d of %d constraints are met", met, all)
	}
	t.Logf("%d of %d constraints are met", met, all)
}

// breaks says how a result breaks a constraint, or "".
func breaks(r match.Result, c match.Constraint) string {
	switch c.Kind {
	case match.Pin:
		if p := r.Points[c.Index]; p.State == match.OffRoad || p.WayID != c.WayID {
			return "the point is elsewhere"
		}
	case match.Forbid:
		if !c.Stretch && slices.Contains(waysOf(r), c.WayID) {
			return "the way is driven"
		}
	case match.LeaveOut:
		if r.Points[c.Index].Reason != match.ReasonLeftOut {
			return "the point counts"
		}
	case match.Via:
		for _, l := range r.Legs {
			for k := 1; k < len(l.Shape); k++ {
				plane := geo.NewPlane(c.Place)
				if _, d2 := geo.Project(geo.XY{}, plane.XY(l.Shape[k-1]), plane.XY(l.Shape[k])); d2 < 1 {
					return ""
				}
			}
		}
		return "the route is elsewhere"
	case match.NotDriven:
		for _, l := range r.Legs {
			if l.FirstIndex <= c.Index && c.Last <= l.LastIndex {
				return "it is driven"
			}
		}
	case match.Bridge:
		if !slices.ContainsFunc(r.Legs, func(l match.Leg) bool { return l.FirstIndex <= c.Index && c.Last <= l.LastIndex }) {
			return "it is not driven"
		}
	}
	return ""
}

// randomDrive returns the fixes of a drive along random routes of a town, up to some
// thousand.
func randomDrive(g *road.Graph, random *rand.Rand) []match.Observation {
	s := road.NewSearch(g)
	at := road.Position{Edge: road.EdgeID(random.IntN(g.NumEdges()))}
	var line []geo.Point
	for range 2 + random.IntN(8) {
		to := road.Position{Edge: road.EdgeID(random.IntN(g.NumEdges()))}
		s.Run(at, 1e5, []road.Position{to}, road.DefaultRules(road.AnyMotor))
		path := s.Path(nil, 0)
		for _, e := range path {
			line = g.AppendShape(line, e, 0, g.Length(e.Link()))
		}
		if len(path) > 0 {
			at = to
		}
	}
	every := []float64{8, 30, 120}[random.IntN(3)]
	w := walker{every: every, sigma: 6, second: every / 10, random: random}
	if len(line) < 2 {
		return w.through(g.NodePoint(0), g.NodePoint(1))
	}
	return w.through(line...)
}

func randomConstraint(g *road.Graph, random *rand.Rand, obs []match.Observation, plain match.Result) match.Constraint {
	i := random.IntN(len(obs))
	c := match.Constraint{Kind: match.ConstraintKinds()[random.IntN(7)], Index: i, Last: min(i+1+random.IntN(5), len(obs)-1)}
	hits := g.Near(nil, obs[i].Point, 150, road.AnyMotor)
	if len(hits) == 0 {
		return match.Constraint{Kind: match.LeaveOut, Index: i}
	}
	h := hits[random.IntN(min(len(hits), 6))]
	c.Place, c.WayID, c.Stretch = h.Point, g.WayID(h.Link), random.IntN(2) == 0
	if c.Kind == match.Forbid && plain.Points[i].HasWay {
		c.WayID, c.Place = plain.Points[i].WayID, plain.Points[i].Location
	}
	if c.Kind == match.Pin && random.IntN(4) == 0 {
		c.Direction = match.Direction(1 - 2*random.IntN(2))
	}
	return c
}
