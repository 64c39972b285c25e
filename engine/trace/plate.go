// SPDX-License-Identifier: MIT

package trace

import (
	"regexp"
	"strings"
)

// plate matches a Vietnamese number plate, such as "51C-123.45", "29LD 12345" and "59-X1 234.56".
var plate = regexp.MustCompile(`(?i)(?:^|[^0-9A-Za-z])(\d{2}[- ]?[A-Z]{1,2}\d?[-. ]?\d{3}\.?\d{1,2})(?:$|[^0-9A-Za-z])`)

// namePlate matches a plate in the name of a trip or file, which may as well have dates, times and
// numbers: digits and letters of the plate stand together, four digits stand behind a hyphen, and
// two letters are capitals, as "21km 10234" is no plate.
var namePlate = regexp.MustCompile(`(?:^|[^0-9A-Za-z])((?:1[1-9]|[2-9]\d)-?(?:(?:[A-Za-z]|[A-Z]{2})[-. ]?\d{3}\.?\d{2}|[A-Za-z]\d[-. ]\d{3}\.?\d{2}|[A-Za-z]-\d{4}))(?:$|[^0-9A-Za-z])`)

// plateOfName returns the number plate in the name of a trip or file, "" if it has none or
// several.
func plateOfName(s string) string {
	found := namePlate.FindAllStringSubmatch(s, 2)
	if len(found) != 1 {
		return ""
	}
	return strings.Clone(found[0][1])
}

// plateIn returns the first number plate in a title or in the name of a sheet, "" if it has
// none.
func plateIn(s string) string {
	if m := plate.FindStringSubmatch(s); m != nil {
		return strings.Clone(m[1])
	}
	return ""
}
