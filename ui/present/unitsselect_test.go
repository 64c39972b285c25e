package present_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"roadsnap/engine/geo"
	"roadsnap/ui/present"
)

// rowsOf returns the rows of units by their codes.
func rowsOf(t *testing.T, units *settledUnits, codes ...string) []present.UnitRow {
	t.Helper()
	rows := make([]present.UnitRow, len(codes))
	for i, code := range codes {
		row, ok := units.Row(code)
		if !ok {
			t.Fatalf("no unit has the code %s", code)
		}
		rows[i] = row
	}
	return rows
}

// TestSelectionGoesByTheCustomsOfTheDesktop clicks in the table of the wards of
// Cao Bằng, sorted by code, with and without Ctrl and Shift.
func TestSelectionGoesByTheCustomsOfTheDesktop(t *testing.T) {
	units := newUnits(t, "")
	units.Show(present.UnitsTable)
	units.List("04")
	listed := units.State().Listed()
	if len(listed) != 56 {
		t.Fatalf("%d wards", len(listed))
	}
	for i, c := range []struct {
		what string
		do   func()
		want []int // indexes of listed, the one that leads last
	}{
		{"click", func() { units.Select(listed[4]) }, []int{4}},
		{"Shift", func() { units.SelectTo(listed[7], false) }, []int{4, 5, 6, 7}},
		{"Shift turns round where the range began", func() { units.SelectTo(listed[2], false) }, []int{4, 3, 2}},
		{"Ctrl adds", func() { units.SelectAlso(listed[9]) }, []int{4, 3, 2, 9}},
		{"Ctrl+Shift adds a range", func() { units.SelectTo(listed[11], true) }, []int{4, 3, 2, 9, 10, 11}},
		{"Ctrl takes away", func() { units.SelectAlso(listed[3]) }, []int{4, 2, 9, 10, 11}},
		{"a range over what is selected has nothing twice", func() { units.SelectTo(listed[1], true) }, []int{4, 9, 10, 11, 3, 2, 1}},
		{"Esc leaves the last one", func() { units.StepBack() }, []int{1}},
		{"Ctrl takes away the last one", func() { units.SelectAlso(listed[1]) }, nil},
		{"Shift without a beginning", func() { units.List("79"); units.List("04"); units.SelectTo(listed[5], false) }, []int{1, 2, 3, 4, 5}},
	} {
		c.do()
		s := units.State()
		var want []present.UnitRow
		for _, i := range c.want {
			want = append(want, listed[i])
		}
		if got := present.Codes(s.Selection); got != present.Codes(want) {
			t.Fatalf("step %d, %s: selected %s, want %s", i, c.what, got, present.Codes(want))
		}
		if s.HasSelected != (len(want) > 0) || s.HasSelected && !s.Selected.SameUnit(want[len(want)-1]) {
			t.Errorf("step %d, %s: %s leads", i, c.what, s.Selected.Code())
		}
		if (s.Card != nil) != (len(want) == 1) || (s.Group != nil) != (len(want) > 1) {
			t.Errorf("step %d, %s: of %d units there is a record: %v, a sum: %v", i, c.what, len(want), s.Card != nil, s.Group != nil)
		}
		for _, r := range listed {
			if s.IsSelected(r.Code()) != strings.Contains(present.Codes(want), r.Code()) {
				t.Errorf("step %d, %s: %s is told wrongly", i, c.what, r.Code())
			}
		}
	}
	if units.StepBack(); len(units.State().Selection) != 5 && len(units.State().Selection) != 1 {
		t.Error("a step back left neither")
	}
	units.SelectListed()
	if n := len(units.State().Selection); n != 56 {
		t.Errorf("Ctrl+A selected %d", n)
	}
	units.Select(rowsOf(t, units, "79")[0])
	units.SelectTo(listed[3], false)
	if got := present.Codes(units.State().Selection); got != listed[3].Code() {
		t.Errorf("a range from what is not listed: %s", got)
	}
	units.Search("no such place")
	units.SelectListed()
	if got := present.Codes(units.State().Selection); got != listed[3].Code() {
		t.Errorf("Ctrl+A in an empty table: %s", got)
	}
}

func TestSumsCountNoLandTwice(t *testing.T) {
	units := fourWards(t)
	rows := rowsOf(t, units, "26743", "26758", "25459", "00004")
	area := 0.0
	for _, r := range rows[:3] {
		units.Select(r)
		area += units.State().Card.Area
	}
	for _, r := range rows {
		if !units.State().IsSelected(r.Code()) {
			units.SelectAlso(r)
		}
	}
	g := units.State().Group
	if g == nil || g.Wards != 4 || g.Provinces != 0 || g.Bare != 1 || math.Abs(g.Area-area) > 1 {
		t.Fatalf("sum %+v, want an area of %.0f", g, area)
	}
	for _, p := range []geo.Point{{Lat: 10.771, Lon: 106.691}, {Lat: 10.789, Lon: 106.714}, {Lat: 10.771, Lon: 106.729}} {
		if !g.Bounds.Contains(p) {
			t.Errorf("the bounds %v are without %v", g.Bounds, p)
		}
	}
	units.SelectAlso(rowsOf(t, units, "79")[0])
	s := units.State()
	units.SelectAlso(rowsOf(t, units, "79")[0])
	units.Select(rowsOf(t, units, "79")[0])
	province := units.State().Card.Area
	units.Select(rows[2])
	want := province + units.State().Card.Area
	if g := s.Group; g.Provinces != 1 || g.Nested != 2 || math.Abs(g.Area-want) > 1 {
		t.Errorf("with the province: %+v, want an area of %.0f", g, want)
	}
	if got := present.Codes(s.Whole()); got != "25459,00004,79" {
		t.Errorf("drawn: %s", got)
	}
}

func TestNeighboursAreSelectedWithTheirUnit(t *testing.T) {
	units := fourWards(t)
	row := rowsOf(t, units, "26758")[0]
	has := false
	units.SelectNeighbours(row, func(found bool) { has = found })
	s := units.State()
	if !has {
		t.Fatal("it has no neighbours")
	}
	if len(s.Selection) != 3 || !s.Selected.SameUnit(row) || !s.IsSelected("26740") || !s.IsSelected("26743") {
		t.Errorf("selected %s", present.Codes(s.Selection))
	}
	units.SelectNeighbours(rowsOf(t, units, "25459")[0], func(found bool) { has = found })
	if units.State(); has || len(units.State().Selection) != 3 {
		t.Error("a ward that lies by itself has neighbours")
	}
}

func TestOtherBordersChangeTheSum(t *testing.T) {
	units := fourWards(t)
	for _, r := range rowsOf(t, units, "26740", "26743") {
		units.SelectAlso(r)
	}
	before := units.State().Group
	units.BordersChanged()
	if s := units.State(); s.Group == before || s.Group == nil || len(s.Selection) != 2 {
		t.Errorf("sum %+v", s.Group)
	}
}

func TestSeveralUnitsAreCopied(t *testing.T) {
	units := fourWards(t)
	rows := rowsOf(t, units, "26740", "00004", "79")
	if got := present.Codes(rows); got != "26740,00004,79" {
		t.Errorf("codes %s", got)
	}
	var records []map[string]any
	if err := json.Unmarshal([]byte(units.JSONArray(rows)), &records); err != nil {
		t.Fatal(err)
	}
	if len(records) != 3 || records[0]["ward_code"] != "26740" || records[2]["prov_code"] != "79" || records[1]["center"] != nil {
		t.Errorf("records %v", records)
	}
	lines := strings.Split(strings.TrimSpace(units.Sheet(rows)), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "26740\tPhường Sài Gòn\tPhường\t79\tHồ Chí Minh\t1.2") || !strings.HasSuffix(lines[2], "\tHà Nội\t") {
		t.Errorf("sheet %q", lines)
	}
}

// BenchmarkSelectAllWards selects every ward of the country at once.
func BenchmarkSelectAllWards(b *testing.B) {
	units := newUnits(b, wardsPack(b))
	units.Show(present.UnitsTable)
	for b.Loop() {
		units.SelectListed()
	}
}
