// SPDX-License-Identifier: MIT

package search

import (
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// roadWords are the words for classes of numbered roads and how they are abbreviated in
// numbers.
var roadWords = []struct {
	words []string
	short string
}{
	{[]string{"quoc", "lo"}, "ql"}, {[]string{"duong", "tinh"}, "dt"}, {[]string{"tinh", "lo"}, "tl"},
	{[]string{"duong", "huyen"}, "dh"}, {[]string{"huong", "lo"}, "hl"}, {[]string{"cao", "toc"}, "ct"},
	{[]string{"ql"}, "ql"}, {[]string{"dt"}, "dt"}, {[]string{"tl"}, "tl"}, {[]string{"dh"}, "dh"}, {[]string{"hl"}, "hl"}, {[]string{"ct"}, "ct"},
}

// wordsOf returns the words of a name as the index has them.
func wordsOf(name string) []string { return full(strings.Fields(units.Fold(name))) }

// refWord returns a road number as one word: "dt743" for "ĐT.743".
func refWord(ref string) string { return strings.Join(joinRef(strings.Fields(units.Fold(ref))), "") }

// SameRef reports whether two road numbers are one in two spellings: "QL1A" and "QL.1A".
func SameRef(a, b string) bool { return refWord(a) == refWord(b) }

// joinRef joins the class and the number of a road at the start of words: quoc lo 1a is
// ql1a.
func joinRef(words []string) []string {
	for _, r := range roadWords {
		n := len(r.words)
		if len(words) > n && slices.Equal(words[:n], r.words) && words[n][0] >= '0' && words[n][0] <= '9' {
			rest := words[n+1:]
			number := words[n]
			if len(rest) > 0 && len(rest[0]) == 1 && rest[0][0] >= 'a' && rest[0][0] <= 'e' { // ql 1 a
				number += rest[0]
				rest = rest[1:]
			}
			return append([]string{r.short + number}, rest...)
		}
	}
	return words
}

// spacedRef returns the number of a road that was written with a space: cg1 for CG-1.
func spacedRef(words []string) (ref string, is bool) {
	if len(words) != 2 || len(words[0]) > 3 || !isLetter(words[0][0]) || isLetter(words[1][0]) {
		return "", false
	}
	return words[0] + words[1], true
}

// streetWords are the words for a street before its name. They may be missing in the
// name or the query. Longer ones come first.
var streetWords = [][]string{{"dai", "lo"}, {"duong"}, {"pho"}}

// withoutStreet returns words without a word for a street at their start.
func withoutStreet(words []string) []string {
	for _, s := range streetWords {
		if n := len(s); len(words) > n && slices.Equal(words[:n], s) {
			return words[n:]
		}
	}
	return words
}

// streetKey returns the name of a street as house numbers refer to it.
func streetKey(name string) string { return strings.Join(withoutStreet(wordsOf(name)), " ") }
