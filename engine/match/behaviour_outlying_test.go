// SPDX-License-Identifier: MIT

package match_test

import (
	"slices"
	"testing"

	"roadsnap/engine/match"
)

// TestOutlyingFix drives along ways 1 to 3, with some fixes to the north, where ways 4
// to 6 lead around by another street.
func TestOutlyingFix(t *testing.T) {
	round := drawOn(t, grid{100, 50}, `
		   C--------D
		   |        |
		A--P--------Q--B`, "A-P", "P-Q", "Q-B", "P-C", "C-D", "D-Q")
	for _, c := range []struct {
		name         string
		north, sigma float64
		fixes        int // that lie there
		ways         []int64
		way          int64 // of the first of them
	}{
		{"outlying by its accuracy", 100, 20, 1, []int64{1, 2, 3}, 2},
		{"usual noise", 40, 20, 1, []int64{1, 2, 3}, 2},
		{"really there", 100, 20, 4, []int64{1, 4, 5, 6, 3}, 5},
	} {
		t.Run(c.name, func(t *testing.T) {
			obs := walk(round, 150, 0).along("AB")
			for i := range obs {
				obs[i].Accuracy = c.sigma
			}
			at := len(obs)/2 - c.fixes/2
			for i := at; i < at+c.fixes; i++ {
				obs[i].Point = shift(obs[i].Point, 0, c.north)
			}
			r := run(t, round.Graph, obs, match.MotorVehicle)
			if got := waysOf(r); !slices.Equal(got, c.ways) {
				t.Errorf("ways %v, want %v", got, c.ways)
			}
			if p := r.Points[at]; p.State != match.Matched || p.WayID != c.way {
				t.Errorf("the fix is %v on way %d, want it on way %d", p.State, p.WayID, c.way)
			}
		})
	}
}
