// SPDX-License-Identifier: MIT

package match

import (
	"math"
	"testing"

	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/road"
)

// TestPricesOfSparseSteps checks the rules of the search for steps of several lengths.
func TestPricesOfSparseSteps(t *testing.T) {
	m := roadtest.Draw(t, "A--B", "A-B")
	w := testWorkspace(m.Graph, newModel(DefaultConfig()))
	for _, tt := range []struct {
		profile               Profile
		straight              float64
		turn, uTurn, junction float64
		residential           uint16
	}{
		{MotorVehicle, 229, 20, 80, 0, 104},
		{MotorVehicle, 230, 20, 80, 3, 108},
		{MotorVehicle, 700, 34, 136, 5.1, 108},
		{MotorVehicle, 20_000, 150, 600, 22.5, 108},
		{Truck, 700, 51, 408, 7.65, 108},
		{Foot, 20_000, 0, 0, 0, 100},
	} {
		w.begin(handover{}, true, tt.profile)
		w.setPrices(10, tt.straight, false)
		r := w.rules
		for i, pair := range [][2]float64{{r.TurnPenalty, tt.turn}, {r.UTurnPenalty, tt.uTurn}, {r.JunctionPenalty, tt.junction}} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("%v, %g m: penalty %d (turn, U-turn, junction) is %g m, want %g", tt.profile, tt.straight, i, pair[0], pair[1])
			}
		}
		if got := r.Prices[road.Residential]; got != tt.residential {
			t.Errorf("%v, %g m: a metre of a residential street costs %d, want %d", tt.profile, tt.straight, got, tt.residential)
		}
	}
}

// TestLimitsCount checks for whom, and from which length of a step on, speed limits count.
func TestLimitsCount(t *testing.T) {
	m := roadtest.Draw(t, "A--B", "A-B")
	c := newModel(DefaultConfig())
	w := testWorkspace(m.Graph, c)
	for _, tt := range []struct {
		profile  Profile
		straight float64
		want     float64
	}{
		{MotorVehicle, 99, 0}, {MotorVehicle, 100, c.limitWeight}, {Car, 5000, c.limitWeight}, {Motorcycle, 5000, 0}, {Foot, 100, 0}, {MotorVehicle, 10, 0},
	} {
		w.begin(handover{}, true, tt.profile)
		if w.setPrices(10, tt.straight, false); w.rules.LimitWeight != tt.want {
			t.Errorf("%v, %g m: weight of limits %g, want %g", tt.profile, tt.straight, w.rules.LimitWeight, tt.want)
		}
	}
}

// TestLongDetours checks that the tail of far transitions has an inverse.
func TestLongDetours(t *testing.T) {
	c := newModel(DefaultConfig())
	for _, tt := range []struct{ nats, straight, want float64 }{
		{40, c.sparse - 1, 40}, {10, c.sparse, 10}, {16, c.sparse, 11}, {70, 5000, 20},
	} {
		got := c.shortened(tt.nats, tt.straight)
		if math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%g nats over %g m cost %g, want %g", tt.nats, tt.straight, got, tt.want)
		}
		if back := c.lengthened(got, tt.straight); math.Abs(back-tt.nats) > 1e-9 {
			t.Errorf("%g nats over %g m: the inverse gives %g", tt.nats, tt.straight, back)
		}
	}
}
