// SPDX-License-Identifier: MIT

package units_test

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/units"
)

// rowsOf returns the rows of units by their codes.
func rowsOf(t *testing.T, model *settledUnits, codes ...string) []units.Row {
	t.Helper()
	rows := make([]units.Row, len(codes))
	for i, code := range codes {
		row, ok := model.Row(code)
		if !ok {
			t.Fatalf("no unit has the code %s", code)
		}
		rows[i] = row
	}
	return rows
}

// TestSelectionGoesByTheCustomsOfTheDesktop clicks in the table of the wards of Cao Bằng,
// sorted by code, with and without Ctrl and Shift.
func TestSelectionGoesByTheCustomsOfTheDesktop(t *testing.T) {
	model := newUnits(t, "")
	model.Show(units.TableView)
	model.List("04")
	listed := model.State().Listed()
	if len(listed) != 56 {
		t.Fatalf("%d wards", len(listed))
	}
	for i, c := range []struct {
		what string
		do   func()
		want []int // indexes of listed, the last selected one last
	}{
		{"click", func() { model.Select(listed[4]) }, []int{4}},
		{"Shift", func() { model.SelectTo(listed[7], false) }, []int{4, 5, 6, 7}},
		{"Shift turns round where the range began", func() { model.SelectTo(listed[2], false) }, []int{4, 3, 2}},
		{"Ctrl adds", func() { model.SelectAlso(listed[9]) }, []int{4, 3, 2, 9}},
		{"Ctrl+Shift adds a range", func() { model.SelectTo(listed[11], true) }, []int{4, 3, 2, 9, 10, 11}},
		{"Ctrl takes away", func() { model.SelectAlso(listed[3]) }, []int{4, 2, 9, 10, 11}},
		{"a range over what is selected has nothing twice", func() { model.SelectTo(listed[1], true) }, []int{4, 9, 10, 11, 3, 2, 1}},
		{"Esc leaves the last one", func() { model.StepBack() }, []int{1}},
		{"Ctrl takes away the last one", func() { model.SelectAlso(listed[1]) }, nil},
		{"Shift without a beginning", func() { model.List("79"); model.List("04"); model.SelectTo(listed[5], false) }, []int{1, 2, 3, 4, 5}},
	} {
		c.do()
		s := model.State()
		var want []units.Row
		for _, i := range c.want {
			want = append(want, listed[i])
		}
		if got := units.Codes(s.Selection); got != units.Codes(want) {
			t.Fatalf("step %d, %s: selected %s, want %s", i, c.what, got, units.Codes(want))
		}
		if s.HasSelected != (len(want) > 0) || s.HasSelected && !s.Selected.SameUnit(want[len(want)-1]) {
			t.Errorf("step %d, %s: %s leads", i, c.what, s.Selected.Code())
		}
		if (s.Card != nil) != (len(want) == 1) || (s.Group != nil) != (len(want) > 1) {
			t.Errorf("step %d, %s: of %d units there is a record: %v, a sum: %v", i, c.what, len(want), s.Card != nil, s.Group != nil)
		}
		for _, r := range listed {
			if s.IsSelected(r.Code()) != strings.Contains(units.Codes(want), r.Code()) {
				t.Errorf("step %d, %s: %s is reported wrongly", i, c.what, r.Code())
			}
		}
	}
	if model.StepBack(); len(model.State().Selection) != 5 && len(model.State().Selection) != 1 {
		t.Error("a step back left neither")
	}
	model.SelectListed()
	if n := len(model.State().Selection); n != 56 {
		t.Errorf("Ctrl+A selected %d", n)
	}
	model.Select(rowsOf(t, model, "79")[0])
	model.SelectTo(listed[3], false)
	if got := units.Codes(model.State().Selection); got != listed[3].Code() {
		t.Errorf("a range from what is not listed: %s", got)
	}
	model.Search("no such place")
	model.SelectListed()
	if got := units.Codes(model.State().Selection); got != listed[3].Code() {
		t.Errorf("Ctrl+A in an empty table: %s", got)
	}
}

func TestSumsCountNoLandTwice(t *testing.T) {
	model := fourWards(t)
	rows := rowsOf(t, model, "26743", "26758", "25459", "00004")
	area := 0.0
	for _, r := range rows[:3] {
		model.Select(r)
		area += model.State().Card.Area
	}
	for _, r := range rows {
		if !model.State().IsSelected(r.Code()) {
			model.SelectAlso(r)
		}
	}
	g := model.State().Group
	if g == nil || g.Wards != 4 || g.Provinces != 0 || g.Bare != 1 || math.Abs(g.Area-area) > 1 {
		t.Fatalf("sum %+v, want an area of %.0f", g, area)
	}
	for _, p := range []geo.Point{{Lat: 10.771, Lon: 106.691}, {Lat: 10.789, Lon: 106.714}, {Lat: 10.771, Lon: 106.729}} {
		if !g.Bounds.Contains(p) {
			t.Errorf("the bounds %v are without %v", g.Bounds, p)
		}
	}
	model.SelectAlso(rowsOf(t, model, "79")[0])
	s := model.State()
	model.SelectAlso(rowsOf(t, model, "79")[0])
	model.Select(rowsOf(t, model, "79")[0])
	province := model.State().Card.Area
	model.Select(rows[2])
	want := province + model.State().Card.Area
	if g := s.Group; g.Provinces != 1 || g.Nested != 2 || math.Abs(g.Area-want) > 1 {
		t.Errorf("with the province: %+v, want an area of %.0f", g, want)
	}
	if got := units.Codes(s.Whole()); got != "25459,00004,79" {
		t.Errorf("drawn: %s", got)
	}
}

func TestNeighboursAreSelectedWithTheirUnit(t *testing.T) {
	model := fourWards(t)
	row := rowsOf(t, model, "26758")[0]
	has := false
	model.SelectNeighbours(row, func(found bool) { has = found })
	s := model.State()
	if !has {
		t.Fatal("it has no neighbours")
	}
	if len(s.Selection) != 3 || !s.Selected.SameUnit(row) || !s.IsSelected("26740") || !s.IsSelected("26743") {
		t.Errorf("selected %s", units.Codes(s.Selection))
	}
	model.SelectNeighbours(rowsOf(t, model, "25459")[0], func(found bool) { has = found })
	if model.State(); has || len(model.State().Selection) != 3 {
		t.Error("a ward that lies by itself has neighbours")
	}
}

func TestNeighboursThatComeLateLeaveWhatWasChosenMeanwhile(t *testing.T) {
	for what, choose := range map[string]func(m *units.Model, row units.Row){
		"Select":     func(m *units.Model, row units.Row) { m.Select(row) },
		"SelectAlso": func(m *units.Model, row units.Row) { m.SelectAlso(row) },
	} {
		model := fourWards(t)
		rows := rowsOf(t, model, "26740", "25459")
		model.Model.SelectNeighbours(rows[0], func(bool) { t.Errorf("%s: the question goes on", what) })
		choose(model.Model, rows[1])
		model.ui.Rest(t)
		if got := units.Codes(model.State().Selection); got != "25459" {
			t.Errorf("%s: selected %s, want what was chosen last", what, got)
		}
	}
}

func TestOtherBordersChangeTheSum(t *testing.T) {
	model := fourWards(t)
	for _, r := range rowsOf(t, model, "26740", "26743") {
		model.SelectAlso(r)
	}
	before := model.State().Group
	model.BordersChanged()
	if s := model.State(); s.Group == before || s.Group == nil || len(s.Selection) != 2 {
		t.Errorf("sum %+v", s.Group)
	}
}

func TestSeveralUnitsAreCopied(t *testing.T) {
	model := fourWards(t)
	rows := rowsOf(t, model, "26740", "00004", "79")
	if got := units.Codes(rows); got != "26740,00004,79" {
		t.Errorf("codes %s", got)
	}
	var records []map[string]any
	if err := json.Unmarshal([]byte(model.JSONArray(rows)), &records); err != nil {
		t.Fatal(err)
	}
	if len(records) != 3 || records[0]["ward_code"] != "26740" || records[2]["prov_code"] != "79" || records[1]["center"] != nil {
		t.Errorf("records %v", records)
	}
	lines := strings.Split(strings.TrimSpace(model.Sheet(rows)), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "26740\tPhường Sài Gòn\tPhường\t79\tHồ Chí Minh\t1.2") || !strings.HasSuffix(lines[2], "\tHà Nội\t") {
		t.Errorf("sheet %q", lines)
	}
}

// BenchmarkSelectAllWards selects every ward of the country at once.
func BenchmarkSelectAllWards(b *testing.B) {
	model := newUnits(b, wardsPack(b))
	model.Show(units.TableView)
	for b.Loop() {
		model.SelectListed()
	}
}

// TestListenerHasSeenTheSelectionWhenSelectReturns selects while the listener is called
// with the progress of an export.
func TestListenerHasSeenTheSelectionWhenSelectReturns(t *testing.T) {
	model := fourWards(t)
	seen := ""
	model.OnChange(func() { seen = units.Codes(model.Model.State().Selection) })
	model.Export(model.Batch(units.ScopeProvinces), filepath.Join(t.TempDir(), "provinces.geojson"))
	for _, code := range []string{"26740", "26743", "79"} {
		model.ui.Drain()
		if model.Select(rowsOf(t, model, code)[0]); seen != code {
			t.Errorf("after the selection of %s the listener has seen %q", code, seen)
		}
	}
	model.State()
}
