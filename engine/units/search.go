package units

import (
	"cmp"
	"slices"
	"strings"
)

// Kind tells provinces from wards.
type Kind uint8

// The kinds of unit. AnyKind, the zero value, leaves a filter open.
const (
	AnyKind Kind = iota
	KindProvince
	KindWard
)

// String returns "any", "province" or "ward".
func (k Kind) String() string {
	switch k {
	case KindProvince:
		return "province"
	case KindWard:
		return "ward"
	}
	return "any"
}

// Filter narrows a search. The zero value leaves all in.
type Filter struct {
	Kind         Kind
	ProvinceCode string // units of this province only, itself included; "" for all
	Limit        int    // at most so many; 0 for all
}

// Match is a unit that answers a query.
type Match struct {
	Kind     Kind     // which of the two that follow is set
	Province Province // if Kind is KindProvince
	Ward     Ward     // if Kind is KindWard
	Score    float64  // in (0, 1]; 1 is the very name or code
	Matched  string   // what the query met: the unit's full name, or its code
}

// Search returns the units that query means, best first: the very name, then
// names that begin with it, names with a word that begins with it, names that
// contain it. Marks may be left out; where they are written, names that agree
// with them come first. The kind may stand beside the name, in full or short
// ("p.", "TP"), and so may the province ("Hòa An, Cao Bằng"); a wrong kind
// lowers the score. Codes are found too. Equal scores are in the order of
// codes, provinces first.
func (t *Table) Search(query string, f Filter) []Match {
	readings := t.readings(query)
	if len(readings) == 0 {
		return nil
	}
	var found []hit
	for i := range t.entries {
		e := &t.entries[i]
		if !f.admits(e) {
			continue
		}
		best := hit{entry: i}
		for j := range readings {
			if score, code := e.score(&readings[j]); score > best.score {
				best.score, best.code = score, code
			}
		}
		if best.score > 0 {
			found = append(found, best)
		}
	}
	slices.SortFunc(found, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.entry, b.entry))
	})
	if f.Limit > 0 && len(found) > f.Limit {
		found = found[:f.Limit]
	}
	out := make([]Match, len(found))
	for i, h := range found {
		out[i] = t.match(h)
	}
	return out
}

func (f Filter) admits(e *entry) bool {
	return (f.Kind == AnyKind || f.Kind == e.kind) && (f.ProvinceCode == "" || f.ProvinceCode == e.province)
}

// hit is an entry that answers, with its best score.
type hit struct {
	entry int
	score float64
	code  bool // by its code, not by its name
}

func (t *Table) match(h hit) Match {
	m := Match{Score: h.score}
	var code, full string
	if h.entry < len(t.provinces) {
		m.Kind, m.Province = KindProvince, t.provinces[h.entry]
		code, full = m.Province.Code, m.Province.FullName
	} else {
		m.Kind, m.Ward = KindWard, t.wards[h.entry-len(t.provinces)]
		code, full = m.Ward.Code, m.Ward.FullName
	}
	m.Matched = full
	if h.code {
		m.Matched = code
	}
	return m
}

// entry is what a search reads of a unit.
type entry struct {
	kind     Kind
	level    string
	province string // code; a province's own
	code     string
	alias    string // its code in other lists; "" none
	name     string // folded
	key      string // as Key has it
	joined   string // name without spaces, as in "Hanoi"
	initials string // of a province of several words, as in "HCM"; else ""
}

func newProvinceEntry(p Province) entry {
	e := newEntry(KindProvince, p.Level, p.Code, p.Code, p.Name)
	if ws := strings.Fields(e.name); len(ws) > 1 {
		for _, w := range ws {
			e.initials += w[:1] // folded Vietnamese is ASCII; if not, nothing will equal it
		}
	}
	return e
}

func newWardEntry(w Ward) entry {
	return newEntry(KindWard, w.Level, w.ProvinceCode, w.Code, w.Name)
}

func newEntry(kind Kind, level, province, code, name string) entry {
	folded, marked := spell(name)
	return entry{
		kind: kind, level: level, province: province, code: code,
		name: folded, joined: strings.ReplaceAll(folded, " ", ""), key: marked,
	}
}

// The scores by how a name meets a query. The steps between them are wider
// than what spread and markBonus add, so that a better kind of meeting always
// wins.
const (
	scoreExact      = 1.00 // the same with its marks
	scoreUnmarked   = 0.98 // the same, the query without marks
	scoreOtherMarks = 0.95 // the same but for marks
	scoreJoined     = 0.93 // the same but for spaces
	scoreInitials   = 0.92
	scorePrefix     = 0.72
	scoreWord       = 0.52
	scoreInside     = 0.34
	scoreKindOnly   = 0.20 // the query is a kind and nothing else

	spread    = 0.08 // times the part of the name that the query covers
	markBonus = 0.10 // the query's marks agree as well; more than length can outweigh
	wrongKind = 0.50 // factor where the query says another kind
)

// score returns how well the unit answers a reading, 0 for not at all, and
// whether it does so by its code.
func (e *entry) score(r *reading) (score float64, code bool) {
	if r.province != "" && (r.province != e.province || e.kind != KindWard) {
		return 0, false
	}
	if !r.kind {
		if score = e.codeScore(r.name); score > 0 {
			return score, true
		}
		return e.nameScore(r), false
	}
	rightKind := slices.Contains(r.levels, e.level)
	switch {
	case r.name == "" && rightKind:
		return scoreKindOnly, false
	case r.name == "":
		return 0, false
	}
	score = e.nameScore(r)
	if !rightKind {
		score *= wrongKind
	}
	return score, false
}

func (e *entry) codeScore(text string) float64 {
	switch {
	case text == e.code || text == e.alias:
		return scoreExact
	case len(text) >= minCodePrefix && strings.HasPrefix(e.code, text):
		return scorePrefix + spread*float64(len(text))/float64(len(e.code))
	}
	return 0
}

// minCodePrefix is the number of digits that a part of a code must have, so
// that the 2 of "Móng Cái 2" does not list a tenth of the country.
const minCodePrefix = 3

// minInside is the number of letters that are looked for inside of words; a
// single one would be in most names.
const minInside = 2

func (e *entry) nameScore(r *reading) float64 {
	switch {
	case r.name == e.name:
		return exactScore(e, r)
	case r.joined == e.joined:
		return scoreJoined
	case r.name == e.initials: // r.name is never "" here
		return scoreInitials
	}
	var score float64
	var marks bool
	at := strings.Index(e.name, r.name)
	switch {
	case at < 0 && strings.HasPrefix(e.joined, r.name):
		score = scoreWord
	case at < 0:
		return 0
	case at == 0:
		score, marks = scorePrefix, strings.HasPrefix(e.key, r.key)
	case startsWord(e.name, r.name, at):
		score, marks = scoreWord, startsWord(e.key, r.key, strings.Index(e.key, r.key))
	case len(r.name) < minInside:
		return 0
	default:
		score = scoreInside
	}
	if marks {
		score += markBonus
	}
	return score + spread*float64(len(r.name))/float64(len(e.name))
}

func exactScore(e *entry, r *reading) float64 {
	switch r.key {
	case e.key:
		return scoreExact
	case r.name:
		return scoreUnmarked
	}
	return scoreOtherMarks
}

// startsWord reports whether text begins a word of s, given that its first
// occurrence is at; at < 0 says that there is none.
func startsWord(s, text string, at int) bool {
	return at == 0 || at > 0 && (s[at-1] == ' ' || strings.Contains(s[at:], " "+text))
}
