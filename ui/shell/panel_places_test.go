// SPDX-License-Identifier: MIT

package shell_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// delivery is a recording of a vehicle in the town of the sample map that stops for eleven
// minutes at a place, from 18 minutes after its start on.
func delivery(t *testing.T, name, plate, start string) (path string) {
	t.Helper()
	at, err := time.Parse(time.RFC3339, start)
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	rows.WriteString("vehicle,time,lat,lon\n")
	const every = 10 * time.Second
	lon := 1.5230
	for _, part := range []struct {
		points int
		step   float64
	}{{40, 0.0001}, {60, 0}, {40, 0.0001}} {
		for range part.points {
			fmt.Fprintf(&rows, "%s,%s,42.5079,%.4f\n", plate, at.Format(time.RFC3339), lon)
			at, lon = at.Add(every), lon+part.step
		}
	}
	return write(t, name+".csv", rows.String())
}

// atDepot is where the deliveries stop.
var atDepot = [2]float64{42.5079, 1.5270}

// openDeliveries opens three deliveries of two vehicles and waits until they are matched.
func (d *driver) openDeliveries() {
	d.t.Helper()
	d.drop(
		delivery(d.t, "one", "51C-123.45", "2026-11-20T06:12:00+07:00"),
		delivery(d.t, "two", "51D-777.77", "2026-11-20T08:30:00+07:00"),
		delivery(d.t, "three", "51C 123.45", "2026-11-20T13:00:00+07:00"))
	d.until("the deliveries to be matched", func() bool { return !d.sees("Snapping") && !d.sees("Reading…") && d.below("51D-777.77") != "" })
	d.waitFor("3 trips")
}

// TestPlacesAreNamedAndFiltered names the place that the vehicles visit often, in its list,
// sees it in the record of a trip, filters by it, changes it, removes it and takes that back.
func TestPlacesAreNamedAndFiltered(t *testing.T) {
	d := startKeeping(t)
	d.openDeliveries()
	d.openTrip("elsewhere")
	d.choose("Edit › Places and zones › Places…")
	d.waitFor("No place has a name yet", "Often visited, without a name", "3 stops")
	d.tap("Such as Bình Tân depot")
	d.typeText("Kho")
	d.key("Return")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })
	d.tap("51D-777.77")
	d.until("the place at the stop", func() bool { return d.below("08:34:51–08:48:28") == "Kho" })

	d.tapIcon("list", "Name, vehicle or day")
	d.tap("Filter trips…")
	d.setChoice("Stopped at", "Kho")
	d.tap("Filter")
	d.until("the trips that stopped there", func() bool { return !d.sees("elsewhere") && d.sees("51D-777.77") })
	d.tapIcon("list", "Name, vehicle or day")
	d.tap("All trips")
	d.waitFor("elsewhere")

	d.choose("Edit › Places and zones › Places…")
	d.waitFor("3 visits")
	d.mustNotSee("Often visited")
	d.tap("Kho")
	d.key("Ctrl+A")
	d.typeText("Depot")
	d.tap("30")
	d.key("Ctrl+A")
	d.typeText("5")
	d.tap("Save")
	d.waitFor("Depot: enter a radius from 10 to 20,000 metres.")
	d.key("Ctrl+A")
	d.typeText("45")
	d.tap("Save")
	d.tap("51D-777.77")
	d.until("its new name", func() bool { return d.below("08:34:51–08:48:28") == "Depot" })

	d.choose("Edit › Places and zones › Places…")
	d.tapIcon("delete", "45")
	d.tap("Save")
	d.until("no place at the stop", func() bool { return !d.sees("Depot") })
	d.choose("Edit › Undo")
	d.until("the place again", func() bool { return d.below("08:34:51–08:48:28") == "Depot" })
	for range 2 {
		d.choose("Edit › Undo")
	}
	d.until("no place after all is undone", func() bool { return !d.sees("Depot") && !d.sees("Kho") })
}

// TestPlaceIsNamedOnTheMap names a stop by the menu of its place on the map, and changes it at
// the stop in the record.
func TestPlaceIsNamedOnTheMap(t *testing.T) {
	d := startKeeping(t)
	d.openDeliveries()
	d.tap("51D-777.77")
	d.until("the record", func() bool { return d.valueOf("File") == "two.csv" })
	d.secondaryTapMap(d.on(atDepot[0], atDepot[1]).AddXY(6, -5)) // near the stop means the stop
	d.tap("Name this place…")
	d.mustSee("Radius (m)", "100")
	d.tap("Save")
	d.waitFor("Enter a name.")
	d.setField("Name", "Kho")
	d.key("Return")
	d.until("the place at the stop", func() bool { return d.below("08:34:51–08:48:28") == "Kho" })
	d.tapIcon("document-create", "08:34:51–08:48:28")
	d.waitFor("Change Kho")
	d.setField("Name", "Depot")
	d.tap("Save")
	d.until("its new name", func() bool { return d.below("08:34:51–08:48:28") == "Depot" })
}

// TestPlaceIsNamedInItsList names the middle of the map with the button of the list of places,
// and then the stop at which the timeline is.
func TestPlaceIsNamedInItsList(t *testing.T) {
	d := startKeeping(t)
	d.choose("Edit › Places and zones › Places…")
	d.waitFor("No place has a name yet. Name one with the button below")
	d.tap("Name the middle of the map…")
	d.setField("Name", "Middle")
	d.tap("Save")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })
	d.choose("Edit › Places and zones › Places…")
	d.mustSee("Middle")
	d.tap("Middle")
	d.key("Ctrl+A")
	d.typeText("Centre")
	d.key("Return")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })

	d.openDeliveries()
	d.tap("51D-777.77")
	d.tap("08:34:51–08:48:28")
	d.choose("Edit › Places and zones › Places…")
	d.tap("Centre")
	d.key("Ctrl+A")
	d.typeText("Square")
	d.tap("Name the stop at 08:34:51…")
	d.setField("Name", "Kho")
	d.key("Return")
	d.until("the place at the stop", func() bool { return d.below("08:34:51–08:48:28") == "Kho" })
	d.choose("Edit › Places and zones › Places…")
	d.mustSee("Kho", "Square") // the button keeps what was changed before
}
