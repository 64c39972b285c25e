// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// legalTrips obey the one-ways, although their noise may suggest otherwise. All
// one-ways are drawn in the direction in which they are open.
var legalTrips = []struct {
	name, picture string
	grid          grid
	lines         []string
	trip          string
}{
	{
		name: "one-way street", grid: grid{100, 100},
		picture: "A---s--------e---B",
		lines:   []string{"A>B"}, trip: "se",
	},
	{
		name: "divided road", grid: grid{100, 15},
		picture: `
			D--------------------C
			A--s--------------e--B`,
		lines: []string{"A>B", "C>D", "A-D", "B-C"}, trip: "se",
	},
	{
		name: "divided road with places to cross", grid: grid{100, 15},
		picture: `
			D----2----3----4-----C
			A--s-1----6----5--e--B`,
		lines: []string{"A>1>6>5>B", "C>4>3>2>D", "1-2", "6-3", "5-4"}, trip: "se",
	},
	{
		name: "street next to a one-way the other way", grid: grid{100, 20},
		picture: `
			D--------------------C
			A--s--------------e--B`,
		lines: []string{"A-B", "C>D", "A-D", "B-C"}, trip: "se",
	},
	{
		name: "corner of two one-ways", grid: grid{100, 100},
		picture: `
			A--s---B----D
			       |
			       e
			       |
			       C`,
		lines: []string{"A>B", "B>C", "D>B"}, trip: "sBe",
	},
}

// eachLegalTrip calls its argument with the trips at several speeds and noises, with
// jitter or with a stop of ten minutes in the middle.
func eachLegalTrip(t *testing.T, check func(t *testing.T, m gridMap, what string, obs []match.Observation)) {
	t.Helper()
	for _, tt := range legalTrips {
		m := drawOn(t, tt.grid, tt.picture, tt.lines...)
		for _, sigma := range []float64{5, 10, 15} {
			for _, speed := range []float64{2, 8, 15, 60} {
				t.Run(fmt.Sprintf("%s, σ %g, every %g m", tt.name, sigma, speed), func(t *testing.T) {
					for seed := range uint64(5) {
						w := walk(m, speed, sigma)
						w.random = rand.New(rand.NewPCG(seed, 5))
						obs := w.along(tt.trip)
						middle := obs[len(obs)/2]
						stop := make([]match.Observation, 600)
						for i := range stop {
							stop[i] = w.fix(0, middle.Point)
						}
						check(t, m, fmt.Sprintf("seed %d", seed), clocked(obs, 1))
						check(t, m, fmt.Sprintf("seed %d, with a stop", seed),
							clocked(slices.Insert(obs, len(obs)/2, stop...), 1))
					}
				})
			}
		}
	}
}

// TestNoiseIsNeverAgainstAOneway matches lawful noisy drives: nothing may be matched
// against a one-way street, and no warning may say so.
func TestNoiseIsNeverAgainstAOneway(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	t.Parallel()
	eachLegalTrip(t, func(t *testing.T, m gridMap, what string, obs []match.Observation) {
		oneways := map[int64]bool{}
		for l := range road.LinkID(m.NumLinks()) {
			w := m.Way(l)
			oneways[w.ID] = w.Oneway
		}
		for _, v := range variants {
			r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
			wantNoViolation(t, fmt.Sprintf("%s, %s", what, v.name), r)
			for _, leg := range r.Legs {
				for _, w := range leg.Ways {
					if oneways[w.WayID] && !w.Forward {
						t.Errorf("%s, %s: %.0f m against way %d", what, v.name, w.Length, w.WayID)
					}
				}
			}
		}
	})
}

// TestShortDriveIsNoStanding drives a short distance along a divided road, on the
// carriageway in that direction or shifted towards the other one, up to its middle. The
// vehicle moves, so it must not stand still on the other carriageway.
func TestShortDriveIsNoStanding(t *testing.T) {
	m := drawOn(t, grid{100, 15}, `
		D--------------------C
		A--s--------------e--B`, "A>B", "C>D", "A-D", "B-C")
	for _, length := range []float64{30, 40, 50, 80, 100} {
		for _, speed := range []float64{2, 5, 10} {
			for _, off := range []float64{-8, 0, 5, 10, 15} {
				begin := shift(m.Point('s'), 500, off)
				obs := clocked(walk(m, speed, 0).through(begin, shift(begin, length, 0)), 1)
				for i := range obs {
					obs[i].Accuracy = 5
				}
				for _, v := range variants {
					r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
					what := fmt.Sprintf("%g m at %g m/s, %g m to the left, %s", length, speed, off, v.name)
					if got := waysOf(r); !slices.Equal(got, []int64{1}) {
						t.Errorf("%s: ways %v, want 1", what, got)
					}
					if short := length - r.Distance.Matched; short > 6 || short < -1 {
						t.Errorf("%s: matched %.0f m", what, r.Distance.Matched)
					}
				}
			}
		}
	}
}
