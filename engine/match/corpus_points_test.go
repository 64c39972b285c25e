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
	"roadsnap/engine/road"
)

// pointsAnywhere are trips of unusual shape and length.
var pointsAnywhere = []behaviour{
	{
		name:    "from end to end of a road",
		picture: "A------------B",
		lines:   []string{"A-B"},
		trip:    "AB", ways: []int64{1}, sparse: true,
	},
	{
		name: "trip of three streets that ends at a junction",
		picture: `
			A--s--B
			      |
			      |
			      C-----D
			            |`,
		lines: []string{"A-B", "B-C", "C-D"},
		trip:  "sBCD", ways: []int64{1, 2, 3}, sparse: true,
	},
	{
		name: "bend of 120 degrees",
		picture: `
			A--s----------B




			           e

			          C`,
		grid:  grid{60, 60},
		lines: []string{"A-B-e-C"},
		trip:  "sBe", ways: []int64{1},
	},
	{
		name: "S-bend between parallel streets",
		picture: `
			A--s---1
			        2
			         3---e--B`,
		grid:  grid{60, 40},
		lines: []string{"A-1-2-3-B"},
		trip:  "s123e", ways: []int64{1}, sparse: true,
	},
	{
		name: "car park with lanes",
		picture: `
			A--s--B-------C
			      |
			      1---2
			      |   |
			      3---4
			      |   |
			      5---6`,
		grid:  grid{60, 40},
		lines: []string{"A-B-C", "B-1-3-5 service", "1-2 service", "3-4 service", "5-6 service", "2-4-6 service"},
		trip:  "sB1356421Bs", ways: []int64{1, 2, 5, 6, 3, 2, 1},
	},
	{
		name: "petrol station next to the road",
		picture: `
			A--s--1-----2--e--B
			      3-----4`,
		grid:  grid{60, 30},
		lines: []string{"A-1-2-B primary", "1-3-4-2 service"},
		trip:  "s1342e", ways: []int64{1, 2, 1},
	},
	{
		name: "petrol station passed",
		picture: `
			A--s--1-----2--e--B
			      3-----4`,
		grid:  grid{60, 30},
		lines: []string{"A-1-2-B primary", "1-3-4-2 service"},
		trip:  "s12e", ways: []int64{1}, sparse: true,
	},
}

// TestPointsOnNodes records points exactly on the nodes of a road.
func TestPointsOnNodes(t *testing.T) {
	m := roadtest.Draw(t, `
		    F   G
		    |   |
		A---B---C
		    |   |
		    D---E`, "A-B", "B-C", "C-E", "D-E", "B-D", "B-F", "C-G")
	for _, tt := range []struct {
		trip string
		ways []int64
	}{
		{"ABC", []int64{1, 2}}, {"ABDE", []int64{1, 5, 4}}, {"ABCE", []int64{1, 2, 3}}, {"FBD", []int64{6, 5}}, {"GCB", []int64{7, 2}},
		{"ABCEDBA", []int64{1, 2, 3, 4, 5, 1}},
	} {
		var points []geo.Point
		for _, letter := range tt.trip {
			points = append(points, m.Point(letter))
		}
		for _, v := range variants {
			obs := clocked(match.Path(points), 30)
			for i := range obs {
				obs[i].Accuracy = 5
			}
			r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
			if got := waysOf(r); !slices.Equal(withoutEmpty(r), tt.ways) {
				t.Errorf("%s, %s: ways %v, want %v", tt.trip, v.name, got, tt.ways)
			}
			wantLength(t, r, lengthAlong(m, tt.trip), 1)
		}
	}
}

// withoutEmpty returns the ways of all legs without those of length 0. A point on a node
// is on all of its ways.
func withoutEmpty(r match.Result) (ways []int64) {
	for _, leg := range r.Legs {
		for _, w := range leg.Ways {
			if w.Length > 0.5 {
				ways = append(ways, w.WayID)
			}
		}
	}
	return ways
}

// TestIdenticalPoints records one place many times.
func TestIdenticalPoints(t *testing.T) {
	m := roadtest.Draw(t, `
		A-s---B---C
		      |
		      D`, "A-B", "B-C", "B-D")
	for _, n := range []int{2, 10, 300} {
		for _, letter := range "sB" {
			obs := match.Path(slices.Repeat([]geo.Point{m.Point(letter)}, n))
			for _, timed := range []bool{false, true} {
				if timed {
					obs = clocked(obs, 1)
				}
				r := run(t, m.Graph, obs, match.MotorVehicle)
				if len(r.Legs) != 1 || r.Distance.Matched > 0.01 {
					t.Errorf("%d times %c, timed %v: %d legs of %.1f m", n, letter, timed, len(r.Legs), r.Distance.Matched)
				}
			}
		}
	}
}

// TestAcrossTheAntimeridian drives along a road whose two parts meet at 180°. Their
// common node has both longitudes in OpenStreetMap, so it is the end of each way.
func TestAcrossTheAntimeridian(t *testing.T) {
	b := road.NewBuilder()
	add := func(id int64, from, to geo.Point) {
		b.AddWay(road.WaySpec{
			Way: road.Way{ID: id, Class: road.Residential}, Nodes: []int64{2 * id, 2*id + 1},
			Points: []geo.Fixed{from.Fixed(), to.Fixed()}, Forward: road.Anyone, Backward: road.Anyone,
		})
	}
	add(1, geo.Point{Lat: -16.8, Lon: 179.98}, geo.Point{Lat: -16.8, Lon: 180})
	add(2, geo.Point{Lat: -16.8, Lon: -180}, geo.Point{Lat: -16.8, Lon: -179.98})
	g, _ := roadtest.Build(t, b)
	var points []geo.Point
	for lon := 179.981; lon < 180; lon += 0.001 {
		points = append(points, geo.Point{Lat: -16.8, Lon: lon})
	}
	for lon := -179.9995; lon < -179.981; lon += 0.001 {
		points = append(points, geo.Point{Lat: -16.8, Lon: lon})
	}
	r := run(t, g, match.Path(points), match.MotorVehicle)
	if got := waysOf(r); !slices.Equal(got, []int64{1, 0, 2}) {
		t.Errorf("ways %v, want 1, then 2", got)
	}
	if _, _, off := states(r); off != 0 {
		t.Errorf("%d points are off road", off)
	}
}

// TestDriftInACarPark records 300 points of a car that stands in a car park next to a
// road, after it drove there.
func TestDriftInACarPark(t *testing.T) {
	m := drawOn(t, grid{40, 40}, `
		A--s--B-------C
		      |
		      1---2
		      |   |
		      3-p-4
		      |   |
		      5---6`, "A-B-C", "B-1-3-5 service", "1-2 service", "3-p-4 service", "5-6 service", "2-4-6 service")
	for _, sigma := range []float64{4, 8} {
		for seed := range uint64(5) {
			obs := walk(m, 8, 3).along("sB13p")
			d := newDrift(sigma, 0.95, seed)
			for range 300 {
				obs = append(obs, match.Observation{Point: d.move(m.Point('p')), Accuracy: sigma})
			}
			for _, withAccuracy := range []bool{false, true} {
				r := run(t, m.Graph, only(clocked(obs, 1), true, withAccuracy), match.MotorVehicle)
				what := fmt.Sprintf("σ %g, seed %d, accuracy %v", sigma, seed, withAccuracy)
				want := lengthAlong(m, "sB13p")
				if d := r.Distance.Matched - want; d > 40 || d < -25 || len(r.Legs) != 1 {
					t.Errorf("%s: %d legs of %.0f m, want one of %.0f", what, len(r.Legs), r.Distance.Matched, want)
				}
			}
		}
	}
}

// TestSharpBendIsNoUTurn drives round a bend of 169° of one way. Near it, noise moves a
// fix from one branch to the other. A way has one candidate per direction, at its
// nearest place, so one drive of a hundred may still turn round.
func TestSharpBendIsNoUTurn(t *testing.T) {
	m := drawOn(t, grid{60, 60}, `
		A--s----------B
		    e
		    C`, "A-B-C")
	drives, wrong := 0, 0
	for seed := range uint64(30) {
		for _, every := range []float64{8, 12, 20} {
			w := walker{m: m, every: every, sigma: 3, random: rand.New(rand.NewPCG(seed, 11))}
			obs := clocked(w.along("sBC"), 1)
			for _, v := range variants {
				drives++
				r := run(t, m.Graph, only(obs, v.time, v.accuracy), match.MotorVehicle)
				if got := waysOf(r); !slices.Equal(got, []int64{1}) {
					wrong++
					t.Logf("seed %d, every %g m, %s: ways %v, want 1", seed, every, v.name, got)
				}
			}
		}
	}
	if wrong > drives/100 {
		t.Errorf("%d of %d drives turn round", wrong, drives)
	}
}
