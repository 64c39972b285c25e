// SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// formation finds the units that the portal's texts name.
type formation struct {
	merger    *merger
	byName    map[string][]int // present province, key of the name → indices in merger.official
	byLetters map[string][]int // the same for the name's letters without marks and spaces
	byCode    map[string]int
	decided   map[[2]string]string // code of a ward, name in its text → code of a former unit
	made      map[string][]string  // code of a ward → codes of the former units
	guessed   []string             // names that only the other list, or the district of their neighbours, decided
}

// named is a former unit as a text names it.
type named struct {
	name               string // "Xã An Trung"
	district, province string // "huyện Kông Chro"; "" if the text does not say
}

// newFormation returns a formation without answers. decided are the names of decidedNames.
func newFormation(m *merger, decided map[[2]string]string) *formation {
	f := &formation{merger: m, byName: make(map[string][]int), byLetters: make(map[string][]int), byCode: make(map[string]int), decided: decided, made: make(map[string][]string)}
	present := m.presentProvinces()
	for i, u := range m.official {
		f.byCode[u.code] = i
		in := present[u.provinceCode]
		f.byName[in+units.Key(u.name)] = append(f.byName[in+units.Key(u.name)], i)
		f.byLetters[in+letters(u.name)] = append(f.byLetters[in+letters(u.name)], i)
	}
	return f
}

// resolveAll finds for each ward the former units that its text names. It is an error if a former
// unit is named nowhere, or if a decided name does not occur.
func (f *formation) resolveAll() error {
	m := f.merger
	var faults []error
	for _, w := range m.wards {
		if err := f.resolve(w); err != nil {
			faults = append(faults, fmt.Errorf("ward %s %s: %w", w.code, w.name, err))
		}
	}
	led := make(map[string]bool)
	for _, codes := range f.made {
		for _, code := range codes {
			led[code] = true
		}
	}
	for _, u := range m.official {
		if !led[u.code] {
			faults = append(faults, fmt.Errorf("no text names %s %s, %s, %s", u.code, u.name, u.district, u.province))
		}
	}
	if len(f.decided) > 0 {
		faults = append(faults, fmt.Errorf("%d decided names do not occur: %v", len(f.decided), f.decided))
	}
	return errors.Join(faults...)
}

// presentProvinces returns the present province of each former one, by codes: the one to which
// the other list assigns most of its units.
func (m *merger) presentProvinces() map[string]string {
	of := make(map[string]string, len(m.wards))
	for _, w := range m.wards {
		of[w.code] = w.province
	}
	was := make(map[string]string, len(m.official))
	for _, u := range m.official {
		was[u.code] = u.provinceCode
	}
	votes := make(map[[2]string]int)
	most := make(map[string]string)
	for pair := range m.opinion {
		from, to := was[pair[0]], of[pair[1]]
		votes[[2]string{from, to}]++
		if votes[[2]string{from, to}] > votes[[2]string{from, most[from]}] {
			most[from] = to
		}
	}
	return most
}

func (f *formation) resolve(w portalWard) error {
	if w.from == "Không sáp nhập" { // not merged: the unit kept its code
		code := w.code
		if code == "23737" { // Ia Mơ had another code before
			code = "23938"
		}
		if _, ok := f.byCode[code]; !ok {
			return fmt.Errorf("no unit had the code %s", code)
		}
		f.made[w.code] = []string{code}
		return nil
	}
	list := namesIn(w.from)
	districts := make(map[string]int) // of the names that only one unit has
	choices := make([][]int, len(list))
	for i, n := range list {
		choices[i] = f.choices(w, n)
		if len(choices[i]) == 1 {
			districts[f.merger.official[choices[i][0]].district]++
		}
	}
	for i, n := range list {
		if slices.Contains(notUnits(), n.name) {
			continue
		}
		unit, err := f.choose(w, choices[i], districts)
		if err != nil {
			return fmt.Errorf("%q: %w", n.name, err)
		}
		if len(choices[i]) > 1 {
			f.guessed = append(f.guessed, fmt.Sprintf("%s %s: %s is %s", w.code, w.name, n.name, unit))
		}
		if slices.Contains(f.made[w.code], unit) {
			return fmt.Errorf("%s is named twice", unit)
		}
		f.made[w.code] = append(f.made[w.code], unit)
	}
	f.made[w.code] = append(f.made[w.code], unnamedUnits()[w.code]...)
	return nil
}

// choices returns the units that a name of a text may mean.
func (f *formation) choices(w portalWard, n named) []int {
	if code, ok := f.decided[[2]string{w.code, n.name}]; ok {
		delete(f.decided, [2]string{w.code, n.name})
		return []int{f.byCode[code]}
	}
	for _, list := range [][]int{f.byName[w.province+units.Key(n.name)], f.byLetters[w.province+letters(n.name)]} {
		list = slices.DeleteFunc(slices.Clone(list), func(i int) bool {
			u := &f.merger.official[i]
			return n.district != "" && letters(u.district) != letters(n.district) || n.province != "" && letters(u.province) != letters(n.province)
		})
		if len(list) > 0 {
			return list
		}
	}
	return nil
}

// choose returns the code of one of several units: the only one that the other list assigns to
// the ward, or else one of the district that most of the ward's other units are from.
func (f *formation) choose(w portalWard, list []int, districts map[string]int) (string, error) {
	if len(list) == 0 {
		return "", fmt.Errorf("no such unit in province %s", w.province)
	}
	if len(list) > 1 {
		second := slices.DeleteFunc(slices.Clone(list), func(i int) bool {
			return !f.merger.opinion[[2]string{f.merger.official[i].code, w.code}]
		})
		if len(second) == 1 {
			list = second
		}
	}
	if len(list) > 1 {
		near := func(i int) int { return districts[f.merger.official[i].district] }
		most := slices.MaxFunc(list, func(a, b int) int { return near(a) - near(b) })
		list = slices.DeleteFunc(slices.Clone(list), func(i int) bool { return near(i) < near(most) })
	}
	if len(list) > 1 {
		var codes []string
		for _, i := range list {
			codes = append(codes, f.merger.official[i].code+" "+f.merger.official[i].district)
		}
		return "", fmt.Errorf("several units: %s", strings.Join(codes, ", "))
	}
	return f.merger.official[list[0]].code, nil
}

var (
	bracketed    = regexp.MustCompile(`\s*\(([^()]*)\)`)
	districtText = regexp.MustCompile(`(?i)^(?:thuộc )?((?:huyện|quận|thị xã|thành phố) [^,]+)(?:, (tỉnh [^,]+))?$`)
)

// namesIn splits a portal's text into names. Brackets hold a district, or a remark, mostly that
// only the rest of a divided unit went to the ward.
func namesIn(text string) (out []named) {
	depth, from := 0, 0
	split := func(part string) {
		n := named{name: normalName(bracketed.ReplaceAllString(part, ""))}
		for _, m := range bracketed.FindAllStringSubmatch(part, -1) {
			if d := districtText.FindStringSubmatch(normalName(m[1])); d != nil {
				n.district, n.province = d[1], d[2]
			}
		}
		out = append(out, n)
	}
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			split(text[from:i])
			from = i + 1
		}
	}
	split(text[from:])
	return out
}

// letters returns a name's letters and digits, without marks.
func letters(name string) string { return strings.ReplaceAll(units.Fold(name), " ", "") }
