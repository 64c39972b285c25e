// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// oldUnit is a ward, commune or township before July 2025.
type oldUnit struct {
	code                     string // "" if the unit is not in the official list of July 2025
	name, district, province string // with their kinds
	until                    string // its last day, ISO 8601; "" if unknown
	successors               []string
}

// legacy holds the former units and what was noticed about them.
type legacy struct {
	units       []oldUnit
	index       map[identity]int // in units
	withoutCode int              // number of units that are not in the official list
	differ      int              // number of units for which the base names other successors than the portal
	guessed     []string         // see formation
}

// identity identifies former units without a code.
type identity struct{ name, district, province string }

func identityOf(name, district, province string) identity {
	return identity{units.Key(name), units.Key(district), units.Key(province)}
}

// resolveLegacy returns the units of the official list, with the wards that the portal's texts
// assign them to, and those that only the base has, which were abolished before.
//
// A successor's name in the base takes precedence over its code, because the codes contain
// typos (missing zeros, codes of wards of the same name in other provinces), while all names
// exist in their province.
func resolveLegacy(f *formation, mappings []baseMapping, provinces, wards []unitRow) (legacy, error) {
	m := f.merger
	l := legacy{guessed: f.guessed, index: make(map[identity]int)}
	coded := make(map[string]int)
	for _, u := range m.official {
		coded[u.code] = len(l.units)
		l.index[identityOf(u.name, u.district, u.province)] = len(l.units)
		l.units = append(l.units, oldUnit{u.code, u.name, u.district, u.province, mergerEve, nil})
	}
	for ward, codes := range f.made {
		for _, code := range codes {
			u := &l.units[coded[code]]
			u.successors = append(u.successors, ward)
		}
	}
	resolve := newResolver(provinces, wards)
	for _, b := range mappings {
		successor, err := resolve.successor(b)
		if err != nil {
			return l, err
		}
		if b.OldName == "" { // a special zone that was a district
			continue
		}
		id := identityOf(b.OldName, b.OldDistrict, b.OldProvince)
		i, known := l.index[id]
		if n, ok := coded[b.OldCode]; ok {
			i, known = n, true
		}
		if !known {
			i = len(l.units)
			l.index[id] = i
			l.units = append(l.units, oldUnit{name: normalName(b.OldName), district: normalName(b.OldDistrict), province: normalName(b.OldProvince), until: lastDays()[normalName(b.OldProvince)]})
		}
		u := &l.units[i]
		switch {
		case slices.Contains(u.successors, successor):
		case u.code == "":
			u.successors = append(u.successors, successor)
		default:
			l.differ++
		}
	}
	return l, nil
}

// addEarlier adds units that were abolished before 2023.
func (l *legacy) addEarlier(list []earlierWard) error {
	for _, e := range list {
		u := oldUnit{name: e.name, district: e.district, province: e.province, until: e.until}
		for _, name := range e.into {
			i, ok := l.index[identityOf(name, e.intoDistrict, e.province)]
			if !ok {
				return fmt.Errorf("%s, %s went to %s, %s, which is no unit", e.name, e.district, name, e.intoDistrict)
			}
			for _, w := range l.units[i].successors {
				if !slices.Contains(u.successors, w) {
					u.successors = append(u.successors, w)
				}
			}
		}
		l.units = append(l.units, u)
	}
	return nil
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

// resolver finds current wards by name.
type resolver struct {
	provinces map[string]string // key of the name → code
	wards     map[string]string // province code, key of the full name in the base → code
}

func newResolver(provinces, wards []unitRow) resolver {
	r := resolver{make(map[string]string), make(map[string]string)}
	for _, p := range provinces {
		r.provinces[units.Key(p.name)] = p.code
	}
	for _, w := range wards {
		r.wards[w.province+units.Key(w.fullName())] = w.code
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
	out := [][]string{{"code", "name", "district", "province", "until", "successors"}}
	for _, u := range list {
		out = append(out, []string{u.code, u.name, u.district, u.province, u.until, strings.Join(u.successors, " ")})
	}
	return out
}

// report describes what was found.
func (l *legacy) report(out *strings.Builder) {
	divided, pairs := 0, 0
	for _, u := range l.units {
		if u.code != "" {
			pairs += len(u.successors)
			divided += min(len(u.successors)-1, 1)
		}
	}
	fmt.Fprintf(out, "legacy: %d units of the official list, %d of them divided, %d pairs with a ward; %d other units\n", len(l.units)-l.withoutCode, divided, pairs, l.withoutCode)
	fmt.Fprintf(out, "legacy: %d successors in the base that the portal does not name\n", l.differ)
	fmt.Fprintf(out, "legacy: names that several units share, decided by the other list or by the district: %d\n", len(l.guessed))
	for _, item := range l.guessed {
		fmt.Fprintf(out, "  %s\n", item)
	}
}
