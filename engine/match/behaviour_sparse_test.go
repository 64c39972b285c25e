// SPDX-License-Identifier: MIT

package match_test

import (
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

// TestHabitsOfDrivers leaves the choice between two routes to the habits of drivers: there
// is no fix on either.
func TestHabitsOfDrivers(t *testing.T) {
	m := roadtest.Draw(t, `
		    1--2--3--4
		    |  |  |  |
		    |  6  7  |
		A-s-B        C-e-D
		    |        |
		    |        |
		    8--------9`, "A-B", "B-1-2-3-4-C", "B-8-9-C", "C-D", "2-6", "3-7")
	r := run(t, m.Graph, twoFixes(m, 's', 'e'), match.MotorVehicle)
	if got := waysOf(r); !slices.Equal(got, []int64{1, 3, 4}) {
		t.Errorf("ways %v, want [1 3 4], which has two junctions less", got)
	}
}

// TestFasterCarriageway drives on the faster of two carriageways 20 m apart, with noise of
// the same size. A motorcycle has its lane on the slower one, so its fixes alone decide.
func TestFasterCarriageway(t *testing.T) {
	m := drawOn(t, grid{100, 20}, `
		   1---------2
		S-A-----------B-T`, "S>A primary", "A>1>2>B primary maxspeed=80", "A>B primary maxspeed=60", "B>T primary")
	var path []geo.Point
	for _, x := range []float64{0.05, 0.3, 0.55, 0.8, 0.97} {
		path = append(path, shift(geo.Lerp(m.Point('S'), m.Point('T'), x), 0, 9))
	}
	for _, tt := range []struct {
		profile match.Profile
		want    []int64
	}{{match.MotorVehicle, []int64{1, 2, 4}}, {match.Motorcycle, []int64{1, 3, 4}}} {
		r := run(t, m.Graph, match.Path(path), tt.profile)
		if got := waysOf(r); !slices.Equal(got, tt.want) {
			t.Errorf("%v: ways %v, want %v", tt.profile, got, tt.want)
		}
	}
}

// TestLongWayRoundIsNoOutlier crosses a river by a bridge 500 m away between two fixes
// that are near each other. Leaving one of them out would cost less than the detour by
// the exponential distribution.
func TestLongWayRoundIsNoOutlier(t *testing.T) {
	m := roadtest.Draw(t, `
		A---s---p----B
		             |
		             |
		             |
		C---e---q----D`, "A-p-B", "B-D", "D-q-C")
	for _, v := range variants {
		obs := clocked(walk(m, 350, 5).along("spBDqe"), 30)
		kept := slices.Concat(obs[:2], obs[len(obs)-2:])
		trip := only(kept, v.time, v.accuracy)
		r := run(t, m.Graph, trip, match.MotorVehicle)
		if got := waysOf(r); !slices.Equal(got, []int64{1, 2, 3}) {
			t.Errorf("%s: ways %v, want [1 2 3]", v.name, got)
		}
		for _, p := range r.Points {
			if p.State == match.OffRoad {
				t.Errorf("%s: point %d is %s", v.name, p.Index, p.Reason)
			}
		}
	}
}
