// SPDX-License-Identifier: MIT

package match_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestJumpsAreNotOffRoad records trips in pieces with a jump between them, because the
// recorder was off or its position was wrong. The jump is neither on the roads nor off
// them, and has its own cause.
func TestJumpsAreNotOffRoad(t *testing.T) {
	m := roadtest.Draw(t, "A-s------------p-B", "A-B")
	road := []geo.Point{m.Point('s'), m.Point('p')}
	// land is a drive of 1 km where no road is, so far east of the road.
	land := func(east float64) []geo.Point {
		return []geo.Point{shift(m.Point('p'), east, 3000), shift(m.Point('p'), east+1000, 3000)}
	}
	far := land(12_000)
	var fields [][]geo.Point
	for i := range 40 {
		fields = append(fields, land(float64(i)*2000))
	}
	nearby := []geo.Point{shift(m.Point('p'), 50, 150), shift(m.Point('p'), 70, 150)} // near the road, but not on it
	for _, tt := range []struct {
		name    string
		every   float64 // metres from fix to fix, at 20 m/s
		pieces  [][]geo.Point
		pause   time.Duration  // on the clock, from piece to piece
		timed   match.GapCause // of the jump with times
		jumps   int
		offRoad float64 // metres
		legs    int
	}{
		{"ends off the roads, after a jump of 12 km", 20, [][]geo.Point{road, far}, 0, match.GapImpossibleSpeed, 1, 1000, 1},
		{"begins off the roads, before a jump of 12 km", 20, [][]geo.Point{far, road}, 0, match.GapImpossibleSpeed, 1, 1000, 1},
		{"goes on elsewhere ten minutes later", 20, [][]geo.Point{road, far}, 10 * time.Minute, match.GapOutage, 1, 1000, 1},
		{"goes on elsewhere two hours later", 20, [][]geo.Point{road, land(40_000)}, 2 * time.Hour, match.GapOutage, 1, 1000, 1},
		{"all off the roads", 20, [][]geo.Point{land(0), far, land(0)}, 0, match.GapImpossibleSpeed, 2, 3000, 0},
		{"off the roads between two jumps", 20, [][]geo.Point{road, far, road}, 0, match.GapImpossibleSpeed, 2, 1000, 2},
		{"one point far away, at the end", 20, [][]geo.Point{road, far[:1]}, 10 * time.Minute, match.GapOutage, 1, 0, 1},
		{"one point far away, at the beginning", 20, [][]geo.Point{far[:1], road}, 10 * time.Minute, match.GapOutage, 1, 0, 1},
		{"forty fields", 20, slices.Insert(fields, 0, road), 10 * time.Minute, match.GapOutage, 40, 41_050, 1}, // noise makes the drives longer
		{"two points far away from each other", 20, [][]geo.Point{road, far[:1], land(40_000)[:1]}, 0, match.GapImpossibleSpeed, 1, 0, 1},
		{"bad points before and after the jumps", 20, [][]geo.Point{road, nearby[:1], far, nearby}, 0, match.GapImpossibleSpeed, 2, 1000, 1},
		{"600 m without a fix", 20, [][]geo.Point{land(0), land(1600)}, 0, "", 0, 2600, 0},
		{"off the roads with a fix every 2 km", 2000, [][]geo.Point{{far[0], shift(far[0], 20_000, 0)}}, 0, "", 0, 20_000, 0},
		{"off the roads without a jump", 20, [][]geo.Point{road, {shift(m.Point('p'), 0, 10), shift(m.Point('p'), 0, 3000)}}, 0, "", 0, 2990, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, timed := range []bool{true, false} {
				var obs []match.Observation
				now := departure
				for _, piece := range tt.pieces {
					for _, o := range walk(m, tt.every, 3).through(piece...) {
						now = now.Add(time.Duration(tt.every / 20 * float64(time.Second)))
						if timed {
							o.Time = now
						}
						obs = append(obs, o)
					}
					now = now.Add(tt.pause)
				}
				cause := tt.timed
				if !timed && cause != "" {
					cause = match.GapJump
				}
				r := run(t, m.Graph, obs, match.MotorVehicle)
				jumps := 0
				for _, g := range r.Gaps {
					if g.Cause == cause {
						jumps++
					} else if g.Cause != match.GapNoRoad {
						t.Errorf("timed %v: gap %+v", timed, g)
					}
				}
				if jumps != tt.jumps {
					t.Errorf("timed %v: %d gaps of cause %q, want %d: %+v", timed, jumps, cause, tt.jumps, r.Gaps)
				}
				if math.Abs(r.Distance.OffRoad-tt.offRoad) > 100 {
					t.Errorf("timed %v: %.0f m off the roads, want %.0f", timed, r.Distance.OffRoad, tt.offRoad)
				}
				if n := len(r.Gaps); r.Points[len(obs)-1].State == match.OffRoad && r.Gaps[n-1].LastIndex != len(obs)-1 {
					t.Errorf("timed %v: the end of %d points is in no gap: %+v", timed, len(obs), r.Gaps)
				}
				if len(r.Legs) != tt.legs {
					t.Errorf("timed %v: %d legs, want %d", timed, len(r.Legs), tt.legs)
				}
			}
		})
	}
}
