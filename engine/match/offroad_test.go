// SPDX-License-Identifier: MIT

package match_test

import (
	"math"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestOffTheRoads drives over land without mapped roads, with other roads near all the
// way.
func TestOffTheRoads(t *testing.T) {
	const picture = `
		A------B-------E
		|      |       |
		|      |       |
		|      |       |
		|      |       |
		D------C-------F`
	lines := []string{"A-B-E", "D-C-F", "A-D", "B-C", "E-F"}
	for _, tt := range []struct {
		name    string
		points  func(m *roadtest.Map) []geo.Point
		ways    []int64
		on, off float64 // on and off the roads (metres)
	}{
		{"through the block", func(m *roadtest.Map) []geo.Point {
			a, d := shift(m.Point('A'), 350, 0), shift(m.Point('D'), 350, 0)
			return []geo.Point{m.Point('A'), a, d, shift(m.Point('D'), 50, 0)}
		}, []int64{1, 0, 2}, 650, 500},
		{"at the end", func(m *roadtest.Map) []geo.Point {
			return []geo.Point{m.Point('A'), shift(m.Point('A'), 350, 0), shift(m.Point('D'), 350, 250)}
		}, []int64{1}, 350, 250},
		{"at the beginning", func(m *roadtest.Map) []geo.Point {
			return []geo.Point{shift(m.Point('D'), 350, 250), shift(m.Point('A'), 350, 0), m.Point('A')}
		}, []int64{1}, 350, 250},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := roadtest.Draw(t, picture, lines...)
			w := walk(m, 10, 4)
			w.second = 1
			obs := w.through(tt.points(m)...)
			r := run(t, m.Graph, obs, match.MotorVehicle)
			if got := waysOf(r); !slices.Equal(got, tt.ways) {
				t.Fatalf("ways %v, want %v", got, tt.ways)
			}
			if len(r.Gaps) != 1 || r.Gaps[0].Cause != match.GapNoRoad {
				t.Errorf("gaps %+v, want one of cause %q", r.Gaps, match.GapNoRoad)
			}
			if math.Abs(r.Distance.OffRoad-tt.off) > 150 {
				t.Errorf("%.0f m off the roads, want %.0f", r.Distance.OffRoad, tt.off)
			}
			if math.Abs(r.Distance.Matched-tt.on) > 80 {
				t.Errorf("%.0f m on the roads, want %.0f", r.Distance.Matched, tt.on)
			}
		})
	}
}
