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

// TestCropWithWrongTimes enters times of which the second is before the first. The crop that was
// entered before cannot be applied then.
func TestCropWithWrongTimes(t *testing.T) {
	d := start(t)
	d.openSamples()
	d.tap("Andorra la Vella: errands in town")
	d.settle()
	d.choose("Edit › Split and merge › Crop trip…")
	d.waitFor("All points stay.")
	d.setField("To", "14:20")
	d.waitFor("603 of 904 points are left out.")
	d.setField("To", "14:10")
	d.waitFor("Enter two times, the first before the second.")
	d.tap("Apply") // which is disabled
	d.settle()
	d.mustSee("Enter two times, the first before the second.")
	d.setField("To", "14:25")
	d.waitGone("Enter two times, the first before the second.")
	d.tap("Apply")
	d.until("the crop", func() bool { return strings.Contains(d.valueOf("Made from"), "without") })
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
	d.waitFor("Rows read: 3 · points: 2 · trips: 1")
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

// TestChooseTracks opens one track of a file, and then a route that its record offers. A second
// choice of the same file adds to the first.
func TestChooseTracks(t *testing.T) {
	d := start(t)
	d.folder = t.TempDir()
	d.restart()
	line := func(tag, point, name string, lat float64) string {
		return fmt.Sprintf(`<%[1]s><name>%[3]s</name>%[4]s<%[2]s lat="%[5]f" lon="1.5218"/><%[2]s lat="%[5]f" lon="1.5228"/>%[6]s</%[1]s>`,
			tag, point, name, map[string]string{"trk": "<trkseg>"}[tag], lat, map[string]string{"trk": "</trkseg>"}[tag])
	}
	path := filepath.Join(t.TempDir(), "week.gpx")
	text := `<gpx version="1.1">` + line("rte", "rtept", "Planned", 42.51) + line("trk", "trkpt", "Monday", 42.5063) + line("trk", "trkpt", "Tuesday", 42.5073) + "</gpx>"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	d.answer(path)
	d.choose("File › Open with columns…")
	d.waitFor("2 of 3 chosen.", "Monday", "Planned")
	d.tap("None")
	d.waitFor("0 of 3 chosen.")
	d.tap("Tuesday")
	d.waitFor("1 of 3 chosen.")
	d.tap("Open")
	d.waitGone("None")
	d.waitFor("Tuesday")
	d.mustNotSee("Monday")
	d.drop(path)
	d.until("that it is open", func() bool { return d.sees("Tuesday") })
	d.answer(path)
	d.choose("File › Open with columns…")
	d.waitFor("2 of 3 chosen.")
	d.tap("None")
	d.tap("Planned")
	d.waitFor("1 of 3 chosen.")
	d.tap("Open")
	d.waitFor("Planned", "Tuesday")
}

// TestTablesInTurn drops two uncertain tables at once, names the recipe of the first, and
// chooses a vehicle of the second. The recipe is renamed and removed.
func TestTablesInTurn(t *testing.T) {
	d := start(t)
	d.folder = t.TempDir()
	d.restart()
	table := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	first := table("first.csv", "p;q;r\n42.5063;1.5218;x\n42.5064;1.5219;x\n")
	second := table("second.csv", "p;q;car\n42.5063;1.5218;51C-1\n42.5064;1.5219;51C-1\n42.5073;1.5218;51C-2\n42.5074;1.5219;51C-2\n")
	d.drop(first, second)
	d.waitFor("Save as recipe:", "Open with columns · first.csv")
	d.setField("Save as recipe:", "Plain")
	d.tap("Open")
	d.waitFor("Open with columns · second.csv")
	d.setChoice("Column", "3 · car")
	d.setChoice("Meaning", "Vehicle")
	d.waitFor("Rows read: 5 · points: 4 · trips: 2")
	d.tap("Choose trips…")
	d.waitFor("2 of 2 chosen.")
	d.tap("51C-1")
	d.waitFor("1 of 2 chosen.")
	d.tap("Open")
	d.waitGone("Save as recipe:")
	d.waitFor("first", "51C-2")
	d.mustNotSee("51C-1")

	d.choose("File › Saved recipes…")
	d.waitFor("Latitude, north (p) · Longitude, east (q)")
	d.tapIcon("delete", "Latitude, north (p)")
	d.waitFor("Plain is removed.")
}
