// SPDX-License-Identifier: MIT

package trace

import (
	"regexp"
	"strings"
)

// plate matches a Vietnamese number plate, such as "51C-123.45", "29LD 12345" and "59-X1 234.56".
var plate = regexp.MustCompile(`(?i)(?:^|[^0-9A-Za-z])(\d{2}[- ]?[A-Z]{1,2}\d?[-. ]?\d{3}\.?\d{1,2})(?:$|[^0-9A-Za-z])`)

// plateIn returns the first number plate in a title or in the name of a sheet, "" if it has
// none.
func plateIn(s string) string {
	if m := plate.FindStringSubmatch(s); m != nil {
		return strings.Clone(m[1])
	}
	return ""
}
