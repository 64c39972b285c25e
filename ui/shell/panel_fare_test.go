// SPDX-License-Identifier: MIT

package shell_test

import (
	"strings"
	"testing"
)

// TestFareByZone imports a polygon, charges it in a tariff, sees its line in the fare sheet of a
// trip and copies the sheet. Without the polygon the trip costs nothing there, and Undo brings its
// line back.
func TestFareByZone(t *testing.T) {
	d := startKeeping(t)
	d.openDeliveries()
	d.tap("51D-777.77")
	d.until("the record", func() bool { return d.valueOf("File") == "two.csv" })
	path := write(t, "zones.geojson", `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Old town"},`+
		`"geometry":{"type":"Polygon","coordinates":[[[1.5240,42.505],[1.5260,42.505],[1.5260,42.511],[1.5240,42.511],[1.5240,42.505]]]}}]}`)
	d.choose("Edit › Places and zones › Zones…")
	d.answer(path)
	d.tap("Import…")
	d.waitFor("Add the zones")
	d.tap("Add the zones")
	d.waitFor("1 zone added.")
	d.key("Escape")

	d.choose("Edit › Vehicles, fares, rules › Tariffs…")
	d.waitFor("Opening charge")
	d.tap("Add a zone")
	var name thing // of the zone, below that of the tariff
	for _, x := range d.things(false) {
		if x.text == "Name" {
			name = x
		}
	}
	d.tapSpot(d.clickable(name, "the name of the zone"), 0)
	for _, text := range []string{"Toll of the old town", "10000", "old town"} {
		d.typeText(text)
		d.window.Canvas().FocusNext()
	}
	d.setChoice("old town", "the trip passes there")
	d.waitFor("Toll of the old town 10,000")
	d.tap("Save")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })

	sheet := func() string {
		d.choose("Edit › Trip › Fare sheet…")
		d.waitFor("Total")
		d.tap("Copy as text")
		d.key("Escape")
		return d.clipboard()
	}
	const line = "10,000 ₫\tToll of the old town (1 × 10,000 · the trip passes there)\n"
	if s := sheet(); !strings.Contains(s, line) {
		t.Errorf("the sheet is\n%s", s)
	}
	d.choose("Edit › Places and zones › Zones…")
	d.waitFor("Old town")
	d.tapIcon("delete", "Old town")
	d.until("no zone", func() bool { return !d.sees("Old town") })
	d.key("Escape")
	d.choose("Edit › Trip › Fare sheet…")
	d.waitFor("Total", "The tariff charges for “Old town”, but no place or zone has that name now.")
	d.key("Escape")
	if s := sheet(); strings.Contains(s, line) {
		t.Errorf("without the zone the sheet is\n%s", s)
	}
	d.choose("Edit › Undo")
	d.settle()
	if s := sheet(); !strings.Contains(s, line) {
		t.Errorf("with the zone again the sheet is\n%s", s)
	}
}

// TestFareSheetWithoutAPlate opens the fare sheet of a sample trip, which has no plate and no stop.
func TestFareSheetWithoutAPlate(t *testing.T) {
	d := startKeeping(t)
	d.choose("File › Open sample trips")
	d.waitFor("5.72 km")
	d.tap("5.72 km")
	d.resize(1000, 560) // in which the lines scroll
	d.key("Ctrl+Shift+F")
	d.waitFor("Total")
	d.mustSee("Waiting time", "0 s × 1,000/min", "Use for all vehicles without one")
	d.mustNotSee("in stops", "Use for this vehicle")
	if total, below := d.mustFind("Total"), d.mustFind("Toll or other line by hand"); total.at.Y+total.size.Height > below.at.Y {
		t.Error("the total is out of sight")
	}
	d.tapSpot(d.clickable(d.mustFind("Toll or other line by hand"), "the line by hand"), 0)
	d.typeText("BOT")
	d.window.Canvas().FocusNext()
	d.typeText("35000")
	before := d.valueOf("Total")
	d.tap("Add")
	d.until("the total with the toll", func() bool { return d.valueOf("Total") != before })
}
