// SPDX-License-Identifier: MIT

package match_test

import (
	"math"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// TestLegConfidenceInBatches matches a drive in one batch and in many. The confidence must be
// about the same, and none of the pieces may be less sure than the whole.
func TestLegConfidenceInBatches(t *testing.T) {
	m := drawOn(t, square, `
		A----------B----------C----------D----------E
		           |          |          |
		           F          G          H`, "A-B", "B-C", "C-D", "D-E", "B-F", "C-G", "D-H")
	var path []geo.Point
	for d := 0.0; d < 4000; d += 10 {
		path = append(path, shift(geo.Lerp(m.Point('A'), m.Point('E'), d/4000), 0, 3))
	}
	of := func(lag int) (match.Leg, []match.Part) {
		c := match.DefaultConfig()
		c.Lag = lag
		matcher, err := match.New(m.Graph, c)
		if err != nil {
			t.Fatal(err)
		}
		s, err := matcher.Stream(match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		parts, err := s.Feed(t.Context(), match.Path(path)...)
		if err != nil {
			t.Fatal(err)
		}
		rest, err := s.Close(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, rest)
		var r match.Result
		for _, p := range parts {
			r.Add(p)
		}
		if len(r.Legs) != 1 {
			t.Fatalf("%d legs", len(r.Legs))
		}
		return r.Legs[0], parts
	}
	whole, _ := of(1000)
	joined, parts := of(64)
	if len(parts) < 4 || math.Abs(joined.Confidence-whole.Confidence) > 0.02 {
		t.Errorf("confidence %.3f in %d batches, %.3f in one", joined.Confidence, len(parts), whole.Confidence)
	}
	for i, p := range parts {
		for _, l := range p.Legs {
			if l.Confidence < joined.Confidence {
				t.Errorf("piece %d: confidence %g, the whole leg %g", i, l.Confidence, joined.Confidence)
			}
		}
	}
}

// TestLegConfidenceFalls checks that the confidence of a leg falls with every kind of doubt.
func TestLegConfidenceFalls(t *testing.T) {
	m := drawOn(t, grid{100, 24}, `A-----------------------------------B`, "A-B")
	of := func(bend func(path []geo.Point) []geo.Point) float64 {
		a, b := m.Point('A'), m.Point('B')
		var path []geo.Point
		for d := range 100 {
			path = append(path, shift(geo.Lerp(a, b, float64(d)/99), 0, -3))
		}
		if bend != nil {
			path = bend(path)
		}
		r := mustMatch(t, newMatcher(t, m.Graph), match.Path(path), match.MotorVehicle)
		if len(r.Legs) != 1 {
			t.Fatalf("%d legs", len(r.Legs))
		}
		return r.Legs[0].Confidence
	}
	sure := of(nil)
	for _, tt := range []struct {
		about string
		bend  func(path []geo.Point) []geo.Point
		most  float64
	}{
		{"a fix left out", func(path []geo.Point) []geo.Point {
			path[50] = shift(path[50], 0, 150)
			return path
		}, sure - 0.01},
		{"back and on again", func(path []geo.Point) []geo.Point {
			back := path[30:60]
			for i, k := 0, len(back)-1; i < k; i, k = i+1, k-1 {
				back[i], back[k] = back[k], back[i]
			}
			return path
		}, 0.5},
	} {
		if c := of(tt.bend); c > tt.most {
			t.Errorf("%s: confidence %.3f, without it %.3f", tt.about, c, sure)
		}
	}
}
