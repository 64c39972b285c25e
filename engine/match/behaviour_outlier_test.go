// SPDX-License-Identifier: MIT

package match_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// badPoints are faults of recorders that give a position far from the trip.
var badPoints = []struct {
	name string
	of   func(p geo.Point) geo.Point // returns the bad point for p
}{
	{"500 m to the north", func(p geo.Point) geo.Point { return shift(p, 0, 500) }},
	{"500 m to the south", func(p geo.Point) geo.Point { return shift(p, 0, -500) }},
	{"1 km to the north", func(p geo.Point) geo.Point { return shift(p, 0, 1000) }},
	{"1 km to the south-west", func(p geo.Point) geo.Point { return shift(p, -707, -707) }},
	{"zero island", func(geo.Point) geo.Point { return geo.Point{} }},
	{"latitude and longitude swapped", func(p geo.Point) geo.Point { return geo.Point{Lat: p.Lon, Lon: p.Lat} }},
}

// spoil returns the trip with the position of one observation replaced, or with an
// observation inserted before it.
func spoil(obs []match.Observation, at int, bad geo.Point, insert bool) []match.Observation {
	trip := slices.Clone(obs)
	if !insert {
		trip[at].Point = bad
		return trip
	}
	o := obs[at]
	o.Point = bad
	if before := max(at-1, 0); !o.Time.IsZero() {
		o.Time = obs[before].Time.Add(o.Time.Sub(obs[before].Time) / 2)
		if at == 0 {
			o.Time = o.Time.Add(-time.Second)
		}
	}
	return slices.Insert(trip, at, o)
}

// checkRestIsUntouched matches a trip with each fault at its beginning, in between and at
// its end, and fails the test if a point more than 2 km away changes: its way, its state, or
// its place by more than 0.1 mm. In a trip of several batches without accuracies, a bad point
// may make the other of two neighbouring fixes a step. Then only ways and places are compared,
// the places to 2 cm.
func checkRestIsUntouched(t *testing.T, g *road.Graph, obs []match.Observation) {
	t.Helper()
	const far = 2000 // metres
	m := newMatcher(t, g)
	for _, v := range variants {
		good := only(obs, v.time, v.accuracy)
		exact, same := v.accuracy || len(obs) < 256, 1e-4
		if !exact {
			same = 0.02
		}
		want := mustMatch(t, m, good, match.MotorVehicle)
		for _, bad := range badPoints {
			for _, insert := range []bool{false, true} {
				for _, at := range []int{0, 1, len(obs) / 5, len(obs) / 3, len(obs) / 2, len(obs) - 2, len(obs) - 1} {
					trip := spoil(good, at, bad.of(obs[at].Point), insert)
					got := mustMatch(t, m, trip, match.MotorVehicle)
					checkResult(t, g, trip, got)
					if len(got.Legs) != len(want.Legs) {
						t.Errorf("%s, %s, inserted %v at %d of %d: %d legs, without it %d",
							v.name, bad.name, insert, at, len(obs), len(got.Legs), len(want.Legs))
					}
					changed, farthest := 0, 0.0
					for i, p := range want.Points {
						d := geo.Distance(obs[i].Point, obs[at].Point)
						if d <= far {
							continue
						}
						k := i
						if insert && i >= at {
							k++
						}
						q := got.Points[k]
						if moved := geo.Distance(q.Location, p.Location); q.WayID != p.WayID || exact && q.State != p.State || moved > same {
							changed, farthest = changed+1, max(farthest, d)
						}
					}
					if changed > 0 {
						t.Errorf("%s, %s, inserted %v at %d of %d: %d points more than 2 km away change, one of them %.0f m away",
							v.name, bad.name, insert, at, len(obs), changed, farthest)
					}
				}
			}
		}
	}
}

// TestBadPointCostsNothingElse drives 12 km through a grid of streets.
func TestBadPointCostsNothingElse(t *testing.T) {
	t.Parallel()
	m := roadtest.Draw(t, `
		A---------B---------C---------D---------E---------F---------G---------H---------I---------J---------K
		|         |         |         |         |         |         |         |         |         |         |
		|         |         |         |         |         |         |         |         |         |         |
		|         |         |         |         |         |         |         |         |         |         |
		|         |         |         |         |         |         |         |         |         |         |
		a---------b---------c---------d---------e---------f---------g---------h---------i---------j---------k`,
		"A-B-C-D-E-F-G-H-I-J-K", "a-b-c-d-e-f-g-h-i-j-k",
		"A-a", "B-b", "C-c", "D-d", "E-e", "F-f", "G-g", "H-h", "I-i", "J-j", "K-k")
	for _, tt := range []struct{ every, sigma float64 }{
		{12, 5}, {50, 15}, {200, 5},
		{50, 5},
	} {
		t.Run(fmt.Sprintf("every %.0f m, σ %.0f m", tt.every, tt.sigma), func(t *testing.T) {
			obs := clocked(walk(m, tt.every, tt.sigma).along("ACcfFHhk"), tt.every/12)
			checkRestIsUntouched(t, m.Graph, obs)
		})
	}
}

// TestBadPointCostsNothingElseOnRecordedTrips does the same with recorded trips.
func TestBadPointCostsNothingElseOnRecordedTrips(t *testing.T) {
	for _, name := range recordedNames {
		t.Run(name, func(t *testing.T) {
			g, obs := recorded(t, name)
			for i := range obs {
				obs[i].Accuracy = 8
			}
			checkRestIsUntouched(t, g, obs)
		})
	}
}
