// SPDX-License-Identifier: MIT

package shell_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2/driver/desktop"
)

// TestLayers joins a table to provinces, sees its legend, opens points, sorts and selects their
// rows, saves them with their units, renames them, and finds both layers after a restart.
func TestLayers(t *testing.T) {
	d := startKeeping(t)
	folder := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	values := write("values.csv", "tinh;gia_tri\nHà Nội;10\nLào Cai;20\nĐồng Tháp;30\nAtlantis;40\n")
	shops := write("shops.csv", "shop,lat,lon\nZebra,42.5079,1.5278\nAardvark,42.52,1.53\n")
	d.tap("Layers")
	d.waitFor("Open points (CSV, XLSX")
	d.answer(values)
	d.tap("Join table…")
	d.waitFor("3 rows joined, 1 without a unit", "Atlantis")
	d.tap("Add to map")
	d.until("the dialog to close", func() bool { return !d.dialogOpen() })
	d.waitFor("values · gia_tri", "No data")

	d.answer(shops)
	d.tap("Open layer…")
	d.waitFor("shops", "2 rows")
	_, edge := d.theMap()
	d.dragBar(desktop.HResizeCursor, edge.X-4, -300) // as narrow as the list can be
	_, edge = d.theMap()
	for _, name := range []string{"delete", "drop-down"} {
		for _, x := range d.icons(name) {
			if right := x.at.X + x.size.Width; x.at.X < edge.X && right > edge.X-7 {
				t.Errorf("the icon %q ends at %v, and the list at %v", name, right, edge.X)
			}
		}
	}
	d.tap("Rows")
	d.waitFor("Zebra", "Aardvark")
	d.tap("shop")
	d.until("the rows in order", func() bool {
		all := strings.Join(d.texts(), "\n")
		return strings.Index(all, "Aardvark") < strings.Index(all, "Zebra")
	})
	d.tap("Zebra")
	d.until("the map at the shop", func() bool { return d.shows(42.5079, 1.5278) && d.zoom() > 13 })
	d.tapMap(d.on(42.5079, 1.5278))
	d.settle()

	d.answer(filepath.Join(folder, "units.csv"))
	d.tap("Save with units…")
	d.waitFor("2 rows saved to units.csv")
	d.tap("Show in folder")
	if last := d.app.opened[len(d.app.opened)-1]; last != "file://"+folder {
		t.Errorf("%q was opened", last)
	}
	d.key("F2")
	d.typeText("stores")
	d.tap("Save")
	d.waitFor("stores")

	d.restart()
	d.tap("Layers")
	d.waitFor("values", "stores", "2 rows", "3 rows joined, 1 without a unit")
}
