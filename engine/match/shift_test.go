// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
)

// nextTo is a drive to the east, to the south, and to the east again, where another road
// runs 12 m south of the one taken.
func nextTo() (picture string, lines []string) {
	rows := []string{"A--------------B"}
	rows = append(rows, slices.Repeat([]string{"               |"}, 50)...)
	rows = append(rows, "               C---------------D---E", "               |                   |", "               c---------------d---e")
	return strings.Join(rows, "\n"), []string{"A-B", "B-C", "C-D-E primary", "c-d-e primary", "C-c", "E-e"}
}

// TestShiftedRecording shifts the recording of a drive onto the road next to its own.
func TestShiftedRecording(t *testing.T) {
	t.Parallel()
	picture, lines := nextTo()
	m := drawOn(t, grid{100, 12}, picture, lines...)
	for _, by := range []geo.XY{{Y: -12}, {X: 9, Y: -9}, {X: -9, Y: -9}, {X: -15}, {}} {
		for _, every := range []float64{12, 36} {
			obs := clocked(walk(m, every, 3).along("ABCD"), every/12)
			for i := range obs {
				obs[i].Point = shift(obs[i].Point, by.X, by.Y)
			}
			for _, v := range variants {
				what := fmt.Sprintf("shifted by %v, every %g m, %s", by, every, v.name)
				trip := only(obs, v.time, v.accuracy)
				r := run(t, m.Graph, trip, match.MotorVehicle)
				if got, want := waysOf(r), []int64{1, 2, 3}; !slices.Equal(got, want) {
					t.Errorf("%s: ways %v, want %v", what, got, want)
				}
				for _, p := range r.Points {
					if d := geo.Distance(trip[p.Index].Point, p.Location); p.HasWay && math.Abs(d-p.Distance) > 1e-6 {
						t.Fatalf("%s: point %d is %g m from its place, the result says %g", what, p.Index, d, p.Distance)
					}
				}
			}
		}
	}
}

// TestShiftOfStream checks that a shifted recording gives the same result in parts.
func TestShiftOfStream(t *testing.T) {
	t.Parallel()
	picture, lines := nextTo()
	g := drawOn(t, grid{100, 12}, picture, lines...)
	m := newMatcher(t, g.Graph)
	obs := clocked(walk(g, 6, 3).along("ABCD"), 1)
	for i := range obs {
		obs[i].Point = shift(obs[i].Point, 4, -13)
	}
	want := mustMatch(t, m, obs, match.MotorVehicle)
	if r := mustMatch(t, m, slices.Clone(obs), match.MotorVehicle); !reflect.DeepEqual(r, want) {
		t.Error("a second match differs")
	}
	for _, size := range []int{1, 7, 100, 300} {
		s, err := m.Stream(match.MotorVehicle)
		if err != nil {
			t.Fatal(err)
		}
		got := match.Result{Profile: match.MotorVehicle}
		for part := range slices.Chunk(obs, size) {
			parts, err := s.Feed(context.Background(), part...)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range parts {
				got.Add(p)
			}
		}
		rest, err := s.Close(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		got.Add(rest)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d at a time: the result differs", size)
		}
	}
}
