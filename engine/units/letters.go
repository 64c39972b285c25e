// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// spell returns Fold(s) and Key(s). Names of the tables and most queries are plain
// Vietnamese in composed form. They take a fast path without Unicode tables; both
// paths give the same result.
func spell(s string) (folded, key string) {
	if folded, key, ok := spellPlain(s); ok {
		return folded, key
	}
	ws := words(s)
	return strings.Join(foldWords(ws), " "), strings.Join(keyWords(ws), " ")
}

// spellPlain is spell for ASCII, composed Vietnamese letters and apostrophes. ok is
// false for any other text.
func spellPlain(s string) (folded, key string, ok bool) {
	var roomF, roomK [64]byte // enough for any name; append grows it
	f, k := roomF[:0], roomK[:0]
	var room [4]rune
	tones := room[:0] // of the current word
	inWord := false
	for _, r := range s {
		l, known := letterOf(r)
		switch {
		case isApostrophe(r):
			continue
		case !known && r >= utf8.RuneSelf:
			return "", "", false
		case !known:
			k, tones, inWord = appendTones(k, tones), tones[:0], false
			continue
		}
		if !inWord && len(f) > 0 {
			f, k = append(f, ' '), append(k, ' ')
		}
		inWord = true
		f, k = append(f, l.base), utf8.AppendRune(k, l.vowel)
		if l.tone != 0 {
			tones = append(tones, l.tone)
		}
	}
	k = appendTones(k, tones)
	folded = string(f)
	if string(k) == folded {
		return folded, folded, true
	}
	return folded, string(k), true
}

// appendTones appends the tones of a word in the order of their code points.
func appendTones(key []byte, tones []rune) []byte {
	if len(tones) > 1 {
		slices.Sort(tones)
	}
	for _, t := range tones {
		key = utf8.AppendRune(key, t)
	}
	return key
}

// unmarkPlain is Unmark for ASCII and composed Vietnamese letters. ok is false for
// any other text.
func unmarkPlain(s string) (plain string, ok bool) {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		l, known := letterOf(r)
		switch {
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		case !known:
			return "", false
		case unicode.IsUpper(r):
			out = append(out, l.base+'A'-'a')
		default:
			out = append(out, l.base)
		}
	}
	return string(out), true
}

// isPlain reports whether s consists of ASCII and composed Vietnamese letters.
func isPlain(s string) bool {
	for _, r := range s {
		if _, known := letterOf(r); !known && r >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// letter is a decomposed letter or digit.
type letter struct {
	base  byte // lower case, without any mark
	vowel rune // lower case, without its tone: â, đ, ơ
	tone  rune // combining; 0 for none
}

// letterOf decomposes an ASCII letter or digit or a composed Vietnamese letter. known
// is false for any other rune.
func letterOf(r rune) (l letter, known bool) {
	switch {
	case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
		return letter{base: byte(r), vowel: r}, true
	case r >= 'A' && r <= 'Z':
		r += 'a' - 'A'
		return letter{base: byte(r), vowel: r}, true
	case r >= lowLetters && int(r-lowLetters) < len(letters.low):
		l = letters.low[r-lowLetters]
	case r >= highLetters && int(r-highLetters) < len(letters.high):
		l = letters.high[r-highLetters]
	}
	return l, l.base != 0
}

// The first Vietnamese letters of two Unicode ranges: Latin-1 to Latin Extended-B,
// and Latin Extended Additional.
const (
	lowLetters  = 'À'
	highLetters = 'Ạ'
)

// letterTable holds the non-ASCII Vietnamese letters by their offset in each range.
type letterTable struct {
	low  ['ư' - lowLetters + 1]letter
	high ['ỹ' - highLetters + 1]letter
}

var letters = newLetterTable()

func newLetterTable() *letterTable {
	t := new(letterTable)
	set := func(r rune, l letter) {
		if r >= highLetters {
			t.high[r-highLetters] = l
		} else if r >= lowLetters {
			t.low[r-lowLetters] = l
		}
	}
	tones := [...]rune{0, '\u0300', '\u0301', '\u0309', '\u0303', '\u0323'}
	for _, family := range [...]struct {
		base         byte
		lower, upper string // without a tone, then with each of tones
	}{
		{'a', "aàáảãạ", "AÀÁẢÃẠ"}, {'a', "ăằắẳẵặ", "ĂẰẮẲẴẶ"}, {'a', "âầấẩẫậ", "ÂẦẤẨẪẬ"},
		{'e', "eèéẻẽẹ", "EÈÉẺẼẸ"}, {'e', "êềếểễệ", "ÊỀẾỂỄỆ"}, {'i', "iìíỉĩị", "IÌÍỈĨỊ"},
		{'o', "oòóỏõọ", "OÒÓỎÕỌ"}, {'o', "ôồốổỗộ", "ÔỒỐỔỖỘ"}, {'o', "ơờớởỡợ", "ƠỜỚỞỠỢ"},
		{'u', "uùúủũụ", "UÙÚỦŨỤ"}, {'u', "ưừứửữự", "ƯỪỨỬỮỰ"}, {'y', "yỳýỷỹỵ", "YỲÝỶỸỴ"},
		{'d', "đ", "Đ"},
	} {
		plain, _ := utf8.DecodeRuneInString(family.lower)
		for _, form := range [...]string{family.lower, family.upper} {
			place := 0
			for _, r := range form {
				set(r, letter{base: family.base, vowel: plain, tone: tones[place]})
				place++
			}
		}
	}
	return t
}
