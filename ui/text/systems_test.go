// SPDX-License-Identifier: MIT

package text_test

import (
	"strings"
	"testing"

	"roadsnap/assets"
	"roadsnap/data"
	"roadsnap/engine/crs"
	"roadsnap/engine/units"
	"roadsnap/ui/text"
)

// TestSystems checks that the engine knows each coordinate system of the list, and that each
// province is named once.
func TestSystems(t *testing.T) {
	words, err := text.Load(assets.Translations(), "vi")
	if err != nil {
		t.Fatal(err)
	}
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	seen, all := map[string]bool{}, ""
	for _, s := range words.Systems(table) {
		if _, err := crs.ByName(s.Name); err != nil || seen[s.Title] {
			t.Errorf("%q: %v", s, err)
		}
		seen[s.Title] = true
		all += s.Title + ","
	}
	if len(seen) != len(crs.Zones())+6 || !seen["VN-2000 105°30′ · Hưng Yên, Hà Tĩnh, Vĩnh Long"] || !seen["VN-2000, độ"] {
		t.Errorf("%d systems: %s", len(seen), all)
	}
	for _, p := range table.Provinces() {
		if n := strings.Count(all, " "+p.Name+","); n != 1 {
			t.Errorf("%s is named %d times", p.Name, n)
		}
	}
}
