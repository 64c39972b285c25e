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
		name := wordsOf(m.Name)
		if c.typo && !m.Ref && !f.hasOrder(&m.Entry, c, name) {
			continue // other words in another order are another name
		}
		m.Score = f.list[i].score + f.refine(&m.Entry, c, name, key, folded) + f.nearer(&m.Entry)
		m.Whole = m.Kind.IsRoad() && !m.Ref && !m.Typo && bareName(name) == bareName(c.words)
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
	longestFirst(list)
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

// hasOrder reports whether the words of a text with a typing error are in one of the names of an
// entry in their order.
func (f *finder) hasOrder(e *Entry, c *reading, words []string) bool {
	text := withoutStreet(c.words)
	return orderWithTypo(withoutStreet(words), text) || orderWithTypo(wordsOf(e.NameEn), text)
}

// orderWithTypo reports whether all words of text are in name in their order, one of them with a
// typing error.
func orderWithTypo(name, text []string) bool {
	typos := 0
	for _, w := range text {
		i := slices.IndexFunc(name, func(n string) bool { return n == w })
		if i < 0 {
			i = slices.IndexFunc(name, func(n string) bool { return isTypo(w, n) })
			typos++
		}
		if i < 0 || typos > 1 {
			return false
		}
		name = name[i+1:]
	}
	return true
}

// nearer returns what the coarse score of a street lacks because the point of the query is nearer to
// one of its points than to its middle.
func (f *finder) nearer(e *Entry) float64 {
	if !f.query.HasNear || len(e.points) < 2 {
		return 0
	}
	middle := e.At.Fixed()
	from := f.square(middle.Lat, middle.Lon)
	least := from
	for _, p := range e.points {
		least = min(least, f.square(p.Lat, p.Lon))
	}
	return weightNear * (f.nearness(least) - f.nearness(from))
}

// partRange is the distance within which the parts of a numbered road are those of one road
// (metres).
const partRange = 150_000

// longestFirst moves the most important part of each numbered road, which is the longest, before its other
// parts, even if these are nearer.
func longestFirst(list []Match) {
	for i := range list {
		if !list[i].Ref {
			continue
		}
		longest := i
		for k := i + 1; k < len(list); k++ {
			if list[k].Ref && list[k].Importance > list[longest].Importance && SameRef(list[k].Name, list[i].Name) &&
				geo.Distance(list[k].At, list[i].At) < partRange {
				longest = k
			}
		}
		if longest > i {
			part, score := list[longest], list[i].Score
			copy(list[i+1:longest+1], list[i:longest])
			list[i], list[i].Score = part, score
		}
	}
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
func (f *finder) refine(e *Entry, c *reading, words []string, key, folded string) float64 {
	if e.Ref {
		if refWord(e.Name) == strings.Join(c.words, "") {
			return 0.1
		}
		return 0
	}
	name, text := bareName(words), bareName(c.words)
	score := uncovered(e, c, words)
	switch at := strings.Index(name, text); {
	case name == text:
		score += 0.05
	case at == 0:
	case at > 0:
		score -= 0.03
	case strings.Contains(units.Fold(e.NameEn), text):
		// The coarse score took it for all of the name.
		if n := len(wordsOf(e.NameEn)); n > len(c.words) {
			score -= weightEnglish * (1 - float64(len(c.words))/float64(n))
		}
	case sameOrder(name, text):
	case inOrder(name, text):
		score -= 0.05
	default:
		score -= 0.15
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
