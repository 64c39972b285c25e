// SPDX-License-Identifier: MIT

package units

import (
	"cmp"
	"slices"
	"strings"
)

// Kind distinguishes provinces and wards.
type Kind uint8

// The kinds of unit. AnyKind, the zero value, matches both.
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

// Filter restricts a search. The zero value admits all units.
type Filter struct {
	Kind         Kind
	ProvinceCode string // units of this province only, itself included; "" for all
	Limit        int    // maximum number of hits; 0 for all
}

// Hit is one result of a search: a unit, and how well it matches the query.
type Hit struct {
	Kind     Kind     // selects Province or Ward
	Province Province // valid if Kind is KindProvince
	Ward     Ward     // valid if Kind is KindWard
	Score    float64  // in (0, 1]; 1 for the exact name or code

	// Matched is the matching text: the unit's full name, its code, or the former
	// name that led to it, with its district and province and its last day: "Quận 1,
	// Thành phố Hồ Chí Minh (đến 30/6/2025)".
	Matched    string
	Former     bool   // Matched is a former name
	FormerName string // Matched without the last day, valid if Former
	Until      Date   // the last day, valid if Former

	// Part is set if the query has words that are no part of the unit or of those around it,
	// such as a house number and a street.
	Part bool
}

// Search returns the units that match query, best first: the exact name, then names
// that begin with it, names with a word that begins with it, and names that contain
// it. Marks may be omitted; if present, names with the same marks come first. The
// query may contain the kind, in full or short ("p.", "TP"), and the province or the
// former district ("Hòa An, Cao Bằng", "Bến Thành, Quận 1"). A wrong kind lowers the
// score. Codes match too.
//
// Names of units that were abolished in July 2025 lead to their successors: a former
// ward to current wards, a district to the wards that its units went to, a province
// to the current one. A stated kind decides: "Tỉnh Bình Dương" is the former province,
// "Bình Dương" first the wards of that name. Without a kind, provinces come first, then
// wards in force, then former units. Of equal scores a unit with the same name as the
// former one comes first. The others are in the order of codes, provinces first.
//
// The query may be an address as people type it: units in any order, with or without
// commas, marks and kinds, behind house number and street, abbreviated, in another
// spelling ("Đắc Lắc"), as typed with a Telex keyboard that is off ("Hoof Chis Minh"), and
// with one typing error in a word. Names with a typing error come last, unless the query
// names other units that agree.
func (t *Table) Search(query string, filter Filter) []Hit {
	query = withoutTelex(query, t.knowsWord)
	readings := t.readings(query)
	if len(readings) == 0 {
		return nil
	}
	f := finder{table: t, filter: filter, best: make([]hit, len(t.entries))}
	f.read(readings, 0)
	if len(f.found) == 0 {
		if open, were := withoutFormerPlaces(readings); were {
			readings = open
			f.read(readings, 0)
		}
	}
	if !f.whole && len(f.found) < enoughMatches {
		f.readTypos(readings)
		f.read(t.typoReadings(query), typoInPlace)
	}
	f.readSenses(newPhrase(query))
	return f.matches()
}

// finder collects the matches of a query.
type finder struct {
	table  *Table
	filter Filter
	best   []hit   // by entry
	found  []int32 // entries that have a hit
	whole  bool    // a unit in force has the whole query as its name
}

// hit is the best match of an entry.
type hit struct {
	score  float64 // 0: none
	former int32   // 1 + the index in formerNames of the name that led to it; 0 for its own
	code   bool    // by its code, not by its name
	part   bool    // Hit.Part
}

func (f *finder) admits(e *entry) bool {
	return (f.filter.Kind == AnyKind || f.filter.Kind == e.kind) && (f.filter.ProvinceCode == "" || f.filter.ProvinceCode == e.province)
}

// note records a hit if it is the entry's best.
func (f *finder) note(entry int, h hit) {
	b := &f.best[entry]
	if h.score <= b.score || !f.admits(&f.table.entries[entry]) {
		return
	}
	if b.score == 0 {
		f.found = append(f.found, int32(entry))
	}
	*b = h
}

// read notes the matches of the readings. A non-zero inPlace is a factor for each
// score, because the query has a typo outside the name.
func (f *finder) read(readings []reading, inPlace float64) {
	t := f.table
	factor := cmp.Or(inPlace, 1)
	eachName(readings, func(same []reading) {
		if name := same[0].name; name == "" || isCode(name) {
			for i := range t.entries {
				f.readEntry(i, same, factor)
			}
		}
		t.names.each(&same[0], func(i int) { f.readEntry(i, same, factor) })
		t.former.eachAnswering(t, same, func(name int, r *reading, score float64) {
			f.noteFormer(name, r, t.formerFactor(name, r, score)*score*factor*r.ignoring())
		})
	})
}

// eachName calls visit with the readings of each name, so that each name is searched
// once. It changes the order of readings.
func eachName(readings []reading, visit func(same []reading)) {
	slices.SortStableFunc(readings, func(a, b reading) int { return strings.Compare(a.name, b.name) })
	for len(readings) > 0 {
		n := 1
		for n < len(readings) && readings[n].name == readings[0].name {
			n++
		}
		visit(readings[:n])
		readings = readings[n:]
	}
}

// isCode reports whether a name can be a code or the prefix of one.
func isCode(name string) bool {
	return len(name) >= ProvinceDigits && len(name) <= WardDigits && strings.Trim(name, "0123456789") == ""
}

func (f *finder) readEntry(i int, same []reading, factor float64) {
	e := &f.table.entries[i]
	for j := range same {
		r := &same[j]
		h := hit{}
		if !r.kind {
			h.score = e.codeScore(r.name)
			h.code = h.score > 0
		}
		if !h.code {
			h.score = e.score(r)
		}
		if h.score == 0 || !f.table.lies(i, r.settings) || !f.admits(e) {
			continue
		}
		f.whole = f.whole || factor == 1 && e.isWhole(r)
		h.score *= factor * r.ignoring()
		if slices.ContainsFunc(r.settings, func(s setting) bool { return s.current == "" }) {
			h.score *= partOnly
		}
		f.note(i, h)
	}
}

// readTypos notes the matches of the readings with one typo in the name.
func (f *finder) readTypos(readings []reading) {
	t := f.table
	eachName(readings, func(same []reading) {
		if !t.mayBeTypo(same) {
			return
		}
		known := !t.hasNewWord(&same[0])
		t.names.eachTypo(same[0].joined, func(i int, score float64) {
			for j := range same {
				r := &same[j]
				if r.allows(score) && (i < len(t.provinces) || !known || len(r.settings) > 0) && t.lies(i, r.settings) {
					f.note(i, hit{score: score * typoKindFactor(r, t.entries[i].level)})
				}
			}
		})
		t.former.eachTypo(t, same, known, func(name int, r *reading, score float64) {
			f.noteFormer(name, r, typoFormer*score)
		})
	})
}

// allows reports whether the reading admits a typo match with the given score.
func (r *reading) allows(score float64) bool { return score == typoWhole || !r.whole }

func typoKindFactor(r *reading, level string) float64 {
	if kindFactor(r, level) != 1 {
		return typoWrongKind
	}
	return 1
}

// matches returns the best hits.
func (f *finder) matches() []Hit {
	f.found = firstOf(f.found, f.filter.Limit, func(a, b int32) int {
		if f.best[a].score != f.best[b].score {
			return cmp.Compare(f.best[b].score, f.best[a].score)
		}
		return cmp.Or(f.namesake(b)-f.namesake(a), cmp.Compare(a, b))
	})
	out := make([]Hit, len(f.found))
	for i, entry := range f.found {
		out[i] = f.table.match(int(entry), f.best[entry])
	}
	return out
}

// namesake returns 1 for a unit that has the same name as the former unit by which it
// was found, and 0 for others. Of all successors of a district, the ward with its
// name is the most likely one.
func (f *finder) namesake(entry int32) int {
	t := f.table
	if name := f.best[entry].former; name > 0 && t.formerNames.list[name-1].key == t.names.list[entry].key {
		return 1
	}
	return 0
}

// firstOf returns the first n of list in the order of compare, all if n is 0. It
// changes list. It selects the few results of possibly thousands without sorting them
// all.
func firstOf[E any](list []E, n int, compare func(a, b E) int) []E {
	if n <= 0 || n >= len(list) {
		slices.SortFunc(list, compare)
		return list
	}
	first := list[:n]
	slices.SortFunc(first, compare)
	for _, e := range list[n:] {
		if compare(e, first[n-1]) < 0 {
			at, _ := slices.BinarySearchFunc(first, e, compare)
			copy(first[at+1:], first[at:])
			first[at] = e
		}
	}
	return first
}

func (t *Table) match(entry int, h hit) Hit {
	m := Hit{Score: h.score, Former: h.former > 0, Part: h.part}
	var code, full string
	if entry < len(t.provinces) {
		m.Kind, m.Province = KindProvince, t.provinces[entry]
		code, full = m.Province.Code, m.Province.FullName
	} else {
		m.Kind, m.Ward = KindWard, t.wards[entry-len(t.provinces)]
		code, full = m.Ward.Code, m.Ward.FullName
	}
	switch {
	case h.former > 0:
		m.FormerName, m.Until = t.former.title(int(h.former - 1))
		m.Matched = m.FormerName + " (cũ)"
		if !m.Until.IsZero() {
			m.Matched = m.FormerName + " (đến " + m.Until.vietnamese() + ")"
		}
	case h.code:
		m.Matched = code
	default:
		m.Matched = full
	}
	return m
}

// lies reports whether the unit of an entry lies in all of the settings. Only wards
// lie in a setting.
func (t *Table) lies(entry int, settings []setting) bool {
	for i := range settings {
		if entry < len(t.provinces) || !settings[i].holdsWard(t, entry-len(t.provinces)) {
			return false
		}
	}
	return true
}

// entry is a unit as seen by the search.
type entry struct {
	spelling
	kind     Kind
	level    string
	province string // code; a province's own
	code     string
	alias    string // its code in other lists; "" for none
}

func newProvinceEntry(p Province) entry {
	return entry{spelling: newSpelling(p.Name).withInitials(), kind: KindProvince, level: p.Level, province: p.Code, code: p.Code}
}

func newWardEntry(w Ward) entry {
	return entry{spelling: newSpelling(w.Name), kind: KindWard, level: w.Level, province: w.ProvinceCode, code: w.Code}
}
