// SPDX-License-Identifier: MIT

package engine_test

import (
	"errors"
	"math"
	"testing"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

func TestTraceHasTheRoadsOfTheRoute(t *testing.T) {
	e := newEngine(t)
	if _, err := e.Trace(t.Context(), match.Path(town), match.Car); !errors.Is(err, engine.ErrNoMap) {
		t.Errorf("without a map: %v, want ErrNoMap", err)
	}
	if err := e.OpenBytes("sample", data.SamplePack); err != nil {
		t.Fatal(err)
	}
	got, err := e.Trace(t.Context(), match.Path(town), match.Car)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Legs) != 1 || len(got.Traversals) != 1 || len(got.Along) != 1 {
		t.Fatalf("%d legs, %d lists of traversals, %d of distances, want 1 each", len(got.Legs), len(got.Traversals), len(got.Along))
	}
	length, named := 0.0, 0
	for i, x := range got.Traversals[0] {
		length += x.To - x.From
		if x.From < 0 || x.To > x.Length+0.01 {
			t.Errorf("traversal %d goes from %g to %g on an edge of %g m", i, x.From, x.To, x.Length)
		}
		if x.Way.Name != "" {
			named++
		}
	}
	if math.Abs(length-got.Legs[0].Length) > 0.1 || named == 0 {
		t.Errorf("the traversals have %g of %g m, %d of %d named", length, got.Legs[0].Length, named, len(got.Traversals[0]))
	}
	if at := got.Places[2]; !at.OnLeg || math.Abs(at.Along-got.Legs[0].Length) > 0.01 {
		t.Errorf("the last place is %+v, want the end of the leg at %g m", at, got.Legs[0].Length)
	}
}

func TestNearRoads(t *testing.T) {
	e := newEngine(t)
	if _, err := e.NearRoads(nil, town[0], 50, match.Car); !errors.Is(err, engine.ErrNoMap) {
		t.Errorf("without a map: %v, want ErrNoMap", err)
	}
	if err := e.OpenBytes("sample", data.SamplePack); err != nil {
		t.Fatal(err)
	}
	if _, err := e.NearRoads(nil, town[0], 50, match.Profile(99)); !errors.Is(err, match.ErrProfile) {
		t.Errorf("unknown profile: %v, want ErrProfile", err)
	}
	got, err := e.NearRoads(nil, town[0], 200, match.Car)
	if err != nil || len(got) < 3 {
		t.Fatalf("%d roads, %v", len(got), err)
	}
	for i, r := range got {
		if i > 0 && r.Distance < got[i-1].Distance {
			t.Errorf("road %d is nearer than road %d", i, i-1)
		}
		if d := geo.Distance(town[0], r.At); math.Abs(d-r.Distance) > 0.5 || r.Distance > 200 {
			t.Errorf("road %d is said to be %g m away, and is %g", i, r.Distance, d)
		}
		if !r.Forward && !r.Backward || r.Heading < 0 || r.Heading >= 360 || r.Way.ID == 0 {
			t.Errorf("road %d: %+v", i, r)
		}
	}
}
