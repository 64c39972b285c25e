// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
)

func points(obs []match.Observation) []geo.Point {
	path := make([]geo.Point, len(obs))
	for i := range obs {
		path[i] = obs[i].Point
	}
	return path
}

// checkSnapped fails the test if a result lacks a property of the operation.
func checkSnapped(tb testing.TB, path []geo.Point, s match.Snapped, interpolate bool) {
	tb.Helper()
	next := 0
	for k, p := range s.Points {
		if p.Original {
			if p.OriginalIndex != next {
				tb.Fatalf("point %d has index %d, want %d", k, p.OriginalIndex, next)
			}
			next++
		} else if !interpolate || !p.HasWay || next == 0 || next == len(path) {
			tb.Fatalf("point %d: %+v", k, p)
		}
		if d := toLine(p.Location, s.Shape); d > 1 {
			tb.Fatalf("point %d lies %g m from the shape", k, d)
		}
	}
	if next != len(path) {
		tb.Fatalf("%d of %d input points", next, len(path))
	}
	if len(s.Shape) < 2 {
		tb.Fatalf("shape has %d points", len(s.Shape))
	}
	checkInOrder(tb, s)
}

// checkInOrder follows the shape and must meet all points in order.
func checkInOrder(tb testing.TB, s match.Snapped) {
	tb.Helper()
	seg, from := 1, 0.0
	for k, p := range s.Points {
		plane := geo.NewPlane(p.Location)
		for ; ; seg, from = seg+1, 0 {
			if seg == len(s.Shape) {
				tb.Fatalf("point %d is out of order", k)
			}
			a, b := plane.XY(s.Shape[seg-1]), plane.XY(s.Shape[seg])
			t, d2 := geo.Project(geo.XY{}, a, b)
			length := math.Hypot(b.X-a.X, b.Y-a.Y)
			if d2 <= 1 && t*length >= from-0.5 {
				from = max(from, t*length)
				break
			}
		}
	}
}

func toLine(p geo.Point, line []geo.Point) float64 {
	plane := geo.NewPlane(p)
	best := math.Inf(1)
	for i := 1; i < len(line); i++ {
		_, d2 := geo.Project(geo.XY{}, plane.XY(line[i-1]), plane.XY(line[i]))
		best = min(best, math.Sqrt(d2))
	}
	return best
}

func TestSnapInterpolates(t *testing.T) {
	m := roadtest.Draw(t, `
		A---B
		    |
		C---D`, "A-B", "B-D", "D-C")
	w := walk(m, 130, 5)
	path := points(w.along("ABDC"))
	for _, interpolate := range []bool{false, true} {
		s, err := newMatcher(t, m.Graph).Snap(context.Background(), path, interpolate)
		if err != nil {
			t.Fatal(err)
		}
		checkSnapped(t, path, s, interpolate)
		corners := 0
		for _, p := range s.Points {
			if !p.Original {
				corners++
				if d := min(geo.Distance(p.Location, m.Point('B')), geo.Distance(p.Location, m.Point('D'))); d > 0.1 {
					t.Errorf("road vertex %v is no corner", p.Location)
				}
			}
		}
		if want := map[bool]int{false: 0, true: 2}[interpolate]; corners != want {
			t.Errorf("interpolate %v: %d road vertices, want %d", interpolate, corners, want)
		}
	}
}

func TestSnapKeepsUnexplainedPoints(t *testing.T) {
	m := roadtest.Draw(t, "A---------B", "A-B")
	path := points(walk(m, 100, 3).along("AB"))
	path[0] = shift(path[0], 0, 5000)
	path[4] = shift(path[4], 0, 3000)
	path[len(path)-1] = geo.Point{Lat: math.NaN()}
	s, err := newMatcher(t, m.Graph).Snap(context.Background(), path, false)
	if err != nil {
		t.Fatal(err)
	}
	checkSnapped(t, path, s, false)
	for i, p := range s.Points {
		if odd := i == 0 || i == 4 || i == len(path)-1; p.HasWay == odd {
			t.Errorf("point %d: %+v", i, p)
		}
	}
	if d := geo.Distance(s.Points[4].Location, shift(m.Point('A'), 400, 0)); d > 30 {
		t.Errorf("point 4 lies %g m from where it belongs", d)
	}
}

func TestSnapRefuses(t *testing.T) {
	m := roadtest.Draw(t, `
		A---------B---------C
		|         |         |
		D---------E---------F
		|         |         |
		G---------H---------I`,
		"A-B-C", "D-E-F", "G-H-I", "A-D-G", "B-E-H", "C-F-I")
	a := m.Point('A')
	far := shift(a, 0, 9000)
	random := rand.New(rand.NewPCG(5, 5))
	var scattered []geo.Point
	for range 100 {
		scattered = append(scattered, shift(a, random.Float64()*2000, -random.Float64()*400))
	}
	city, _ := roadtest.Build(t, roadtest.City(40, 1))
	corner := city.Bounds()
	var places []geo.Point
	for range 100 {
		places = append(places, geo.Point{
			Lat: corner.South + random.Float64()*(corner.North-corner.South),
			Lon: corner.West + random.Float64()*(corner.East-corner.West),
		})
	}
	t.Run("a hundred random places in a city", func(t *testing.T) {
		if _, err := newMatcher(t, city).Snap(context.Background(), places, true); !errors.Is(err, match.ErrTooNoisy) {
			t.Errorf("error %v, want %v", err, match.ErrTooNoisy)
		}
	})
	for _, tt := range []struct {
		name string
		path []geo.Point
		want error
	}{
		{"one point", []geo.Point{a}, match.ErrTooShort},
		{"no road near", []geo.Point{far, shift(far, 50, 0), shift(far, 100, 0)}, match.ErrNoRoad},
		{"more than half far from roads", []geo.Point{a, shift(a, 100, 0), far, far, shift(far, 10, 0)}, match.ErrNoRoad},
		{"two identical points near a road", []geo.Point{a, a}, nil},
		{"half far from roads", []geo.Point{a, shift(a, 100, 0), far, shift(far, 10, 0)}, nil},
		{"a trip", points(walk(m, 90, 10).along("ABEHI")), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := newMatcher(t, m.Graph).Snap(context.Background(), tt.path, true)
			if !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
				t.Fatalf("error %v, want %v", err, tt.want)
			}
			if err == nil {
				checkSnapped(t, tt.path, s, true)
			}
		})
	}
	t.Run("scattered points", func(t *testing.T) {
		s, err := newMatcher(t, m.Graph).Snap(context.Background(), scattered, true)
		if err == nil {
			t.Errorf("a route of %.0f m through %.0f m of scattered points", geo.Length(s.Shape), geo.Length(scattered))
		} else if !errors.Is(err, match.ErrTooNoisy) && !errors.Is(err, match.ErrNoRoad) {
			t.Error(err)
		}
	})
}

func TestSnapPromisesHoldOnAnything(t *testing.T) {
	t.Parallel()
	answered := 0
	for seed := range uint64(10) {
		g := strangeCity(t, 6, seed)
		m := newMatcher(t, g)
		random := rand.New(rand.NewPCG(seed, 2))
		for range 40 {
			path := points(oddTrip(random, 2+random.IntN(60)))
			s, err := m.Snap(context.Background(), path, true)
			if err != nil {
				if !errors.Is(err, match.ErrNoRoad) && !errors.Is(err, match.ErrNoRoute) && !errors.Is(err, match.ErrTooNoisy) {
					t.Fatal(err)
				}
				continue
			}
			answered++
			checkSnapped(t, path, s, true)
		}
	}
	if answered == 0 {
		t.Error("no path was answered")
	}
}
