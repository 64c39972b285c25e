// SPDX-License-Identifier: MIT

package search

import (
	"cmp"
	"slices"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// results returns the best matches.
func (f *finder) results(houses []Match) []Match {
	list := houses
	key, folded := units.Key(f.query.Text), units.Fold(f.query.Text)
	for i := range f.list {
		c := &f.readings[f.list[i].reading]
		m := Match{Entry: f.Entry(int(f.list[i].entry)), Typo: c.typo, index: int(f.list[i].entry)}
		m.Score = f.list[i].score + f.refine(&m.Entry, c, key, folded)
		m.Whole = m.Kind.IsRoad() && !m.Ref && !m.Typo && bareName(wordsOf(m.Name)) == bareName(c.words)
		switch {
		case c.number == "":
		case m.Whole:
			m.Number = c.number
		default:
			m.Score -= qualityMissing - qualityStreet
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Match) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.index, b.index)) })
	out := make([]Match, 0, f.query.Limit)
	for _, m := range list {
		if len(out) == f.query.Limit || m.Score < list[0].Score-worst {
			break
		}
		if !slices.ContainsFunc(out, func(o Match) bool { return sameAs(&o, &m) }) {
			out = append(out, m)
		}
	}
	return out
}

// inOrder reports whether all words of text are in name in their order.
func inOrder(name, text string) bool {
	names := strings.Fields(name)
	for _, w := range strings.Fields(text) {
		i := slices.IndexFunc(names, func(n string) bool { return strings.HasPrefix(n, w) })
		if i < 0 {
			return false
		}
		names = names[i+1:]
	}
	return true
}

// sameOrder reports whether text is in name with one typing error.
func sameOrder(name, text string) bool {
	names, words := strings.Fields(name), strings.Fields(text)
	for i := 0; i+len(words) <= len(names); i++ {
		differ := 0
		for k, w := range words {
			if n := names[i+k]; n != w && !strings.HasPrefix(n, w) {
				differ++
			}
		}
		if differ <= 1 {
			return true
		}
	}
	return false
}

// sameRange is the distance below which two results of one name and kind are one
// (metres).
const sameRange = 250

// sameAs reports whether a and b are shown as one: a market, its area and its bus stop.
func sameAs(a, b *Match) bool {
	roads := a.Kind.IsRoad() || b.Kind.IsRoad() || a.Street != "" || b.Street != ""
	if roads && (a.Kind.IsRoad() != b.Kind.IsRoad() || a.Ref != b.Ref || a.Street != b.Street) {
		return false
	}
	return strings.EqualFold(a.Name, b.Name) && geo.Distance(a.At, b.At) < sameRange
}

// bareName returns the words of a name without that for a street.
func bareName(words []string) string { return strings.Join(withoutStreet(words), " ") }

// refine returns the correction of a coarse score by the order of the words and the
// marks.
func (f *finder) refine(e *Entry, c *reading, key, folded string) float64 {
	if e.Ref {
		if refWord(e.Name) == strings.Join(c.words, "") {
			return 0.1
		}
		return 0
	}
	name, text := bareName(wordsOf(e.Name)), bareName(c.words)
	score := 0.0
	switch at := strings.Index(name, text); {
	case name == text:
		score = 0.05
	case at == 0:
	case at > 0:
		score = -0.03
	case strings.Contains(units.Fold(e.NameEn), text):
		// The coarse score took it for all of the name.
		if n := len(wordsOf(e.NameEn)); n > len(c.words) {
			score = -weightEnglish * (1 - float64(len(c.words))/float64(n))
		}
	case sameOrder(name, text):
	case inOrder(name, text):
		score = -0.05
	default:
		score = -0.15
	}
	// A text with marks means a name with these marks.
	if key != folded && !c.typo {
		if strings.Contains(units.Key(e.Name), key) {
			score += 0.06
		} else {
			score -= 0.06
		}
	}
	return score
}
