// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// verdict is the result of recognising a feature.
type verdict struct {
	feature *feature
	how     how
	ward    units.Ward // if it is a ward in force
	reason  Reason     // otherwise
	detail  string
}

// how is the way in which a feature was recognised.
type how uint8

const (
	notAtAll how = iota
	asProvince
	byCode
	byAlias
	byName
)

// joiner recognises features.
type joiner struct {
	table     *units.Table
	provinces provinces
	index     *index
	// district returns the district of a ward, for tables of June 2025; nil for those in force.
	district func(code string) string
}

func newJoiner(table *units.Table, district func(code string) string) *joiner {
	return &joiner{table, newProvinces(table), newIndex(table), district}
}

// judge recognises a feature, without regard to other features.
func (j *joiner) judge(f *feature) verdict {
	g := f.given
	v := verdict{feature: f}
	not := func(r Reason, format string, args ...any) verdict {
		v.reason, v.detail = r, fmt.Sprintf(format, args...)
		return v
	}
	is := func(w units.Ward, h how) verdict {
		if v.ward, v.how = w, h; h == byCode && w.Code != g.code {
			v.how = byAlias
		}
		return v
	}
	if j.provinces.outline(g) {
		v.how = asProvince
		return v
	}
	list := append(spellings(g.name), spellings(g.fullName)...)
	home := j.provinces.of(g)
	coded, inForce := j.table.Ward(g.code)
	said := j.said(g)
	switch {
	case said == abolished && j.district == nil:
		return not(ReasonAbolished, "a kind of unit abolished in July 2025")
	case len(list) > 0 && g.code == "" && home != "" && said == unsaid && j.provinces.called(g.name) == home:
		return not(ReasonAmbiguous, "it may be the province or a ward of its name")
	case len(list) > 0:
	case !inForce && g.code == "":
		return not(ReasonUnnamed, "neither code nor name")
	case !inForce || g.weak:
		return not(ReasonUnknown, "the code is not in force, and there is no name")
	case home != "" && home != coded.ProvinceCode:
		return not(ReasonConflict, "the code is that of %s, which is not in province %s", coded.FullName, home)
	default:
		return is(coded, byCode)
	}
	if inForce && names(list, coded, false) {
		return is(coded, byCode)
	}
	scope := home
	if scope == "" && inForce && !g.weak {
		scope = coded.ProvinceCode
	}
	hits, exact := j.index.find(scope, list)
	if len(hits) > 1 && g.district != "" && j.district != nil {
		hits = slices.DeleteFunc(hits, func(w units.Ward) bool { return !inDistrict(g.district, j.district(w.Code)) })
	}
	if !exact && inForce && (home == "" || home == coded.ProvinceCode) && names(list, coded, true) {
		return is(coded, byCode)
	}
	if len(hits) > 1 && said.level() != "" {
		hits = slices.DeleteFunc(hits, func(w units.Ward) bool { return w.Level != said.level() })
	}
	switch {
	case len(hits) == 1:
		return is(hits[0], byName)
	case len(hits) > 1:
		return not(ReasonAmbiguous, "it may be %s", alternatives(hits))
	case inForce:
		return not(ReasonUnknown, "the code is that of %s now, and no ward in force there has the name", coded.FullName)
	}
	return not(ReasonUnknown, "no longer in force or unknown")
}

// inDistrict reports whether a source's name of a district is the given one. The kind, and marks,
// may be missing.
func inDistrict(given, district string) bool {
	for _, a := range spellings(given) {
		for _, b := range spellings(district) {
			if a.fold == b.fold && (a.kind == unsaid || b.kind == unsaid || a.kind == b.kind) && lacksMarks(a.key, b.key) {
				return true
			}
		}
	}
	return false
}

// alternatives lists a few wards.
func alternatives(wards []units.Ward) string {
	const few = 4
	var out []string
	for _, w := range wards[:min(len(wards), few)] {
		out = append(out, w.FullName+" ("+w.Code+")")
	}
	if len(wards) > few {
		out = append(out, fmt.Sprintf("%d more", len(wards)-few))
	}
	return strings.Join(out, ", ")
}

// join gives each ward its outline: the first feature with its code, or else the
// first with its name. It returns the wards in the order of codes, and records the
// result for every feature in the report.
func join(table *units.Table, district func(code string) string, all []found, r *Report) []verdict {
	j := newJoiner(table, district)
	var verdicts []verdict
	for i := range all {
		for k := range all[i].features {
			verdicts = append(verdicts, j.judge(&all[i].features[k]))
		}
	}
	taken := make(map[string]int) // ward's code → index of its verdict
	for _, named := range [2]bool{false, true} {
		for i, v := range verdicts {
			if _, again := taken[v.ward.Code]; v.ward.Code != "" && !again && (v.how == byName) == named {
				taken[v.ward.Code] = i
			}
		}
	}
	for i := range verdicts {
		v := &verdicts[i]
		if first, is := taken[v.ward.Code]; is && first != i {
			r.doubled(v, &verdicts[first])
			continue
		}
		r.add(v)
	}
	var out []verdict
	for _, w := range table.Wards() {
		if i, is := taken[w.Code]; is {
			out = append(out, verdicts[i])
		} else {
			r.Missing = append(r.Missing, unit(w))
		}
	}
	r.Joined = len(out)
	r.Absent = absent(table, out)
	return out
}

// absent returns the codes of the provinces without a ward among those found.
func absent(table *units.Table, found []verdict) (codes []string) {
	there := make(map[string]bool)
	for _, v := range found {
		there[v.ward.ProvinceCode] = true
	}
	for _, p := range table.Provinces() {
		if !there[p.Code] {
			codes = append(codes, p.Code)
		}
	}
	return codes
}

// add records the result for a feature.
func (r *Report) add(v *verdict) {
	f := v.feature
	switch joined := (Joined{f.place, f.given.report(), unit(v.ward), around(f.parts)}); v.how {
	case asProvince:
		r.Provinces++
	case byName:
		if f.place.Relation != 0 && f.given.code == "" {
			break // few relations have a code
		}
		r.JoinedByName = append(r.JoinedByName, joined)
	case byAlias:
		r.JoinedByAlias = append(r.JoinedByAlias, joined)
	case notAtAll:
		r.NotJoined = append(r.NotJoined, NotJoined{f.place, f.given.report(), v.reason, v.detail, around(f.parts)})
	}
}

func (r *Report) doubled(v, first *verdict) {
	r.Doubled = append(r.Doubled, Doubled{
		Place: v.feature.place, Given: v.feature.given.report(), Unit: unit(v.ward),
		Taken: first.feature.place, Same: same(v.feature.parts, first.feature.parts), Bounds: around(v.feature.parts),
	})
}
