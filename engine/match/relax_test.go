// SPDX-License-Identifier: MIT

package match

import (
	"testing"

	"roadsnap/engine/internal/roadtest"
)

// TestTwoWaysThatTie checks that the first of two ways wins, whatever the rounding.
func TestTwoWaysThatTie(t *testing.T) {
	w := testWorkspace(roadtest.Draw(t, "A---B", "A-B").Graph, newModel(DefaultConfig()))
	d := candidate{score: -5, from: 3, chained: true}
	for _, tt := range []struct {
		from  int32
		score float64
		want  bool
	}{
		{4, -5 + 1e-12, false}, {2, -5 - 1e-12, true}, {4, -4.9, true}, {2, -5.1, false},
	} {
		if got := w.improves(&d, tt.from, tt.score); got != tt.want {
			t.Errorf("from %d with %g: %v", tt.from, tt.score, got)
		}
	}
}
