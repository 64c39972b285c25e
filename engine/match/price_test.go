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
		profile            Profile
		straight           float64
		terminal           bool
		turn, uTurn, angle float64
		residential        uint16
	}{
		{MotorVehicle, 229, false, 20, 55, 0, 104},
		{MotorVehicle, 230, false, 20, 55, 0, 112},
		{MotorVehicle, 630, false, 20, 185, 65, 112},
		{MotorVehicle, 1030, false, 20, 315, 130, 112},
		{MotorVehicle, 20_000, false, 20, 315, 130, 112},
		{MotorVehicle, 20_000, true, 20, 787.5, 130, 112},
		{Truck, 20_000, false, 30, 555, 195, 108},
		{Foot, 20_000, false, 0, 0, 0, 100},
	} {
		w.begin(handover{}, true, tt.profile)
		w.setPrices(10, tt.straight, tt.terminal)
		r := w.rules
		for i, pair := range [][2]float64{{r.TurnPenalty, tt.turn}, {r.UTurnPenalty, tt.uTurn}, {r.AnglePenalty, tt.angle}} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("%v, %g m: penalty %d (turn, U-turn, angle) is %g m, want %g", tt.profile, tt.straight, i, pair[0], pair[1])
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
		{40, c.sparse - 1, 40}, {12, c.sparse, 12}, {22, c.sparse, 14}, {19, c.sparse + c.sparseRamp/2, 11}, {9, 5000, 6.6}, {76, 5000, 20},
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

// TestTurnsAtJunctionsAreNotDearer pins uTurnPenalty: no turn at a junction costs more than
// one in the middle of an edge, where the steps are as near and as precise as they can be.
func TestTurnsAtJunctionsAreNotDearer(t *testing.T) {
	c := newModel(DefaultConfig())
	beta := c.betaBase + c.minSigma*(c.betaPerSigma+c.spacingSigmas*c.betaPerMetre)
	if nats := c.uTurnPenalty / beta; nats > c.edgeUTurnPenalty || nats < c.edgeUTurnPenalty-0.1 {
		t.Errorf("a turn at a junction costs up to %.2f nats, one on an edge %g", nats, c.edgeUTurnPenalty)
	}
}
