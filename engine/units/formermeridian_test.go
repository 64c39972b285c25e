// SPDX-License-Identifier: MIT

package units_test

import (
	"slices"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// TestFormerMeridians finds the meridian of each of the 63 former provinces of the table, and no
// others.
func TestFormerMeridians(t *testing.T) {
	table, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, w := range table.Wards() {
		for _, f := range table.FormerUnitsOf(w.Code) {
			names[f.Province] = true
		}
	}
	if len(names) != 63 {
		t.Errorf("%d former provinces", len(names))
	}
	for name := range names {
		m, ok := units.FormerMeridian(name)
		if !ok || !slices.Contains(geo.VN2000Meridians(), m) {
			t.Errorf("%s: %v %v", name, m, ok)
		}
	}
	for name, want := range map[string]float64{"Tỉnh Bà Rịa - Vũng Tàu": 107.75, "TP Hồ Chí Minh": 105.75, "Thừa Thiên Huế": 107, "binh duong": 105.75} {
		if m, ok := units.FormerMeridian(name); !ok || m != want {
			t.Errorf("%s: %v %v, want %v", name, m, ok, want)
		}
	}
	if m, ok := units.FormerMeridian("Atlantis"); ok {
		t.Error(m)
	}
}
