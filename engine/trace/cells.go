// SPDX-License-Identifier: MIT

package trace

import (
	"strings"
)

// cutPosition splits "21.02, 105.8", "21,02; 105,8" and "(21.02 105.8)".
func cutPosition(s string) (lat, lon string) {
	s = strings.Trim(strings.TrimSpace(s), "()[]")
	if lat, lon, ok := strings.Cut(s, " "); ok && !strings.ContainsAny(lon, " ") && !strings.ContainsAny(lat[max(0, len(lat)-1):], ",;|") {
		return lat, lon // "21,02 105,8"
	}
	if strings.Count(s, ",") == 3 && !strings.ContainsAny(s, ". ;|") { // "21,02,105,8"
		parts := strings.Split(s, ",")
		return parts[0] + "," + parts[1], parts[2] + "," + parts[3]
	}
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
