// SPDX-License-Identifier: MIT

package shell_test

import (
	"fmt"
	"slices"
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
				fmt.Fprintf(&rows, "51%c-%03d,%sT08:%02d:00+07:00,9.1,110.0%d\n", 'C'+k, i, day, minute, minute)
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

// TestSelectedTripStaysVisible makes the list shorter, as a notice above it does. The selected trip
// stays visible.
func TestSelectedTripStaysVisible(t *testing.T) {
	d := start(t)
	d.drop(manyTrips(t))
	d.waitFor("51C-003")
	d.until("the trips to be matched", d.ui.Jobs.Idle)
	d.tap("51C-000")
	for range 5 {
		d.key("Down")
	}
	const selected = "51C-005"
	d.key("Ctrl+I") // closes the record, which has the name, too
	d.mustSee(selected)
	size := d.window.Canvas().Size()
	for height := size.Height; height > 400; height -= 60 {
		d.resize(size.Width, height)
		d.mustSee(selected)
	}
}

// TestTableKeepsItsColumns sorts the table by a column that is not visible at first: it comes into
// view with the first trip, next to the vehicles, and stays when another trip is selected.
func TestTableKeepsItsColumns(t *testing.T) {
	d := start(t)
	d.drop(manyTrips(t))
	d.waitFor("51C-003")
	d.until("the trips to be matched", d.ui.Jobs.Idle)
	inTable := func(text string) bool {
		m, at := d.theMap()
		return slices.ContainsFunc(d.things(false), func(x thing) bool { return x.text == text && x.at.X > at.X && x.at.Y > at.Y+m.Size().Height })
	}
	d.tap("51C-000")
	d.key("End")
	d.key("Ctrl+T")
	d.mustNotSee("Longest gap")
	last := "51D-019"
	if !inTable(last) {
		t.Errorf("the table does not show the selected trip")
	}
	d.tapIcon("drop-down", "Name, vehicle or day")
	d.tap("Longest gap")
	d.mustSee("Longest gap ↓")
	if !inTable("51C-000") || inTable(last) {
		t.Errorf("sorted, the table does not begin with the first trip; visible: %q", d.texts())
	}
	if header, _ := d.find("Fri 2026-11-20"); header.text == "" || d.mustFind("51C-000").at.Y < header.at.Y {
		t.Error("sorted, the list does not begin with the first trip")
	}
	d.tap("51C-000")
	d.key("End")
	d.mustSee("Longest gap ↓")
	if !inTable(last) {
		t.Errorf("the table does not show the selected trip")
	}
	d.tap("Longest gap ↓")
	d.mustSee("Longest gap ↑")
	if got := d.below("Vehicle"); got != "51C-000" {
		t.Errorf("the first row is %q, want that of 51C-000", got)
	}
}
