// SPDX-License-Identifier: MIT

package shell_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/data"
)

// cutRoads writes an extract of n roads near Hà Nội whose last node is missing.
func cutRoads(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`<osm version="0.6">`)
	for i := range n {
		lat := 21 + float64(i)/100
		fmt.Fprintf(&b, `<node id="%d" lat="%.2f" lon="105.1"/><node id="%d" lat="%.2f" lon="105.2"/>`, 10*i+1, lat, 10*i+2, lat)
	}
	for i := range n {
		fmt.Fprintf(&b, `<way id="%d"><nd ref="%d"/><nd ref="%d"/><nd ref="999999"/><tag k="highway" v="primary"/><tag k="name" v="Đường %c"/></way>`, i+1, 10*i+1, 10*i+2, 'A'+i)
	}
	return write(t, "cut.osm", b.String()+"</osm>")
}

// startMaps opens a window with the maps panel in front.
func startMaps(t *testing.T) *driver {
	t.Helper()
	d := start(t)
	d.tap("Maps")
	d.waitFor("Import OSM extract…")
	return d
}

// agreeToSources goes on from the list of the files to import.
func (d *driver) agreeToSources() {
	d.t.Helper()
	d.waitFor("Save as…")
	d.tap("Save as…")
}

// importCut imports a map of six roads, waits until it is open and returns its path.
func (d *driver) importCut() (path string) {
	d.t.Helper()
	path = filepath.Join(d.t.TempDir(), "cut.rsp")
	d.answer(cutRoads(d.t, 6), path)
	d.tap("Import OSM extract…")
	d.agreeToSources()
	d.waitFor("6 roads · 1 issue to review", "Open sample map")
	return path
}

func TestMapsTellsOfTheOpenMap(t *testing.T) {
	d := startMaps(t)
	d.mustSee("Andorra (sample)", "© OpenStreetMap contributors, ODbL 1.0")
	for name, want := range map[string]string{
		"Source": "andorra-latest.osm.bz2", "Data from": "2018-03-01", "Size": "2.4 MB", "Junctions": "5,534", "Road segments": "6,965",
	} {
		if got := d.valueOf(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	d.mustNotSee("Open sample map") // which it is
	d.tap("3,940 roads · 2 issues to review")
	d.waitFor("To review")
}

func TestMapsImportTellsWhatItFound(t *testing.T) {
	d := startMaps(t)
	d.importCut()
	if q := d.asked(2); q.Name != "cut.rsp" || q.Title != "Save new map as" {
		t.Errorf("asked %+v", q)
	}
	d.until("the new map", func() bool { return d.shows(21, 105.1) && d.shows(21.05, 105.2) })
	d.waitFor("Roads cut where nodes are missing from the source.", "To review") // the record comes by itself
	d.mustSee("Đường A", "Đường C", "Show all 6")
	d.mustNotSee("Đường F")
	d.tap("Show all 6")
	d.waitFor("Đường F")
	before := d.zoom()
	d.tap("Đường F")
	d.until("the place of the road", func() bool { return d.zoom() > before+1 && d.shows(21.05, 105.2) })
	if d.shows(21, 105.15) {
		t.Error("the map shows other roads, too")
	}
	d.tap("Copy as text")
	d.until("the record as text", func() bool {
		return strings.Contains(d.clipboard(), "Roads cut where nodes are missing from the source.")
	})
	d.tap("Zoom to")
	d.until("all of the map", func() bool { return d.shows(21, 105.1) && d.shows(21.05, 105.2) })
}

func TestMapsRecordClosesAndComesBack(t *testing.T) {
	d := startMaps(t)
	d.importCut()
	d.waitFor("To review")
	d.key("Escape")
	d.waitGone("To review")
	d.tap("6 roads · 1 issue to review")
	d.waitFor("To review")
}

func TestMapsImportOfWhatIsNoExtract(t *testing.T) {
	d := startMaps(t)
	d.answer(write(t, "words.osm", "no extract"), filepath.Join(t.TempDir(), "words.rsp"))
	d.key("Ctrl+Shift+I")
	d.agreeToSources()
	d.waitFor("This file is not an OpenStreetMap extract.", "Choose an .osm.pbf, .osm, .osm.gz or .osm.bz2 file.")
	d.mustSee("Andorra (sample)")
}

func TestMapsImportWithoutRoadsTellsWhatItFound(t *testing.T) {
	d := startMaps(t)
	folder := t.TempDir()
	d.answer(write(t, "bare.osm", `<osm version="0.6"><node id="1" lat="21" lon="105"/><way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way></osm>`),
		filepath.Join(folder, "bare.rsp"))
	d.tap("Import OSM extract…")
	d.agreeToSources()
	d.waitFor("The OpenStreetMap extract contains no roads.", "Choose an extract of a region that has roads.")
	d.tap("Issues found before the import failed")
	d.waitFor("Ways refer to nodes that are missing from the source.")
	if files, err := os.ReadDir(folder); err != nil || len(files) != 0 {
		t.Errorf("the import left %v, %v", files, err)
	}
}

func TestMapsImportIsCancelled(t *testing.T) {
	d := startMaps(t)
	var b strings.Builder
	b.WriteString(`<osm version="0.6">`)
	for i := range 100_000 {
		fmt.Fprintf(&b, `<node id="%d" lat="21.%05d" lon="105.1"/>`, i+1, i)
	}
	folder := t.TempDir()
	d.answer(write(t, "large.osm", b.String()+"</osm>"), filepath.Join(folder, "large.rsp"))
	d.hasty = true
	d.tap("Import OSM extract…")
	d.agreeToSources()
	d.until("the work in the status bar", func() bool { return len(d.icons("cancel")) == 2 })
	d.tap("Open map…") // which is off meanwhile
	d.tapIcon("cancel", "Open map…")
	d.until("the end of the work", func() bool { return len(d.icons("cancel")) == 0 })
	d.mustSee("Andorra (sample)", "3,940 roads")
	d.mustNotSee("The OpenStreetMap extract contains no roads.")
	if n := len(d.picker.asked); n != 2 {
		t.Errorf("%d dialogs for files, want 2", n)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 0 {
		t.Errorf("the import left %v, %v", files, err)
	}
}

func TestMapsImportIsCancelledBeforeItBegins(t *testing.T) {
	d := startMaps(t)
	d.answer(cutRoads(t, 1), "") // no file to write
	d.tap("Import OSM extract…")
	d.agreeToSources()
	d.asked(2)
	d.mustSee("Andorra (sample)")
	if len(d.icons("cancel")) != 0 {
		t.Error("something is under way")
	}
}

func TestMapsAnotherMapAndBack(t *testing.T) {
	d := startMaps(t)
	path := d.importCut()
	d.tap("Open sample map")
	d.waitFor("Andorra (sample)")
	d.until("the sample on the map", func() bool { return d.shows(42.55, 1.58) })
	d.answer(path)
	d.key("Ctrl+Shift+O")
	d.waitFor("6 roads · 1 issue to review")
	d.until("the other map", func() bool { return d.shows(21.02, 105.15) })
	d.choose("File › Open sample map")
	d.waitFor("Andorra (sample)")
	d.key("4")
	d.drop(path)
	d.waitFor("6 roads · 1 issue to review") // in the panel of maps
}

func TestMapsFileThatIsNoMap(t *testing.T) {
	d := startMaps(t)
	d.answer(write(t, "words.rsp", "no map at all, but long enough to look for one in it"))
	d.tap("Open map…")
	d.waitFor("This file is not a Roadsnap map.", "Choose an .rsp file")
	d.mustSee("Andorra (sample)", "3,940 roads")
	d.answer(filepath.Join(t.TempDir(), "gone.rsp"))
	d.tap("Open map…")
	d.waitFor("The file no longer exists.")
	d.mustNotSee("This file is not a Roadsnap map.")
}

func TestMapsDamagedMap(t *testing.T) {
	d := startMaps(t)
	d.answer(write(t, "half.rsp", string(data.SamplePack[:len(data.SamplePack)/2])))
	d.tap("Open map…")
	d.waitFor("The map is damaged.", "Copy the file again, or import the map again.")
	d.mustSee("Andorra (sample)")
}

func TestMapsDroppedExtractAsksWhereTheMapGoes(t *testing.T) {
	d := start(t)
	source := cutRoads(t, 6)
	d.answer(filepath.Join(t.TempDir(), "dropped.rsp"))
	d.drop(source)
	d.agreeToSources()
	d.waitFor("6 roads · 1 issue to review")
	if q := d.asked(1); q.Folder != filepath.Dir(source) || q.Name != "cut.rsp" {
		t.Errorf("asked %+v", q)
	}
}

// TestMapsImportOfSeveralFiles imports an extract and the borders of wards to one map, with
// columns that must be named.
func TestMapsImportOfSeveralFiles(t *testing.T) {
	d := startMaps(t)
	wards := write(t, "wards.geojson", strings.ReplaceAll(string(contents(t, fourWards(t))), "ward_code", "MADV"))
	d.answer(cutRoads(t, 6), wards, filepath.Join(t.TempDir(), "both.rsp"))
	d.tap("Import OSM extract…")
	d.waitFor("cut.osm · roads and places")
	d.mustNotSee("Text encoding")
	d.tap("Add a file…")
	d.waitFor("wards.geojson · borders", "Coordinate system of the borders", "Text encoding")
	d.tap("recognised, or code=MADV, name=TENDV")
	d.typeText("code")
	d.tap("Save as…")
	d.waitFor("Write the columns like code=MADV, name=TENDV.")
	d.tap("code")
	d.key("End")
	d.typeText("=MADV")
	d.tap("Save as…")
	d.waitFor("6 roads", "4 wards")
	if q := d.asked(3); q.Name != "cut.rsp" {
		t.Errorf("asked %+v", q)
	}
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestMapsBordersLieNextToTheMapAndClose(t *testing.T) {
	d := startUnits(t)
	d.importWards()
	d.mustSee("Andorra (sample)", "Wards with borders", "4 wards")
	tips := ""
	for _, b := range buttonsOf(d.window.Content()) {
		tips += b.Tip() + "\n"
	}
	if !strings.Contains(tips, "Close this map\n") || !strings.Contains(tips, "Close these borders\n") {
		t.Errorf("the buttons have the tips %q", tips)
	}
	d.tapIcon("cancel", "wards") // the title of the borders
	d.waitGone("Wards with borders")
	d.mustSee("Andorra (sample)")
	d.tap("Units")
	d.waitFor("Import ward borders…")
}

func TestMapsMapClosesAndBordersStay(t *testing.T) {
	d := startUnits(t)
	d.importWards()
	d.tapIcon("cancel", "Andorra (sample)")
	d.waitGone("Junctions")
	d.waitFor("4 wards")
	d.tap("Units")
	d.mustNotSee("Import ward borders…")
}

func TestMapsSampleTripsBringTheirMap(t *testing.T) {
	d := startMaps(t)
	d.importCut()
	d.tap("Trips")
	d.tap("Try sample trips")
	d.untilMatched(inTown, toMeadow, upValley)
	d.mustSee("Andorra (sample)") // in the status bar
}

func TestMapsTripsAreMatchedOnTheNextMap(t *testing.T) {
	d := startMaps(t)
	d.importCut()
	d.tap("Trips")
	d.answer(gpx(t, "alpha"))
	d.tap("Open trace…")
	d.until("no road", func() bool { return d.below("alpha") == "This map has no road nearby" })
	d.choose("File › Open sample map")
	d.tap("Trips")
	d.untilMatched("alpha")
}
