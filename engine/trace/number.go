// SPDX-License-Identifier: MIT

package trace

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// parseNumber parses a finite number with a decimal point or a decimal comma. If
// s has both marks, the last is the decimal mark and the other groups thousands.
func parseNumber(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	switch {
	case (strings.Count(s, ".") > 1 || strings.Count(s, ",") > 1) && grouped.MatchString(s):
		s = strings.NewReplacer(",", "", ".", "").Replace(s)
	case strings.IndexByte(s, ',') >= 0:
		s = withDecimalPoint(s)
	}
	if !numeric(s) {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(x, 0) {
		return 0, false
	}
	return x, true
}

// numeric reports whether s has only the characters of decimal numbers. strconv
// would also accept "nan", "0x1p-2" and "1_000".
func numeric(s string) bool {
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b >= '0' && b <= '9', b == '.', b == '-', b == '+', b == 'e', b == 'E':
		default:
			return false
		}
	}
	return s != ""
}

// grouped matches a whole number with marks between its thousands.
var grouped = regexp.MustCompile(`^[-+]?\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$`)

func withDecimalPoint(s string) string {
	if strings.LastIndexByte(s, '.') > strings.LastIndexByte(s, ',') {
		return strings.ReplaceAll(s, ",", "")
	}
	return strings.Replace(strings.ReplaceAll(s, ".", ""), ",", ".", 1)
}

// parseQuantity parses a number with or without a unit after it: "35 km/h".
func parseQuantity(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	end := 0
	for end < len(s) && strings.IndexByte("0123456789.,-+", s[end]) >= 0 {
		end++
	}
	return parseNumber(s[:end])
}

// parseAngle parses degrees: plain ("-33.86"), with a hemisphere ("21.0285° N",
// "E105.85"), or in degrees, minutes and seconds ("21°01'42.6\"N").
func parseAngle(s string) (float64, bool) {
	if x, ok := parseNumber(s); ok {
		return x, true
	}
	s = strings.TrimSpace(s)
	s, sign := cutHemisphere(s)
	parts := strings.FieldsFunc(s, func(r rune) bool {
		return strings.ContainsRune("°º˚'’′\"”″: \u00a0", r)
	})
	if len(parts) == 0 || len(parts) > 3 {
		return 0, false
	}
	total, unit := 0.0, 1.0
	for i, p := range parts {
		x, ok := parseNumber(p)
		if !ok || i > 0 && (x < 0 || x >= 60) {
			return 0, false
		}
		if i == 0 && strings.HasPrefix(p, "-") {
			sign, x = -sign, -x
		}
		total += x * unit
		unit /= 60
	}
	return sign * total, true
}

// hemispheres are the words of Vietnamese. N for Nam is not among them, because it is North.
var hemispheres = []struct {
	word string
	sign float64
}{{"Bắc", 1}, {"Đông", 1}, {"Nam", -1}, {"Tây", -1}, {"B", 1}, {"Đ", 1}, {"T", -1}}

// cutHemisphere removes a letter N, S, E or W, or a word of Vietnamese, from either end of s.
// sign is −1 for south and west.
func cutHemisphere(s string) (rest string, sign float64) {
	if s == "" {
		return s, 1
	}
	for _, h := range hemispheres {
		rest, ok := strings.CutSuffix(s, h.word)
		if !ok {
			rest, ok = strings.CutPrefix(s, h.word)
		}
		if ok {
			return strings.TrimSpace(rest), h.sign
		}
	}
	const letters = "NSEWnsew"
	letter := byte(0)
	switch last := len(s) - 1; {
	case strings.IndexByte(letters, s[last]) >= 0:
		letter, s = s[last], s[:last]
	case strings.IndexByte(letters, s[0]) >= 0:
		letter, s = s[0], s[1:]
	}
	if strings.IndexByte("SWsw", letter) >= 0 && letter != 0 {
		return strings.TrimSpace(s), -1
	}
	return strings.TrimSpace(s), 1
}

// missing reports whether s is blank or a placeholder for a missing value.
func missing(s string) bool {
	switch s = strings.TrimSpace(s); len(s) {
	case 0:
		return true
	case 1:
		return s == "-" || s == "?"
	case 2, 3, 4, 5:
		switch strings.ToLower(s) {
		case "nan", "n/a", "na", "null", "nil", "none", "#n/a", `\n`, "--":
			return true
		}
	}
	return false
}
