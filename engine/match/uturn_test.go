package match_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/road/roadtest"
)

// TestTurningRound drives trips that turn round where no junction is, and others
// that look like it, with one fix every 10 m or so.
func TestTurningRound(t *testing.T) {
	const block = `
		A---------B---------C
		|         |         |
		|         |         |
		D---------E---------F`
	streets := []string{"A-B-C", "D-E-F", "A-D", "B-E", "C-F"}
	for _, tt := range []struct {
		name   string
		route  func(m *roadtest.Map, w walker) []match.Observation
		length float64
		within float64 // and three times the noise
	}{
		{"in the middle of a street", func(m *roadtest.Map, w walker) []match.Observation {
			return w.through(m.Point('A'), m.Point('B'), shift(m.Point('B'), 450, 0), m.Point('B'), m.Point('E'))
		}, 1000 + 450 + 450 + 300, 25},
		{"in the middle of the first street", func(m *roadtest.Map, w walker) []match.Observation {
			return w.through(m.Point('A'), shift(m.Point('A'), 450, 0), m.Point('A'), m.Point('D'))
		}, 450 + 450 + 300, 25},
		{"twice in one street", func(m *roadtest.Map, w walker) []match.Observation {
			return w.through(m.Point('A'), shift(m.Point('A'), 700, 0), shift(m.Point('A'), 300, 0), m.Point('B'), m.Point('E'))
		}, 700 + 400 + 700 + 300, 35},
		{"round a block instead", func(m *roadtest.Map, w walker) []match.Observation {
			return w.through(m.Point('A'), m.Point('B'), m.Point('C'), m.Point('F'), m.Point('E'), m.Point('B'), m.Point('A'))
		}, 1000 + 1000 + 300 + 1000 + 300 + 1000, 40},
	} {
		for _, sigma := range []float64{3, 8} {
			t.Run(tt.name, func(t *testing.T) {
				m := roadtest.Draw(t, block, streets...)
				w := walk(m, 10, sigma)
				obs := tt.route(m, w)
				for i := range obs {
					obs[i].Time = departure.Add(time.Duration(i) * time.Second)
				}
				r := mustMatch(t, newMatcher(t, m.Graph), obs, match.MotorVehicle)
				checkResult(t, m.Graph, obs, r)
				if len(r.Legs) != 1 || math.Abs(r.Distance.Matched-tt.length) > tt.within+3*sigma {
					t.Errorf("σ %g: %d legs, %.0f m, want 1 of %.0f", sigma, len(r.Legs), r.Distance.Matched, tt.length)
				}
			})
		}
	}
}

// TestTurningRoundInAOneWay drives back along a street that is open in the other
// direction only: that is matched, and said to be against the law.
func TestTurningRoundInAOneWay(t *testing.T) {
	m := roadtest.Draw(t, "A---------M---------B", "A>M>B")
	w := walk(m, 10, 3)
	obs := w.through(m.Point('A'), m.Point('M'), shift(m.Point('M'), -300, 0))
	r := mustMatch(t, newMatcher(t, m.Graph), obs, match.MotorVehicle)
	checkResult(t, m.Graph, obs, r)
	if len(r.Legs) != 1 || len(r.Legs[0].Ways) != 2 || r.Legs[0].Ways[1].Forward || math.Abs(r.Distance.Matched-1300) > 30 {
		t.Errorf("legs %+v", r.Legs)
	}
	if len(r.Warnings) != 1 || r.Warnings[0].Kind != match.WarnOneway || r.Warnings[0].Index < 97 || r.Warnings[0].Index > 103 {
		t.Errorf("warnings %+v, want one where it turns, at 100", r.Warnings)
	}
}

// TestCreepingTurnsNothingRound lets a vehicle creep along a street with much
// noise, so slowly that fixes lie behind one another as often as not.
func TestCreepingTurnsNothingRound(t *testing.T) {
	m := roadtest.Draw(t, "A---------B---------C", "A-B-C")
	for _, every := range []float64{0.2, 1, 4} {
		for _, sigma := range []float64{5, 10, 20} {
			w := walk(m, every, sigma)
			w.second = 1
			obs := w.through(shift(m.Point('A'), 100, 0), shift(m.Point('C'), -100, 0))
			r := mustMatch(t, newMatcher(t, m.Graph), obs, match.MotorVehicle)
			checkResult(t, m.Graph, obs, r)
			backward := slices.ContainsFunc(r.Legs[0].Ways, func(p match.WayPiece) bool { return !p.Forward })
			if backward || r.Distance.Matched > 1800+3*sigma {
				t.Errorf("%g m a second, σ %g: %.0f m on %+v", every, sigma, r.Distance.Matched, r.Legs[0].Ways)
			}
		}
	}
}
