// SPDX-License-Identifier: MIT

package match_test

import (
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// between returns observations at these distances from one letter towards another
// (metres).
func between(m places, from, to rune, metres ...float64) []match.Observation {
	length := geo.Distance(m.Point(from), m.Point(to))
	points := make([]geo.Point, len(metres))
	for i, d := range metres {
		points[i] = geo.Lerp(m.Point(from), m.Point(to), d/length)
	}
	return match.Path(points)
}

// TestOutlierMovesNoOther records one place twice as far, or far back, along a straight
// road. The search leaves out one point; all others must stay where they are.
func TestOutlierMovesNoOther(t *testing.T) {
	m := roadtest.Draw(t, "A---B---C---D", "A-B-C-D")
	for _, tt := range []struct {
		name    string
		seconds float64 // from fix to fix; 0: no times
		metres  []float64
	}{
		{"of four", 0, []float64{30, 180, 60, 210}},
		{"of four, with times", 10, []float64{30, 180, 60, 210}},
		{"140 m back at 20 m/s", 1, []float64{0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 80, 240, 260, 280, 300, 320, 340}},
		{"140 m ahead at 20 m/s", 1, []float64{0, 20, 40, 60, 80, 100, 120, 140, 160, 320, 200, 220, 240, 260, 280, 300, 320, 340}},
		{"two, 150 m back", 1, []float64{0, 50, 100, 150, 200, 250, 300, 170, 175, 450, 500, 550, 600}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			obs := between(m, 'A', 'D', tt.metres...)
			if tt.seconds > 0 {
				obs = clocked(obs, tt.seconds)
			}
			for _, accuracy := range []float64{0, 5, 10} {
				for i := range obs {
					obs[i].Accuracy = accuracy
				}
				r := run(t, m.Graph, obs, match.MotorVehicle)
				off := 0
				for _, p := range r.Points {
					if p.State == match.OffRoad {
						off++
					} else if p.Distance > 1 {
						t.Errorf("accuracy %g: point %d is placed %.1f m away, at confidence %.2f", accuracy, p.Index, p.Distance, p.Confidence)
					}
				}
				if off == 0 || off > 2 {
					t.Errorf("accuracy %g: %d points are off road", accuracy, off)
				}
			}
		})
	}
}
