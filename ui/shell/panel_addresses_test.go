// SPDX-License-Identifier: MIT

package shell_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// fiftyAddresses are former addresses, of which three need a look: a ward that is named alone, one
// that was divided, and a text that names no unit.
func fiftyAddresses() string {
	lines := make([]string, 50)
	for i := range lines {
		lines[i] = fmt.Sprintf("%d Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM", i+1)
	}
	lines[9], lines[19], lines[29] = "10 no unit at all", "20 also none", "30 none either"
	return strings.Join(lines, "\n")
}

// TestAddresses pastes fifty former addresses, corrects three, takes one correction back, writes
// the table and opens it again.
func TestAddresses(t *testing.T) {
	d := start(t)
	d.app.Clipboard().SetContent(fiftyAddresses())
	d.choose("Edit › Convert addresses…")
	d.waitFor("Paste addresses, one a line")
	d.tap("Paste")
	d.waitFor("50 rows: 47 converted, 3 need a look", "Phường Sài Gòn")
	d.tap("Needs a look")
	d.waitFor("10 no unit at all", "30 none either")
	d.tap("10 no unit at all")
	for range 3 { // the next one that needs a look follows by itself
		d.tap("Another unit: its name")
		d.typeText("Phường Sài Gòn")
		d.tap("Apply")
	}
	d.waitFor("50 rows: 50 converted, 0 need a look", "Chosen by hand")
	d.tap("Undo")
	d.waitFor("50 rows: 49 converted, 1 need")
	path := filepath.Join(t.TempDir(), "out.xlsx")
	d.answer(path)
	d.tap("Save table…")
	d.waitFor("50 rows saved to out.xlsx")
	d.tap("Show in folder")
	if last := d.app.opened[len(d.app.opened)-1]; last != "file://"+filepath.Dir(path) {
		t.Errorf("%q was opened", last)
	}
	d.key("Escape")

	d.restart()
	d.answer(path)
	d.choose("Edit › Convert addresses…")
	d.tap("Open file…")
	d.waitFor("50 rows: 49 converted, 1 need a look")
	d.tap("Needs a look")
	d.waitFor("30 none either", "10 no unit at all, Phường Sài Gòn", "Chosen by hand")
}

// TestAddressesByKeyboard converts addresses without the mouse, and returns to the panel in front.
func TestAddressesByKeyboard(t *testing.T) {
	d := start(t)
	d.key("5")
	d.waitFor("Fleet activity")
	d.key("Ctrl+Shift+A")
	d.waitFor("Paste addresses, one a line")
	d.typeText("12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM")
	d.key("Ctrl+Return")
	d.waitFor("1 row: 1 converted", "Phường Sài Gòn")
	d.key("Escape")
	d.waitGone("1 row: 1 converted")
	d.mustSee("Fleet activity")
}
