// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestViolationsAreMatchedAndReported drives against the law with unambiguous fixes,
// although there is a lawful detour. The violation is at the letter p: the warning
// gives the last observation before it.
func TestViolationsAreMatchedAndReported(t *testing.T) {
	for _, tt := range []struct {
		name, picture string
		lines         []string
		trip          string
		ways          []int64
		at            rune
		kind          match.WarningKind
	}{
		{
			name: "300 m against a one-way",
			picture: `
				    E--F
				    |  |
				A-s-B--C-e-D`,
			lines: []string{"A-B", "C>B", "C-D", "B-E-F-C"},
			trip:  "sBCe", ways: []int64{1, 2, 3}, at: 'B', kind: match.WarnOneway,
		},
		{
			name:    "300 m against a one-way with no way round",
			picture: "A-s-B--C-e-D",
			lines:   []string{"A-B", "C>B", "C-D"},
			trip:    "sBCe", ways: []int64{1, 2, 3}, at: 'B', kind: match.WarnOneway,
		},
		{
			name: "into a one-way round a corner",
			picture: `
				A-s-B---E
				    |   |
				    |   |
				    |   |
				    C---F
				    |
				    e
				    |
				    D`,
			lines: []string{"A-B", "C>B", "C-D", "B-E-F-C"},
			trip:  "sBCe", ways: []int64{1, 2, 3}, at: 'B', kind: match.WarnOneway,
		},
		{
			name: "turn that is banned",
			picture: `
				A--s---B---C
				       |   |
				       e   |
				       |   |
				       D---E`,
			lines: []string{"A-B", "B-C", "B-D", "C-E-D", "no A-B-D"},
			trip:  "sBe", ways: []int64{1, 3}, at: 'B', kind: match.WarnTurn,
		},
		{
			name: "straight on where only a turn is allowed",
			picture: `
				A--s---B---e--C
				       |      |
				       D------E`,
			lines: []string{"A-B", "B-C", "B-D", "D-E-C", "only A-B-D"},
			trip:  "sBe", ways: []int64{1, 2}, at: 'B', kind: match.WarnTurn,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := roadtest.Draw(t, tt.picture, tt.lines...)
			for _, v := range variants {
				obs := only(clocked(walk(m, 8, 3).along(tt.trip), 1), v.time, v.accuracy)
				r := run(t, m.Graph, obs, match.MotorVehicle)
				wantWays(t, r, tt.ways...)
				var found []match.Warning
				for _, w := range r.Warnings {
					if w.Kind == match.WarnOneway || w.Kind == match.WarnTurn {
						found = append(found, w)
					}
				}
				if len(found) != 1 || found[0].Kind != tt.kind {
					t.Errorf("%s: warnings %+v, want one of kind %q", v.name, r.Warnings, tt.kind)
					continue
				}
				// Within two fixes and the noise of the place.
				if d := geo.Distance(obs[found[0].Index].Point, m.Point(tt.at)); d > 25 {
					t.Errorf("%s: the warning names observation %d, %.0f m away", v.name, found[0].Index, d)
				}
			}
		})
	}
}

// TestLawfulTripsInTownAreNotAccused drives lawfully through towns with one-ways
// and banned turns.
func TestLawfulTripsInTownAreNotAccused(t *testing.T) {
	t.Parallel()
	for _, sigma := range []float64{5, 10, 20} {
		for _, every := range []float64{8, 60, 200} {
			t.Run(fmt.Sprintf("every %g m, σ %g", every, sigma), func(t *testing.T) {
				eachTownTrip(t, 20, every, sigma, func(t *testing.T, trip townTrip) {
					wantNoViolation(t, trip.name, run(t, trip.graph, trip.obs, match.MotorVehicle))
				})
			})
		}
	}
}

func wantNoViolation(t *testing.T, what string, r match.Result) {
	t.Helper()
	if i := slices.IndexFunc(r.Warnings, func(w match.Warning) bool {
		return w.Kind == match.WarnOneway || w.Kind == match.WarnTurn
	}); i >= 0 {
		t.Errorf("%s: %+v", what, r.Warnings[i])
	}
}

// TestOneWarningAcrossBatches drives against a one-way street for several batches:
// there must be one warning.
func TestOneWarningAcrossBatches(t *testing.T) {
	m := roadtest.Draw(t, "A-s-B---------------------C-e-D", "A-B", "C>B", "C-D")
	c := match.DefaultConfig()
	c.Lag = 64
	obs := clocked(walk(m, 10, 3).along("se"), 1)
	r := mustMatch(t, configured(t, m.Graph, c), obs, match.MotorVehicle)
	wantWays(t, r, 1, 2, 3)
	var against []int
	for _, w := range r.Warnings {
		if w.Kind == match.WarnOneway {
			against = append(against, w.Index)
		}
	}
	if len(against) != 1 || geo.Distance(obs[against[0]].Point, m.Point('B')) > 25 {
		t.Errorf("warned at %v of %d observations, want once, at B", against, len(obs))
	}
}
