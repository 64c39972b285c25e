// SPDX-License-Identifier: MIT

package engine_test

import (
	"testing"

	"roadsnap/engine"
	"roadsnap/engine/diagnostic"
)

func TestFewWards(t *testing.T) {
	missing := func(n int) (list diagnostic.List) {
		list.Count(diagnostic.AbsentProvinces, 30)
		list.Count(diagnostic.MissingUnits, n)
		return list
	}
	for _, c := range []struct {
		wards int64
		found diagnostic.List
		of    int
		few   bool
	}{
		{0, nil, 0, false}, {3321, nil, 3321, false}, {90, missing(0), 90, false}, {90, missing(10), 100, false}, {89, missing(11), 100, true}, {0, missing(5), 5, true},
	} {
		have, of, few := engine.FewWards(c.wards, c.found)
		if have != int(c.wards) || of != c.of || few != c.few {
			t.Errorf("%d wards, %v: %d of %d, few %v", c.wards, c.found, have, of, few)
		}
	}
}
