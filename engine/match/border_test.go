// SPDX-License-Identifier: MIT

package match

import (
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
)

// TestBorderLiesWhereTheVehicleMoves drives slowly, then fast from observation 180 to 230, then
// slowly. No wrong position moves the border, and one observation more moves it by one.
func TestBorderLiesWhereTheVehicleMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 16))
	plane := geo.NewPlane(geo.Point{Lat: 10.78, Lon: 106.69})
	var obs []Observation
	for x := 0.0; len(obs) < 304; x += 7 + random.Float64() {
		if n := len(obs); n >= 180 && n < 230 {
			x += 20
		}
		obs = append(obs, Observation{Point: plane.Point(geo.XY{X: x})})
	}
	m := newModel(DefaultConfig())
	s := Stream{matcher: &Matcher{model: m}}
	border, end := s.border(obs)
	if border < 195 || border > 214 || end != border+borderAhead {
		t.Fatalf("the border is at %d, seen up to %d", border, end)
	}
	for at := range obs {
		wrong := slices.Clone(obs)
		wrong[at].Point = plane.Point(geo.XY{X: -5000})
		if got, _ := s.border(wrong); got != border && max(at-got, got-at, at-border, border-at) > 2*borderReach {
			t.Errorf("with observation %d elsewhere, the border is at %d instead of %d", at, got, border)
		}
	}
	if got, _ := s.border(slices.Insert(slices.Clone(obs), 20, obs[20])); got != border+1 {
		t.Errorf("with one observation more, the border is at %d, want %d", got, border+1)
	}
}

// TestBorderOfAStop stands with drift from observation 100 on, and calmly from 150 to 200.
func TestBorderOfAStop(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 16))
	plane := geo.NewPlane(geo.Point{Lat: 10.78, Lon: 106.69})
	var obs []Observation
	for i := range 304 {
		at := geo.XY{X: random.Float64() * 20}
		if i >= 150 && i < 200 {
			at.X = 10
		}
		obs = append(obs, Observation{Point: plane.Point(at)})
	}
	s := Stream{matcher: &Matcher{model: newModel(DefaultConfig())}}
	if border, _ := s.border(obs); border < 165 || border > 184 {
		t.Errorf("the border is at %d, outside the calm", border)
	}
}
