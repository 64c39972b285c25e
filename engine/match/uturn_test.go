// SPDX-License-Identifier: MIT

package match_test

import (
	"math"
	"slices"
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestTurningRoundInAOneWay drives back along a street that is open in the other
// direction only. This is matched and reported as a violation.
func TestTurningRoundInAOneWay(t *testing.T) {
	m := roadtest.Draw(t, "A---------M---------B", "A>M>B")
	w := walk(m, 10, 3)
	obs := w.through(m.Point('A'), m.Point('M'), shift(m.Point('M'), -300, 0))
	r := run(t, m.Graph, obs, match.MotorVehicle)
	if len(r.Legs) != 1 || len(r.Legs[0].Ways) != 2 || r.Legs[0].Ways[1].Forward || math.Abs(r.Distance.Matched-1300) > 30 {
		t.Errorf("legs %+v", r.Legs)
	}
	if len(r.Warnings) != 1 || r.Warnings[0].Kind != match.WarnOneway || r.Warnings[0].Index < 97 || r.Warnings[0].Index > 103 {
		t.Errorf("warnings %+v, want one where it turns, at 100", r.Warnings)
	}
}

// TestTurningRoundBeforeTheBan drives back before a junction where U-turns are banned,
// and later against a one-way street: only the latter is a violation.
func TestTurningRoundBeforeTheBan(t *testing.T) {
	m := roadtest.Draw(t, "D--e---A---s---u---B---C", "A-B", "B-C", "D>A", "no A-B-A")
	r := run(t, m.Graph, clocked(walk(m, 10, 4).along("sue"), 1), match.MotorVehicle)
	wantWays(t, r, 1, 1, 3)
	if len(r.Warnings) != 1 || r.Warnings[0].Kind != match.WarnOneway {
		t.Errorf("warnings %+v, want one of the one-way street", r.Warnings)
	}
}

// TestCreepingTurnsNothingRound creeps along a street with much noise, so slowly that
// fixes often lie behind one another.
func TestCreepingTurnsNothingRound(t *testing.T) {
	m := roadtest.Draw(t, "A---------B---------C", "A-B-C")
	for _, every := range []float64{0.2, 1, 4} {
		for _, sigma := range []float64{5, 10, 20} {
			w := walk(m, every, sigma)
			w.second = 1
			obs := w.through(shift(m.Point('A'), 100, 0), shift(m.Point('C'), -100, 0))
			r := run(t, m.Graph, obs, match.MotorVehicle)
			backward := slices.ContainsFunc(r.Legs[0].Ways, func(p match.WayPiece) bool { return !p.Forward })
			if backward || r.Distance.Matched > 1800+3*sigma {
				t.Errorf("%g m a second, σ %g: %.0f m on %+v", every, sigma, r.Distance.Matched, r.Legs[0].Ways)
			}
		}
	}
}

// TestTurningBackBeyondTheStep turns back at a fix too near to the previous one to take
// part in the search: the route must reach that fix.
func TestTurningBackBeyondTheStep(t *testing.T) {
	m := roadtest.Draw(t, "A---------------B", "A-B")
	var obs []match.Observation
	for _, east := range []float64{300, 400, 500, 600, 700, 740, 640, 540, 440, 340, 240, 140} {
		obs = append(obs, match.Observation{Point: shift(m.Point('A'), east, 0), Accuracy: 25})
	}
	r := run(t, m.Graph, obs, match.MotorVehicle)
	wantWays(t, r, 1, 1)
	wantLength(t, r, 440+600, 5)
}

// TestTurningAtAJunction turns back 12 m before a node, and 30 m before it. At a junction and
// at a dead end the route reaches the node if it is that near: fixes cannot tell, and there
// one turns. It does not where only the next way or a path begins, or turning is banned.
func TestTurningAtAJunction(t *testing.T) {
	const junction, seam, end = "A---------M---------B\n          |\n          C", "A---------M---------B", "A---------M"
	for name, c := range map[string]struct {
		drawn   string
		ways    []string
		profile match.Profile
		before  float64 // how far before M it turns (metres)
		length  float64
	}{
		"junction":           {junction, []string{"A-M", "M-B", "M-C"}, match.MotorVehicle, 12, 2000},
		"far from it":        {junction, []string{"A-M", "M-B", "M-C"}, match.MotorVehicle, 30, 1935},
		"dead end":           {end, []string{"A-M"}, match.MotorVehicle, 12, 2000},
		"seam":               {seam, []string{"A-M", "M-B"}, match.MotorVehicle, 12, 1976},
		"footpath joins":     {junction, []string{"A-M", "M-B", "M-C access=foot"}, match.MotorVehicle, 12, 1976},
		"goes on as a path":  {seam, []string{"A-M", "M-B access=foot"}, match.MotorVehicle, 12, 2000},
		"one-way from there": {junction, []string{"A-M", "M-B", "M>C"}, match.MotorVehicle, 12, 2000},
		"one-way to there":   {junction, []string{"A-M", "M-B", "C>M"}, match.MotorVehicle, 12, 2000},
		"banned":             {junction, []string{"A-M", "M-B", "M-C", "no A-M-A"}, match.MotorVehicle, 12, 1976},
		"junction, by truck": {junction, []string{"A-M", "M-B", "M-C"}, match.Truck, 12, 2000},
	} {
		t.Run(name, func(t *testing.T) {
			m := roadtest.Draw(t, c.drawn, c.ways...)
			w := walk(m, 4, 1)
			r := run(t, m.Graph, w.through(m.Point('A'), shift(m.Point('M'), -c.before, 0), m.Point('A')), c.profile)
			wantWays(t, r, 1, 1)
			wantLength(t, r, c.length, 8)
		})
	}
}

// TestTurningWithinNoise turns back 22 m before a junction. Where fixes may be that far off, the
// route reaches it.
func TestTurningWithinNoise(t *testing.T) {
	m := roadtest.Draw(t, "A---------M---------B\n          |\n          C", "A-M", "M-B", "M-C")
	for accuracy, length := range map[float64]float64{5: 1956, 20: 2000} {
		obs := walk(m, 10, 1).through(m.Point('A'), shift(m.Point('M'), -22, 0), m.Point('A'))
		for i := range obs {
			obs[i].Accuracy = accuracy
		}
		r := run(t, m.Graph, obs, match.MotorVehicle)
		wantWays(t, r, 1, 1)
		wantLength(t, r, length, 10)
	}
}
