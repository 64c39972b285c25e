// SPDX-License-Identifier: MIT

package score

import (
	"testing"

	"roadsnap/engine/geo"
)

func TestLines(t *testing.T) {
	for _, c := range []struct {
		name           string
		truth, matched [][]geo.Point
		trim           float64
		want           Mismatch // metres, to two samples a junction
	}{
		{"the same", lines(abc), lines(abc), 0, Mismatch{0, 0, 200}},
		{"other vertices", lines(abc), lines(line(0, 0, 33, 0, 66, 0, 200, 0)), 0, Mismatch{0, 0, 200}},
		{"the next lane", lines(abc), lines(line(0, 2, 200, 2)), 0, Mismatch{0, 0, 200}},
		{"the other carriageway", lines(abc), lines(line(0, 8, 200, 8)), 0, Mismatch{200, 200, 200}},
		{"the wrong way", lines(abc), lines(line(200, 0, 0, 0)), 0, Mismatch{200, 200, 200}},
		{"nothing matched", lines(abc), nil, 0, Mismatch{0, 200, 200}},
		{"nothing driven", nil, lines(abc), 0, Mismatch{200, 0, 0}},
		{"a point", lines(line(0, 0)), lines(line(0, 0, 0, 0)), 10, Mismatch{}},
		{"round the block", lines(abc), lines(line(0, 0, 0, 100, 100, 100, 100, 0, 200, 0)), 0, Mismatch{300, 100, 200}},
		{"matched twice", lines(abc), lines(abc, abc), 0, Mismatch{200, 0, 200}},
		{"driven twice", lines(abc, abc), lines(abc), 0, Mismatch{0, 200, 400}},
		{"the ends missed", lines(abc), lines(line(20, 0, 180, 0)), 0, Mismatch{0, 40, 200}},
		{"the ends missed, and left out", lines(abc), lines(line(20, 0, 180, 0)), 20, Mismatch{0, 0, 200}},
		{"more than the ends missed", lines(abc), lines(line(50, 0, 150, 0)), 20, Mismatch{0, 60, 200}},
		{"too far at the ends", lines(abc), lines(line(-20, 0, 220, 0)), 20, Mismatch{0, 0, 200}},
		{"much too far at an end", lines(abc), lines(line(0, 0, 250, 0)), 20, Mismatch{30, 0, 200}},
		{"all of it an end", lines(abc), nil, 150, Mismatch{0, 0, 200}},
		{"two lines, the hole driven", lines(line(0, 0, 100, 0), line(200, 0, 300, 0)), lines(line(0, 0, 300, 0)), 20, Mismatch{60, 0, 200}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Lines(c.truth, c.matched, c.trim)
			if !near(got.Added, c.want.Added, 8) || !near(got.Missed, c.want.Missed, 8) || !near(got.Truth, c.want.Truth, 2) {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
	if got := (Mismatch{Added: 30, Missed: 20, Truth: 200}).Fraction(); got != 0.25 {
		t.Errorf("fraction %g", got)
	}
	if got := (Mismatch{Added: 30}).Fraction(); got != 0 {
		t.Errorf("fraction %g of no route", got)
	}
}

// TestLinesTakeTheSampleThatGoesOn matches a street twice where the truth passes it
// twice. No sample is used out of order, so the second pass finds all of its own.
func TestLinesTakeTheSampleThatGoesOn(t *testing.T) {
	twice := lines(line(0, 0, 100, 0, 100, 100, 0, 100, 0, 0, 100, 0, 200, 0))
	if got := Lines(twice, twice, 0); got.Added != 0 || got.Missed != 0 {
		t.Errorf("a route against itself: %+v", got)
	}
}
