// SPDX-License-Identifier: MIT

package view

import (
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
)

func TestMercatorTableAgreesWithTheFormula(t *testing.T) {
	p := NewProjector(1, 0, 0)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 50_000 {
		lat := -80 + 160*rng.Float64()
		if d := math.Abs(p.y(lat) - mercatorY(lat)); d > 1e-12 {
			t.Fatalf("at %v° the table is off by %v of the world", lat, d)
		}
	}
	for _, lat := range []float64{-90, -maxLatitude, 0, maxLatitude, 90} {
		if d := math.Abs(p.y(lat) - Project(geo.Point{Lat: lat}).Y); d > 1e-11 {
			t.Errorf("at %v° the table is off by %v of the world", lat, d)
		}
	}
}
