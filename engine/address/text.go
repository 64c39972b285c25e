// SPDX-License-Identifier: MIT

package address

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/units"
)

// maxWords bounds how many words of a text are read, the last ones. Addresses have some fifteen.
const maxWords = 64

// text is an address, split into words.
type text struct {
	original string
	words    []word
	fold     string // the folded words, separated by spaces
	key      string // the same of their keys
	marked   bool   // some word has marks
}

// word is a word of a text.
type word struct {
	from, to      int // in text.original
	fold, foldEnd int // in text.fold
	key, keyEnd   int // in text.key
	segment       int // number of separators before it: names do not cross them
	numeric       bool
}

// newText splits an address.
func newText(s string) *text {
	if !norm.NFC.IsNormalString(s) {
		s = norm.NFC.String(s)
	}
	t := &text{original: s}
	var fold, key strings.Builder
	segment, start := 0, -1
	add := func(from, to int, f, k string) {
		if fold.Len() > 0 {
			fold.WriteByte(' ')
			key.WriteByte(' ')
		}
		w := word{from: from, to: to, fold: fold.Len(), key: key.Len(), segment: segment, numeric: isNumber(f)}
		fold.WriteString(f)
		key.WriteString(k)
		w.foldEnd, w.keyEnd = fold.Len(), key.Len()
		t.words = append(t.words, w)
		t.marked = t.marked || f != k
	}
	end := func(to int) {
		if start < 0 {
			return
		}
		raw := s[start:to]
		f, k := units.Fold(raw), units.Key(raw)
		switch head, tail := splitJoined(f); {
		case f == "":
		case head != "":
			at := start + strings.IndexFunc(raw, unicode.IsDigit)
			if at < start {
				at = to
			}
			add(start, at, head, head)
			add(at, to, tail, tail)
		default:
			if isNumber(f) {
				f = strings.TrimLeft(f[:len(f)-1], "0") + f[len(f)-1:]
				k = f
			}
			add(start, to, f, k)
		}
		start = -1
	}
	for i, r := range s {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '\'' || r == '’':
			if start < 0 {
				start = i
			}
			continue
		}
		end(i)
		switch r {
		case ',', ';', '\n', '\t', '|', '(', ')', '–':
			segment++
		}
	}
	end(len(s))
	if drop := len(t.words) - maxWords; drop > 0 {
		t.words = t.words[drop:]
	}
	t.fold, t.key = fold.String(), key.String()
	return t
}

// splitJoined splits words that people write together: "p6", "q1", "tphcm". head is "" otherwise.
func splitJoined(f string) (head, tail string) {
	if len(f) >= 2 && len(f) <= 3 && (f[0] == 'p' || f[0] == 'q' || f[0] == 'f') && isNumber(f[1:]) {
		number := strings.TrimLeft(f[1:len(f)-1], "0") + f[len(f)-1:]
		return f[:1], number
	}
	if strings.HasPrefix(f, "tp") && (f == "tphcm" || f == "tphn" || f == "tphue") {
		return "tp", f[2:]
	}
	return "", ""
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// span is a range of words.
type span struct{ from, to int } // to is behind the last

func (s span) overlaps(o span) bool  { return s.from < o.to && o.from < s.to }
func (t *text) foldOf(s span) string { return t.fold[t.words[s.from].fold:t.words[s.to-1].foldEnd] }
func (t *text) keyOf(s span) string  { return t.key[t.words[s.from].key:t.words[s.to-1].keyEnd] }

// wholeSegment reports whether nothing else stands between the separators round s.
func (t *text) wholeSegment(s span) bool {
	return (s.from == 0 || t.words[s.from-1].segment != t.words[s.from].segment) &&
		(s.to == len(t.words) || t.words[s.to].segment != t.words[s.to-1].segment)
}

// without returns the text without some spans, its separators tidied.
func (t *text) without(spans ...span) string {
	gone := make([]bool, len(t.words))
	for _, s := range spans {
		for i := s.from; i < s.to; i++ {
			gone[i] = true
		}
	}
	var parts []string
	for i := 0; i < len(t.words); {
		if gone[i] {
			i++
			continue
		}
		j := i
		for j+1 < len(t.words) && !gone[j+1] && t.words[j+1].segment == t.words[i].segment {
			j++
		}
		from := t.words[i].from
		if i == 0 && !gone[0] {
			from = 0 // signs before the first word
		}
		if part := strings.Trim(t.original[from:t.words[j].to], " -"); part != "" {
			parts = append(parts, part)
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
