// SPDX-License-Identifier: MIT

package shell_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"roadsnap/engine/geo"
)

// oddWorkbook writes the first sample trip as the XLSX of a tracker with column names that say
// nothing, below a title with the plate.
func (d *driver) oddWorkbook(name, plate string) string {
	d.t.Helper()
	trips, err := d.samples[0].Read(d.t.Context(), geo.NoBounds)
	if err != nil {
		d.t.Fatal(err)
	}
	f := excelize.NewFile()
	set := func(row int, cells ...any) {
		if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", row), &cells); err != nil {
			d.t.Fatal(err)
		}
	}
	set(1, "Report of vehicle "+plate)
	set(2, "n", "p", "q", "r")
	for i, o := range trips[0].Observations {
		set(i+3, i+1, o.Lat, o.Lon, o.Time.Format("02/01/2006 15:04:05"))
	}
	path := filepath.Join(d.t.TempDir(), name)
	if err := f.SaveAs(path); err != nil {
		d.t.Fatal(err)
	}
	return path
}

// TestTrackerWorkbook imports the XLSX of a tracker through the dialog of columns, saves the
// recipe, and opens the next one without the dialog.
func TestTrackerWorkbook(t *testing.T) {
	d := start(t)
	d.folder = t.TempDir()
	d.restart()
	d.drop(d.oddWorkbook("first.xlsx", "51C-123.45"))
	d.waitFor("The columns were found by their values. Check them.", "Save as recipe:")
	d.setChoice("Meaning", "–")
	d.setField("Save as recipe:", "Portal")
	d.tap("Open")
	d.waitGone("Save as recipe:")
	d.waitFor("51C-123.45")
	d.drop(d.oddWorkbook("second.xlsx", "51C-678.90"))
	d.waitFor("51C-678.90")
	d.mustNotSee("Save as recipe:")
}

// TestOpenWithColumns opens a table from the menu, and a table that cannot be read until its
// column of positions is chosen.
func TestOpenWithColumns(t *testing.T) {
	d := start(t)
	path := filepath.Join(t.TempDir(), "odd.csv")
	if err := os.WriteFile(path, []byte("lt;n;lg\n42.5063;a;1.5218\n42.5064;b;1.5219\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.answer(path)
	d.choose("File › Open with columns…")
	d.waitFor("Choose the columns with latitude and longitude, or one with both.")
	d.setChoice("Meaning", "Latitude, north")
	d.setChoice("Column", "3 · lg")
	d.setChoice("Meaning", "Longitude, east")
	d.waitFor("3 rows read: 2 points, 1 trips.")
	d.tap("Open")
	d.waitGone("Meaning")
	d.waitFor("odd")
}

// TestPaste opens points from the clipboard.
func TestPaste(t *testing.T) {
	d := start(t)
	d.app.Clipboard().SetContent("nothing of use")
	d.choose("File › Paste points")
	d.waitFor("The clipboard has no points.")
	d.key("Escape")
	for _, text := range []string{
		"42.5063, 1.5218\n42.5064, 1.5219\n42.5065, 1.5220\n",
		"time\tlat\tlon\n21/11/2026 07:15\t42.5063\t1.5218\n21/11/2026 07:16\t42.5064\t1.5219\n",
		`<gpx version="1.1"><trk><trkseg><trkpt lat="42.5063" lon="1.5218"/><trkpt lat="42.5064" lon="1.5219"/></trkseg></trk></gpx>`,
	} {
		d.app.Clipboard().SetContent(text)
		d.choose("File › Paste points")
		d.settle()
	}
	d.waitFor("Pasted", "Pasted 2", "Pasted 3")
	if n := strings.Count(strings.Join(d.texts(), "\n"), "Pasted"); n < 3 {
		t.Errorf("%d pasted trips", n)
	}
}
