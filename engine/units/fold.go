package units

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns s as a search compares it: words of lower-case letters and
// digits with one space between them, without tone and vowel marks, đ as d.
// Spellings that differ only in case, in marks or where they stand (Hòa, Hoà),
// in apostrophes (M'Drắk, M’Drắk), in punctuation or in how Unicode composes
// them fold to the same. Fold(Fold(s)) is Fold(s).
func Fold(s string) string {
	folded, _ := spell(s)
	return folded
}

// Key returns s as a join of two lists compares it: like Fold, but marks count.
// Each word's tone mark is moved to the word's end, so that Hòa and Hoà have
// one key while Tân Thành and Tân Thạnh, two communes of one province, have
// two. Keys are for comparing, not for showing.
func Key(s string) string {
	_, key := spell(s)
	return key
}

// dStroke is the one Vietnamese letter that Unicode does not decompose.
const dStroke = 'đ'

// isTone reports whether r is one of the five combining tone marks: grave,
// acute, tilde, hook above, dot below. The marks of vowels (â, ă, ơ) are none.
func isTone(r rune) bool {
	switch r {
	case '\u0300', '\u0301', '\u0303', '\u0309', '\u0323':
		return true
	}
	return false
}

// isApostrophe reports whether r is written for the apostrophe of names such as
// M'Drắk, by whatever keyboard or word processor. The Greek accents among them
// are what Unicode has as equal to ` and ´.
func isApostrophe(r rune) bool {
	switch r {
	case '\'', '`', '´', '‘', '’', 'ʼ', 'ʻ', '′', '＇', '\u1fef', '\u1ffd':
		return true
	}
	return false
}

// words returns the words of s: lower case, decomposed, nothing left but
// letters, digits and marks. An apostrophe joins what stands on either side,
// anything else that is none of these divides.
func words(s string) []string {
	return strings.FieldsFunc(decompose(s), func(r rune) bool { return r == ' ' })
}

// decompose returns s in lower case, decomposed, without apostrophes, and with
// a space for each rune that is no part of a word.
func decompose(s string) string {
	// Apostrophes go first, since decomposition makes a space and a mark of ´.
	s = strings.Map(func(r rune) rune {
		if isApostrophe(r) {
			return -1
		}
		return r
	}, s)
	// Lower case can compose what decomposition took apart and the other way
	// round, hence both sides of it.
	s = norm.NFKD.String(strings.ToLower(norm.NFKD.String(s)))
	inWord := false
	return strings.Map(func(r rune) rune {
		switch {
		case isApostrophe(r): // one that decomposition brought to light
			return -1
		case unicode.IsLetter(r), unicode.IsDigit(r):
			inWord = true
			return r
		case unicode.IsMark(r):
			if inWord {
				return r
			}
			return -1 // a mark needs a letter to stand on
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

// unmark returns s without Vietnamese marks, đ as d, case and punctuation as
// they are: the English form of a name.
func unmark(s string) string {
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
