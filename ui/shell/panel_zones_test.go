// SPDX-License-Identifier: MIT

package shell_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// drawZone draws a zone with clicks on the map, and names it. A zone that is no circle ends
// with Enter.
func (d *driver) drawZone(button, name string, corners ...[2]float64) {
	d.t.Helper()
	d.choose("Edit › Places and zones › Zones…")
	d.waitFor(button)
	d.tap(button)
	for _, c := range corners {
		d.tapMap(d.on(c[0], c[1]))
	}
	if button != "Draw circle" {
		d.key("Return")
	}
	d.waitFor("Colour")
	d.setField("Name", name)
	d.key("Return")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })
}

// TestZones draws a circle and a polygon, sees the visits and the times between them, goes to
// a moment of a trip, changes, hides and removes a zone, and takes that back.
func TestZones(t *testing.T) {
	d := startKeeping(t)
	d.openDeliveries()
	d.tap("51D-777.77") // the map shows it: it goes east, from 1.5230 to 1.5310
	d.until("the record", func() bool { return d.valueOf("File") == "two.csv" })
	d.drawZone("Draw circle", "Depot", atDepot, [2]float64{42.5079, 1.5278})
	d.drawZone("Draw polygon", "Gate", [2]float64{42.5074, 1.5295}, [2]float64{42.5084, 1.5295}, [2]float64{42.5084, 1.5305}, [2]float64{42.5074, 1.5305})

	d.choose("Edit › Places and zones › Zones…")
	d.waitFor("Depot", "Gate", "Circle · 66 m")
	d.tap("Visits")
	d.waitFor("6 visits", "51D-777.77", "2026-11-20 06:17:00")
	d.tap("Times")
	d.waitFor("3 times: 10% up to ", "Left the first")
	d.tap("Days")
	d.waitFor("4 days of vehicles: 10% inside up to ")
	d.key("Escape")
	d.choose("Edit › Places and zones › Zones…")
	d.waitFor("Draw corridor")
	d.tap("Draw corridor")
	d.tapMap(d.on(42.5079, 1.5285))
	d.tapMap(d.on(42.5079, 1.5305))
	d.key("Return")
	d.waitFor("Colour")
	d.setField("Name", "Main road")
	d.setField("Width (m)", "300")
	d.key("Return")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })
	d.choose("Edit › Places and zones › Zones…")
	d.tap("Road stretch")
	d.waitFor("times: 10% up to ", "Direction")
	d.key("Escape")

	t.Run("a row leads to its moment", func(*testing.T) {
		d.choose("Edit › Places and zones › Zones…")
		d.tap("Times")
		d.waitFor("3 times")
		d.tap("51C 123.45")
		d.until("the third trip", func() bool { return !d.dialogOpen() && d.valueOf("File") == "three.csv" })
	})
	t.Run("it is cancelled", func(t *testing.T) {
		d.choose("Edit › Places and zones › Zones…")
		d.tap("Draw corridor")
		d.tapMap(d.on(42.5079, 1.5250))
		d.key("Return")
		d.waitFor("Click more points first")
		d.key("Escape")
		d.waitFor("Click the points of the line")
		d.key("Escape")
		d.until("the end of drawing", func() bool { return !d.sees("Click the points of the line") })
	})
	t.Run("a file is imported", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "zones.csv")
		if err := os.WriteFile(path, []byte("name,lat,lon,radius_m\nPort,42.5,1.53,40\nbad,95,1,5\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		d.choose("Edit › Places and zones › Zones…")
		d.answer(path)
		d.tap("Import…")
		d.waitFor("Add the zones")
		d.tap("Add the zones")
		d.waitFor("1 zone added.", "Port", `feature 2, "bad"`)
		d.tapIcon("delete", "Port")
		d.until("no port", func() bool { return !d.sees("Port") })
		d.key("Escape")
		d.choose("Edit › Undo")
		d.choose("Edit › Places and zones › Zones…")
		d.waitFor("Port")
		d.key("Escape")
	})
	d.restart()
	d.choose("Edit › Places and zones › Zones…")
	d.waitFor("Depot", "Gate", "Port")
	if list := strings.Join(d.texts(), "\n"); !strings.Contains(list, "Polygon · ") {
		t.Errorf("the list is\n%s", list)
	}
}
