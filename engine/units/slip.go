package units

import "strings"

// A slip is one typing error: a letter too many, one missing, another in its
// place, or two neighbours exchanged. Slips are looked for only where there is
// no faultless name of a unit in force that is the whole query, and fewer than
// enoughFaultless that are more than it: who sees those types on. Where each
// word typed is a word of some name, a ward is only thought mistyped if the
// query says in which place it lies: the syllables of Vietnamese are so few
// that most are a letter apart.
const enoughFaultless = 10

// minSlip is the number of letters that a name must have, typed and true, for a
// slip to be seen in it: shorter ones are too much alike. A word as short as
// that in a longer name may be mistyped, since the other words vouch for it.
const minSlip = 4

// minSlipPrefix is the same where the name goes on after the query.
const minSlipPrefix = 5

// The scores of names with a slip, below those of all that have none: the least
// of these is formerName × scoreInside × wrongKind = 0.077.
const (
	slipWhole     = 0.070
	slipInPlace   = 0.060 // the name is faultless, the slip in the kind or the place
	slipPrefix    = 0.040
	slipFormer    = 0.5 // factor of a former name
	slipWrongKind = 0.9 // factor where the query says another kind
)

// slipScore returns how well a joined name answers a joined query that has one
// slip, 0 for not at all or without one.
func slipScore(typed, name string) float64 {
	if len(typed) < minSlip || len(name) < minSlip || len(name) < len(typed)-1 {
		return 0
	}
	// Most names are out after a look at two letters: with a slip in the first,
	// one of these four is equal.
	if typed[0] != name[0] && typed[1] != name[1] && typed[1] != name[0] && typed[0] != name[1] {
		return 0
	}
	i := 0
	for i < len(typed) && i < len(name) && typed[i] == name[i] {
		i++
	}
	if i == len(typed) {
		return 0 // a beginning without a slip
	}
	if i == len(name) { // one letter too many at the end
		if len(typed) == i+1 && isLetter(typed[i]) {
			return slipWhole
		}
		return 0
	}
	t, n := typed[i:], name[i:]
	// Only letters are mistyped: another number is another name.
	tooMany, missing := isLetter(t[0]), isLetter(n[0])
	other := tooMany && missing
	if tooMany && t[1:] == n || missing && t == n[1:] || other && t[1:] == n[1:] || exchanged(t, n) && t[2:] == n[2:] {
		return slipWhole
	}
	// At the last letter typed anything could follow.
	if len(typed) < minSlipPrefix || len(t) < 2 {
		return 0
	}
	if tooMany && strings.HasPrefix(n, t[1:]) || missing && strings.HasPrefix(n[1:], t) || other && strings.HasPrefix(n[1:], t[1:]) ||
		exchanged(t, n) && len(t) > 2 && strings.HasPrefix(n[2:], t[2:]) {
		return slipPrefix
	}
	return 0
}

// exchanged reports whether t and n begin with the same two letters the other
// way round.
func exchanged(t, n string) bool {
	return len(t) > 1 && len(n) > 1 && t[0] == n[1] && t[1] == n[0] && isLetter(t[0]) && isLetter(t[1])
}

func isLetter(c byte) bool { return c < '0' || c > '9' }

// isSlip reports whether typed is word with one slip, the last letter missing
// among them.
func isSlip(typed, word string) bool {
	return slipScore(typed, word) == slipWhole ||
		len(typed) >= minSlip && len(word) == len(typed)+1 && strings.HasPrefix(word, typed) && isLetter(word[len(typed)])
}

// slippable reports whether readings of one name can be a name with a slip.
func (t *Table) slippable(same []reading) bool {
	n := len(same[0].joined)
	return n >= minSlip && n <= 1+max(t.names.longest, t.formerNames.longest)
}

// hasNewWord reports whether a word of the reading's name is in no name, in
// force or former.
func (t *Table) hasNewWord(r *reading) bool {
	for w := range strings.SplitSeq(r.name, " ") {
		if !t.names.hasWord(w) && !t.formerNames.hasWord(w) {
			return true
		}
	}
	return false
}

// slippedReadings returns the readings of a query whose slip is in a kind or in
// a place; the name must then be a whole one, and faultless.
func (t *Table) slippedReadings(query string) []reading {
	parts := strings.SplitN(query, ",", maxParts+1)
	head := newText(parts[0])
	n := len(head.folded)
	if n == 0 || n > maxWords {
		return nil
	}
	var out []reading
	for _, k := range wordsBefore {
		m := len(k.words)
		if n > m && isSlip(strings.Join(head.folded[:m], ""), strings.Join(k.words, "")) {
			out = t.withEndings(out, head.slice(m, n), parts[1:], k.levels)
		}
	}
	for _, k := range wordsAfter {
		m := n - len(k.words)
		if m > 0 && isSlip(strings.Join(head.folded[m:], ""), strings.Join(k.words, "")) {
			out = t.withEndings(out, head.slice(0, m), parts[1:], k.levels)
		}
	}
	for from := max(1, n-t.places.longest); from < n; from++ {
		if s, ok := t.places.slipped(head.folded[from:]); ok {
			out = withKinds(out, head.slice(0, from), reading{settings: []setting{s}})
		}
	}
	for i := range out {
		out[i].whole = true
	}
	return out
}

// withEndings appends the readings of a query whose kind is known, its words
// being what remains of it.
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

// slipped returns the places that the folded words name with one slip, with or
// without a faultless kind.
func (x *placeIndex) slipped(folded []string) (s setting, ok bool) {
	if len(folded) == 0 || len(folded) > x.longest {
		return setting{}, false
	}
	add := func(joined string) {
		for i := range x.list {
			if p := &x.list[i]; isSlip(joined, p.joined) {
				s.places = append(s.places, *p)
				if p.today != "" {
					s.today = p.today
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
