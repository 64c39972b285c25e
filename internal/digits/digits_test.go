// SPDX-License-Identifier: MIT

package digits_test

import (
	"testing"

	"roadsnap/internal/digits"
)

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		x          float64
		decimals   int
		vietnamese bool
		want       string
	}{
		{0, 0, true, "0"}, {999, 0, true, "999"}, {1000, 0, true, "1.000"}, {1234567.89, 1, true, "1.234.567,9"}, {1234567.89, 1, false, "1,234,567.9"},
		{-1234, 0, false, "-1,234"}, {-0.04, 1, false, "0.0"}, {-0.05, 2, true, "-0,05"},
	} {
		if got := digits.Format(c.x, c.decimals, c.vietnamese, "-"); got != c.want {
			t.Errorf("Format(%g, %d, %t) = %q, want %q", c.x, c.decimals, c.vietnamese, got, c.want)
		}
	}
}
