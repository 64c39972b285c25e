// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// roundTheBlock returns n fixes of a drive round and round, 8 m apart.
func roundTheBlock(m *roadtest.Map, n int) []match.Observation {
	w := walk(m, 8, 5)
	var obs []match.Observation
	for len(obs) < n {
		obs = append(obs, w.along("ABDCA")...)
	}
	return clocked(obs[:n], 1)
}

// wantOneEach fails the test unless each observation has its result, in order, with a
// reason if it is off road.
func wantOneEach(t *testing.T, r match.Result, n int) {
	t.Helper()
	if len(r.Points) != n {
		t.Fatalf("%d results for %d observations", len(r.Points), n)
	}
	for i, p := range r.Points {
		if p.Index != i || p.State == match.OffRoad && p.Reason == match.ReasonNone {
			t.Fatalf("result %d: %+v", i, p)
		}
	}
}

// TestOneResultPerObservation matches trips of all lengths. No point is off road,
// except in the shortest trips.
func TestOneResultPerObservation(t *testing.T) {
	t.Parallel()
	m := roadtest.Draw(t, `
		A-----B
		|     |
		C-----D`, "A-B", "B-D", "D-C", "C-A")
	for _, n := range []int{0, 1, 2, 3, 100, 10_000, 50_000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			obs := roundTheBlock(m, n)
			for _, v := range variants {
				trip := only(obs, v.time, v.accuracy)
				begin := time.Now()
				r := mustMatch(t, newMatcher(t, m.Graph), trip, match.MotorVehicle)
				t.Logf("%s: %v", v.name, time.Since(begin).Round(time.Millisecond))
				checkResult(t, m.Graph, trip, r)
				wantOneEach(t, r, n)
				if _, _, off := states(r); off != 0 {
					t.Errorf("%s: %d points are off road", v.name, off)
				}
				if n > 0 && len(r.Legs) != 1 {
					t.Errorf("%s: %d legs", v.name, len(r.Legs))
				}
			}
		})
	}
}

// TestDuplicates repeats observations. None may be lost, and none may add to the trip.
func TestDuplicates(t *testing.T) {
	m := roadtest.Draw(t, "A-s---------e-B", "A-B")
	obs := clocked(walk(m, 20, 5).along("se"), 2)
	want := run(t, m.Graph, obs, match.MotorVehicle)
	for _, tt := range []struct {
		name  string
		times int // each observation is there
		of    func(i int) bool
	}{
		{"the first", 3, func(i int) bool { return i == 0 }},
		{"the last", 3, func(i int) bool { return i == len(obs)-1 }},
		{"one in the middle", 20, func(i int) bool { return i == len(obs)/2 }},
		{"all", 2, func(int) bool { return true }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var trip []match.Observation
			var repeats []int
			for i, o := range obs {
				trip = append(trip, o)
				for range tt.times - 1 {
					if tt.of(i) {
						repeats = append(repeats, len(trip))
						trip = append(trip, o)
					}
				}
			}
			r := run(t, m.Graph, trip, match.MotorVehicle)
			wantWays(t, r, 1)
			wantOneEach(t, r, len(trip))
			// With repetitions, a fix is averaged over half the distance.
			wantLength(t, r, want.Distance.Matched, 3)
			for _, i := range repeats {
				p, before := r.Points[i], r.Points[i-1]
				if p.Reason != match.ReasonDuplicate || geo.Distance(p.Location, before.Location) > 0.01 {
					t.Errorf("repetition %d: %+v after %+v", i, p, before)
				}
				if !slices.Contains(r.Warnings, match.Warning{Index: i, Kind: match.WarnDuplicateTime}) {
					t.Errorf("repetition %d: no warning", i)
				}
			}
		})
	}
}

// TestEveryStateHasItsReason matches a trip with every outcome of an observation.
func TestEveryStateHasItsReason(t *testing.T) {
	m := roadtest.Draw(t, "A-s---------------------e-B", "A-B")
	obs := clocked(walk(m, 20, 5).along("se"), 2)
	obs[10].Point = geo.Point{Lat: 91}
	obs[30].Point = shift(obs[30].Point, 0, 5000)
	obs[50].Point = shift(obs[50].Point, 0, 130)
	obs[70] = obs[69]
	r := run(t, m.Graph, obs, match.MotorVehicle)
	wantOneEach(t, r, len(obs))
	for i, want := range map[int]match.Reason{
		10: match.ReasonInvalid, 30: match.ReasonNoRoad, 50: match.ReasonOutlier, 70: match.ReasonDuplicate, 71: match.ReasonNone,
	} {
		if got := r.Points[i].Reason; got != want {
			t.Errorf("point %d: reason %q, want %q", i, got, want)
		}
	}
	if _, _, off := states(r); off != 3 {
		t.Errorf("%d points are off road, want 3", off)
	}
}

// TestAnyLengthOnTowns matches random beginnings of trips.
func TestAnyLengthOnTowns(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	eachTownTrip(t, 20, 15, 8, func(t *testing.T, trip townTrip) {
		n := random.IntN(len(trip.obs) + 1)
		r := run(t, trip.graph, trip.obs[:n], match.MotorVehicle)
		wantOneEach(t, r, n)
	})
}
