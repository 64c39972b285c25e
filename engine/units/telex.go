// SPDX-License-Identifier: MIT

package units

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// withoutTelex returns a text in which each word that known does not hold, but that is a
// known word as typed with a Telex keyboard that is switched off ("Hoof", "Ddaf"), is
// replaced by that word.
func withoutTelex(s string, known func(folded string) bool) string {
	var out strings.Builder
	changed := false
	word := func(w string) {
		if w == "" {
			return
		}
		if typed, ok := telexWord(w); ok && Key(w) == Fold(w) && !known(Fold(w)) && known(Fold(typed)) {
			w, changed = typed, true
		}
		out.WriteString(w)
	}
	from := 0
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !isApostrophe(r) {
			word(s[from:i])
			_, size := utf8.DecodeRuneInString(s[i:]) // 1 for a byte that is not UTF-8
			from = i + size
			out.WriteString(s[i:from])
		}
	}
	word(s[from:])
	if !changed {
		return s
	}
	return out.String()
}

// telexTones are the keys of tones, with the combining marks that they stand for.
var telexTones = map[rune]rune{'f': '\u0300', 's': '\u0301', 'x': '\u0303', 'r': '\u0309', 'j': '\u0323'}

// telexWord returns what the letters of a word give on a Telex keyboard: aa is â, w makes
// ă, ơ or ư, dd is đ, and f, s, x, r and j behind a vowel are tones. ok is false if the word
// has no such letters.
func telexWord(w string) (typed string, ok bool) {
	in := []rune(strings.ToLower(norm.NFC.String(w)))
	if len(in) > maxTelex {
		return "", false
	}
	out := make([]rune, 0, len(in))
	tone := rune(0)
	vowel := func(r rune) bool {
		l, known := letterOf(r)
		return known && strings.ContainsRune("aeiouy", rune(l.base))
	}
	for _, r := range in {
		voiced := false
		for _, v := range out {
			voiced = voiced || vowel(v)
		}
		at := len(out) - 1
		again := at >= 0 && out[at] == r
		switch t, isTone := telexTones[r]; {
		case r == 'd' && at == 0 && again:
			out[0], ok = 'đ', true
		case r == 'a' && again:
			out[at], ok = 'â', true
		case r == 'e' && again:
			out[at], ok = 'ê', true
		case r == 'o' && again:
			out[at], ok = 'ô', true
		case r == 'w' && (len(out) == 0 || out[len(out)-1] != 'q'):
			out, ok = telexHorn(out), true
		case isTone && voiced:
			tone, ok = t, true
		case r == 'z' && voiced:
			tone, ok = 0, true
		default:
			out = append(out, r)
		}
	}
	if !ok {
		return "", false
	}
	if tone != 0 {
		for i := len(out) - 1; i >= 0; i-- {
			if vowel(out[i]) {
				out = append(out[:i+1], append([]rune{tone}, out[i+1:]...)...)
				break
			}
		}
	}
	return norm.NFC.String(string(out)), true
}

// maxTelex is more than the letters of any Vietnamese syllable in Telex: "nghieengf".
const maxTelex = 12

// telexHorn returns the letters after the key w: uo becomes ươ, a vowel a, o or u gets its
// mark, and otherwise w is ư.
func telexHorn(out []rune) []rune {
	for i := len(out) - 1; i >= 0; i-- {
		afterU := i > 0 && (out[i-1] == 'u' || out[i-1] == 'ư') && (i < 2 || out[i-2] != 'q')
		switch out[i] {
		case 'o':
			out[i] = 'ơ'
			if afterU {
				out[i-1] = 'ư'
			}
			return out
		case 'a':
			if afterU && i == len(out)-1 {
				out[i-1] = 'ư'
			} else {
				out[i] = 'ă'
			}
			return out
		case 'u':
			out[i] = 'ư'
			return out
		}
	}
	return append(out, 'ư')
}
