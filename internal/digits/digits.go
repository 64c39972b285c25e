// SPDX-License-Identifier: MIT

// Package digits writes numbers as they are written in Vietnamese and in English.
package digits

import (
	"math"
	"strconv"
	"strings"
)

// Format writes a number with so many decimals: 1.234,5 in Vietnamese, 1,234.5 in English. minus
// stands before a negative number, unless all its digits are 0.
func Format(x float64, decimals int, vietnamese bool, minus string) string {
	text := strconv.FormatFloat(math.Abs(x), 'f', decimals, 64)
	whole, fraction, hasFraction := strings.Cut(text, ".")
	group, point := ",", "."
	if vietnamese {
		group, point = point, group
	}
	var b strings.Builder
	if x < 0 && strings.Trim(text, "0.") != "" {
		b.WriteString(minus)
	}
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString(group)
		}
		b.WriteRune(digit)
	}
	if hasFraction {
		b.WriteString(point + fraction)
	}
	return b.String()
}
