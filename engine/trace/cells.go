// SPDX-License-Identifier: MIT

package trace

import (
	"regexp"
	"strings"
)

// cutPosition splits "21.02, 105.8", "21,02; 105,8" and "(21.02 105.8)". In any other text it
// finds two numbers with decimals: "POINT (105.8321 21.0213)", "Hà Nội (21.0213, 105.8321)", links
// to maps, and so on.
func cutPosition(s string) (lat, lon string) {
	lat, lon = splitPosition(s)
	if isAngle(lat) && isAngle(lon) {
		return lat, lon
	}
	at := positionNumber.FindAllStringIndex(s, 3)
	if len(at) < 2 || len(at) > 2 && !strings.Contains(s, "://") {
		return lat, lon
	}
	before := strings.ToLower(s[:at[0][0]])
	lat, lon = s[at[0][0]:at[0][1]], s[at[1][0]:at[1][1]]
	if lonBefore.MatchString(before) {
		lat, lon = lon, lat
	}
	return lat, lon
}

var (
	positionNumber = regexp.MustCompile(`[-+]?\b\d{1,3}\.\d{4,}\b`)
	// lonBefore matches the text before the first number of a position if that is the longitude,
	// as in WKT and GeoJSON.
	lonBefore = regexp.MustCompile(`point|coordinates|(?:lon|lng|kinh)[^,;]*$`)
)

func isAngle(s string) bool {
	_, ok := parseAngle(s)
	return ok
}

func splitPosition(s string) (lat, lon string) {
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

// withoutFormula returns the text of ="29C-123.45", which keeps spreadsheets from changing it.
func withoutFormula(s string) string {
	if rest, ok := strings.CutPrefix(s, `="`); ok && strings.HasSuffix(rest, `"`) {
		return rest[:len(rest)-1]
	}
	return s
}
