// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// oldUnit is a ward, commune or township as of 30 June 2025.
type oldUnit struct {
	code                     string // "" if the base does not know it
	name, district, province string // with their kinds
	successors               []string
}

// legacy holds the base's mappings after repair.
type legacy struct {
	units       []oldUnit
	placeless   []string // codes of current wards whose mapping names no former unit
	renumbered  int      // number of mappings whose successor code is not a ward's
	contradict  []string // mappings whose successor code is another ward's
	joined      int      // number of mappings without an old code for which one was found
	ambiguous   []string // names without a code that match several codes
	unmapped    []string // wards without a mapping to them
	withoutCode int      // number of units left without a code
}

// identity identifies former units without a code.
type identity struct{ name, district, province string }

func identityOf(m baseMapping) identity {
	return identity{units.Key(m.OldName), units.Key(m.OldDistrict), units.Key(m.OldProvince)}
}

// resolveLegacy repairs the base's mappings. A successor's name takes precedence
// over its code, because the codes contain typos (missing zeros, codes of wards
// of the same name in other provinces), while all names exist in their province.
// A mapping without an old code gets that of the only unit with the same name,
// district and province. If there is none it keeps only its names.
func resolveLegacy(mappings []baseMapping, provinces, wards []unitRow) (legacy, error) {
	var l legacy
	resolve := newResolver(provinces, wards)
	codes := codesByIdentity(mappings)
	index := make(map[string]int) // code, or identity without a code → index in l.units
	led := make(map[string]bool)
	for _, m := range mappings {
		successor, err := resolve.successor(m)
		if err != nil {
			return l, err
		}
		led[successor] = true
		l.noteCode(m, successor, resolve)
		if m.OldName == "" {
			l.placeless = append(l.placeless, successor)
			continue
		}
		id := identityOf(m)
		code := m.OldCode
		if known := codes[id]; code == "" && len(known) == 1 {
			code = known[0]
			l.joined++
		} else if code == "" && len(known) > 1 {
			l.ambiguous = append(l.ambiguous, m.OldName+", "+m.OldDistrict)
		}
		key := code
		if key == "" {
			key = fmt.Sprint(id)
		}
		i, ok := index[key]
		if !ok {
			i = len(l.units)
			index[key] = i
			l.units = append(l.units, oldUnit{code: code, name: normalName(m.OldName), district: normalName(m.OldDistrict), province: normalName(m.OldProvince)})
		}
		if u := &l.units[i]; !slices.Contains(u.successors, successor) {
			u.successors = append(u.successors, successor)
		}
	}
	for _, w := range wards {
		if !led[w.code] {
			l.unmapped = append(l.unmapped, w.code+" "+w.fullName())
		}
	}
	l.sort()
	return l, nil
}

// noteCode counts a mapping whose successor code is not that of the named ward.
func (l *legacy) noteCode(m baseMapping, successor string, r resolver) {
	switch {
	case m.NewCode == successor:
	case !r.codes[m.NewCode]:
		l.renumbered++
	default:
		l.contradict = append(l.contradict, fmt.Sprintf("%s %s: %s %s, %s → %s",
			m.OldCode, m.OldName, m.NewCode, m.NewName, m.NewProvince, successor))
	}
}

// sort orders units by code. Units without a code are last, ordered by names.
func (l *legacy) sort() {
	for i := range l.units {
		slices.Sort(l.units[i].successors)
		if l.units[i].code == "" {
			l.withoutCode++
		}
	}
	slices.SortFunc(l.units, func(a, b oldUnit) int {
		if (a.code == "") != (b.code == "") {
			return strings.Compare(b.code, a.code)
		}
		return cmp.Or(strings.Compare(a.code, b.code), strings.Compare(a.province, b.province),
			strings.Compare(a.district, b.district), strings.Compare(a.name, b.name))
	})
}

// codesByIdentity returns the codes that the mappings give to each former unit.
func codesByIdentity(mappings []baseMapping) map[identity][]string {
	out := make(map[identity][]string)
	for _, m := range mappings {
		id := identityOf(m)
		if m.OldCode != "" && !slices.Contains(out[id], m.OldCode) {
			out[id] = append(out[id], m.OldCode)
		}
	}
	return out
}

// resolver finds current wards by name.
type resolver struct {
	provinces map[string]string // key of the name → code
	wards     map[string]string // province code, key of the full name in the base → code
	codes     map[string]bool
}

func newResolver(provinces, wards []unitRow) resolver {
	r := resolver{make(map[string]string), make(map[string]string), make(map[string]bool)}
	for _, p := range provinces {
		r.provinces[units.Key(p.name)] = p.code
	}
	for _, w := range wards {
		r.wards[w.province+units.Key(w.fullName())] = w.code
		r.codes[w.code] = true
	}
	for _, a := range wardAmendments() { // the mappings have the kinds as of July 2025
		if i, ok := findRow(wards, a.code); ok {
			r.wards[wards[i].province+units.Key(a.from+" "+a.name)] = a.code
		}
	}
	return r
}

// successor returns the code of the ward that a mapping leads to.
func (r resolver) successor(m baseMapping) (string, error) {
	province, ok := r.provinces[units.Key(strings.TrimPrefix(normalName(m.NewProvince), "Thành phố "))]
	if !ok {
		return "", fmt.Errorf("mapping of %s %s: no province %q", m.OldCode, m.OldName, m.NewProvince)
	}
	code, ok := r.wards[province+units.Key(m.NewName)]
	if !ok {
		return "", fmt.Errorf("mapping of %s %s: no ward %q in %s", m.OldCode, m.OldName, m.NewName, m.NewProvince)
	}
	return code, nil
}

func legacyTable(list []oldUnit) [][]string {
	out := [][]string{{"code", "name", "district", "province", "successors"}}
	for _, u := range list {
		out = append(out, []string{u.code, u.name, u.district, u.province, strings.Join(u.successors, " ")})
	}
	return out
}

// report describes the repairs and the remaining faults.
func (l *legacy) report(out *strings.Builder) {
	divided := 0
	for _, u := range l.units {
		if len(u.successors) > 1 {
			divided++
		}
	}
	fmt.Fprintf(out, "legacy: %d old units, %d of them with several successors\n", len(l.units), divided)
	fmt.Fprintf(out, "legacy: %d successor codes of no ward, all resolved by name\n", l.renumbered)
	fmt.Fprintf(out, "legacy: %d mappings without an old code were given one; %d units remain without\n", l.joined, l.withoutCode)
	list := func(title string, items []string) {
		fmt.Fprintf(out, "legacy: %s: %d\n", title, len(items))
		for _, item := range items {
			fmt.Fprintf(out, "  %s\n", item)
		}
	}
	list("successor codes of another ward, resolved by name", l.contradict)
	list("names without a code that several codes share", l.ambiguous)
	list("mappings that name no old unit, left out", l.placeless)
	list("wards that no old unit leads to", l.unmapped)
}
