// SPDX-License-Identifier: MIT

package trip

import (
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// TestWaysBetween checks the places on the ways of a route that no point is on:
//
//	way 1   way 2   way 3  way 1
//	o-----|-------|------|-----o
func TestWaysBetween(t *testing.T) {
	line := []geo.Point{{Lat: 10, Lon: 106}, {Lat: 10, Lon: 106.0005}, {Lat: 10, Lon: 106.004}}
	whole := geo.Length(line)
	r := &match.Result{
		Points: []match.Point{{WayID: 1, HasWay: true}, {WayID: 1, HasWay: true}},
		Legs: []match.Leg{{Shape: line, Length: whole, Ways: []match.WayPiece{
			{WayID: 1, Length: whole / 4}, {WayID: 2, Length: whole / 4}, {WayID: 3, Length: whole / 4}, {WayID: 1, Length: whole / 4},
		}}},
	}
	points := WaysBetween(r)
	if len(points) != 2 || points[0].WayID != 2 || points[1].WayID != 3 {
		t.Fatalf("got %+v", points)
	}
	for i, want := range []float64{106.0015, 106.0025} {
		at := geo.Point{Lat: 10, Lon: want}
		if p := points[i]; !p.HasWay || geo.Distance(p.Location, at) > 0.5 {
			t.Errorf("way %d is looked up at %v, want %v", p.WayID, p.Location, at)
		}
	}
}
