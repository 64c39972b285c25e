// SPDX-License-Identifier: MIT

package match_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/internal/roadtest"
	"roadsnap/engine/match"
	"roadsnap/engine/match/score"
	"roadsnap/engine/road"
)

// passing returns the match of a drive straight from letter to letter with a fix every
// 25 m, all at the same distance north of the line. It must be one leg.
func passing(t *testing.T, m gridMap, from, to rune, north float64) match.Result {
	t.Helper()
	a, b := m.Point(from), m.Point(to)
	var path []geo.Point
	for d, length := 0.0, geo.Distance(a, b); d < length; d += 25 {
		path = append(path, shift(geo.Lerp(a, b, d/length), 0, north))
	}
	r := mustMatch(t, newMatcher(t, m.Graph), match.Path(path), match.MotorVehicle)
	if len(r.Legs) != 1 {
		t.Fatalf("%d legs", len(r.Legs))
	}
	return r
}

func TestConfidenceOfLoneRoad(t *testing.T) {
	m := drawOn(t, square, `A----------B`, "A-B")
	r := passing(t, m, 'A', 'B', 2)
	for _, p := range r.Points {
		least := 0.98
		if p.Index < 8 || p.Index >= len(r.Points)-8 { // near the ends
			least = 0.95
		}
		if p.Confidence < least || p.Confidence > 1 {
			t.Errorf("point %d: confidence %g", p.Index, p.Confidence)
		}
	}
	// 100 m from the end there is no other route.
	if end, middle := r.Points[4].Confidence, r.Points[len(r.Points)/2].Confidence; end > middle-0.003 {
		t.Errorf("confidence %g near the end of the leg, %g in its middle", end, middle)
	}
	// Of such legs in simulated trips, 95 % are right all along.
	near := r.Legs[0].Confidence
	if near < 0.95 || near > 0.99 {
		t.Errorf("leg: confidence %g", near)
	}
	if far := passing(t, m, 'A', 'B', 60).Legs[0].Confidence; far > near-0.005 {
		t.Errorf("leg 60 m off: confidence %g, next to the road %g", far, near)
	}
}

// TestConfidenceOfTwoRoads checks that half way between two equal roads both are
// equally likely.
func TestConfidenceOfTwoRoads(t *testing.T) {
	m := drawOn(t, grid{100, 24}, `
		A----------B
		C----------D`, "A>B", "C>D")
	for _, tt := range []struct{ north, least, most float64 }{{12, 0.45, 0.52}, {0, 0.9, 1}} {
		r := passing(t, m, 'C', 'D', tt.north)
		for _, p := range r.Points {
			if p.Confidence < tt.least || p.Confidence > tt.most {
				t.Errorf("%g m off one of two roads: point %d: confidence %g", tt.north, p.Index, p.Confidence)
			}
		}
		if c := r.Legs[0].Confidence; c < tt.least || c > tt.most {
			t.Errorf("%g m off one of two roads: confidence of the leg %g", tt.north, c)
		}
	}
}

// TestConfidenceAtSeam checks that the way of a fix is uncertain near the end of a way
// of the same road, and nowhere else.
func TestConfidenceAtSeam(t *testing.T) {
	m := drawOn(t, square, `A----------B----------C`, "A-B", "B-C")
	r := passing(t, m, 'A', 'C', 2)
	middle := r.Legs[0].Length / 2
	for i, p := range r.Points {
		toSeam := math.Abs(float64(i)*25 - middle)
		inner := i > len(r.Points)/4 && i < len(r.Points)*3/4
		switch {
		case toSeam < 3 && p.Confidence > 0.95:
			t.Errorf("point %d, %.0f m from the end of its way: confidence %g", i, toSeam, p.Confidence)
		case toSeam > 60 && inner && p.Confidence < 0.985:
			t.Errorf("point %d, %.0f m from the end of its way: confidence %g", i, toSeam, p.Confidence)
		}
	}
}

// TestConfidenceOfOddRoute checks that the confidence is reduced near an odd part of a
// route, and not far from it.
func TestConfidenceOfOddRoute(t *testing.T) {
	const street, broken = `A------------------------B`, `
		A-----------B C-----------D
		            | |
		            | |
		            E-F`
	straight := func(m gridMap, from, to rune) []geo.Point {
		var path []geo.Point
		for d := range 49 {
			path = append(path, geo.Lerp(m.Point(from), m.Point(to), float64(d)/48))
		}
		return path
	}
	for _, tt := range []struct {
		name    string
		picture string
		streets []string
		to      rune
		bend    func(path []geo.Point) []geo.Point
		odd     bool
	}{
		{"straight on", street, []string{"A-B"}, 'B', func(path []geo.Point) []geo.Point { return path }, false},
		{"a fix left out", street, []string{"A-B"}, 'B', func(path []geo.Point) []geo.Point {
			path[24] = shift(path[24], 0, 150)
			return path
		}, false},
		{"back and on again", street, []string{"A-B"}, 'B', func(path []geo.Point) []geo.Point {
			back := slices.Clone(path[20:25])
			slices.Reverse(back)
			return slices.Concat(path[:25], back, path[20:])
		}, true},
		{"round a hole in the map", broken, []string{"A-B-E-F-C-D"}, 'D', func(path []geo.Point) []geo.Point { return path }, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := drawOn(t, grid{100, 20}, tt.picture, tt.streets...)
			path := tt.bend(straight(m, 'A', tt.to))
			r := mustMatch(t, newMatcher(t, m.Graph), match.Path(path), match.MotorVehicle)
			if len(r.Legs) != 1 {
				t.Fatalf("%d legs", len(r.Legs))
			}
			least, far := 1.0, min(r.Points[10].Confidence, r.Points[len(r.Points)-11].Confidence)
			for _, p := range r.Points[20 : len(r.Points)-20] {
				if p.HasWay {
					least = min(least, p.Confidence)
				}
			}
			if odd := least < far-0.002; odd != tt.odd || far < 0.985 {
				t.Errorf("confidence %g in the middle, %g far from it", least, far)
			}
			for _, p := range []match.Point{r.Points[22], r.Points[len(r.Points)-27]} { // 100 m before the first turn, and after the last
				if odd := p.Confidence < far-0.001; odd != tt.odd {
					t.Errorf("point %d: confidence %g, %g far from there", p.Index, p.Confidence, far)
				}
			}
		})
	}
}

// trueDrive returns the noisy points of a drive along random edges that does not turn
// back, and the correct ways of each: the true one and its neighbours on the drive,
// because the noise along the road is not tested.
func trueDrive(random *rand.Rand, g *road.Graph, n int, every, sigma float64) (path []geo.Point, right [][]int64) {
	e := road.EdgeID(random.IntN(g.NumEdges()))
	edges := []road.EdgeID{e}
	for len(edges) < n {
		var next []road.EdgeID
		for _, f := range g.Out(g.To(e)) {
			if f != e.Reverse() && g.Access(f)&road.AnyMotor != 0 && !g.Banned(e, f) {
				next = append(next, f)
			}
		}
		if len(next) == 0 {
			break
		}
		e = next[random.IntN(len(next))]
		edges = append(edges, e)
	}
	rest := 0.0
	for i, e := range edges {
		var ways []int64
		for _, f := range edges[max(i-1, 0):min(i+2, len(edges))] {
			ways = append(ways, g.WayID(f.Link()))
		}
		length := g.Length(e.Link())
		for ; rest < length && len(path) < n; rest += every {
			at := g.AppendShape(nil, e, rest, length)[0]
			path = append(path, geo.NewPlane(at).Point(geo.XY{X: random.NormFloat64() * sigma, Y: random.NormFloat64() * sigma}))
			right = append(right, ways)
		}
		rest -= length
	}
	return path, right
}

// TestConfidenceIsCalibrated checks that the confidence of points equals the share of
// correct ones, and that correct points have a higher confidence than wrong ones.
func TestConfidenceIsCalibrated(t *testing.T) {
	var answers []score.Judged
	for seed := range uint64(12) {
		g, _ := roadtest.Build(t, roadtest.City(12, seed))
		m := newMatcher(t, g)
		random := rand.New(rand.NewPCG(seed, 9))
		for _, kind := range []struct{ every, sigma float64 }{{15, 5}, {15, 15}, {60, 10}, {60, 20}, {200, 10}, {200, 20}} {
			for range 4 {
				path, right := trueDrive(random, g, 60, kind.every, kind.sigma)
				obs := match.Path(path)
				for i := range obs {
					obs[i].Accuracy = kind.sigma
				}
				r := mustMatch(t, m, obs, match.MotorVehicle)
				for i, p := range r.Points {
					if p.HasWay {
						answers = append(answers, score.Judged{Confidence: p.Confidence, Right: slices.Contains(right[i], p.WayID)})
					}
				}
			}
		}
	}
	ece, _ := score.Calibrate(answers)
	auc, _ := score.AUC(answers)
	if len(answers) < 5000 || ece > 0.02 || auc < 0.8 {
		t.Errorf("%d points, calibration error %.4f, area under the ROC curve %.3f", len(answers), ece, auc)
	}
}
