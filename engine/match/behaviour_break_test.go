// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"slices"
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestBothHalvesOfABreak drives over a place where the map has no road, with few points
// on either side. Both sides must come back, with the gap between them.
func TestBothHalvesOfABreak(t *testing.T) {
	m := roadtest.Draw(t, "A--------B C--------D", "A-B", "C-D")
	for before := 2; before <= 4; before++ {
		for after := 2; after <= 4; after++ {
			for _, every := range []float64{60, 150, 250} {
				var metres []float64
				for i := range before {
					metres = append(metres, 850-every*float64(before-1-i))
				}
				for i := range after {
					metres = append(metres, 1150+every*float64(i))
				}
				for _, v := range variants {
					what := fmt.Sprintf("%d and %d points every %g m, %s", before, after, every, v.name)
					obs := clocked(between(m, 'A', 'D', metres...), every/10)
					for i := range obs {
						obs[i].Accuracy = 5
					}
					r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
					if got := waysOf(r); !slices.Equal(got, []int64{1, 0, 2}) {
						t.Errorf("%s: ways %v, want 1, then 2", what, got)
					}
					want := []match.Gap{{FirstIndex: before - 1, LastIndex: before, Cause: match.GapNoRoute}}
					if !slices.Equal(r.Gaps, want) {
						t.Errorf("%s: gaps %+v, want %+v", what, r.Gaps, want)
					}
				}
			}
		}
	}
}

// TestOneBadPointIsNoBreak puts one point on a road that does not touch that of the
// others: at the beginning, in the middle and at the end of the trip.
func TestOneBadPointIsNoBreak(t *testing.T) {
	m := roadtest.Draw(t, `
		A---s---------e---B

		C-----------------D`, "A-B", "C-D")
	for _, every := range []float64{40, 150} {
		obs := walk(m, every, 3).along("se")
		for _, bad := range []int{0, 1, len(obs) / 2, len(obs) - 2, len(obs) - 1} {
			trip := slices.Clone(obs)
			trip[bad].Point = shift(trip[bad].Point, 0, -195)
			r := run(t, m.Graph, trip, match.MotorVehicle)
			if got := waysOf(r); !slices.Equal(got, []int64{1}) || len(r.Gaps) != 0 {
				t.Errorf("every %g m, point %d: ways %v, gaps %+v", every, bad, got, r.Gaps)
			}
			if _, _, off := states(r); off != 1 || r.Points[bad].State != match.OffRoad {
				t.Errorf("every %g m, point %d: %d points are off road", every, bad, off)
			}
		}
	}
}

// TestFewPointsPastABannedTurn ends or begins a trip with few points past a banned turn.
// Leaving them out costs less than the lawful way, which turns round at the dead end N.
func TestFewPointsPastABannedTurn(t *testing.T) {
	m := roadtest.Draw(t, `
		        N
		        |
		        |
		        |
		        |
		        |
		        |
		        |
		A----s--B
		        |
		        |
		        |
		        |
		        |
		        |
		        e
		        D`, "A-B", "N-B", "B-D", "no A-B-D", "no D-B-A")
	for _, every := range []float64{40, 150, 200, 240} {
		there := walk(m, every, 0).along("ABe")
		back := walk(m, every, 0).along("eBA")
		for _, tt := range []struct {
			name string
			obs  []match.Observation
			ways []int64
		}{{"at the end", there, []int64{1, 3}}, {"at the beginning", back, []int64{3, 1}}} {
			for _, v := range variants {
				obs := clocked(slices.Clone(tt.obs), every/10)
				for i := range obs {
					obs[i].Accuracy = 5
				}
				r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
				if got := waysOf(r); !slices.Equal(got, tt.ways) {
					t.Errorf("%s, every %g m, %s: ways %v of %.0f m, want %v", tt.name, every, v.name, got, r.Distance.Matched, tt.ways)
				}
				if !slices.ContainsFunc(r.Warnings, func(w match.Warning) bool { return w.Kind == match.WarnTurn }) {
					t.Errorf("%s, every %g m, %s: no warning", tt.name, every, v.name)
				}
			}
		}
	}
}
