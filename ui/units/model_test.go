// SPDX-License-Identifier: MIT

package units_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"roadsnap/assets"
	"roadsnap/engine"
	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/ui/text"
	"roadsnap/ui/units"
)

// fourWards returns a model over the borders of four wards, squares of a
// hundredth of a degree or two that overlap a little:
//
//	10.79 ┌──────┬───────┐
//	      │26740 ▒ 26743 │
//	10.78 ├──────┴───┬───┘
//	      │  26758   │  ┌──────┐
//	10.77 └──────────┘  │25459 │  of province 80
//	   106.69  .70   .71  .72   .73
func fourWards(t *testing.T) *settledUnits {
	t.Helper()
	folder := t.TempDir()
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
	source := filepath.Join(folder, "wards.geojson")
	if err := os.WriteFile(source, []byte(`{"type":"FeatureCollection","features":[`+strings.Join(features, ",")+`]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	pack := filepath.Join(folder, "wards.rsp")
	_, err := engine.Import(t.Context(), engine.ImportOptions{
		Roads: "../../engine/osmimport/testdata/crossing.osm.bz2", // their licence does not hold for the borders
		Units: []string{source}, Table: newUnits(t, "").Table(), Out: pack, UnitsLicence: "free to use",
	})
	if err != nil {
		t.Fatal(err)
	}
	return newUnits(t, pack)
}

var inSaiGon = geo.Point{Lat: 10.785, Lon: 106.695}

func TestClickMeansTheWardWhereItCanBeMadeOut(t *testing.T) {
	model := fourWards(t)
	for _, c := range []struct {
		name  string
		model *settledUnits
		at    geo.Point
		zoom  float64
		want  string // "" for none
	}{
		{"close", model, inSaiGon, 14, "26740"},
		{"from afar", model, inSaiGon, 6, "79"},
		{"at sea", model, geo.Point{Lat: 10, Lon: 108}, 14, ""},
		{"only the overview is installed", newUnits(t, ""), geo.Point{Lat: 21.03, Lon: 105.85}, 14, "01"},
	} {
		var row units.Row
		var found bool
		c.model.At(c.at, c.zoom, func(r units.Row, ok bool) { row, found = r, ok })
		c.model.ui.Rest(t)
		if found != (c.want != "") || found && row.Code() != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, row.Code(), found, c.want)
		}
	}
}

// TestBordersAreReadWhileTheTreeOpens reads borders and opens the tree concurrently, for
// the race detector.
func TestBordersAreReadWhileTheTreeOpens(t *testing.T) {
	model := newUnits(t, "")
	var reader sync.WaitGroup
	reader.Go(func() {
		for range 200 {
			if err := model.BorderSource().Outline("48", boundary.Country, geo.Bounds{South: -90, West: -180, North: 90, East: 180}.Fixed(), func([]geo.Fixed) {}); err != nil {
				t.Error(err)
			}
		}
	})
	for range 200 {
		model.Toggle("48")
	}
	reader.Wait()
}

func TestSelectingAWardOpensItsProvinceAndFillsTheRecord(t *testing.T) {
	model := fourWards(t)
	if _, found := model.Row("99999"); found {
		t.Fatal("a code that nothing has is found")
	}
	model.Select(rowsOf(t, model, "26740")[0])
	s := model.State()
	open := false
	for _, r := range s.Rows {
		open = open || r.SameUnit(s.Selected)
	}
	if !open {
		t.Error("the tree does not show the selected ward")
	}
	c := s.Card
	if c == nil || !c.HasBorder || c.Parts != 1 || c.Holes != 0 || !c.Viewport.Contains(c.Center) {
		t.Fatalf("record %+v", c)
	}
	if km2 := c.Area / 1e6; math.Abs(km2-1.21) > 0.05 {
		t.Errorf("area %.3f km², want 1.21", km2)
	}
	if len(c.Levels) == 0 || c.Levels[len(c.Levels)-1].Level != boundary.Street || c.Levels[len(c.Levels)-1].Vertices < 4 || len(c.Levels[0].Rings) != 1 {
		t.Errorf("levels %+v", c.Levels)
	}
	if len(c.Neighbours) != 2 || c.Neighbours[0].Metres < c.Neighbours[1].Metres {
		t.Errorf("neighbours %+v", c.Neighbours)
	}
	shared := c.Open
	for _, n := range c.Neighbours {
		shared += n.Metres
	}
	if math.Abs(shared-c.Outline) > 1 {
		t.Errorf("coast and shared borders are %.0f m, the outline %.0f m", shared, c.Outline)
	}
	if len(c.Overlaps) != 1 || len(c.Gaps) != 0 || len(c.Overlaps[0].Units) != 2 || c.Overlaps[0].Given.Code() == "" {
		t.Errorf("overlaps %+v, gaps %+v", c.Overlaps, c.Gaps)
	}
	made := ""
	for _, f := range c.MadeOf {
		made += f.Name + " " + f.Code + "; "
	}
	if !strings.Contains(made, "Phường Bến Nghé 26740") {
		t.Errorf("made of %s", made)
	}
	if !c.HasOld || c.Old.Name != "Phường Bến Nghé" {
		t.Errorf("the code's old meaning is %+v", c.Old)
	}
	model.Deselect()
	if s := model.State(); s.HasSelected || s.Card != nil {
		t.Error("a unit is selected still")
	}
}

func TestRecordOfAProvinceWithoutWards(t *testing.T) {
	model := newUnits(t, "")
	model.Select(rowsOf(t, model, "48")[0])
	c := model.State().Card
	if !c.HasBorder || len(c.Neighbours) < 2 || c.Open == 0 || len(c.MadeOfProvinces) != 2 {
		t.Errorf("record of Đà Nẵng: border %v, %d neighbours, %.0f m of coast, made of %v", c.HasBorder, len(c.Neighbours), c.Open, c.MadeOfProvinces)
	}
	if !c.Viewport.Contains(geo.Point{Lat: 16.5, Lon: 112}) {
		t.Errorf("the viewport %v of Đà Nẵng is without Hoàng Sa", c.Viewport)
	}
	model.Select(rowsOf(t, model, "26740")[0])
	if c := model.State().Card; c.HasBorder || len(c.MadeOf) == 0 {
		t.Errorf("record of a ward without borders: %+v", c)
	}
}

func TestSearchFindsFormerNamesAndSlips(t *testing.T) {
	model := newUnits(t, "")
	model.Search("phuong ben nghe")
	s := model.State()
	if len(s.Rows) == 0 || s.Rows[0].Code() != "26740" || !strings.Contains(s.Rows[0].Former, "Bến Nghé") {
		t.Errorf("found %+v", s.Rows)
	}
	model.Search("hoan kiemm")
	if s := model.State(); len(s.Rows) == 0 || s.Rows[0].Ward.Name != "Hoàn Kiếm" {
		t.Errorf("with a slip: %+v", s.Rows)
	}
}

func TestTableSortsAndFilters(t *testing.T) {
	model := fourWards(t)
	model.Show(units.TableView)
	if n := len(model.State().Table.Rows); n != 3321 {
		t.Fatalf("%d rows, want 3321", n)
	}
	model.SortBy(units.ColumnArea)
	rows := model.State().Table.Rows
	if rows[0].Code() != "26758" || rows[0].Vertices < 4 || rows[len(rows)-1].HasBorder {
		t.Errorf("the largest is %+v", rows[0])
	}
	model.SortBy(units.ColumnProvince)
	rows = model.State().Table.Rows
	if first, last := rows[0].Province.Name, rows[len(rows)-1].Province.Name; first != "An Giang" || last != "Vĩnh Long" {
		t.Errorf("by province from %s to %s", first, last)
	}
	model.List("79")
	for _, r := range model.State().Table.Rows {
		if r.Province.Code != "79" {
			t.Fatalf("%s is not of province 79", r.Name())
		}
	}
	model.Search("sai gon")
	if rows := model.State().Table.Rows; len(rows) == 0 || rows[0].Province.Code != "79" {
		t.Errorf("searched in the table: %+v", rows)
	}
	model.Search("tân sơn nhất")
	if row, found := model.Best(); !found || row.Ward.Name != "Tân Sơn Nhất" {
		t.Errorf("the best is %s, %v", row.Name(), found)
	}
	model.Search("  ")
	if row, found := model.Best(); found {
		t.Errorf("without a query the best is %s", row.Name())
	}
	model.Search("")
	model.List(units.AllProvinces)
	model.SortBy(units.ColumnName)
	var names []string
	for _, r := range model.State().Table.Rows {
		names = append(names, r.Province.Name)
	}
	want := []string{"An Giang", "Bắc Ninh", "Cà Mau", "Cao Bằng", "Cần Thơ", "Đà Nẵng", "Đắk Lắk", "Điện Biên", "Đồng Nai", "Đồng Tháp", "Gia Lai"}
	if got := strings.Join(names[:len(want)], ", "); got != strings.Join(want, ", ") {
		t.Errorf("by name: %s", got)
	}
	model.SortBy(units.ColumnName)
	if rows := model.State().Table.Rows; rows[len(rows)-1].Province.Name != "An Giang" {
		t.Error("a second click does not turn the order round")
	}
}

// TestTableIsInTheOrderOfTheSearch checks that the best match comes first until the user
// sorts the table by a column.
func TestTableIsInTheOrderOfTheSearch(t *testing.T) {
	model := fourWards(t)
	model.Show(units.TableView)
	model.Search("sapa")
	best, _ := model.Best()
	table := model.State().Table
	if first := table.Rows[0]; !table.Ranked || first.Name() != "Phường Sa Pa" || first.Code() != best.Code() {
		t.Errorf("the first is %s, want the likeliest, %s", first.Name(), best.Name())
	}
	model.Search("")
	if table := model.State().Table; table.Ranked || table.Rows[0].Code() > table.Rows[1].Code() {
		t.Error("without a search the table is not sorted by the code")
	}
	model.Search("sapa")
	model.SortBy(units.ColumnCode)
	if table := model.State().Table; table.Ranked || table.Descending || table.Rows[0].Code() > table.Rows[1].Code() {
		t.Error("the first click on a column does not sort by it")
	}
	model.Search("sa pa")
	if model.State().Table.Ranked {
		t.Error("another search forgets the column that was chosen")
	}
}

func TestFaultsAreListedAndNarrowedByTheSearch(t *testing.T) {
	model := fourWards(t)
	model.Show(units.FaultsView)
	if f := model.State().Faults; len(f) != 1 || !f[0].Overlap || f[0].Area < 1000 || !f[0].Bounds.Contains(f[0].At) {
		t.Errorf("faults %+v", f)
	}
	model.Search("nguyen cu trinh") // went to Cầu Ông Lãnh only
	if f := model.State().Faults; len(f) != 0 {
		t.Errorf("faults of a ward without: %+v", f)
	}
	model.Search("qwqwqw")
	if f := model.State().Faults; len(f) != 0 {
		t.Errorf("faults of no unit at all: %+v", f)
	}
	model.Search(" ")
	if f := model.State().Faults; len(f) != 1 {
		t.Errorf("without a search: %+v", f)
	}
}

func TestJSONHasTheMembersOfTheAPI(t *testing.T) {
	model := fourWards(t)
	row, _ := model.Row("26740")
	var record map[string]any
	text := model.JSON(row, true)
	if err := json.Unmarshal([]byte(text), &record); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"id", "prov_code", "ward_code", "ward_name", "ward_fname", "ward_ne", "ward_fne", "level", "region", "geomLevel", "geom", "center", "viewport"} {
		if record[name] == nil {
			t.Errorf("%q is missing in %s", name, text)
		}
	}
	text = model.JSON(row, false)
	if strings.Contains(text, `"geom"`) || !strings.HasPrefix(text, "{\n  \"id\": 26740,\n  \"prov_code\": \"79\",") || !strings.Contains(text, `"ward_fname": "Phường Sài Gòn"`) {
		t.Errorf("the record is %s", text)
	}
	row, _ = newUnits(t, "").Row("26740")
	if text := newUnits(t, "").JSON(row, false); !strings.Contains(text, `"center": null`) {
		t.Errorf("without a border: %s", text)
	}
}

func TestExportWritesWhatIsSelected(t *testing.T) {
	model := fourWards(t)
	row := rowsOf(t, model, "26740")[0]
	model.Select(row)
	folder := t.TempDir()
	several := func(codes ...string) units.Batch {
		model.Deselect()
		for _, code := range codes {
			row, _ := model.Row(code)
			model.SelectAlso(row)
		}
		return model.Batch(units.ScopeSelected)
	}
	for i, c := range []struct {
		batch units.Batch
		name  string
		count int
	}{
		{model.Batch(units.ScopeSelected), "26740_sai_gon", 1},
		{units.BatchOf(row), "26740_sai_gon", 1},
		{model.WardsOf(row.Province), "79_ho_chi_minh_wards", 168},
		{model.Batch(units.ScopeProvinces), "provinces", 34},
		{several("26743", "25459"), "2_wards", 2},
		{several("26743", "01", "26740"), "2_wards", 2}, // a file has units of one kind
		{several("01"), "01_ha_noi", 1},
		{several("79", "01", "48"), "3_provinces", 3},
	} {
		if c.batch.Name != c.name {
			t.Errorf("name %q, want %q", c.batch.Name, c.name)
		}
		path := filepath.Join(folder, fmt.Sprintf("%d.geojson", i))
		model.Export(c.batch, path)
		if e := model.State().Export; e.Count != c.count || e.Path != path {
			t.Errorf("%s: %+v", c.name, e)
		}
		b, err := os.ReadFile(path)
		if err != nil || strings.Count(string(b), `"Feature"`) != c.count {
			t.Errorf("%s: %d features, %v", c.name, strings.Count(string(b), `"Feature"`), err)
		}
		if !strings.Contains(string(b), `"licence":"free to use"`) {
			t.Errorf("%s: not under the licence of the borders alone: %.200s", c.name, b)
		}
	}
	several("26743", "01", "26740")
	if b := model.Batch(units.ScopeSelectedProvinces); b.Name != "01_ha_noi" || len(b.Rows) != 1 {
		t.Errorf("the provinces among the selected: %q, %d", b.Name, len(b.Rows))
	}
}

// TestExportInEachSystem writes a column of a ward in each coordinate system that is offered.
func TestExportInEachSystem(t *testing.T) {
	model := fourWards(t)
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	b := units.BatchOf(rowsOf(t, model, "26740")[0])
	b.Columns = []string{"ward_code"}
	path := filepath.Join(t.TempDir(), "x.geojson")
	offered := ""
	for _, s := range model.Systems(b, words) {
		offered += s.Name + "=" + s.Title + "\n"
		b.System = s.Name
		model.Export(b, path)
		e := model.State().Export
		content, err := os.ReadFile(path)
		if err != nil || !e.Problem.Empty() {
			t.Fatalf("%s: %v, %+v", s.Name, err, e.Problem)
		}
		if degrees := strings.Contains(string(content), "[106.7"); degrees != (s.Name == "wgs84") || !strings.Contains(string(content), `"properties":{"ward_code":"26740"}`) {
			t.Errorf("%s: %.400s", s.Name, content)
		}
	}
	want := "wgs84=WGS 84\nvn2000=VN-2000 105°45′ · Ho Chi Minh City\n" +
		"vn2000:Tỉnh Bà Rịa - Vũng Tàu=VN-2000 107°45′ · Tỉnh Bà Rịa - Vũng Tàu (former)\nutm48=WGS 84 UTM 48N\nutm49=WGS 84 UTM 49N\n"
	if offered != want {
		t.Errorf("offered are %s", offered)
	}
	if list := model.Systems(model.Batch(units.ScopeProvinces), words); len(list) != 3 {
		t.Errorf("for all provinces: %v", list)
	}
}

func TestExportToAnUnknownFormatSaysSo(t *testing.T) {
	model := fourWards(t)
	model.Export(model.Batch(units.ScopeProvinces), filepath.Join(t.TempDir(), "units.doc"))
	if n := model.State().Export.Problem; n.Sentence != "error.file_format" {
		t.Errorf("notice %+v", n)
	}
	if model.ForgetExport(); !model.State().Export.Problem.Empty() {
		t.Error("a result that was read is still shown")
	}
}

func TestListenerMayCancelAnExport(t *testing.T) {
	model := fourWards(t)
	model.OnChange(func() {
		if model.Model.State().Export.Busy {
			model.CancelExport()
		}
	})
	path := filepath.Join(t.TempDir(), "units.geojson")
	model.Export(model.Batch(units.ScopeProvinces), path)
	if _, err := os.Stat(path); model.State().Export.Busy || err == nil {
		t.Errorf("the export went on: %+v", model.State().Export)
	}
	if e := model.State().Export; !e.Problem.Empty() {
		t.Errorf("an export that was cancelled says %+v", e)
	}
}
