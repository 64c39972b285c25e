// SPDX-License-Identifier: MIT

package unitimport

import (
	"math"
	"path/filepath"
	"testing"

	"roadsnap/engine/pack"
)

// TestRealOverlap imports the wards of Lào Cai, where the source gives 3.48 km² to Lào Cai, Bát Xát
// and Cốc San at once. The published areas tell whose it is.
func TestRealOverlap(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	table := officialTable(t)
	w, err := pack.Create(filepath.Join(t.TempDir(), "units.rsp"), pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	p := Prepare(t.Context(), []string{filepath.Join(realData(t), "15_lao_cai.geojson.gz")}, table, Options{})
	r, err := p.Write(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	for i, ward := range p.wards {
		km2 := p.net.Size(i) / 1e6
		if want := ward.Published.AreaKM2; ward.Code == "02647" || ward.Code == "02683" || ward.Code == "02746" {
			t.Logf("%s: published %.2f km², border %.2f", ward.FullName, want, km2)
			if math.Abs(km2-want) > want/100 {
				t.Errorf("%s has %.2f km², published are %.2f", ward.FullName, km2, want)
			}
		}
	}
	for _, f := range r.Borders.Overlaps {
		if f.AreaM2 > 1e4 {
			t.Logf("%.2f km² claimed by %v: %s", f.AreaM2/1e6, f.Wards, f.GivenTo)
		}
	}
}
