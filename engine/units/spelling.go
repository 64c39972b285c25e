// SPDX-License-Identifier: MIT

package units

import "strings"

// spelling is a name in the forms that a search compares.
type spelling struct {
	name     string // folded
	key      string // Key of the name
	joined   string // name without spaces, as in "Hanoi"
	initials string // of a province of several words, as in "HCM"; else ""
}

func newSpelling(name string) spelling {
	folded, key := spell(name)
	return spelling{name: folded, key: key, joined: strings.ReplaceAll(folded, " ", "")}
}

// withInitials returns s with its initials set, if it has several words.
func (s spelling) withInitials() spelling {
	if ws := strings.Fields(s.name); len(ws) > 1 {
		for _, w := range ws {
			s.initials += w[:1] // folded Vietnamese is ASCII; any other initials match nothing
		}
	}
	return s
}

// spellings is a searchable list of names. One long string of all names is many times
// faster to search than name by name.
type spellings struct {
	list    []spelling
	spaced  haystack // each name as "\n ba dinh"
	joined  haystack // each name as "\nbadinh"
	longest int      // letters of the longest, without spaces
}

func newSpellings(list []spelling) spellings {
	s := spellings{list: list}
	for i := range list {
		s.longest = max(s.longest, len(list[i].joined))
	}
	s.spaced = newHaystack(list, "\n ", func(s *spelling) string { return s.name })
	s.joined = newHaystack(list, "\n", func(s *spelling) string { return s.joined })
	return s
}

// each calls visit with the index of every name that may match the reading. It may
// visit others, and some twice.
func (s *spellings) each(r *reading, visit func(i int)) {
	if r.name == "" || len(r.joined) > s.longest {
		return
	}
	needle := r.name
	if len(needle) < minInside {
		needle = " " + needle // only at the beginning of words
	}
	s.spaced.eachWith(needle, visit)
	s.joined.eachAfter(r.joined, visit)
	if len(r.name) > maxInitials {
		return
	}
	for i := range s.list {
		if s.list[i].initials == r.name {
			visit(i)
		}
	}
}

// eachTypo calls visit with the index of every name that matches joined with one
// typo, as a whole or as a prefix, and with its score.
func (s *spellings) eachTypo(joined string, visit func(i int, score float64)) {
	h := &s.joined
	for i := range s.list {
		if score := typoScore(joined, h.text[h.starts[i]+1:h.starts[i+1]]); score > 0 {
			visit(i, score)
		}
	}
}

// hasWord reports whether a word is in any of the names.
func (s *spellings) hasWord(w string) bool {
	w = " " + w
	return strings.Contains(s.spaced.text, w+" ") || strings.Contains(s.spaced.text, w+"\n")
}

// maxInitials is the number of letters of the longest initials: BRVT.
const maxInitials = 4

// haystack is a concatenation of texts.
type haystack struct {
	text   string
	starts []uint32 // where each text begins, and the end
}

func newHaystack(list []spelling, before string, text func(*spelling) string) haystack {
	var b strings.Builder
	size := 0
	for i := range list {
		size += len(before) + len(text(&list[i]))
	}
	b.Grow(size)
	starts := make([]uint32, 0, len(list)+1)
	for i := range list {
		starts = append(starts, uint32(b.Len()))
		b.WriteString(before)
		b.WriteString(text(&list[i]))
	}
	starts = append(starts, uint32(b.Len()))
	return haystack{b.String() + "\n", starts}
}

// eachWith calls visit once with the index of each text that contains needle.
func (h *haystack) eachWith(needle string, visit func(i int)) {
	if len(h.starts) == 0 {
		return
	}
	end := int(h.starts[len(h.starts)-1])
	for i, pos := 0, 0; pos < end; {
		at := strings.Index(h.text[pos:], needle)
		if at < 0 {
			return
		}
		pos += at
		for int(h.starts[i+1]) <= pos {
			i++
		}
		visit(i)
		pos = int(h.starts[i+1])
	}
}

// eachAfter calls visit with the index of each text that begins with prefix after its
// line break.
func (h *haystack) eachAfter(prefix string, visit func(i int)) {
	for i := range max(0, len(h.starts)-1) {
		if text := h.text[h.starts[i]+1:]; text[0] == prefix[0] && strings.HasPrefix(text, prefix) {
			visit(i)
		}
	}
}
