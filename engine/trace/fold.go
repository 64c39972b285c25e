// SPDX-License-Identifier: MIT

package trace

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// foldName reduces a column name to lower-case words without diacritics,
// separated by single spaces. "Thời_gian (GPS)" and "thoiGian gps" both become
// "thoi gian gps".
func foldName(s string) string {
	var b strings.Builder
	blank, lower := false, false
	for _, r := range norm.NFD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
			continue
		case r == 'đ' || r == 'ð': // the Icelandic letter, from a faulty conversion
			r = 'd'
		case r == 'Đ' || r == 'Ð':
			r = 'D'
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			blank = true
			continue
		}
		// A capital after a lower-case letter begins a word, as in gpsTime.
		if blank || lower && unicode.IsUpper(r) {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			blank = false
		}
		lower = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
