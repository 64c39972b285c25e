// SPDX-License-Identifier: MIT

package shell_test

import (
	"fmt"
	"strings"
	"testing"
)

// manyTrips is a file with 20 trips on each of two days, of vehicles 51C-000 to 51C-019 and
// 51D-000 to 51D-019, the later day first in the list.
func manyTrips(t *testing.T) (path string) {
	t.Helper()
	var rows strings.Builder
	rows.WriteString("plate,time,lat,lon\n")
	for i := range 20 {
		for k, day := range []string{"2026-11-20", "2026-11-19"} {
			for minute := range 2 {
				fmt.Fprintf(&rows, "51%c-%03d,%sT08:%02d:00+07:00,9.1,%d.%d\n", 'C'+k, i, day, minute, 110+k, i*2+minute)
			}
		}
	}
	return write(t, "many.csv", rows.String())
}

// TestHeaderOfAGroupStaysVisible moves through a long list of two days. The header of the day
// stays at the top of the list, does not cover the selected trip, and folds its day.
func TestHeaderOfAGroupStaysVisible(t *testing.T) {
	d := start(t)
	d.drop(manyTrips(t))
	d.waitFor("51C-003")
	d.until("the trips to be matched", d.ui.Jobs.Idle)
	check := func(trip, day string) {
		t.Helper()
		header, found := d.find(day)
		row := d.mustFind(trip)
		if !found || header.at.Y >= row.at.Y {
			t.Errorf("the header of %s (visible: %t) is at %v, the trip %s at %v", day, found, header.at, trip, row.at)
		}
		if row.at.Y < header.at.Y+header.size.Height {
			t.Errorf("the header at %v covers the trip at %v", header.at, row.at)
		}
	}
	const later, earlier = "Fri 2026-11-20", "Thu 2026-11-19"
	d.tap("51C-000")
	check("51C-000", later)
	for range 12 {
		d.key("Down")
	}
	check("51C-012", later)
	d.key("End")
	check("51D-019", earlier)
	d.mustNotSee(later)
	for range 12 {
		d.key("Up")
	}
	check("51D-007", earlier)
	for range 8 { // past the header
		d.key("Up")
	}
	check("51C-019", later)
	d.tap(later)
	d.mustSee(later, "51D-000") // and not a part far below the folded day
	d.mustNotSee("51C-018")
	d.tap(later)
	d.key("End")
	d.tap(earlier)
	d.mustNotSee("51D-018", "51D-000") // the record shows the last one
	d.mustSee(earlier)
}
