// SPDX-License-Identifier: MIT

package shell_test

import "testing"

// TestFindOnTheMap searches with the keyboard: Ctrl+K, a name, the arrows, Enter. The map
// moves there, and the place is selected.
func TestFindOnTheMap(t *testing.T) {
	d := start(t)
	d.key("Ctrl+K")
	d.typeText("pas de la casa")
	d.waitFor("Places", "Pas de la Casa")
	d.key("Return")
	d.waitFor("Pas de la Casa", "Coordinates") // the record of the place
	d.key("Ctrl+K", "Ctrl+A")
	d.typeText("zzzzqqq")
	d.waitFor("Nothing has this name.")
	d.key("Escape")
	d.waitGone("Nothing has this name.")
	d.key("Ctrl+K")
	d.typeText("https://maps.app.goo.gl/x")
	d.waitFor("This link has no position in it. Open it in a browser and copy the coordinates.")
	d.key("Escape", "Ctrl+K")
	d.typeText("phuong ba dinh")
	d.waitFor("Provinces and wards", "Ba Dinh Ward")
	d.key("Return")
	d.untilCode("00004")
}

// TestFoundDistrict chooses a district from before July 2025, whose wards are then selected.
func TestFoundDistrict(t *testing.T) {
	d := start(t)
	d.key("Ctrl+K")
	d.typeText("quan 1")
	d.waitFor("Provinces and wards", "Quận 1")
	d.key("Return")
	d.waitFor("4 units selected")
	d.waitFor("26740")
}
