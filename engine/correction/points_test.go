// SPDX-License-Identifier: MIT

package correction

import (
	"testing"

	"roadsnap/engine/match"
)

// TestPoints asks for observations in order, and again from the first one.
func TestPoints(t *testing.T) {
	of := func(kind match.ConstraintKind, index, last int, unmet match.UnmetReason) Applied {
		return Applied{Operation{Constraint: match.Constraint{Kind: kind, Index: index, Last: last}}, unmet}
	}
	p := PointsOf([]Applied{
		of(match.NotDriven, 5, 7, ""), of(match.Pin, 3, 0, ""), of(match.Move, 3, 0, match.UnmetIndex), of(match.Via, 6, 0, ""),
		of(match.Bridge, 1, 2, ""), of(match.Bridge, 2, 4, ""), of(match.Forbid, 0, 0, ""), of(SetProfile, 0, 0, ""), of(match.LeaveOut, 9, 0, match.UnmetConflict),
	})
	want := []string{"", "bridge", "bridge", "pin; move (not applied); bridge", "bridge", "not_driven", "via; not_driven", "not_driven", "", "leave_out (not applied)", ""}
	for range 2 {
		for i, text := range want {
			if got := p.Text(i); got != text {
				t.Errorf("observation %d: %q, want %q", i, got, text)
			}
		}
	}
	if got := p.Text(6); got != want[6] {
		t.Errorf("observation 6 again: %q", got)
	}
	if got := PointsOf(nil).Text(0); got != "" {
		t.Errorf("without corrections: %q", got)
	}
}
