// SPDX-License-Identifier: MIT

package trips

import (
	"testing"
	"time"

	"roadsnap/engine/trip"
)

// TestTableSaysNothingOfStopsThatWereNot leaves the times in stops of a trip without stops empty,
// so that a column without any is hidden.
func TestTableSaysNothingOfStopsThatWereNot(t *testing.T) {
	p := &Panel{words: catalogue(t, "en")}
	for _, c := range []struct {
		standing            time.Duration
		wantStand, wantIdle string
	}{{0, "", ""}, {40 * time.Minute, "40 min", "0 s"}} {
		x := &Trip{HasSummary: true, Summary: trip.Summary{Standing: c.standing, HasIgnition: true}}
		if stand, idle := p.cell(x, ByStanding), p.cell(x, ByIdling); stand != c.wantStand || idle != c.wantIdle {
			t.Errorf("with %v in stops: %q and idling %q, want %q and %q", c.standing, stand, idle, c.wantStand, c.wantIdle)
		}
	}
}
