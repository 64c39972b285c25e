// SPDX-License-Identifier: MIT

package register_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"roadsnap/assets"
	"roadsnap/engine/fleet"
	"roadsnap/engine/regulation"
	"roadsnap/ui/register"
	"roadsnap/ui/text"
	"roadsnap/ui/trips/tripstest"
)

// sameRegister reports whether two registers are the same, in whatever zone their times are.
func sameRegister(a, b fleet.Register) bool {
	inUTC := func(r fleet.Register) fleet.Register {
		r.Assignments = slices.Clone(r.Assignments)
		for i := range r.Assignments {
			x := &r.Assignments[i]
			x.From, x.To = x.From.UTC(), x.To.UTC()
		}
		return r
	}
	return reflect.DeepEqual(inUTC(a), inUTC(b))
}

// TestFormKeepsTheRegister reads what it shows, in both languages.
func TestFormKeepsTheRegister(t *testing.T) {
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, text.Vietnam)
	r := tripstest.Fleet
	r.Vehicles = slices.Clone(r.Vehicles)
	for _, transport := range regulation.Transports() {
		r.Vehicles = append(r.Vehicles, fleet.Vehicle{Plate: "T-" + string(transport), Transport: transport, Seats: 28})
	}
	for _, body := range fleet.Bodies() {
		r.Vehicles = append(r.Vehicles, fleet.Vehicle{Plate: "B-" + string(body), Body: body, Payload: 3500.5})
	}
	r.Assignments = append(slices.Clone(r.Assignments),
		fleet.Assignment{Plate: "51D-777.77", Driver: "An"},
		fleet.Assignment{Plate: "51D-777.77", Driver: "Bình", From: day.Add(90 * time.Second), To: day.Add(24 * time.Hour)})
	for _, language := range text.Languages {
		words, err := text.Load(assets.Translations(), language.Tag)
		if err != nil {
			t.Fatal(err)
		}
		form := register.NewForm(words, r)
		got, problem, ok := form.Read()
		if !ok || !sameRegister(got, r) {
			t.Errorf("%s: read %+v, %v, want %+v", language.Tag, got, problem, r)
		}
		c, _, ok := form.Merge(r)
		if got, _, _ := form.Read(); !ok || !sameRegister(got, r) || c.Assignments.Kept != len(r.Assignments) {
			t.Errorf("%s: the same register merged: %+v, %+v, %t", language.Tag, got, c, ok)
		}
		for _, c := range []struct {
			tab, row, column int
			text             string
		}{
			{register.VehiclesTab, 1, 0, "--"}, {register.VehiclesTab, 0, 3, "much"}, {register.VehiclesTab, 0, 4, "rocket"}, {register.VehiclesTab, 0, 5, "box"}, {register.VehiclesTab, 0, 6, "501"},
			{register.VehiclesTab, 0, 7, "heavy"}, {register.DriversTab, 1, 0, " "},
			{register.AssignmentsTab, 0, 1, ""}, {register.AssignmentsTab, 1, 2, "32/12/2026"}, {register.AssignmentsTab, 0, 3, "2026-11-19"},
			{register.AssignmentsTab, 0, 3, "2026-11-20 25:00"},
		} {
			form := register.NewForm(words, r)
			form.Tabs[c.tab].Rows[c.row][c.column] = c.text
			if _, problem, ok := form.Read(); ok || problem.Tab != c.tab || problem.Row != c.row || problem.Column != c.column || problem.Text == "" {
				t.Errorf("%s: %q is reported as %+v, %t", language.Tag, c.text, problem, ok)
			}
		}
		form = register.NewForm(words, r)
		copy(form.Tabs[register.VehiclesTab].Rows[0][4:], []string{"xe buýt", "Truck", "28", "3,5 t"})
		if language.Tag == "en" {
			form.Tabs[register.VehiclesTab].Rows[0][7] = "3.5 t"
		}
		if got, problem, ok := form.Read(); !ok || got.Vehicles[0].Transport != regulation.CityBus || got.Vehicles[0].Body != fleet.Truck || got.Vehicles[0].Seats != 28 || got.Vehicles[0].Payload != 3500 {
			t.Errorf("%s: read %+v, %+v", language.Tag, got.Vehicles, problem)
		}
		form = register.NewForm(words, r)
		form.Tabs[register.DriversTab].Rows = append(form.Tabs[register.DriversTab].Rows, make([]string, 3))
		if got, _, ok := form.Read(); !ok || !sameRegister(got, r) {
			t.Errorf("%s: an empty row gives %+v, %t", language.Tag, got, ok)
		}
	}
}

// TestMergeIntoForm merges a table with blank cells, also while a field is wrong, and
// large ones: each further record may not cost more than the ones before.
func TestMergeIntoForm(t *testing.T) {
	words, err := text.Load(assets.Translations(), text.Languages[0].Tag)
	if err != nil {
		t.Fatal(err)
	}
	form := register.NewForm(words, tripstest.Fleet)
	table := fleet.Register{Vehicles: []fleet.Vehicle{{Plate: "51c 12345", Kind: "8 tấn"}, {Plate: "29A-1"}, {Plate: "29A1", Group: "Đội 3"}}}
	norm := &form.Tabs[register.VehiclesTab].Rows[0][3]
	right := *norm
	*norm = "much"
	if _, problem, ok := form.Merge(table); ok || problem.Column != 3 || len(form.Tabs[register.VehiclesTab].Rows) != 2 {
		t.Errorf("a wrong field: %+v, %t, %q", problem, ok, form.Tabs[register.VehiclesTab].Rows)
	}
	*norm = right
	changes, _, _ := form.Merge(table)
	got, _, _ := form.Read()
	want := []fleet.Vehicle{{Plate: "51C-123.45", Kind: "8 tấn", Group: "Đội 1", Norm: 12.5}, tripstest.Fleet.Vehicles[1], {Plate: "29A-1", Group: "Đội 3"}}
	if !reflect.DeepEqual(got.Vehicles, want) || changes.Vehicles != (fleet.Change{Added: 1, Changed: 1, Kept: 1}) {
		t.Errorf("got  %+v, %+v\nwant %+v", got.Vehicles, changes, want)
	}
	allocations := func(n int) float64 {
		var r fleet.Register
		for i := range n {
			r.Vehicles = append(r.Vehicles, fleet.Vehicle{Plate: fmt.Sprintf("51C-%05d", i)})
		}
		return testing.AllocsPerRun(1, func() { register.NewForm(words, fleet.Register{}).Merge(r) })
	}
	if one, four := allocations(200), allocations(800); four > 6*one {
		t.Errorf("200 vehicles take %.0f allocations, 800 take %.0f", one, four)
	}
}
