// SPDX-License-Identifier: MIT

package units

import "strings"

// enoughMatches is the number of matches without a typo from which on typos are not
// considered. A user who sees that many goes on typing.
//
// A typo is an extra letter, a missing one, a wrong one, or two adjacent letters
// exchanged. Typos are not considered either if the query is the whole name of a unit
// in force. If each word of the query is a word of some name, a ward matches with a
// typo only if the query names its place, because Vietnamese has so few syllables
// that most are one letter apart.
const enoughMatches = 10

// minTypo is the number of letters that a name must have, typed and correct, to match
// with a typo. Shorter names are too much alike. A word that short in a longer name
// may have a typo, because the other words confirm it.
const minTypo = 4

// minTypoPrefix is the same if the name continues after the query.
const minTypoPrefix = 5

// The scores of names with a typo. They are below all scores without one, of which
// the least is formerName × scoreInside × wrongKind = 0.077.
const (
	typoWhole     = 0.070
	typoInPlace   = 0.060 // the typo is in the kind or the place
	typoPrefix    = 0.040
	typoFormer    = 0.5 // factor of a former name
	typoWrongKind = 0.9 // factor if the query has another kind
)

// typoScore returns how well a joined name matches a joined query with one typo, 0 if
// it does not or has none.
func typoScore(typed, name string) float64 {
	if len(typed) < minTypo || len(name) < minTypo || len(name) < len(typed)-1 {
		return 0
	}
	// Reject most names by two letters: with a typo in the first, one of these four
	// pairs is equal.
	if typed[0] != name[0] && typed[1] != name[1] && typed[1] != name[0] && typed[0] != name[1] {
		return 0
	}
	i := 0
	for i < len(typed) && i < len(name) && typed[i] == name[i] {
		i++
	}
	if i == len(typed) {
		return 0 // a prefix without a typo
	}
	if i == len(name) { // an extra letter at the end
		if len(typed) == i+1 && isLetter(typed[i]) {
			return typoWhole
		}
		return 0
	}
	t, n := typed[i:], name[i:]
	// Only letters are mistyped, because another number is another name.
	tooMany, missing := isLetter(t[0]), isLetter(n[0])
	other := tooMany && missing
	if tooMany && t[1:] == n || missing && t == n[1:] || other && t[1:] == n[1:] || exchanged(t, n) && t[2:] == n[2:] {
		return typoWhole
	}
	// After a typo in the last letter typed, any name could follow.
	if len(typed) < minTypoPrefix || len(t) < 2 {
		return 0
	}
	if tooMany && strings.HasPrefix(n, t[1:]) || missing && strings.HasPrefix(n[1:], t) || other && strings.HasPrefix(n[1:], t[1:]) ||
		exchanged(t, n) && len(t) > 2 && strings.HasPrefix(n[2:], t[2:]) {
		return typoPrefix
	}
	return 0
}

// exchanged reports whether t and n begin with the same two letters in opposite
// order.
func exchanged(t, n string) bool {
	return len(t) > 1 && len(n) > 1 && t[0] == n[1] && t[1] == n[0] && isLetter(t[0]) && isLetter(t[1])
}

func isLetter(c byte) bool { return c < '0' || c > '9' }

// isTypo reports whether typed is word with one typo. A missing last letter counts.
func isTypo(typed, word string) bool {
	return typoScore(typed, word) == typoWhole ||
		len(typed) >= minTypo && len(word) == len(typed)+1 && strings.HasPrefix(word, typed) && isLetter(word[len(typed)])
}

// mayBeTypo reports whether readings of one name can be a name with a typo.
func (t *Table) mayBeTypo(same []reading) bool {
	n := len(same[0].joined)
	return n >= minTypo && n <= 1+max(t.names.longest, t.formerNames.longest)
}

// hasNewWord reports whether a word of the reading's name is in no current or former
// name.
func (t *Table) hasNewWord(r *reading) bool {
	for w := range strings.SplitSeq(r.name, " ") {
		if !t.names.hasWord(w) && !t.formerNames.hasWord(w) {
			return true
		}
	}
	return false
}

// typoReadings returns the readings of a query with a typo in a kind or a place. The
// name must then be whole and without a typo.
func (t *Table) typoReadings(query string) []reading {
	parts := strings.SplitN(query, ",", maxParts+1)
	head := newText(parts[0])
	n := len(head.folded)
	if n == 0 || n > maxWords {
		return nil
	}
	var out []reading
	for _, k := range wordsBefore {
		m := len(k.words)
		if n > m && isTypo(strings.Join(head.folded[:m], ""), strings.Join(k.words, "")) {
			out = t.withEndings(out, head.slice(m, n), parts[1:], k.levels)
		}
	}
	for _, k := range wordsAfter {
		m := n - len(k.words)
		if m > 0 && isTypo(strings.Join(head.folded[m:], ""), strings.Join(k.words, "")) {
			out = t.withEndings(out, head.slice(0, m), parts[1:], k.levels)
		}
	}
	for from := max(1, n-t.places.longest); from < n; from++ {
		if s, ok := t.places.typos(head.folded[from:]); ok {
			out = withKinds(out, head.slice(0, from), reading{settings: []setting{s}})
		}
	}
	for i := range out {
		out[i].whole = true
	}
	return out
}

// withEndings appends the readings of a query whose kind is known. words is the rest
// of it.
func (t *Table) withEndings(out []reading, words text, parts []string, levels []string) []reading {
	query := strings.Join(append([]string{strings.Join(words.keys, " ")}, parts...), ",")
	for _, r := range t.readings(query) {
		if !r.kind {
			r.kind, r.levels = true, levels
			out = append(out, r)
		}
	}
	return out
}

// typos returns the places that match the folded words with one typo, with or without
// a correct kind.
func (x *placeIndex) typos(folded []string) (s setting, ok bool) {
	if len(folded) == 0 || len(folded) > x.longest {
		return setting{}, false
	}
	add := func(joined string) {
		for i := range x.list {
			if p := &x.list[i]; isTypo(joined, p.joined) {
				s.places = append(s.places, *p)
				if p.current != "" {
					s.current = p.current
				}
			}
		}
	}
	add(strings.Join(folded, ""))
	for _, k := range wordsBefore {
		if len(folded) > len(k.words) && hasPrefix(folded, k.words) {
			add(strings.Join(folded[len(k.words):], ""))
		}
	}
	return s, len(s.places) > 0
}
