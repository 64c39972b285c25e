// SPDX-License-Identifier: MIT

package trace

import (
	"strings"
)

// cutPosition splits "21.02, 105.8", "21,02; 105,8" and "(21.02 105.8)".
func cutPosition(s string) (lat, lon string) {
	s = strings.Trim(strings.TrimSpace(s), "()[]")
	for _, mark := range []string{";", ", ", ",", "|", " "} {
		if lat, lon, ok := strings.Cut(s, mark); ok && strings.TrimSpace(lat) != "" {
			return lat, lon
		}
	}
	return s, ""
}

// withoutGuard removes the apostrophe that prevents spreadsheets from running a
// cell as a formula. See csvRow.text.
func withoutGuard(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && startsFormula(rest) {
		return rest
	}
	return s
}
