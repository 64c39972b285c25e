// SPDX-License-Identifier: MIT

package kit_test

import (
	"slices"
	"testing"

	"roadsnap/ui/kit"
)

func TestBreakLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"Mở vết", []string{"Mở vết"}},
		{"Không đọc được tệp", []string{"Không đọc", "được tệp"}},
		{"một-từ-rất-dài ngắn", []string{"một-từ-rất-dài", "ngắn"}},
		{"185 m\n26,5 km mất tín hiệu", []string{"185 m", "26,5 km", "mất tín", "hiệu"}},
		{"185 m\n", []string{"185 m"}},
	} {
		if got := kit.BreakLines(c.text, 10); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
