// SPDX-License-Identifier: MIT

package engine

import (
	"testing"

	"roadsnap/data"
	"roadsnap/engine/units"
)

func TestNamesUnit(t *testing.T) {
	for text, want := range map[string]bool{
		"Quận 1": true, "quan 1": true, "q 1": true, "Q1": true, "quận 1, tphcm": true,
		"1": false, "quan 10": false, "huyen 1": false, "quan": false, "ubnd quan 1": false,
	} {
		if got := namesUnit(text, units.Hit{Matched: "Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"}); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if !namesUnit("p. bến thành", units.Hit{Matched: "Phường Bến Thành"}) || namesUnit("ben thanh", units.Hit{Matched: "Phường Bến Thành"}) {
		t.Error("Phường Bến Thành")
	}
}

// TestUnitInForceComesFirst: a ward in force comes before former ones of the same name, and a unit
// that is gone first where its kind is named.
func TestUnitInForceComesFirst(t *testing.T) {
	e, err := New(Options{Units: data.Units(), Overview: data.OverviewPack})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = e.Close() }()
	for text, want := range map[string]string{"phuong ba dinh": "Phường Ba Đình", "Phường Sài Gòn": "Phường Sài Gòn", "quan 1": "Quận 1"} {
		found, err := e.Search(text, SearchOptions{Limit: 5})
		if err != nil || len(found) == 0 || found[0].Name != want {
			t.Errorf("%q: %v, %v", text, found, err)
		}
	}
}
