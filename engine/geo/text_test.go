// SPDX-License-Identifier: MIT

package geo

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestAppendDegrees compares AppendDegrees with exact arithmetic.
func TestAppendDegrees(t *testing.T) {
	for units, want := range map[int32]string{
		0: "0", 1: "0.0000001", -1: "-0.0000001", 10: "0.000001", 1_060_000_000: "106", -1_065_000_000: "-106.5", 1_800_000_000: "180", -1_799_999_999: "-179.9999999",
	} {
		if got := string(AppendDegrees(nil, units)); got != want {
			t.Errorf("%d: %s, want %s", units, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.Int32().Draw(t, "units")
		want := big.NewRat(int64(units), 1e7).FloatString(7)
		want = strings.TrimSuffix(strings.TrimRight(want, "0"), ".")
		if units == 0 {
			want = "0"
		}
		if got := string(AppendDegrees([]byte("x"), units)); got != "x"+want {
			t.Fatalf("%d: %s, want %s", units, got, want)
		}
	})
}
