// SPDX-License-Identifier: MIT

package engine_test

import (
	"testing"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

func TestWaysOfAMatch(t *testing.T) {
	e := newEngine(t)
	if err := e.OpenBytes("sample", data.SamplePack); err != nil {
		t.Fatal(err)
	}
	result, err := e.Match(t.Context(), match.Path(town), match.MotorVehicle)
	if err != nil {
		t.Fatal(err)
	}
	ways, err := e.Ways(result.Points)
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, p := range result.Points {
		w, found := ways[p.WayID]
		if !found || w.ID != p.WayID {
			t.Errorf("way %d of point %d is %+v", p.WayID, p.Index, w)
		}
		if w.Name != "" {
			named++
		}
	}
	if named == 0 {
		t.Error("no way in the middle of the town has a name")
	}
	elsewhere := []match.Point{{Location: geo.Point{Lat: 10, Lon: 106}, WayID: 7, HasWay: true}, {Location: town[0]}}
	if ways, err = e.Ways(elsewhere); err != nil || len(ways) != 0 {
		t.Errorf("off the map there are %v, %v", ways, err)
	}
}
