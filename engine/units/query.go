// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"
)

// text is a list of words in both forms that a search compares.
type text struct {
	folded, keys []string // of equal length
}

// newText returns the words of s. Words such as Q1 and P12 are split.
func newText(s string) text {
	folded, key := spell(s)
	if folded == "" {
		return text{}
	}
	t := text{strings.Split(folded, " "), strings.Split(key, " ")}
	for i := 0; i < len(t.folded); i++ {
		if w := t.folded[i]; len(w) > 1 && strings.Contains("pq", w[:1]) && strings.Trim(w[1:], "0123456789") == "" {
			t.folded = slices.Replace(t.folded, i, i+1, w[:1], w[1:])
			t.keys = slices.Replace(t.keys, i, i+1, w[:1], w[1:])
			i++
		}
	}
	return t
}

func (t text) slice(from, to int) text { return text{t.folded[from:to], t.keys[from:to]} }

// reading is one way to understand a query.
type reading struct {
	name     string    // folded; "" matches any name
	joined   string    // name without spaces
	key      string    // Key of the same words
	kind     bool      // the query contains a kind
	levels   []string  // possible meanings of the kind
	settings []setting // the unit must lie in each of them
	whole    bool      // match whole names only: no prefixes, and no kind alone
	ignored  bool      // a part of the query is not among the settings
}

// maxParts is the number of comma-separated parts that are read. maxSettings is the
// number of them that may be places: district, province and one spare. maxWords is
// the number of words a query may have for its end to be read as a place; no unit has
// as many.
const (
	maxParts    = 6
	maxSettings = 3
	maxWords    = 24
)

// readings returns the ways to understand a query: all of it as a name; a kind and a
// name; either of them followed by one or two places. A part after a comma can only
// be a place ("Bến Thành, Quận 1, TP HCM"), and is ignored if it is none.
func (t *Table) readings(query string) []reading {
	parts := strings.SplitN(query, ",", maxParts+1)
	head := newText(parts[0])
	if len(head.folded) == 0 {
		return nil
	}
	var settings []setting
	ignored := false
	for _, part := range parts[1:min(len(parts), maxParts)] {
		words := newText(part).folded
		if s, ok := t.places.named(words); ok && len(settings) < maxSettings {
			s.loose = false // after a comma it cannot be part of a name
			settings = append(settings, s)
		} else {
			ignored = ignored || len(words) > 0
		}
	}
	out := withKinds(nil, head, reading{settings: settings, ignored: ignored})
	t.eachEnding(head.folded, func(from int, found ...setting) {
		whole := slices.ContainsFunc(found, func(s setting) bool { return s.loose && s.current == "" })
		out = withKinds(out, head.slice(0, from), reading{settings: append(found, settings...), whole: whole, ignored: ignored})
	})
	return out
}

// eachEnding calls visit with every place, and every two consecutive places, at the
// end of words, and with the index where they begin.
func (t *Table) eachEnding(words []string, visit func(from int, found ...setting)) {
	n := len(words)
	if n > maxWords {
		return
	}
	for last := max(1, n-t.places.longest); last < n; last++ {
		outer, ok := t.places.named(words[last:])
		if !ok {
			continue
		}
		visit(last, outer)
		for from := max(1, last-t.places.longest); from < last; from++ {
			if inner, ok := t.places.named(words[from:last]); ok {
				visit(from, inner, outer)
			}
		}
	}
}

// withKinds appends the readings of words as a name and as a kind and a name. The
// other fields are copied from like.
func withKinds(out []reading, words text, like reading) []reading {
	add := func(words text, kind bool, levels []string) {
		r := like
		r.name, r.joined = strings.Join(words.folded, " "), strings.Join(words.folded, "")
		r.key = strings.Join(words.keys, " ")
		r.kind, r.levels = kind, levels
		out = append(out, r)
	}
	n := len(words.folded)
	add(words, false, nil)
	for _, k := range wordsBefore {
		if hasPrefix(words.folded, k.words) {
			add(words.slice(len(k.words), n), true, k.levels)
		}
	}
	for _, k := range wordsAfter {
		if m := n - len(k.words); m > 0 && hasSuffix(words.folded, k.words) {
			add(words.slice(0, m), true, k.levels)
		}
	}
	if n != 1 {
		return out
	}
	if rest, ok := strings.CutPrefix(words.folded[0], "tp"); ok && rest != "" { // TPHCM
		add(text{[]string{rest}, []string{rest}}, true, []string{LevelCity, formerCity})
	}
	return out
}

// withoutFormerPlaces returns the readings without their former places, and whether
// there were any. A reading whose former place may be part of a name is dropped.
func withoutFormerPlaces(readings []reading) (out []reading, were bool) {
	for _, r := range readings {
		if slices.ContainsFunc(r.settings, func(s setting) bool { return s.current == "" && s.loose }) {
			continue
		}
		kept := slices.DeleteFunc(slices.Clone(r.settings), func(s setting) bool { return s.current == "" })
		were = were || len(kept) < len(r.settings)
		r.ignored = r.ignored || len(kept) < len(r.settings)
		r.settings = kept
		out = append(out, r)
	}
	return out, were
}
