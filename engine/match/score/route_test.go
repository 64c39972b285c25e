// SPDX-License-Identifier: MIT

package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"roadsnap/engine/geo"
)

// town is a plane for drawing: metres to the east and to the north.
var town = geo.NewPlane(geo.Point{Lat: 21.0285, Lon: 105.8542})

// line returns a line from pairs of metres: x, y, x, y…
func line(metres ...float64) []geo.Point {
	var l []geo.Point
	for i := 0; i+1 < len(metres); i += 2 {
		l = append(l, town.Point(geo.XY{X: metres[i], Y: metres[i+1]}))
	}
	return l
}

func lines(l ...[]geo.Point) [][]geo.Point { return l }

// The streets of most cases, 100 m from junction to junction:
//
//	D---E---F
//	|   |   |
//	A---B---C
var (
	abc    = line(0, 0, 100, 0, 200, 0)
	abcfed = line(0, 0, 100, 0, 200, 0, 200, 100, 100, 100, 0, 100)
)

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name           string
		truth, matched [][]geo.Point
		want           Route // metres, to 0.3 %, because a plane differs from the Earth
		correct, wrong float64
	}{
		{"the same", lines(abc), lines(abc), Route{200, 200, 200}, 1, 0},
		{"nothing matched", lines(abc), nil, Route{0, 200, 0}, 0, 1},
		{"a leg of one point", lines(abc), lines(abc[:1]), Route{0, 200, 0}, 0, 1},
		{"nothing driven", nil, lines(abc), Route{0, 0, 200}, 0, 0},
		{"the wrong way", lines(abc), lines(line(200, 0, 100, 0, 0, 0)), Route{0, 200, 200}, 0, 2},
		{"the end missed", lines(abc), lines(abc[:2]), Route{100, 200, 100}, 0.5, 0.5},
		{"driven too far", lines(abc[:2]), lines(abc), Route{100, 100, 200}, 0.5, 1},
		{"round the block", lines(abc), lines(line(0, 0, 0, 100, 100, 100, 100, 0, 200, 0)), Route{100, 200, 400}, 0.25, 2},
		{"cut in two with a hole", lines(abcfed), lines(abcfed[:2], abcfed[3:]), Route{300, 500, 300}, 0.6, 0.4},
		{"the two halves in the wrong order", lines(abcfed), lines(abcfed[3:], abcfed[:4]), Route{300, 500, 500}, 0.6, 0.8},
		{"a truth with a hole", lines(abcfed[:3], abcfed[3:]), lines(abcfed), Route{400, 400, 500}, 0.8, 0.25},
		{"round twice, once found",
			lines(line(0, 0, 100, 0, 100, 100, 0, 100, 0, 0, 100, 0, 100, 100, 0, 100, 0, 0)),
			lines(line(0, 0, 100, 0, 100, 100, 0, 100, 0, 0)), Route{400, 800, 400}, 0.5, 0.5},
		{"round once, twice matched",
			lines(line(0, 0, 100, 0, 100, 100, 0, 100, 0, 0)),
			lines(line(0, 0, 100, 0, 100, 100, 0, 100, 0, 0, 100, 0, 100, 100, 0, 100, 0, 0)), Route{400, 400, 800}, 0.5, 1},
		{"begins and ends within segments", lines(abc), lines(line(30, 0, 100, 0, 160, 0)), Route{130, 200, 130}, 0.65, 0.35},
		{"begins on another street", lines(abc), lines(line(100, 40, 100, 0, 200, 0)), Route{100, 200, 140}, 0.5, 0.7},
		{"all within one segment", lines(abc), lines(line(120, 0, 180, 0)), Route{60, 200, 60}, 0.3, 0.7},
		{"all within one segment, backwards", lines(abc), lines(line(180, 0, 120, 0)), Route{0, 200, 60}, 0, 1.3},
		{"next to the truth", lines(abc), lines(line(120, 5, 180, 5)), Route{0, 200, 60}, 0, 1.3},
		{"more vertices on the same line", lines(abc), lines(line(0, 0, 25, 0, 50, 0.2, 100, 0, 200, 0)), Route{200, 200, 200}, 1, 0},
		{"a way round between two vertices", lines(abc), lines(line(0, 0, 50, 30, 100, 0, 200, 0)), Route{100, 200, 216.6}, 0.4617, 1.083},
		{"written with six decimals", lines(abc), lines(line(0.05, -0.05, 99.95, 0.04, 200, 0.06)), Route{200, 200, 200}, 1, 0},
		{"another street a metre away", lines(abc), lines(line(0, 1, 100, 1, 200, 1)), Route{0, 200, 200}, 0, 2},
		{"there and back, only there", lines(line(0, 0, 100, 0, 0, 0)), lines(abc[:2]), Route{100, 200, 100}, 0.5, 0.5},
		{"turns back too early", lines(line(0, 0, 100, 0, 0, 0)), lines(line(0, 0, 80, 0, 0, 0)), Route{0, 200, 160}, 0, 1.8},
		{"turns back, driven through", lines(abc), lines(line(0, 0, 100, 0, 160, 0, 100, 0, 200, 0)), Route{200, 200, 320}, 0.625, 0.6},
		{"standing on a vertex", lines(abc), lines(line(0, 0, 100, 0, 100, 0, 200, 0)), Route{200, 200, 200}, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Compare(c.truth, c.matched).Route
			if !near(got.Common, c.want.Common, 1) || !near(got.Truth, c.want.Truth, 1) || !near(got.Matched, c.want.Matched, 1) {
				t.Errorf("%.1f, want %.1f", got, c.want)
			}
			if !near(got.Correct(), c.correct, 0.005) || !near(got.Wrong(), c.wrong, 0.01) {
				t.Errorf("correct %.4f, wrong %.4f, want %.4f, %.4f", got.Correct(), got.Wrong(), c.correct, c.wrong)
			}
		})
	}
}

func TestTotal(t *testing.T) {
	var total Total
	if total.Correct() != 0 || total.MeanCorrect() != 0 || total.Wrong() != 0 {
		t.Errorf("of no routes: %+v", total)
	}
	total.Add(Route{Common: 900, Truth: 900, Matched: 1000}) // 0.9 correct
	total.Add(Route{Common: 0, Truth: 100, Matched: 0})
	if got := total.Correct(); !near(got, 900.0/1100, 1e-12) {
		t.Errorf("correct %g by length", got)
	}
	if got := total.MeanCorrect(); !near(got, 0.45, 1e-12) {
		t.Errorf("correct %g as a mean", got)
	}
	if got := total.Wrong(); !near(got, 0.2, 1e-12) { // 100 m added, 100 m missed of 1000
		t.Errorf("wrong %g", got)
	}
}

// TestRight draws a match that leaves the truth at B for E and comes back over F
// to C.
//
//	    E===F
//	    "   "
//	A===B---C===G     === matched   --- driven only
func TestRight(t *testing.T) {
	truth := lines(line(0, 0, 100, 0, 200, 0, 300, 0))
	o := Compare(truth, lines(line(0, 0, 100, 0, 100, 100, 200, 100, 200, 0, 300, 0)))
	for _, c := range []struct {
		name string
		leg  int
		x, y float64
		want bool
	}{
		{"on the truth", 0, 50, 0, true},
		{"rounded off it", 0, 50, 0.2, true},
		{"on the detour", 0, 100, 50, false},
		{"on the detour, near the junction", 0, 100, 0.5, false},
		{"at the junction", 0, 100, 0, true},
		{"back on the truth", 0, 250, 0, true},
		{"driven, but not matched", 0, 150, 0, false},
		{"on neither", 0, 150, 50, false},
		{"no such leg", 1, 50, 0, false},
		{"no such leg", -1, 50, 0, false},
	} {
		if got := o.Right(c.leg, line(c.x, c.y)[0]); got != c.want {
			t.Errorf("%s (%g, %g): %v, want %v", c.name, c.x, c.y, got, c.want)
		}
	}
	back := Compare(truth, lines(line(300, 0, 200, 0, 100, 0)))
	if back.Right(0, line(250, 0)[0]) {
		t.Error("a place on the right road driven the wrong way is right")
	}
}

// walk returns a random walk over a grid of streets, 10 m apart.
func walk(t *rapid.T, label string) [][2]int {
	at := [2]int{rapid.IntRange(0, 3).Draw(t, label), rapid.IntRange(0, 3).Draw(t, label)}
	w := [][2]int{at}
	for _, turn := range rapid.SliceOfN(rapid.IntRange(0, 3), 0, 20).Draw(t, label) {
		step := [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}[turn]
		at = [2]int{at[0] + step[0], at[1] + step[1]}
		w = append(w, at)
	}
	return w
}

func drawn(w [][2]int) []geo.Point {
	var l []geo.Point
	for _, at := range w {
		l = append(l, line(10*float64(at[0]), 10*float64(at[1]))...)
	}
	return l
}

// TestCompareBruteForce compares the common part of two walks over a grid with the
// longest common subsequence of their steps, computed by the textbook algorithm.
func TestCompareBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := walk(t, "truth"), walk(t, "matched")
		table := make([][]int, len(a))
		for i := range table {
			table[i] = make([]int, len(b))
		}
		want := 0
		for i := 1; i < len(a); i++ {
			for j := 1; j < len(b); j++ {
				table[i][j] = max(table[i-1][j], table[i][j-1])
				if a[i-1] == b[j-1] && a[i] == b[j] {
					table[i][j] = max(table[i][j], table[i-1][j-1]+1)
				}
				want = max(want, table[i][j])
			}
		}
		o := Compare(lines(drawn(a)), lines(drawn(b)))
		if !near(o.Common, 10*float64(want), 0.1) {
			t.Fatalf("%.2f m in common, want %d steps of 10 m", o.Common, want)
		}
		marked := 0
		for _, common := range o.legs[0].common {
			if common {
				marked++
			}
		}
		if marked != want {
			t.Fatalf("%d segments are marked as common, want %d", marked, want)
		}
	})
}

// TestSubsequenceBruteForce uses weighted members.
func TestSubsequenceBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 12)
		a, b := letters.Draw(t, "a"), letters.Draw(t, "b")
		positions := map[int][]int{}
		for i, l := range a {
			positions[l] = append(positions[l], i)
		}
		search := newHeaviest(len(a))
		weights := make([]float64, len(b))
		best := make([]float64, len(a)+1) // row of the textbook's table
		for j, l := range b {
			weights[j] = float64(rapid.IntRange(1, 9).Draw(t, "weight"))
			search.take(j, weights[j], positions[l])
			row := make([]float64, len(a)+1)
			for i := range a {
				row[i+1] = max(row[i], best[i+1])
				if a[i] == l {
					row[i+1] = max(row[i+1], best[i]+weights[j])
				}
			}
			best = row
		}
		sum, last := 0.0, len(b)
		got := search.result(func(member int) {
			if member >= last {
				t.Fatalf("member %d after %d", member, last)
			}
			sum, last = sum+weights[member], member
		})
		if got != best[len(a)] || sum != got {
			t.Fatalf("weight %g, of its members %g, want %g", got, sum, best[len(a)])
		}
	})
}
