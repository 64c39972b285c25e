// SPDX-License-Identifier: MIT

package shell_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestTripsBrokenFileSaysWhatToDo(t *testing.T) {
	d := start(t)
	for _, c := range []struct{ name, content, sentence, remedy string }{
		{"broken.gpx", "<gpx><trk><trkseg><trkpt lat=", "The trace cannot be read.", "Choose a GPX, KML, TCX, FIT, GeoJSON, NMEA, CSV or XLSX file"},
		{"empty.gpx", "<gpx></gpx>", "The file contains no points.", "Check that you exported the right file."},
		{"address.csv", "plate,time,address\n51C-1,2026-11-21 07:15,Main Street\n", "The table has addresses and no coordinates.", "Export it again with coordinates"},
		{"places.gpx", `<gpx version="1.1"><wpt lat="42.5" lon="1.5"></wpt></gpx>`, "The file contains waypoints, but no track.", "Export the track or the route"},
	} {
		d.answer(write(t, c.name, c.content))
		d.tap("Open trace…")
		d.until(c.sentence, func() bool { return d.below(c.name) == c.sentence })
		d.tap(c.name)
		d.waitFor(c.remedy)
	}
}

// TestTripsTableWithoutPositions opens a table in which no columns of positions are found: it
// shows its columns, also with others. From a folder, its row says what to do.
func TestTripsTableWithoutPositions(t *testing.T) {
	d := start(t)
	path := write(t, "columns.csv", "colour,taste\nred,sweet\n")
	d.answer(path)
	d.tap("Open trace…")
	d.waitFor("Choose the columns with latitude and longitude, or one with both.")
	d.tap("Cancel")
	d.drop(path, write(t, "broken.gpx", "<gpx><trk"))
	d.waitFor("broken.gpx", "Choose the columns with latitude and longitude, or one with both.")
	d.tap("Cancel")
	d.drop(filepath.Dir(path))
	d.until("the sentence", func() bool { return d.below("columns.csv") == "No latitude and longitude columns were found." })
	d.tap("columns.csv")
	d.waitFor("name the columns lat and lon")
}

func TestTripsFileThatIsGoneIsNamed(t *testing.T) {
	d := start(t)
	d.answer(filepath.Join(t.TempDir(), "gone.gpx"))
	d.tap("Open trace…")
	d.until("the sentence", func() bool { return d.below("gone.gpx") == "The file no longer exists." })
	d.waitFor("Check that it was not moved or renamed")
}

func TestTripsRepairsAreTold(t *testing.T) {
	d := start(t)
	d.answer(write(t, "bare.csv", "42.5079,1.5262\n42.5079,1.5272\n42.5079,1.5282\n"))
	d.tap("Open trace…")
	d.untilMatched("bare")
	d.waitFor("Repaired while reading", "There are no column names; columns were detected from their values")
}

func TestTripsRecentFiles(t *testing.T) {
	d := start(t)
	if !d.menuItem("File › Recent traces").Disabled {
		t.Error("there are recent files before any was opened")
	}
	path := d.openTrip("alpha")
	d.key("Delete")
	d.waitFor("Try sample trips")
	d.restart()
	d.choose("File › Recent traces › " + path)
	d.untilMatched("alpha")
	d.choose("File › Recent traces › Clear list")
	d.until("no recent file", func() bool { return d.menuItem("File › Recent traces").Disabled })
}

func TestTripsFilesAreAskedForInTheFolderOfTheLast(t *testing.T) {
	d := start(t)
	path := d.openTrip("alpha")
	d.tap("Open trace…") // and the user cancels
	q := d.asked(2)
	if q.Folder != filepath.Dir(path) || q.Title != "Open trace…" || !slices.Contains(q.Extensions, "gpx") {
		t.Errorf("asked %+v", q)
	}
	d.untilMatched("alpha")
}

func TestTripsDroppedFilesOpen(t *testing.T) {
	d := start(t)
	d.key("4")
	d.drop(gpx(t, "alpha"), gpx(t, "beta"))
	d.untilMatched("alpha", "beta")
	d.until("the record of the first", func() bool { return d.valueOf("File") == "alpha.gpx" })
}

func TestTripsDroppedFolderOpens(t *testing.T) {
	d := start(t)
	folder := t.TempDir()
	for name, from := range map[string]string{"a.gpx": gpx(t, "alpha"), "van/b.GPX": gpx(t, "beta"), "van/photo.jpg": "", ".old/c.gpx": ""} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		content := ""
		if from != "" {
			content = read(t, from)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.drop(folder)
	d.untilMatched("alpha", "beta")
	d.mustNotSee("photo.jpg", "c.gpx")
}
