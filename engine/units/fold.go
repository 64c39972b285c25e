// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s in the form that a search compares: words of lower-case letters and
// digits, separated by single spaces, without tone and vowel marks, đ as d. Spellings
// that differ only in case, marks or the position of marks (Hòa, Hoà), apostrophes
// (M'Drắk, M’Drắk), punctuation or Unicode composition fold to the same text. Fold is
// idempotent.
func Fold(s string) string {
	folded, _ := spell(s)
	return folded
}

// Key returns s in the form that a join of two lists compares: like Fold, but with
// marks. Each word's tone mark is moved to the word's end. Hòa and Hoà therefore have
// one key, while Tân Thành and Tân Thạnh, two communes of one province, have two.
// Keys are not for display.
func Key(s string) string {
	_, key := spell(s)
	return key
}

// dStroke is the one Vietnamese letter that Unicode does not decompose.
const dStroke = 'đ'

// isTone reports whether r is one of the five combining tone marks: grave, acute,
// tilde, hook above, dot below. The marks of vowels (â, ă, ơ) are no tone marks.
func isTone(r rune) bool {
	switch r {
	case '\u0300', '\u0301', '\u0303', '\u0309', '\u0323':
		return true
	}
	return false
}

// isApostrophe reports whether r is used for the apostrophe of names such as M'Drắk,
// by any keyboard or word processor. The Greek accents among them are equivalent to `
// and ´ in Unicode.
func isApostrophe(r rune) bool {
	switch r {
	case '\'', '`', '´', '‘', '’', 'ʼ', 'ʻ', '′', '＇', '\u1fef', '\u1ffd':
		return true
	}
	return false
}

// words returns the words of s: lower case, decomposed, with only letters, digits and
// marks. An apostrophe joins its neighbours; any other rune separates words.
func words(s string) []string {
	return strings.FieldsFunc(decompose(s), func(r rune) bool { return r == ' ' })
}

// decompose returns s in lower case, decomposed, without apostrophes, and with a
// space for each rune that is not part of a word.
func decompose(s string) string {
	// Apostrophes go first, because decomposition makes a space and a mark of ´.
	s = strings.Map(func(r rune) rune {
		if isApostrophe(r) {
			return -1
		}
		return r
	}, s)
	// Lower-casing can undo decomposition and the other way round, so decompose both
	// before and after it.
	s = norm.NFKD.String(strings.ToLower(norm.NFKD.String(s)))
	inWord := false
	return strings.Map(func(r rune) rune {
		switch {
		case isApostrophe(r): // produced by decomposition
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			inWord = true
			return r
		case unicode.IsMark(r):
			if inWord {
				return r
			}
			return -1 // a mark without a letter
		}
		inWord = false
		return ' '
	}, s)
}

// foldWords returns the words without their marks, đ as d.
func foldWords(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.Map(func(r rune) rune {
			switch {
			case r == dStroke:
				return 'd'
			case unicode.IsMark(r):
				return -1
			}
			return r
		}, w)
	}
	return out
}

// keyWords returns the words composed, each with its tone marks at its end.
func keyWords(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		var tones []rune
		letters := strings.Map(func(r rune) rune {
			if isTone(r) {
				tones = append(tones, r)
				return -1
			}
			return r
		}, w)
		slices.Sort(tones)
		out[i] = norm.NFC.String(letters) + string(tones)
	}
	return out
}

// Unmark returns the English form of a name: s without Vietnamese marks, đ as d, case
// and punctuation unchanged.
func Unmark(s string) string {
	if plain, ok := unmarkPlain(s); ok {
		return plain
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		switch {
		case r == dStroke:
			return 'd'
		case r == 'Đ':
			return 'D'
		case unicode.IsMark(r):
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}
