// SPDX-License-Identifier: MIT

package batch_test

import (
	"slices"
	"testing"

	"roadsnap/app/batch"
	"roadsnap/data"
	"roadsnap/engine/units"
)

// TestUnitsAreAllCurrentOnes compares the tables for rows with all of them.
func TestUnitsAreAllCurrentOnes(t *testing.T) {
	few, err := units.Load(batch.Units())
	if err != nil {
		t.Fatal(err)
	}
	all, err := units.Load(data.Units())
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(few.Provinces(), all.Provinces()) || len(few.Wards()) != len(all.Wards()) {
		t.Errorf("there are %d provinces and %d wards, want %d and %d", len(few.Provinces()), len(few.Wards()), len(all.Provinces()), len(all.Wards()))
	}
	for i, w := range few.Wards() {
		if want := all.Wards()[i]; w.Code != want.Code || w.FullName != want.FullName || w.ProvinceCode != want.ProvinceCode {
			t.Errorf("the ward %+v differs from %+v", w, want)
		}
	}
}
