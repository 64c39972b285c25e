// SPDX-License-Identifier: MIT

package trace

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// stampWords rewrites the words and marks of times that stampParser does not know, in order. The
// patterns match lower-case text without diacritics.
var stampWords = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`^/date\((\d+)(?:[+-]\d{4})?\)/$`), "$1"}, // of .NET
	{regexp.MustCompile(`\b(?:thu (?:hai|ba|tu|nam|sau|bay|[2-7])|chu nhat|t[2-7]|cn)\b`), " "},
	{regexp.MustCompile(`\b(?:thang|thg)\.? ?(\d)`), "/$1"},
	{regexp.MustCompile(`\bngay\b`), " "},
	{regexp.MustCompile(`\bnam\b`), "/"},
	{regexp.MustCompile(`\b(\d{1,2}) ?(?:gio|h|g) ?(\d{1,2}) ?(?:phut|p|m|') ?(\d{1,2}) ?(?:giay|s|''|")?`), "$1:$2:$3 "},
	{regexp.MustCompile(`\b(\d{1,2}) ?(?:gio|h|g) ?(\d{1,2}) ?(?:phut|p|m|')?`), "$1:$2 "},
	{regexp.MustCompile(`\ba\. ?m\b\.?|\bsang\b`), "am"},
	{regexp.MustCompile(`\bp\. ?m\b\.?|\b(?:chieu|toi)\b`), "pm"},
	{regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})[-_](\d{2})-(\d{2})-(\d{2})$`), "$1 $2:$3:$4"},
	{regexp.MustCompile(`(\d)_(\d)`), "$1 $2"},
}

// withoutWords returns a time with the words of Vietnamese, such as "3 giờ 20 chiều ngày 1 tháng
// 2 năm 2026", as numbers and marks.
func withoutWords(s string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'đ', r == 'Đ':
			return 'd'
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
	for _, w := range stampWords {
		plain = w.pattern.ReplaceAllString(plain, w.with)
	}
	return strings.TrimSpace(plain)
}
