// SPDX-License-Identifier: MIT

package shell_test

import "testing"

// TestEscapeClosesADialogFromItsField presses Esc in a field of each kind of dialog.
func TestEscapeClosesADialogFromItsField(t *testing.T) {
	d := start(t)
	d.openDeliveries()
	d.tap("51D-777.77")
	for _, c := range []struct{ item, field string }{
		{"Edit › Split and merge › Split trip…", "30"},
		{"Edit › Vehicles, fares, rules › Rules of the verdict…", "0"},
		{"Edit › Trip › Name, vehicle, driver…", "51D-777.77"}, // with a list
		{"Edit › Trip › Note…", ""},                            // which has the focus
		{"Edit › Tags › Name tags…", ""},
		{"", "Province or ward"},
	} {
		if c.item != "" {
			d.choose(c.item)
		} else {
			d.tapIcon("list", "Name, vehicle or day")
			d.tap("Filter trips…")
		}
		if c.field != "" {
			d.tap(c.field)
		}
		if _, inField := d.window.Canvas().Focused().(interface{ SelectedText() string }); !inField {
			t.Errorf("%s: no field has the focus", c.item)
		}
		d.typeText("1")
		d.key("Escape")
		if d.dialogOpen() {
			t.Errorf("%s: Esc does not close the dialog", c.item)
			d.closeOverlays()
		}
	}
}
