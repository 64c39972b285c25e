// SPDX-License-Identifier: MIT

package trips_test

import (
	"testing"
	"testing/synctest"

	enginetrip "roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/trips"
)

// TestFilterByPlace shows the trips that stopped at a place. The visits are known after the filter,
// as at the start of a run.
func TestFilterByPlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, ui, _ := startApp(t, newShelf())
		p.OpenFrom(source("day.csv", trip("a", 3), trip("b", 3), trip("c", 3)))
		ui.Settle()
		p.Rematch()
		settled := p.State().Settled
		ui.Settle()
		if p.State().Settled == settled {
			t.Error("nothing says that the trips were matched")
		}
		p.SetFilter(trips.Filter{Place: 7})
		if list := p.State().Visible(); len(list) != 0 {
			t.Errorf("%d trips visited an unknown place", len(list))
		}
		p.ShowPlaces(trips.Places{Sites: []enginetrip.Site{{ID: 7, Name: "Kho"}}, Visits: map[workspace.ID][]int64{1: {7, 7}, 2: {8}}})
		if list := p.State().Visible(); len(list) != 1 || list[0].Name != "a" || p.State().Visits()[7] != 2 {
			t.Errorf("%d trips visited the depot, want a alone", len(list))
		}
	})
}
