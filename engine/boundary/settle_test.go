// SPDX-License-Identifier: MIT

package boundary

import (
	"testing"
)

// TestSettle draws land that two areas claim, and gives the areas sizes in squares of the drawing.
func TestSettle(t *testing.T) {
	const strip = `
a . e . d . h
. 1 . 2 . 3 .
b . f . c . g`
	const enclave = `
a . . . . . d
. . e . h . .
. 1 . 2 . . .
. . f . g . .
b . . . . . c`
	const three = `
a . e . d . h . k
. 1 . 2 . 3 . 4 .
b . f . c . g . j`
	const tee = `
a . e . d . h
. 1 . 2 . 3 .
b . f . c . g
. . . 4 . . .
. . k . l . .`
	for _, c := range []struct {
		name, drawing string
		areas         []string
		sizes         []float64
		want          owner // of the land at 2
	}{
		{"no sizes", strip, []string{"abcd", "efgh"}, []float64{0, 0}, 0},
		{"one is short and one has too much", strip, []string{"abcd", "efgh"}, []float64{1, 2}, 1},
		{"both agree already", strip, []string{"abcd", "efgh"}, []float64{2, 1}, 0},
		{"the size of one is known, which has too much", strip, []string{"abcd", "efgh"}, []float64{1, 0}, 1},
		{"the size of one is known, which is short", strip, []string{"abcd", "efgh"}, []float64{0, 2}, 1},
		{"neither agrees in any way", strip, []string{"abcd", "efgh"}, []float64{1.5, 1.5}, 0},
		{"one would agree, but another no longer", strip, []string{"abcd", "efgh"}, []float64{2, 2}, 0},
		{"nearly the sizes", strip, []string{"abcd", "efgh"}, []float64{1.04, 1.93}, 1},
		{"not near enough", strip, []string{"abcd", "efgh"}, []float64{1.06, 2.12}, 0},
		{"an enclave whose size is wrong", enclave, []string{"abcd", "efgh"}, []float64{6, 0.1}, 1},
		{"an enclave of no size", enclave, []string{"abcd", "efgh"}, []float64{6, 0}, 1},
		{"two others that could have it", tee, []string{"abcd", "efgh", "efklcd"}, []float64{1, 0, 0}, 0},
		{"two others, one of which should", tee, []string{"abcd", "efgh", "efklcd"}, []float64{1, 0, 2}, 2},
		{"a third that claims other land", three, []string{"abcd", "efgh", "dcjk"}, []float64{1, 2, 1}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := drawing(c.drawing, 400)
			areas := p.areas(c.areas)
			square := landLeft(p.line("abfea"))
			if c.drawing == enclave {
				square = landLeft(p.line("efghe"))
			}
			for i, size := range c.sizes {
				areas[i].Size = size * square
			}
			d, report := built(t, areas, DefaultOptions())
			judged(t, d, report)
			if got, _ := plainOwner(d.arcs, p['2']); got != c.want {
				t.Errorf("the land is area %d's, want %d's", got, c.want)
			}
			if len(report.Overlaps) == 0 || report.Overlaps[0].Given != c.want {
				t.Errorf("overlaps %+v", report.Overlaps)
			}
		})
	}
}
