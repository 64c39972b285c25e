// SPDX-License-Identifier: MIT

package shell_test

import "testing"

// TestMapShowsWhatTheMenuSays colours a route by its speed, counts how often roads were
// driven, and switches both off.
func TestMapShowsWhatTheMenuSays(t *testing.T) {
	d := start(t)
	d.openDeliveries()
	d.tap("51D-777.77")
	d.waitFor("Snapped route")
	d.choose("View › Colour the route by › Speed")
	d.waitFor("Speed (km/h)", "100")
	d.until("no line of one colour in the legend", func() bool { return !d.sees("Snapped route") })
	if !d.menuItem("View › Colour the route by › Speed").Checked {
		t.Error("the menu does not show the colouring")
	}
	const traffic = "View › Map layers › Roads driven by the listed trips"
	d.choose(traffic)
	d.waitFor("Times driven")
	if !d.menuItem(traffic).Checked {
		t.Error("the menu does not show that roads are counted")
	}
	d.choose("View › Map layers › Stops")
	d.choose("View › Colour the route by › Trip")
	d.until("the old colours", func() bool { return d.sees("Snapped route") && !d.sees("Speed (km/h)") })
	if d.menuItem("View › Map layers › Stops").Checked {
		t.Error("the menu does not show that stops are hidden")
	}
	d.choose(traffic)
	d.until("no scale", func() bool { return !d.sees("Times driven") })
	if d.menuItem(traffic).Checked {
		t.Error("the menu still shows that roads are counted")
	}
}
