// SPDX-License-Identifier: MIT

package shell_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// startUnits opens a window with the units panel in front.
func startUnits(t *testing.T) *driver {
	t.Helper()
	d := start(t)
	d.tap("Units")
	d.waitFor("34 provinces, 3,321 wards")
	return d
}

// search replaces the text in the search field of the units.
func (d *driver) search(text string) {
	d.t.Helper()
	d.key("Ctrl+F", "Ctrl+A")
	if text == "" {
		d.key("BackSpace")
		return
	}
	d.typeText(text)
}

// inOrder returns the texts left of the map that match a pattern, from top to bottom.
func (d *driver) inOrder(pattern string) (list []string) {
	d.t.Helper()
	_, right := d.theMap()
	matches := regexp.MustCompile("^(" + pattern + ")$").MatchString
	things := slices.DeleteFunc(d.things(false), func(x thing) bool { return x.at.X > right.X || x.text == "" || !matches(x.text) })
	slices.SortStableFunc(things, func(a, b thing) int { return int(a.at.Y - b.at.Y) })
	for _, x := range things {
		list = append(list, x.text)
	}
	return list
}

// untilCode waits until the record shows the unit of a code.
func (d *driver) untilCode(code string) {
	d.t.Helper()
	d.until("the record of "+code, func() bool { return d.recorded("Code") == code })
}

func TestUnitsTreeOpensAndCloses(t *testing.T) {
	d := startUnits(t)
	d.mustNotSee("Ba Dinh Ward")
	d.tapIcon("menu-expand", "Ha Noi City")
	d.waitFor("Ba Dinh Ward")
	if got := d.below("Ba Dinh Ward"); got != "Ha Noi City" {
		t.Errorf("the ward is said to be in %q", got)
	}
	d.tapIcon("arrow-drop-down", "Ha Noi City")
	d.waitGone("Ba Dinh Ward")
}

func TestUnitsTreeByKeys(t *testing.T) {
	d := startUnits(t)
	d.tap("Cao Bang Province")
	d.untilCode("04")
	d.key("Right")
	d.waitFor("Cao Bang Province", "Thuc Phan Ward")
	d.key("Down")
	d.until("a ward's record", func() bool { return d.recorded("Province code") == "04" })
	d.key("Left") // back to the province
	d.untilCode("04")
	d.key("Left")
	d.waitGone("Thuc Phan Ward")
	d.key("Up")
	d.untilCode("01")
	d.key("Next") // Page Down
	d.until("another province", func() bool { return d.recorded("Code") != "01" })
}

func TestUnitsSearchKnowsNamesWithAndWithoutMarks(t *testing.T) {
	d := startUnits(t)
	for _, text := range []string{"bến thành", "ben thanh", "BEN THANH", "26743"} {
		d.search(text)
		d.waitFor("1 found")
		d.mustSee("Ben Thanh Ward", "26743")
	}
	d.search("Xyzzy")
	d.waitFor("0 found")
	d.key("Escape")
	d.waitFor("34 provinces, 3,321 wards", "Ha Noi City")
}

func TestUnitsSearchFindsFormerNames(t *testing.T) {
	d := startUnits(t)
	d.search("Hà Giang")
	d.waitFor("found", "Tuyen Quang Province", "Formerly")
}

func TestUnitsSearchIsTakenByReturn(t *testing.T) {
	d := startUnits(t)
	d.search("ben thanh")
	d.key("Return")
	d.waitFor("Formed from")
	for name, want := range map[string]string{
		"Code": "26743", "Type": "Ward", "Vietnamese name": "Phường Bến Thành",
		"Province": "Ho Chi Minh City", "Province code": "79",
	} {
		if got := d.recorded(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	d.mustSee("No border imported: only names and codes.")
}

func TestUnitsSearchLeadsDownToTheList(t *testing.T) {
	d := startUnits(t)
	d.search("hà nội")
	d.waitFor("found")
	d.key("Down")
	d.untilCode("01")
}

func TestUnitsCardOfAProvince(t *testing.T) {
	d := startUnits(t)
	d.tap("Lao Cai Province")
	d.untilCode("15")
	for name, want := range map[string]string{
		"Type": "Province", "Vietnamese name": "Tỉnh Lào Cai", "Wards": "99",
		"Region": "Northern Midlands and Mountains",
	} {
		if got := d.recorded(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	d.mustSee("Border", "Area", "Border length", "Levels of detail", "Border check", "Neighbours")
}

func TestUnitsCardLeadsToNeighbours(t *testing.T) {
	d := startUnits(t)
	d.tap("Lao Cai Province")
	d.untilCode("15")
	d.waitFor("Neighbours")
	list := d.things(false)
	from := slices.IndexFunc(list, func(x thing) bool { return x.text == "Neighbours" })
	at := slices.IndexFunc(list[from:], func(x thing) bool { return x.text == "Lai Chau Province" })
	if at < 0 {
		t.Fatalf("Lai Châu is no neighbour; visible: %q", d.texts())
	}
	d.tapSpot(d.clickable(list[from+at], "the neighbour"), 0)
	d.untilCode("12")
	if !d.shows(22.3, 103.2) {
		t.Error("the map does not show the neighbour")
	}
}

func TestUnitsChosenComesIntoView(t *testing.T) {
	d := startUnits(t)
	d.tap("Quang Ninh Province")
	d.until("the province on the map", func() bool { return d.shows(21.2, 107.3) })
	d.wheel(d.middle(), -6)
	far := d.zoom()
	d.doubleTap("Quang Ninh Province")
	d.until("the map to zoom to it", func() bool { return d.zoom() > far+1 && d.shows(21.2, 107.3) })
	d.wheel(d.middle(), -6)
	d.tap("Zoom to")
	d.until("the map to zoom to it again", func() bool { return d.zoom() > far+1 })
	d.wheel(d.middle(), -6)
	d.tap("Quang Ninh Province")
	d.key("Return")
	d.until("the map to zoom to it by the key", func() bool { return d.zoom() > far+1 })
}

func TestUnitsWholeCountryHasItsArchipelagos(t *testing.T) {
	d := startUnits(t)
	d.tapIcon("zoom-fit", "34 provinces, 3,321 wards")
	d.until("the country", func() bool { return d.shows(8.6, 104.7) })
	for name, at := range map[string][2]float64{"Hoàng Sa": {16.5, 112}, "Trường Sa": {9.7, 114.3}, "Hà Giang": {23.3, 105.3}} {
		if !d.shows(at[0], at[1]) {
			t.Errorf("%s is not on the map", name)
		}
	}
}

func TestUnitsOnTheMap(t *testing.T) {
	d := startUnits(t)
	d.tapIcon("zoom-fit", "34 provinces, 3,321 wards")
	d.until("the country", func() bool { return d.shows(8.6, 104.7) })
	d.hoverMap(d.on(22.1, 104))
	d.until("the name of the province under the pointer", func() bool { return d.below("Lao Cai Province") == "15" || len(d.inMap("Lao Cai Province")) > 0 })
	d.leave()
	d.until("no name", func() bool { return len(d.inMap("Lao Cai Province")) == 0 })
	d.tapMap(d.on(22.1, 104))
	d.untilCode("15")
	d.tapMapWith(d.on(21.2, 107.3), fyne.KeyModifierControl)
	d.waitFor("2 units selected")
	d.tapMap(d.on(12, 113)) // the sea
	d.waitGone("2 units selected")
}

// inMap returns the things on the map with a text.
func (d *driver) inMap(text string) (list []thing) {
	d.t.Helper()
	m, at := d.theMap()
	for _, x := range d.things(true) {
		in := x.at.Subtract(at)
		if x.text == text && in.X >= 0 && in.X < m.Size().Width && in.Y >= 0 && in.Y < m.Size().Height {
			list = append(list, x)
		}
	}
	return list
}

func TestUnitsDoubleTapOnTheMapZoomsToTheUnit(t *testing.T) {
	d := startUnits(t)
	d.tapIcon("zoom-fit", "34 provinces, 3,321 wards")
	d.until("the country", func() bool { return d.shows(8.6, 104.7) })
	before := d.zoom()
	d.doubleTapMap(d.on(22.1, 104))
	d.untilCode("15")
	d.until("the map to zoom to it", func() bool { return d.zoom() > before+1.5 && d.shows(22.1, 104) })
}

func TestUnitsTableSortsByItsHeads(t *testing.T) {
	d := startUnits(t)
	d.tap("Table")
	d.waitFor("3,321 units", "Vertices")
	codes := func() []string { return d.inOrder(`\d{5}`) }
	if list := codes(); len(list) < 5 || !slices.IsSorted(list) {
		t.Errorf("at first the codes are %q", list)
	}
	d.tap("Code")
	d.until("the codes from the last", func() bool { list := codes(); return len(list) > 0 && list[0] > "30000" })
	d.tap("Province")
	d.until("An Giang first", func() bool { list := d.inOrder("An Giang"); return len(list) > 5 })
	d.tap("Code")
	d.until("the codes from the first", func() bool { list := codes(); return len(list) > 0 && list[0] == "00004" })
}

func TestUnitsTableIsFilteredByProvince(t *testing.T) {
	d := startUnits(t)
	d.tap("Table")
	d.waitFor("3,321 units")
	d.tap("All wards")
	d.tap("All provinces")
	d.waitFor("34 units")
	d.mustSee("City")
	d.tap("All provinces")
	d.tap("Cao Bang")
	d.waitFor("56 units", "Thuc Phan")
	d.tap("Tree")
	d.waitFor("34 provinces, 3,321 wards")
}

func TestUnitsTableSortsByArea(t *testing.T) {
	d := startUnits(t)
	d.tap("Table")
	d.tap("All wards")
	d.tap("All provinces")
	d.waitFor("34 units")
	d.tap("Area")
	first := func() string { list := d.inOrder(`[\d.,]+ km²`); return append(list, "")[0] }
	one := first()
	d.tap("Area")
	d.until("the other order", func() bool { return first() != one && first() != "" })
}

func TestUnitsTableFollowsTheSearch(t *testing.T) {
	d := startUnits(t)
	d.tap("Table")
	d.waitFor("3,321 units")
	d.search("ben thanh")
	d.waitFor("1 unit")
	d.tap("26743")
	d.untilCode("26743")
}

func TestUnitsSeveralAreSelectedWithControlAndShift(t *testing.T) {
	d := startUnits(t)
	d.tap("Ha Noi City")
	d.untilCode("01")
	d.tapWith("Tuyen Quang Province", fyne.KeyModifierControl)
	d.waitFor("2 units selected")
	if got := d.recorded("Provinces"); got != "2" {
		t.Errorf("%q provinces are selected", got)
	}
	d.mustSee("Total area")
	d.tapWith("Tuyen Quang Province", fyne.KeyModifierControl)
	d.untilCode("01")
	d.tapWith("Son La Province", fyne.KeyModifierShift)
	d.waitFor("4 units selected") // from the one that Ctrl was last used on
	d.tap("Lai Chau Province")
	d.untilCode("12")
	d.mustNotSee("units selected")
	d.key("Ctrl+A")
	d.waitFor("34 units selected")
	d.key("Escape") // all but the last selected one
	d.waitGone("units selected")
}

func TestUnitsSumOfASelectionLeadsToItsUnits(t *testing.T) {
	d := startUnits(t)
	d.tap("Ha Noi City")
	d.untilCode("01")
	d.tapWith("Tuyen Quang Province", fyne.KeyModifierControl)
	d.waitFor("2 units selected")
	d.tap("Zoom to")
	d.until("both on the map", func() bool { return d.shows(20.9, 105.7) && d.shows(22.5, 105) })
	_, at := d.theMap()
	for _, x := range d.things(false) {
		if x.text == "Ha Noi City" && x.at.X > at.X {
			d.tapSpot(d.clickable(x, x.text), 0)
			break
		}
	}
	d.untilCode("01")
}

func TestUnitsCopies(t *testing.T) {
	d := startUnits(t)
	d.secondaryTap("Lao Cai Province")
	d.tap("Copy code")
	d.until("the code", func() bool { return d.clipboard() == "15" })
	d.untilCode("15") // the menu's unit is selected
	d.secondaryTap("Lao Cai Province")
	d.tap("Copy name")
	d.until("the name", func() bool { return d.clipboard() == "Lao Cai Province" })
	d.secondaryTap("Lao Cai Province")
	d.tap("Copy as JSON")
	d.until("the record", func() bool { return strings.Contains(d.clipboard(), `"prov_code": "15"`) })
	if strings.Contains(d.clipboard(), `"coordinates"`) {
		t.Error("the record is copied with its border")
	}
	d.secondaryTap("Lao Cai Province")
	d.tap("Copy JSON with border")
	d.until("the border", func() bool { return strings.Contains(d.clipboard(), `"coordinates"`) })
	if !json.Valid([]byte(d.clipboard())) {
		t.Error("what was copied is no JSON")
	}
	d.tap("Lai Chau Province")
	d.untilCode("12")
	d.tapWith("Son La Province", fyne.KeyModifierControl)
	d.waitFor("2 units selected")
	d.key("Ctrl+C")
	d.until("the codes", func() bool { return d.clipboard() == "12, 14" || d.clipboard() == "12,14" })
	d.secondaryTap("Son La Province")
	d.tap("Copy as table")
	d.until("the table", func() bool {
		return strings.Contains(d.clipboard(), "Lai Châu") && strings.Contains(d.clipboard(), "\t")
	})
}

func TestUnitsCardCopiesItsRecord(t *testing.T) {
	d := startUnits(t)
	d.tap("Lao Cai Province")
	d.untilCode("15")
	d.tap("JSON")
	d.tap("Copy as JSON")
	d.until("the record", func() bool { return strings.Contains(d.clipboard(), `"prov_code": "15"`) })
}

func TestUnitsMenuLeadsOn(t *testing.T) {
	d := startUnits(t)
	d.secondaryTap("Cao Bang Province")
	d.tap("List wards")
	d.waitFor("56 units", "Thuc Phan")
	d.secondaryTap("Thuc Phan")
	d.tap("Show province")
	d.untilCode("04")
	d.tap("Tree")
	d.secondaryTap("Cao Bang Province")
	d.tap("Select with neighbours")
	d.waitFor("units selected")
	d.secondaryTap("Cao Bang Province")
	d.tap("Deselect")
	d.waitGone("units selected")
}

func TestUnitsExportToAFile(t *testing.T) {
	d := startUnits(t)
	d.tap("Lao Cai Province")
	d.untilCode("15")
	out := filepath.Join(t.TempDir(), "lao cai.geojson")
	d.answer(out)
	d.tap("Export")
	d.tap("Lao Cai Province…")
	d.mustSee("Export units", "1 unit with border", "GeoJSON", "Coordinate system", "All columns")
	d.tap("WGS 84")
	d.tap("VN-2000 104°45′ · Lao Cai Province")
	d.tap("All columns")
	d.tap("area_km2")
	d.tap("Save…")
	if q := d.asked(1); !strings.HasSuffix(q.Name, ".geojson") || q.Title != "Export units" {
		t.Errorf("asked %+v", q)
	}
	d.waitFor("1 unit saved to lao cai.geojson")
	var file struct{ Features []any }
	content := read(t, out)
	if err := json.Unmarshal([]byte(content), &file); err != nil || len(file.Features) != 1 {
		t.Errorf("%d features, %v", len(file.Features), err)
	}
	if !strings.Contains(content, "EPSG::9208") || !strings.Contains(content, `"prov_code"`) || strings.Contains(content, "area_km2") {
		t.Errorf("it has another system or other columns: %.500s", content)
	}
	d.tapIcon("cancel", "1 unit saved to lao cai.geojson")
	d.waitGone("1 unit written")
}

func TestUnitsExportInAnotherFormat(t *testing.T) {
	d := startUnits(t)
	d.tapIcon("document-save", "34 provinces, 3,321 wards")
	out := filepath.Join(t.TempDir(), "provinces") // the ending is the program's
	d.answer(out)
	d.tap("All provinces…")
	d.mustSee("34 units with borders")
	d.tap("GeoJSON")
	d.tap("KML")
	d.waitGone("Coordinate system")
	d.key("Return")
	d.waitFor("34 units saved to provinces.kml")
	if text := read(t, out+".kml"); !strings.Contains(text, "<kml") || !strings.Contains(text, "Lào Cai") {
		t.Errorf("the file begins with %.100q", text)
	}
}

func TestUnitsExportThatIsCancelledAsksForNoFile(t *testing.T) {
	d := startUnits(t)
	d.tapIcon("document-save", "34 provinces, 3,321 wards")
	d.tap("All provinces…")
	d.tap("Cancel")
	if d.dialogOpen() || len(d.picker.asked) != 0 {
		t.Errorf("a dialog is open, or a file was asked for: %+v", d.picker.asked)
	}
}

func TestUnitsExportThatFailsSaysWhatToDo(t *testing.T) {
	d := startUnits(t)
	d.tapIcon("document-save", "34 provinces, 3,321 wards")
	d.answer(filepath.Join(t.TempDir(), "gone", "provinces.geojson"))
	d.tap("All provinces…")
	d.tap("Save…")
	d.waitFor("The folder does not exist.", "Choose another folder", "gone")
}

// units.fourWards writes the outlines of four wards, squares that overlap a little:
//
//	10.79 ┌──────┬───────┐
//	      │26740 ▒ 26743 │
//	10.78 ├──────┴───┬───┘
//	      │  26758   │  ┌──────┐
//	10.77 └──────────┘  │25459 │  of province 80
//	   106.69  .70   .71  .72   .73
func fourWards(t *testing.T) string {
	t.Helper()
	var features []string
	for _, w := range []struct {
		code                     string
		south, west, north, east float64
	}{
		{"26740", 10.78, 106.69, 10.79, 106.7003},
		{"26743", 10.78, 106.70, 10.79, 106.715},
		{"26758", 10.77, 106.69, 10.78, 106.71},
		{"25459", 10.77, 106.72, 10.78, 106.73},
	} {
		features = append(features, fmt.Sprintf(
			`{"type":"Feature","properties":{"ward_code":"%s"},"geometry":{"type":"Polygon","coordinates":[[[%[3]v,%[2]v],[%[5]v,%[2]v],[%[5]v,%[4]v],[%[3]v,%[4]v],[%[3]v,%[2]v]]]}}`,
			w.code, w.south, w.west, w.north, w.east))
	}
	return write(t, "wards.geojson", `{"type":"FeatureCollection","features":[`+strings.Join(features, ",")+`]}`)
}

// importWards imports the four wards with the button of the panel of units.
func (d *driver) importWards() {
	d.t.Helper()
	d.answer(fourWards(d.t), filepath.Join(d.t.TempDir(), "wards.rsp"))
	d.tap("Import ward borders…")
	d.agreeToSources()
	d.waitFor("Wards with borders") // in the panel of maps
}

func TestUnitsBordersOfWardsAreImported(t *testing.T) {
	d := startUnits(t)
	d.importWards()
	if q := d.asked(1); !slices.Contains(q.Extensions, "geojson") {
		t.Errorf("asked %+v", q)
	}
	if q := d.asked(2); q.Name != "units.rsp" {
		t.Errorf("asked %+v", q)
	}
	d.tap("Units")
	d.waitGone("Import ward borders…")
	d.search("ben thanh")
	d.key("Return")
	d.untilCode("26743")
	d.waitFor("Border length", "Repaired during import")
	d.until("the ward on the map", func() bool { return d.shows(10.785, 106.705) && d.zoom() > 12 })
}

func TestUnitsChecksListFaults(t *testing.T) {
	d := startUnits(t)
	d.tap("Checks")
	d.waitFor("0 gaps and overlaps", "Import ward borders to check them for gaps and overlaps.")
	d.importWards()
	d.tap("Units")
	d.waitFor("1 gap or overlap")
	fault := d.inOrder("Overlap · .*")
	if len(fault) != 1 {
		t.Fatalf("the list has %q", fault)
	}
	if where := d.below(fault[0]); !strings.Contains(where, "Ben Thanh Ward") {
		t.Errorf("the overlap is said to lie at %q", where)
	}
	d.tap(fault[0])
	d.until("the place of the overlap", func() bool { return d.zoom() > 14 && d.shows(10.785, 106.7001) })
	d.search("cao bằng")
	d.waitFor("No gaps or overlaps in the units found.")
}
