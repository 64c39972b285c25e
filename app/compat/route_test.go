// SPDX-License-Identifier: MIT

package compat

import (
	"context"
	"math"
	"testing"

	"roadsnap/engine/match"
)

// TestBetweenKnowsItsRoads compares the roads and the length of every stretch with a search
// through all traversals.
func TestBetweenKnowsItsRoads(t *testing.T) {
	e, err := sample()
	if err != nil {
		t.Fatal(err)
	}
	traced, err := e.Trace(context.Background(), match.Path(trip(t)), match.MotorVehicle)
	if err != nil || len(traced.Legs) != 1 {
		t.Fatalf("%d legs, %v", len(traced.Legs), err)
	}
	changes := 0
	for i := 1; i < len(traced.Points); i++ {
		s := between(&traced, match.MotorVehicle, i-1, i)
		at := traced.Places[i-1].Along
		for k, segment := range s.segments {
			middle := at + segment.metres/2
			at += segment.metres
			for _, on := range traced.Traversals[0] {
				if traced.Along[0][on.First] < middle && middle < traced.Along[0][on.Last] && on.Edge != segment.on.Edge {
					t.Errorf("points %d to %d: segment %d is on edge %d, want %d", i-1, i, k, segment.on.Edge, on.Edge)
				}
			}
			if k > 0 && segment.on.Edge != s.segments[k-1].on.Edge {
				changes++
			}
		}
		if math.Abs(at-traced.Places[i].Along) > 0.01 {
			t.Errorf("points %d to %d: %g m missing", i-1, i, traced.Places[i].Along-at)
		}
	}
	if changes < 10 {
		t.Errorf("only %d changes of road were compared", changes)
	}
}
