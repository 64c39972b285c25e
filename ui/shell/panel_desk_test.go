// SPDX-License-Identifier: MIT

package shell_test

import (
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/engine/trace"
)

// TestFromWorkbookToFile takes one trip through the desk: the XLSX of a tracker is imported through
// the dialog of columns, a point is pinned to its road, a stretch is forbidden and that is taken
// back, the trip is split, the parts are exported, and the next run has them.
func TestFromWorkbookToFile(t *testing.T) {
	d := startKeeping(t)
	d.drop(d.oddWorkbook("tracker.xlsx", "51C-123.45"))
	d.waitFor("The columns were found by their values. Check them.")
	d.tap("Open")
	d.waitGone("Save as recipe:")
	d.waitFor("51C-123.45")
	d.until("the record", func() bool { return d.valueOf("File") == "tracker.xlsx" && d.sees("Correct by hand") })
	d.key("Home")

	recorded, err := d.samples[0].Read(t.Context(), geo.NoBounds)
	if err != nil {
		t.Fatal(err)
	}
	points := recorded[0].Observations
	ask := func(i int) {
		t.Helper()
		d.tapMap(d.on(points[i].Lat, points[i].Lon))
		d.waitFor("why this road?", "Pin to this road")
	}
	undoable := func(undo, redo bool) {
		t.Helper()
		if u, r := !d.menuItem("Edit › Undo").Disabled, !d.menuItem("Edit › Redo").Disabled; u != undo || r != redo {
			t.Errorf("undo can be chosen: %v, redo: %v, want %v, %v", u, r, undo, redo)
		}
	}
	d.tap("Correct by hand")
	d.waitFor("Click a point of the trip on the map")
	undoable(false, false)
	ask(len(points) / 2)
	d.tap("Pin to this road")
	d.waitFor("Corrected by hand", "pinned to", "Lan · ")
	ask(len(points) / 4)
	d.tap("Forbid this stretch")
	d.waitFor("Not on this part of")
	undoable(true, false)
	d.choose("Edit › Undo")
	d.waitGone("Not on this part of")
	undoable(true, true)
	d.mustSee("pinned to")
	d.tap("Finish")
	d.waitGone("Click a point of the trip on the map")

	export := func(name, scope, said string) (path string) {
		t.Helper()
		path = filepath.Join(t.TempDir(), name)
		d.answer(path)
		d.choose("File › Export trips…")
		d.waitFor("Format")
		d.setChoice("Format", "CSV")
		d.setChoice("Trips", scope)
		d.tap("Save…")
		d.waitFor(said)
		return path
	}
	pinned := read(t, export("pinned.csv", "All trips (1)", "1 trip saved to pinned.csv"))
	if n := strings.Count(pinned, "pin"); n != 1 {
		t.Errorf("%d points are said to be pinned, want 1: %.300s", n, pinned)
	}

	middle := points[len(points)/2]
	d.tapMap(d.on(middle.Lat, middle.Lon)) // the cursor of the timeline
	d.choose("Edit › Split and merge › Split trip…")
	d.tap("At the cursor of the timeline")
	d.waitFor("2 parts")
	d.tap("Split")
	d.waitFor("2 trips")
	d.until("the parts to be matched", d.ui.Jobs.Idle)

	out := export("parts.csv", "All trips (2)", "2 trips saved to parts.csv")
	back, err := trace.ReadFile(t.Context(), out, trace.Options{})
	if err != nil || len(back) != 2 {
		t.Errorf("%d trips in the file, %v", len(back), err)
	}
	d.restart()
	d.waitFor("2 trips")
	if list := strings.Join(d.texts(), "\n"); strings.Count(list, "51C-123.45") < 2 {
		t.Errorf("the next run has\n%s", list)
	}
}
