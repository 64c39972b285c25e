// SPDX-License-Identifier: MIT

package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// normalName returns a name in the form of the tables: composed (NFC), one space
// between words, ' for every apostrophe. The tone mark of an open oa, oe or uy is
// on its first letter (Hòa, Thủy), as in the official list.
func normalName(s string) string {
	words := strings.Fields(apostrophes.Replace(norm.NFC.String(s)))
	for i, w := range words {
		words[i] = placeTone(w)
	}
	return strings.Join(words, " ")
}

// apostrophes replaces characters used as apostrophes with '.
var apostrophes = strings.NewReplacer("’", "'", "‘", "'", "ʼ", "'", "`", "'", "´", "'")

// placeTone moves the tone mark of a word that ends in oa, oe or uy to the first
// of the two letters. The u of quy belongs to its q, so that the mark stays on
// the y (Quý).
func placeTone(word string) string {
	letters := []rune(norm.NFC.String(word))
	n := len(letters)
	if n < 2 {
		return word
	}
	base, tone := splitTone(letters[n-1])
	first := unicode.ToLower(letters[n-2])
	last := unicode.ToLower(base)
	open := first == 'o' && (last == 'a' || last == 'e') ||
		first == 'u' && last == 'y' && (n == 2 || unicode.ToLower(letters[n-3]) != 'q')
	if tone == 0 || !open {
		return word
	}
	return norm.NFC.String(string(letters[:n-1]) + string(tone) + string(base))
}

// splitTone removes the tone mark of a letter; the tone is 0 if there is none.
func splitTone(r rune) (base, tone rune) {
	decomposed := []rune(norm.NFD.String(string(r)))
	if len(decomposed) != 2 {
		return r, 0 // no mark, or a vowel mark too: ấ does not end oa, oe, uy
	}
	switch decomposed[1] {
	case '\u0300', '\u0301', '\u0303', '\u0309', '\u0323':
		return decomposed[0], decomposed[1]
	}
	return r, 0
}
