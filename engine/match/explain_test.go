// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestExplain explains a trip along the middle of three parallel streets, with fixes a
// little nearer to the upper one in the middle.
func TestExplain(t *testing.T) {
	m := roadtest.Draw(t, `
		A         B
		C----D----E----F
		G----H----I----J`,
		"C-D-E-F id=1", "G-H-I-J id=2", "C-G id=3", "F>J id=4", "A-B id=5")
	w := walk(m, 50, 0)
	obs := w.along("CDEF")
	for i := 4; i < 8; i++ {
		obs[i].Point = shift(obs[i].Point, 0, -60)
	}
	for i := range obs {
		obs[i].Accuracy = 30
	}
	matcher := newMatcher(t, m.Graph)
	e, err := matcher.Explain(context.Background(), obs, match.MotorVehicle, 5)
	if err != nil {
		t.Fatal(err)
	}
	r := mustMatch(t, matcher, obs, match.MotorVehicle)
	if e.Point != r.Points[5] || e.Point.WayID != 1 {
		t.Fatalf("explains %+v, the match is %+v", e.Point, r.Points[5])
	}
	posteriors := 0.0
	lost := map[match.Loss]int64{}
	for i, c := range e.Candidates {
		posteriors += c.Posterior
		lost[c.Lost] = c.WayID
		if c.Chosen != (i == 0) || c.Chosen != (c.Lost == match.LostNone) || c.Chosen && c.Behind != 0 || c.Behind < 0 {
			t.Errorf("candidate %d: %+v", i, c)
		}
	}
	if e.Candidates[0].WayID != 1 || math.Abs(posteriors-1) > 0.01 {
		t.Errorf("candidates %+v, their posteriors add up to %g", e.Candidates, posteriors)
	}
	// The lower street is nearer to the fix, but there is no route there and back.
	if lost[match.LostDistance] == 2 || lost[match.LostDetour] != 2 && lost[match.LostBefore] != 2 && lost[match.LostAfter] != 2 {
		t.Errorf("lost %v", lost)
	}

	if _, err := matcher.Explain(context.Background(), obs, match.Car, len(obs)); !errors.Is(err, match.ErrIndex) {
		t.Errorf("beyond the end: %v", err)
	}
	obs[5].Lat = 200
	if e, err := matcher.Explain(context.Background(), obs, match.Car, 5); err != nil || e.Point.Reason != match.ReasonInvalid {
		t.Errorf("no position: %+v, %v", e.Point, err)
	}
}

// TestExplainAnyPoint explains every point of a long trip with all kinds of events. The
// chosen candidate must be the match.
func TestExplainAnyPoint(t *testing.T) {
	t.Parallel()
	g, _ := roadtest.Build(t, roadtest.City(8, 1))
	obs := longTrip(g, 1)
	m := newMatcher(t, g)
	r := mustMatch(t, m, obs, match.MotorVehicle)
	for i := 0; i < len(obs); i += 37 {
		e, err := m.Explain(context.Background(), obs, match.MotorVehicle, i)
		if err != nil {
			t.Fatal(err)
		}
		if e.Point != r.Points[i] {
			t.Fatalf("point %d: explains %+v, the match is %+v", i, e.Point, r.Points[i])
		}
		if r.Points[i].State != match.Matched {
			continue
		}
		// At a crossing the ways that meet are equally right, within the noise.
		if e.Weighed != i || len(e.Candidates) == 0 || !e.Candidates[0].Chosen ||
			e.Candidates[0].WayID != r.Points[i].WayID && geo.Distance(e.Candidates[0].Location, r.Points[i].Location) > 2*e.Sigma {
			t.Errorf("point %d: %+v, matched %+v", i, e, r.Points[i])
		}
	}
}

// TestExplainBeforeABreak explains a fix that the search skipped at the end of a leg,
// before a break of the trip.
func TestExplainBeforeABreak(t *testing.T) {
	m := roadtest.Draw(t, "A-------------------------B", "A-B")
	var obs []match.Observation
	for i := range 20 {
		at, seconds := float64(60*i), 10*i
		switch {
		case i == 10:
			at = 60*9 + 2
		case i > 10:
			at, seconds = at+1200, seconds+7200
		}
		obs = append(obs, match.Observation{Point: shift(m.Point('A'), at, 5), Accuracy: 10, Time: departure.Add(time.Duration(seconds) * time.Second)})
	}
	e, err := newMatcher(t, m.Graph).Explain(context.Background(), obs, match.MotorVehicle, 10)
	if err != nil {
		t.Fatal(err)
	}
	if e.Point.State != match.OnRoute || len(e.Candidates) == 0 || e.Weighed != 9 {
		t.Errorf("%+v", e)
	}
}
