// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestEveryVertexHasItsTime drives at constant speed round corners, so that the time at
// each vertex is known.
func TestEveryVertexHasItsTime(t *testing.T) {
	m := roadtest.Draw(t, `
		A-s----B
		       |
		       |
		       C--1-D
		            |
		            e
		            |
		            E`, "A-B", "B-C", "C-1-D-E")
	const trip, speed = "sBC1De", 10.0 // m/s
	corners := []rune(trip)
	at := make(map[rune]time.Time)
	now := departure
	for i, c := range corners {
		if i > 0 {
			metres := geo.Distance(m.Point(corners[i-1]), m.Point(c))
			now = now.Add(time.Duration(metres / speed * float64(time.Second)))
		}
		at[c] = now
	}
	for _, every := range []float64{10, 50, 150, 400} {
		t.Run(fmt.Sprintf("every %g m", every), func(t *testing.T) {
			obs := clocked(walk(m, every, 0).along(trip), every/speed)
			obs[len(obs)-1].Time = at['e'] // the last step is shorter than the others
			r := run(t, m.Graph, obs, match.MotorVehicle)
			if len(r.Legs) != 1 || r.Legs[0].Times == nil {
				t.Fatalf("%d legs, %+v", len(r.Legs), r.Legs)
			}
			leg := r.Legs[0]
			for _, c := range corners {
				k := slices.IndexFunc(leg.Shape, func(p geo.Point) bool { return geo.Distance(p, m.Point(c)) < 1 })
				if k < 0 {
					t.Fatalf("%c is not on the line", c)
				}
				if off := leg.Times[k].Sub(at[c]).Seconds(); math.Abs(off) > 1+every/speed/5 {
					t.Errorf("at %c %.1f s late", c, off)
				}
			}
		})
	}
}

// TestVerticesOfAllLegsHaveTimes breaks the trip, with noise and a stop.
func TestVerticesOfAllLegsHaveTimes(t *testing.T) {
	m := roadtest.Draw(t, "A-s----1---2---p             q---3---4---e-B", "A-1-2-p", "q-3-4-B")
	w := walk(m, 7, 6)
	obs := w.along("sp")
	for range 300 {
		obs = append(obs, w.fix(0, m.Point('2')))
	}
	obs = clocked(append(obs, w.along("2pqe")...), 1)
	r := run(t, m.Graph, obs, match.MotorVehicle)
	if len(r.Legs) < 2 {
		t.Fatalf("%d legs: the test does not test what it says", len(r.Legs))
	}
	for i, leg := range r.Legs {
		if len(leg.Times) != len(leg.Shape) {
			t.Errorf("leg %d: %d times at %d vertices", i, len(leg.Times), len(leg.Shape))
			continue
		}
		first, last := obs[leg.FirstIndex].Time, obs[leg.LastIndex].Time
		if leg.Times[0].Before(first) || leg.Times[len(leg.Times)-1].After(last) {
			t.Errorf("leg %d lasts from %v to %v, its points from %v to %v", i, leg.Times[0], leg.Times[len(leg.Times)-1], first, last)
		}
	}
}

// TestOddTimes damages the clock of a trip of 41 fixes every 10 s. The route must not
// change, and each odd time must be reported.
func TestOddTimes(t *testing.T) {
	m := roadtest.Draw(t, "A-s----1----2----3----4---e-B", "A-1-2-3-4-B")
	seq := func(first, last int, kind match.WarningKind) (warnings []match.Warning) {
		for i := first; i <= last; i++ {
			warnings = append(warnings, match.Warning{Index: i, Kind: kind})
		}
		return warnings
	}
	for _, tt := range []struct {
		name  string
		spoil func(obs []match.Observation)
		want  []match.Warning
		timed bool // whether the line has times
	}{
		{"none", func([]match.Observation) {}, nil, true},
		{"duplicate", func(o []match.Observation) { o[7].Time = o[6].Time }, seq(7, 7, match.WarnDuplicateTime), true},
		{"three alike", func(o []match.Observation) { o[7].Time, o[8].Time = o[6].Time, o[6].Time }, seq(7, 8, match.WarnDuplicateTime), true},
		{"missing", func(o []match.Observation) { o[7].Time = time.Time{} }, seq(7, 7, match.WarnMissingTime), true},
		{"missing at both ends", func(o []match.Observation) { o[0].Time, o[len(o)-1].Time = time.Time{}, time.Time{} },
			[]match.Warning{{Index: 0, Kind: match.WarnMissingTime}, {Index: 40, Kind: match.WarnMissingTime}}, true},
		{"all missing but two", func(o []match.Observation) {
			for i := range o {
				if i != 10 && i != 30 {
					o[i].Time = time.Time{}
				}
			}
		}, slices.Concat(seq(0, 9, match.WarnMissingTime), seq(11, 29, match.WarnMissingTime), seq(31, 40, match.WarnMissingTime)), true},
		{"all missing", func(o []match.Observation) {
			for i := range o {
				o[i].Time = time.Time{}
			}
		}, nil, false},
		{"one backward", func(o []match.Observation) { o[7].Time = o[4].Time.Add(-time.Second) }, seq(7, 7, match.WarnBackwardTime), true},
		{"one far in the past", func(o []match.Observation) { o[7].Time = time.Unix(0, 0) }, seq(7, 7, match.WarnBackwardTime), true},
		{"one far in the future", func(o []match.Observation) { o[7].Time = o[7].Time.Add(20 * 365 * 24 * time.Hour) }, seq(7, 7, match.WarnBackwardTime), true},
		{"first far in the past", func(o []match.Observation) { o[0].Time = o[1].Time.Add(-10 * time.Minute) }, nil, true},
		{"last centuries in the future", func(o []match.Observation) { o[40].Time = o[40].Time.AddDate(300, 0, 0) }, nil, true},
		{"clock set back by an hour for three fixes", func(o []match.Observation) {
			for i := 20; i < 23; i++ {
				o[i].Time = o[i].Time.Add(-time.Hour)
			}
		}, seq(20, 22, match.WarnBackwardTime), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			obs := clocked(walk(m, 61, 4).along("se"), 10)
			if len(obs) != 41 {
				t.Fatalf("%d fixes", len(obs))
			}
			tt.spoil(obs)
			r := run(t, m.Graph, obs, match.MotorVehicle)
			wantWays(t, r, 1)
			wantLength(t, r, 2400, 15)
			if len(r.Gaps) != 0 {
				t.Errorf("gaps %+v", r.Gaps)
			}
			if !slices.Equal(r.Warnings, tt.want) {
				t.Errorf("warnings %+v, want %+v", r.Warnings, tt.want)
			}
			if got := r.Legs[0].Times != nil; got != tt.timed {
				t.Errorf("the line has times: %v, want %v", got, tt.timed)
			}
		})
	}
}

// TestTimesInWholeSeconds drives at 60 m/s, with times rounded by the recorder so that
// every other step takes a second less than it did.
func TestTimesInWholeSeconds(t *testing.T) {
	m := roadtest.Draw(t, "A-----------------------------------------B", "A-B motorway")
	obs := walk(m, 120, 0).along("AB")
	for i := range obs {
		obs[i].Accuracy = 3
		obs[i].Time = departure.Add(time.Duration(2*i-i%2) * time.Second) // after 1 s, 3 s, 1 s, 3 s…
	}
	r := run(t, m.Graph, obs, match.MotorVehicle)
	if matched, _, _ := states(r); matched != len(obs) || len(r.Warnings) > 0 {
		t.Errorf("%d of %d points are matched, warnings %+v", matched, len(obs), r.Warnings)
	}
}
