// SPDX-License-Identifier: MIT

package report

import (
	"slices"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine/units"
)

// TestFleetWritesPlatesAsRecorded makes the fleet report of two vehicles that are not registered, one
// of them with two spellings of its plate.
func TestFleetWritesPlatesAsRecorded(t *testing.T) {
	w := madeWorld(t)
	w.Register.Vehicles = nil
	facts := factsOf(t, w,
		madeTrip(1, "51C-111.11", monday.Add(9*time.Hour), depot, []madePart{{3600, 40, 1}}),
		madeTrip(2, "51c 11111", monday.Add(11*time.Hour), depot, []madePart{{3600, 40, 1}}),
		madeTrip(3, "51C-222.22", monday.Add(9*time.Hour), depot, []madePart{{3600, 40, 1}}))
	doc := w.Build(Request{Kind: Fleet, By: ByPlate, Period: Days(monday, monday), Language: English}, facts)
	var rows, bars []string
	for _, row := range doc.Tables[0].Rows {
		rows = append(rows, row[0].Text)
	}
	for _, bar := range doc.Charts[len(doc.Charts)-1].Bars {
		bars = append(bars, bar.Name)
	}
	want := []string{"51C-111.11", "51C-222.22"}
	if !slices.Equal(rows, want) || !slices.Equal(bars, want) {
		t.Errorf("rows %q, bars %q, want %q", rows, bars, want)
	}
}

// TestFleetOfARecordingOfDays makes the fleet report of one recording with the shifts of two days.
func TestFleetOfARecordingOfDays(t *testing.T) {
	w := madeWorld(t)
	w.Register.Vehicles = nil
	facts := factsOf(t, w, madeTrip(1, "51C-111.11", monday.Add(7*time.Hour), depot, []madePart{{2 * 3600, 40, 1}, {21 * 3600, 0, 1}, {2 * 3600, 40, 1}}))
	for each, want := range map[Each][]string{EachPeriod: {"06:00-08:59"}, EachDay: {"07:00-08:59", "06:00-08:00"}} {
		doc := w.Build(Request{Kind: Fleet, By: ByPlate, Each: each, Period: Days(monday, monday.AddDate(0, 0, 1)), Language: English}, facts)
		if got := clocksOf(doc); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", each, got, want)
		}
	}
}

// clocksOf returns the first start and the last end of each row of a fleet report.
func clocksOf(doc *Document) (list []string) {
	first := slices.IndexFunc(doc.Tables[0].Columns, func(c Column) bool { return c.Title == "First start" })
	for _, row := range doc.Tables[0].Rows {
		list = append(list, English.Cell(row[first])+"-"+English.Cell(row[first+1]))
	}
	return list
}

// TestFleetOfANightShift makes the fleet report of a drive through midnight, which begins on the first
// day only.
func TestFleetOfANightShift(t *testing.T) {
	w := madeWorld(t)
	w.Register.Vehicles = nil
	tuesday := monday.AddDate(0, 0, 1)
	facts := factsOf(t, w, madeTrip(1, "51C-111.11", monday.Add(23*time.Hour), depot, []madePart{{2 * 3600, 40, 1}}))
	for _, c := range []struct {
		name string
		each Each
		days Period
		want []string
	}{
		{"both days", EachPeriod, Days(monday, tuesday), []string{"23:00-01:00 +1"}},
		{"day by day", EachDay, Days(monday, tuesday), []string{"23:00-01:00 +1", "-"}},
		{"its first day", EachPeriod, Days(monday, monday), []string{"23:00-01:00 +1"}},
		{"its second day", EachPeriod, Days(tuesday, tuesday), []string{"-01:00"}},
	} {
		doc := w.Build(Request{Kind: Fleet, By: ByPlate, Each: c.each, Period: c.days, Language: English}, facts)
		if got := clocksOf(doc); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestAreasOfTheFleet makes the table of areas with and without known wards, in both languages.
func TestAreasOfTheFleet(t *testing.T) {
	w := madeWorld(t)
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	province := AreaFacts{Province: "Thành phố Hồ Chí Minh", ProvinceCode: "79", Metres: 500}
	ward := province
	ward.Ward, ward.WardCode, ward.Metres = "Phường Bến Thành", "26743", 1500
	for _, c := range []struct {
		name     string
		language Language
		areas    []AreaFacts
		title    string
		want     []string
	}{
		{"wards", English, []AreaFacts{ward, province}, "Km by province and ward", []string{"Ho Chi Minh City", "Ben Thanh Ward", "Ho Chi Minh City", ""}},
		{"provinces", English, []AreaFacts{province, {Metres: 100}}, "Km by province", []string{"Ho Chi Minh City", "Outside all units"}},
		{"wards in Vietnamese", Vietnamese, []AreaFacts{ward}, "Km theo tỉnh, phường, xã", []string{"Thành phố Hồ Chí Minh", "Phường Bến Thành"}},
		{"provinces in Vietnamese", Vietnamese, []AreaFacts{province}, "Km theo tỉnh, thành phố", []string{"Thành phố Hồ Chí Minh"}},
	} {
		w.Atlas = nil // made facts have no areas of their own
		facts := factsOf(t, w, madeTrip(1, "51C-111.11", monday.Add(9*time.Hour), depot, []madePart{{3600, 40, 1}}))
		facts[0].Areas = c.areas
		w.Atlas = &units.Atlas{Table: table}
		doc := w.Build(Request{Kind: Fleet, By: ByPlate, Period: Days(monday, monday), Language: c.language}, facts)
		areas := doc.Tables[1]
		var got []string
		for _, row := range areas.Rows {
			if len(row) != len(areas.Columns) {
				t.Errorf("%s: %d cells in %d columns", c.name, len(row), len(areas.Columns))
			}
			for _, cell := range row[:len(row)-2] {
				got = append(got, cell.Text)
			}
		}
		if areas.Title != c.title || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q has %q, want %q with %q", c.name, areas.Title, got, c.title, c.want)
		}
	}
}
