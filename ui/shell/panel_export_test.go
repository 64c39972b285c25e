// SPDX-License-Identifier: MIT

package shell_test

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// openExport opens the dialog that exports a picture.
func (d *driver) openExport() {
	d.t.Helper()
	d.key("Ctrl+E")
	d.mustSee("Export picture", "Width (pixels)", "Height (pixels)", "Include legend")
	d.mustNotSee("Export picture…") // a title, not a label of the menu
}

// setField replaces the text of the field to the right of a label.
func (d *driver) setField(label, text string) {
	d.t.Helper()
	d.settle()
	d.tapSpot(d.clickable(thingBesideIn(d.things(false), label), label), 0)
	d.key("Ctrl+A")
	d.typeText(text)
}

func TestExportPNGOfTheSizeAskedFor(t *testing.T) {
	d := start(t)
	out := filepath.Join(t.TempDir(), "town.png")
	d.answer(out)
	d.openExport()
	d.setField("Width (pixels)", "320")
	d.setField("Height (pixels)", "240")
	d.tap("Save…")
	d.waitFor("Picture saved to town.png")
	if q := d.asked(1); q.Name != "roadsnap.png" {
		t.Errorf("asked %+v", q)
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 320 || size.Y != 240 {
		t.Errorf("the picture is %v", size)
	}
	colours := map[any]bool{}
	for x := range 320 {
		colours[picture.At(x, 120)] = true
	}
	if len(colours) < 3 {
		t.Error("the picture is empty")
	}
	d.tapIcon("cancel", "Picture saved to town.png")
	d.waitGone("Picture saved")
}

func TestExportSVGWithTheTripAndItsLegend(t *testing.T) {
	d := start(t)
	d.openTrip("alpha")
	d.answer(filepath.Join(t.TempDir(), "trip")) // the ending is the program's
	folder := filepath.Dir(d.picker.answers[0])
	d.openExport()
	d.tap("SVG")
	d.key("Return")
	d.waitFor("Picture saved to trip.svg")
	if q := d.asked(2); q.Name != "alpha.svg" {
		t.Errorf("the name offered is %q", q.Name)
	}
	text := read(t, filepath.Join(folder, "trip.svg"))
	for _, want := range []string{"<svg", "Recorded points", "OpenStreetMap contributors"} {
		if !strings.Contains(text, want) {
			t.Errorf("the picture has no %q", want)
		}
	}
	d.answer(filepath.Join(folder, "bare.svg"))
	d.openExport()
	d.tap("SVG")
	d.tap("Include legend")
	d.tap("Save…")
	d.waitFor("Picture saved to bare.svg")
	if strings.Contains(read(t, filepath.Join(folder, "bare.svg")), "Recorded points") {
		t.Error("the picture has a legend though none was asked for")
	}
}

func TestExportOfWhatIsMeasured(t *testing.T) {
	d := start(t)
	d.key("M")
	d.tapMap(d.middle())
	d.tapMap(d.middle().AddXY(200, 0))
	d.waitFor("13.38 km")
	out := filepath.Join(t.TempDir(), "measured.svg")
	d.answer(out)
	d.openExport()
	d.tap("SVG")
	d.tap("Save…")
	d.waitFor("Picture saved to measured.svg")
	if !strings.Contains(read(t, out), "13.38") {
		t.Error("the picture does not tell the length")
	}
}

func TestExportOnPaper(t *testing.T) {
	d := start(t)
	d.openExport()
	d.tap("Same as screen")
	d.tap("A4 paper, 300 dpi")
	if w, h := d.valueOf("Width (pixels)"), d.valueOf("Height (pixels)"); w != "3508" || h != "2480" {
		t.Errorf("the paper is %s × %s", w, h)
	}
	d.key("Escape")
	if d.dialogOpen() {
		t.Error("Esc leaves the dialog open")
	}
}

func TestExportRefusesASizeThatIsNone(t *testing.T) {
	d := start(t)
	d.openExport()
	d.setField("Width (pixels)", "wide")
	d.tap(d.valueOf("Height (pixels)")) // a field complains when it is left
	d.mustSee("A whole number from 1 to")
	d.tap("Save…")
	d.key("Return")
	if !d.dialogOpen() || len(d.picker.asked) != 0 {
		t.Error("the dialog took the size")
	}
}

func TestExportToAFolderThatIsGoneSaysSo(t *testing.T) {
	d := start(t)
	d.answer(filepath.Join(t.TempDir(), "gone", "x.png"))
	d.openExport()
	d.tap("Save…")
	d.waitFor("Something went wrong", "The folder does not exist.", "Choose another folder")
	d.tap("Close")
	d.mustNotSee("Something went wrong", "Picture saved")
}

func TestExportThatIsCancelledLeavesNothing(t *testing.T) {
	d := start(t)
	folder := t.TempDir()
	d.answer(filepath.Join(folder, "large.png"))
	d.openExport()
	d.tap("Same as screen")
	d.tap("A0 paper, 300 dpi") // takes its time
	d.hasty = true
	d.tap("Save…")
	files := func() int {
		list, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	d.until("the file that is being written", func() bool { return d.sees("large.png") && files() > 0 })
	d.tap("Cancel")
	d.hasty = false
	d.mustNotSee("large.png")
	d.until("what was begun to be taken away", func() bool { return files() == 0 })
	d.mustNotSee("Picture saved", "Something went wrong")
}
