// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestBackwardJitterAddsNothing moves fixes back and forth along a street by no more
// than their accuracy, in ways that resemble driving.
func TestBackwardJitterAddsNothing(t *testing.T) {
	m := roadtest.Draw(t, "A-----B-----C", "A-B-C")
	const length, sigma = 1200.0, 10
	for _, tt := range []struct {
		name string
		back func(i int) float64 // how far fix i lies behind its place (metres)
	}{
		{"every other fix", func(i int) float64 { return float64(i%2) * sigma }},
		{"three fixes in a row", func(i int) float64 { return float64(i%10/7*(i%10-6)) * sigma / 3 }},
		{"one fix in twenty by twice its accuracy", func(i int) float64 { return float64(i%20/19) * 2 * sigma }},
		{"ever farther and back", func(i int) float64 { return float64(i%13) * sigma / 13 }},
	} {
		for _, speed := range []float64{1, 4, 12} {
			t.Run(fmt.Sprintf("%s, %.0f m a fix", tt.name, speed), func(t *testing.T) {
				plane := geo.NewPlane(m.Point('A'))
				var obs []match.Observation
				for x := 100.0; x <= length-100; x += speed {
					at := plane.Point(geo.XY{X: x - tt.back(len(obs)), Y: 3})
					obs = append(obs, match.Observation{Point: at, Accuracy: sigma})
				}
				// The ends are not moved, so any additional length is between them.
				first, last := plane.XY(obs[0].Point).X, plane.XY(obs[len(obs)-1].Point).X
				for _, v := range variants {
					trip := only(clocked(slices.Clone(obs), 1), v.time, v.accuracy)
					r := run(t, m.Graph, trip, match.MotorVehicle)
					wantWays(t, r, 1)
					if more := r.Distance.Matched - (last - first); more > 0.5*sigma {
						t.Errorf("%s: %.1f m are added", v.name, more)
					}
				}
			})
		}
	}
}

// TestJitterAtTheEndOfARoad begins and ends at dead ends, where turning round costs
// only its length.
func TestJitterAtTheEndOfARoad(t *testing.T) {
	m := roadtest.Draw(t, "A-----------B", "A-B")
	for seed := range uint64(20) {
		for _, sigma := range []float64{4, 10} {
			w := walk(m, 8, sigma)
			w.random = rand.New(rand.NewPCG(seed, 1))
			obs := clocked(w.along("AB"), 1)
			for _, v := range variants {
				r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
				if got := waysOf(r); !slices.Equal(got, []int64{1}) {
					t.Errorf("seed %d, σ %g, %s: pieces %+v, want one", seed, sigma, v.name, r.Legs[0].Ways)
				}
			}
		}
	}
}

// TestTurnsRoundSurvive drives real U-turns that resemble jitter, with the same
// parameters. Small letters are places on the way.
func TestTurnsRoundSurvive(t *testing.T) {
	for _, tt := range []struct {
		name, picture string
		lines         []string
		trip          string
		ways          []int64
		length        float64
	}{
		{
			name:    "mid-block",
			picture: "A-----s----u-----B",
			lines:   []string{"A-B"},
			trip:    "sus", ways: []int64{1, 1}, length: 1000,
		},
		{
			name: "mid-block, between two side streets",
			picture: `
				A-s---B----u------C-----D
				      |           |
				      E           F`,
			lines: []string{"A-B", "B-C", "C-D", "B-E", "C-F"},
			trip:  "suBs", ways: []int64{1, 2, 2, 1}, length: 1800,
		},
		{
			name: "mid-block, with a way round the block",
			picture: `
				A-s---B----u------C-----D
				      |           |
				      E-----------F`,
			lines: []string{"A-B", "B-C", "C-D", "B-E-F-C"},
			trip:  "sus", ways: []int64{1, 2, 2, 1}, length: 1800,
		},
		{
			name:    "mid-block, there and back and there",
			picture: "A-s---v-----u-----e----B",
			lines:   []string{"A-B"},
			trip:    "suve", ways: []int64{1, 1, 1}, length: 1000 + 600 + 1200,
		},
		{
			name: "in the first street, and on round the corner",
			picture: `
				A----u----B
				|
				|
				e
				|
				C`,
			lines: []string{"A-B", "A-C"},
			trip:  "AuAe", ways: []int64{1, 1, 2}, length: 500 + 500 + 300,
		},
		{
			name: "dead end",
			picture: `
				A-s---B---e-C
				      |
				      |
				      |
				      D`,
			lines: []string{"A-B-C", "B-D"},
			trip:  "sBDBe", ways: []int64{1, 2, 2, 1}, length: 400 + 800 + 400,
		},
		{
			name: "dead end of 100 m",
			picture: `
				A-s---B---e-C
				      D`,
			lines: []string{"A-B-C", "B-D"},
			trip:  "sBDBe", ways: []int64{1, 2, 2, 1}, length: 400 + 200 + 400,
		},
		{
			name: "round the block and on",
			picture: `
				A-s---B---C---e-D
				      |   |
				      E---F`,
			lines: []string{"A-B-C-D", "B-E-F-C"},
			trip:  "sBCFEBCe", ways: []int64{1, 2, 1}, length: 400 + 1600 + 400,
		},
		{
			name: "twice round the block",
			picture: `
				A-s---B---C
				      |   |
				      E---F`,
			lines: []string{"A-B", "B-C-F-E-B"},
			trip:  "sBCFEBCFEBs", ways: []int64{1, 2, 1}, length: 400 + 2*1200 + 400,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := roadtest.Draw(t, tt.picture, tt.lines...)
			for _, sigma := range []float64{4, 10} {
				obs := clocked(walk(m, 8, sigma).along(tt.trip), 1)
				for _, v := range variants {
					t.Run(fmt.Sprintf("σ %g, %s", sigma, v.name), func(t *testing.T) {
						r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
						wantWays(t, r, tt.ways...)
						wantLength(t, r, tt.length, 2*sigma+0.02*tt.length)
					})
				}
			}
		})
	}
}
