// SPDX-License-Identifier: MIT

package shell_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRegisterTakesVehiclesOfTrips adds the vehicles of the open trips, twice.
func TestRegisterTakesVehiclesOfTrips(t *testing.T) {
	d := start(t)
	d.openDeliveries()
	d.key("Ctrl+Shift+D")
	d.tap("From trips")
	d.waitFor("Vehicles: 2 added, 0 changed, 0 as before.", "51C-123.45", "51D-777.77")
	d.tap("From trips")
	d.waitFor("Vehicles: 0 added, 0 changed, 2 as before.")
	d.tap("Save")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })
	d.key("Ctrl+Shift+D")
	d.waitFor("51D-777.77")
	d.tap("From trips")
	d.waitFor("Vehicles: 0 added, 0 changed, 2 as before.")
}

// TestRegisterIsImportedEditedAndExported imports a table with Vietnamese column names, adds a
// driver by hand, and sees and filters the drivers in the list; then it writes the register.
func TestRegisterIsImportedEditedAndExported(t *testing.T) {
	d := start(t)
	d.openDeliveries()
	d.choose("Edit › Vehicles, fares, rules › Vehicles and drivers…")
	d.mustSee("Vehicles", "Drivers", "Assignments", "Norm (l/100 km)")
	d.answer(write(t, "broken.csv", "Biển số;Định mức\n51C-123.45;nhiều\n"))
	d.tap("Import…")
	d.waitFor("A cell of the table cannot be used.", "row 2")
	d.answer(write(t, "fleet.csv", "Biển số;Nhóm;Định mức;Lái xe;Từ ngày\n51C-123.45;Đội 1;12,5;Nguyễn An;20/11/2026\n"))
	d.tap("Import…")
	d.waitFor("Vehicles: 1 added, 0 changed, 0 as before.", "Drivers: 1 added", "Assignments: 1 added", "The changes are kept when you save.", "Đội 1", "12.5")
	d.answer(write(t, "more.csv", "Biển số;Nhóm\n51c12345;\n51E-1;Đội 2\n"))
	d.tap("Import…")
	d.waitFor("Vehicles: 1 added, 0 changed, 1 as before.", "Đội 1", "Đội 2")

	d.tap("Drivers")
	d.mustSee("Nguyễn An") // whom only an assignment names
	var field thing        // below the heading of the same name
	for _, x := range d.things(false) {
		if x.text == "Name" {
			field = x
		}
	}
	d.tapSpot(d.clickable(field, "the field of the name"), 0)
	d.typeText("Phạm Dũng") // without "Add"
	d.window.Canvas().FocusNext()
	d.typeText("790")
	d.mustSee("Phạm Dũng", "790")
	d.tap("Assignments")
	d.tap("Add")
	d.typeText("51D-777.77")
	d.tap("Save")
	d.waitFor("Assignments, row 2: enter the name of the driver.")
	d.typeText("Trần Bình") // the wrong field has the focus
	d.tap("Save")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })
	d.tap("51D-777.77")
	d.until("the driver in the record", func() bool { return d.valueOf("Driver") == "Trần Bình" })
	d.tap("51C-123.45")
	d.until("the other driver", func() bool { return d.valueOf("Driver") == "Nguyễn An" && d.valueOf("Group") == "Đội 1" })

	d.tapIcon("list", "Name, vehicle or day")
	d.tap("Filter trips…")
	d.setChoice("Driver", "Trần Bình")
	d.tap("Filter")
	d.until("the trip of the driver", func() bool { return d.sees("51D-777.77") && !d.sees("51C 123.45") })
	d.tapIcon("list", "Name, vehicle or day")
	d.tap("All trips")
	d.waitFor("51C 123.45")
	d.tapIcon("drop-down", "Name, vehicle or day")
	d.tap("By driver")
	d.waitFor("Nguyễn An", "Trần Bình")
	d.tapIcon("drop-down", "Name, vehicle or day")
	d.tap("By vehicle group")
	d.waitFor("Đội 1", "Without group")

	d.choose("Edit › Vehicles, fares, rules › Vehicles and drivers…")
	out := filepath.Join(t.TempDir(), "fleet.csv")
	d.answer(out)
	d.tap("Export…")
	d.waitFor("Written to " + out)
	d.key("Escape")
	table, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"51C-123.45", "Nguyễn An", "Trần Bình", "Đội 1", "Phạm Dũng"} {
		if !strings.Contains(string(table), want) {
			t.Errorf("the exported table lacks %q: %s", want, table)
		}
	}
	d.choose("Edit › Undo")
	d.until("no driver", func() bool { return !d.sees("Trần Bình") })
}

// TestVehicleAndDriverOfSeveralTrips corrects the vehicle of one trip and the driver of two.
func TestVehicleAndDriverOfSeveralTrips(t *testing.T) {
	d := start(t)
	d.openDeliveries()
	d.tap("51D-777.77")
	d.key("F2")
	d.setField("Vehicle", "51D-888.88")
	d.key("Return")
	d.waitFor("51D-888.88")
	d.mustNotSee("51D-777.77")
	d.choose("Edit › Select all")
	d.key("F2")
	d.mustSee("Unchanged")
	d.tapSpot(d.clickable(thingBesideIn(d.things(false), "Driver"), "the field"), 0)
	d.typeText("Chi")
	d.key("Return")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })
	d.tapIcon("drop-down", "Name, vehicle or day")
	d.tap("By driver")
	d.waitFor("Chi", "51D-888.88", "51C-123.45")
	for range 2 {
		d.choose("Edit › Undo")
	}
	d.until("the vehicle as it was", func() bool { return d.sees("51D-777.77") && !d.sees("Chi") })
}
