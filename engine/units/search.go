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

// Hit is one result of a search: a unit, and how well it fits the query.
type Hit struct {
	Kind     Kind     // which of the two that follow is set
	Province Province // if Kind is KindProvince
	Ward     Ward     // if Kind is KindWard
	Score    float64  // in (0, 1]; 1 is the very name or code

	// Matched is what the query met: the unit's full name, its code, or the
	// former name that led to it, with what that lay in and its last day:
	// "Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)".
	Matched string
	Former  bool // Matched is a former name
}

// Search returns the units that query means, best first: the very name, then
// names that begin with it, names with a word that begins with it, names that
// contain it. Marks may be left out; where they are written, names that agree
// with them come first. The kind may stand beside the name, in full or short
// ("p.", "TP"), and so may the province or the former district ("Hòa An, Cao
// Bằng", "Bến Thành, Quận 1"); a wrong kind lowers the score. Codes are found
// too.
//
// Names of units that were abolished in July 2025 lead to their successors: of
// a former ward to those of today, of a district to the wards that its units
// went to, of a province to today's. They come after the units of today that
// are named so or whose name begins with that, unless the kind beside the name is
// one that there is no longer ("quận 1"). Last come names with one typing error.
// Of equal scores a unit that is still called as the former one was comes first;
// the others are in the order of codes, provinces first.
func (t *Table) Search(query string, filter Filter) []Hit {
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
	if !f.whole && len(f.found) < enoughFaultless {
		f.readSlips(readings)
		f.read(t.slippedReadings(query), slipInPlace)
	}
	return f.matches()
}

// finder collects what answers a query.
type finder struct {
	table  *Table
	filter Filter
	best   []hit   // by entry
	found  []int32 // entries that have a hit
	whole  bool    // one in force has a name that is the whole query
}

// hit is how an entry answers.
type hit struct {
	score  float64 // 0: not at all
	former int32   // 1 + the index in formerNames of the name that led to it; 0 for its own
	code   bool    // by its code, not by its name
}

func (f *finder) admits(e *entry) bool {
	return (f.filter.Kind == AnyKind || f.filter.Kind == e.kind) && (f.filter.ProvinceCode == "" || f.filter.ProvinceCode == e.province)
}

// note keeps a hit if it is the entry's best.
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

// read notes what answers the readings. If inPlace is not 0, each score is
// multiplied by it, as there is a slip beside the names.
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
			f.noteFormer(name, r, formerFactor(r, score)*score*factor)
		})
	})
}

// eachName calls visit with the readings of each name, so that a name is looked
// for once. It changes their order.
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

// isCode reports whether a name can be a code or the beginning of one.
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
		h.score *= factor
		f.note(i, h)
	}
}

// readSlips notes what answers the readings with one slip in the name.
func (f *finder) readSlips(readings []reading) {
	t := f.table
	eachName(readings, func(same []reading) {
		if !t.slippable(same) {
			return
		}
		known := !t.hasNewWord(&same[0])
		t.names.eachSlipped(same[0].joined, func(i int, score float64) {
			for j := range same {
				r := &same[j]
				if r.allows(score) && (i < len(t.provinces) || !known || len(r.settings) > 0) && t.lies(i, r.settings) {
					f.note(i, hit{score: score * slipKindFactor(r, t.entries[i].level)})
				}
			}
		})
		t.former.eachSlipped(t, same, known, func(name int, r *reading, score float64) {
			f.noteFormer(name, r, slipFormer*score)
		})
	})
}

// allows reports whether a slip with the score is one that the reading is open
// to.
func (r *reading) allows(score float64) bool { return score == slipWhole || !r.whole }

func slipKindFactor(r *reading, level string) float64 {
	if kindFactor(r, level) != 1 {
		return slipWrongKind
	}
	return 1
}

// matches returns the best of what was found.
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

// namesake returns 1 for a unit that has the very name by whose former unit it was
// found, and 0 for others: of all that a district became, the ward that is called as
// it was is meant most likely.
func (f *finder) namesake(entry int32) int {
	t := f.table
	if name := f.best[entry].former; name > 0 && t.formerNames.list[name-1].key == t.names.list[entry].key {
		return 1
	}
	return 0
}

// firstOf returns the first n of list in the order of compare, all if n is 0. It
// changes list. The few that are asked for are picked out of the thousands that
// a letter or two may find, without sorting these.
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
	m := Hit{Score: h.score, Former: h.former > 0}
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
		m.Matched = t.former.title(int(h.former - 1))
	case h.code:
		m.Matched = code
	default:
		m.Matched = full
	}
	return m
}

// lies reports whether the unit of an entry lies in all of the settings; none
// but a ward lies in any.
func (t *Table) lies(entry int, settings []setting) bool {
	for i := range settings {
		if entry < len(t.provinces) || !settings[i].holdsWard(t, entry-len(t.provinces)) {
			return false
		}
	}
	return true
}

// entry is what a search reads of a unit.
type entry struct {
	spelling
	kind     Kind
	level    string
	province string // code; a province's own
	code     string
	alias    string // its code in other lists; "" none
}

func newProvinceEntry(p Province) entry {
	return entry{spelling: newSpelling(p.Name).withInitials(), kind: KindProvince, level: p.Level, province: p.Code, code: p.Code}
}

func newWardEntry(w Ward) entry {
	return entry{spelling: newSpelling(w.Name), kind: KindWard, level: w.Level, province: w.ProvinceCode, code: w.Code}
}
