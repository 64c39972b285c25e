// SPDX-License-Identifier: MIT

package match_test

import (
	"slices"
	"testing"
	"time"

	"roadsnap/engine/match"
)

// TestWaitingAtAJunction drives over p, where the way changes from 1 to 2, with fixes
// at given distances to the east of it. A fix just past p is on way 1 if the trip waits
// there and p is a junction.
func TestWaitingAtAJunction(t *testing.T) {
	const cross, plain = "cross", "plain"
	lines := map[string][]string{
		cross: {"A-p", "p-B", "C-p-D"},
		plain: {"A-p", "p-B", "C-D"},
	}
	picture := map[string]string{
		cross: `
			          C
			          |
			A---------p---------B
			          |
			          D`,
		plain: `
			A---------p---------B
			C-------------------D`,
	}
	for _, c := range []struct {
		name    string
		picture string
		east    []float64
		sigma   float64 // metres
		seconds float64 // from fix to fix; 0 for no times
		at      int     // index of the fix past p
		way     int64
	}{
		{"waits before it drives on", cross, []float64{-450, -300, -150, 4, 50, 200, 350}, 5, 15, 3, 1},
		{"hardly loses time", cross, []float64{-400, -250, -100, 4, 154, 304, 454}, 5, 15, 3, 2},
		{"long wait", cross, []float64{-300, -150, 4, 3, 4, 5, 150, 300}, 5, 15, 3, 1},
		{"waited on the last metres", cross, []float64{-350, -200, -50, 4, 154, 304, 454}, 5, 15, 3, 1},
		{"drives by", cross, []float64{-450, -300, -150, 4, 154, 304, 454}, 5, 15, 3, 2},
		{"waits 6 m on", cross, []float64{-450, -300, -150, 6, 50, 200, 350}, 5, 15, 3, 2},
		{"waits 1.6 standard deviations on", cross, []float64{-450, -300, -150, 4.8, 50, 200, 350}, 3, 15, 3, 2},
		{"waits 1.4 standard deviations on", cross, []float64{-450, -300, -150, 4.2, 50, 200, 350}, 3, 15, 3, 1},
		{"waits farther on", cross, []float64{-450, -300, -150, 14, 50, 200, 350}, 5, 15, 3, 2},
		{"no times", cross, []float64{-450, -300, -150, 4, 50, 200, 350}, 5, 0, 3, 2},
		{"no junction", plain, []float64{-450, -300, -150, 4, 50, 200, 350}, 5, 15, 3, 2},
		{"waits every second", cross, waitingEverySecond(), 5, 1, 35, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := drawOn(t, square, picture[c.picture], lines[c.picture]...)
			var obs []match.Observation
			for i, east := range c.east {
				o := match.Observation{Point: shift(m.Point('p'), east, 0), Accuracy: c.sigma}
				if c.seconds > 0 {
					o.Time = departure.Add(time.Duration(float64(i) * c.seconds * float64(time.Second)))
				}
				obs = append(obs, o)
			}
			r := run(t, m.Graph, obs, match.MotorVehicle)
			p := r.Points[c.at]
			if p.WayID != c.way {
				t.Errorf("the fix %.1f m behind the junction is on way %d, want %d", c.east[c.at], p.WayID, c.way)
			}
			if got, want := waysOf(r), []int64{1, 2}; !slices.Equal(got, want) {
				t.Errorf("ways %v, want %v", got, want)
			}
		})
	}
}

// waitingEverySecond returns a drive at 10 m/s with half a minute at 3 m.
func waitingEverySecond() (east []float64) {
	for x := -297.0; x < 300; x += 10 {
		east = append(east, x)
		if x == 3 {
			for range 30 {
				east = append(east, x)
			}
		}
	}
	return east
}
