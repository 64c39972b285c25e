// SPDX-License-Identifier: MIT

package units

import "slices"

// Former names share one numbering, that of Table.formerNames: first units, then
// districts, then provinces, then earlier names of provinces.

// formerTier is the group to which a former name belongs.
type formerTier uint8

const (
	tierUnit formerTier = iota
	tierDistrict
	tierProvince
	tierEarlier
)

// tier returns the tier of a name, and its index within the tier.
func (f *former) tier(name int) (tier formerTier, i int) {
	i = name
	for _, n := range [...]int{len(f.units), len(f.districts), len(f.provinces)} {
		if i < n {
			return tier, i
		}
		i -= n
		tier++
	}
	return tier, i
}

// full returns a former name with its kind, and the kinds that it may have.
func (f *former) full(name int) (full string, kinds []string) {
	switch tier, i := f.tier(name); tier {
	case tierUnit:
		return f.units[i].name, formerUnitKinds
	case tierDistrict:
		return f.districts[i].name, formerDistrictKinds
	case tierProvince:
		return f.provinces[i].name, formerProvinceKinds
	default:
		return f.earlier[i].name, formerProvinceKinds
	}
}

// spellings returns the former names without their kinds.
func (f *former) spellings() []spelling {
	out := make([]spelling, len(f.units)+len(f.districts)+len(f.provinces)+len(f.earlier))
	for name := range out {
		full, kinds := f.full(name)
		_, bare, _ := cutKind(full, kinds)
		out[name] = newSpelling(bare)
		if tier, _ := f.tier(name); tier >= tierProvince {
			out[name] = out[name].withInitials()
		}
	}
	return out
}

// isPlace reports whether a name is a district's or a province's.
func (f *former) isPlace(name int) bool { return name >= len(f.units) }

// level returns the kind of a name, in the form that queries use.
func (f *former) level(name int) string {
	full, kinds := f.full(name)
	kind, _, _ := cutKind(full, kinds)
	return kind
}

// title returns a former name with its district and province, and its last day, as in
// "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh", 30 June 2025. The day is zero if it
// is unknown.
func (f *former) title(name int) (title string, until Date) {
	title, _ = f.full(name)
	switch tier, i := f.tier(name); tier {
	case tierUnit:
		until = f.units[i].until
		title += ", " + f.districtTitle(&f.districts[f.units[i].district])
	case tierDistrict:
		until = f.districts[i].until
		title = f.districtTitle(&f.districts[i])
	case tierProvince:
		until = lastFormerDay()
	case tierEarlier:
		until = f.earlier[i].until
	}
	return title, until
}

// formerScore returns how well a former name matches a reading, 0 if it does not. A
// district or a province needs a longer match than a letter or two, because otherwise
// half the country would match.
func (t *Table) formerScore(name int, r *reading) float64 {
	if r.name == "" {
		return 0
	}
	score := t.formerNames.list[name].nameScore(r)
	switch {
	case score >= scoreWhole:
	case len(r.name) < minInside:
		return 0
	case t.former.isPlace(name) && (score < scorePrefix || len(r.joined) < minPlacePrefix):
		return 0
	}
	if r.kind {
		score *= kindFactor(r, t.former.level(name))
	}
	return score
}

// formerFactor returns the factor for the score with which a former name matches a
// reading.
func (t *Table) formerFactor(name int, r *reading, score float64) float64 {
	switch {
	case score < scoreWhole:
		return formerName
	case r.kind && slices.Contains(r.levels, t.former.level(name)):
		return formerKind
	}
	return formerWhole
}

// eachAnswering calls visit with each former name that matches a reading, by code or
// by name, and with its score. The readings are of one name.
func (f *former) eachAnswering(t *Table, same []reading, visit func(name int, r *reading, score float64)) {
	if unit, ok := f.byCode(same[0].name); ok {
		for i := range same {
			if !same[i].kind {
				visit(unit, &same[i], scoreExact)
			}
		}
	}
	t.formerNames.each(&same[0], func(name int) {
		for i := range same {
			if score := t.formerScore(name, &same[i]); score > 0 {
				visit(name, &same[i], score)
			}
		}
	})
}

// eachTypo calls visit with each former name that matches a reading with one typo,
// and with its score. The readings are of one name. known means that all its words
// are known.
func (f *former) eachTypo(t *Table, same []reading, known bool, visit func(name int, r *reading, score float64)) {
	t.formerNames.eachTypo(same[0].joined, func(name int, score float64) {
		if f.isPlace(name) && score != typoWhole {
			return
		}
		for i := range same {
			r := &same[i]
			if r.allows(score) && (f.isPlace(name) || !known || len(r.settings) > 0) {
				visit(name, r, score*typoKindFactor(r, f.level(name)))
			}
		}
	})
}

// minPlacePrefix is the number of letters that a prefix of a former district's or
// province's name must have to lead to its successors.
const minPlacePrefix = 4

// formerNearness returns how near the unit of a former name lay to all of the
// settings, 0 if it was outside one of them.
func (t *Table) formerNearness(name int, settings []setting) float64 {
	near := 1.0
	tier, of := t.former.tier(name)
	switch {
	case len(settings) == 0:
		return near
	case tier > tierDistrict:
		return 0
	case tier == tierUnit:
		of = int(t.former.units[of].district)
	}
	for i := range settings {
		near *= settings[i].nearness(t, of)
	}
	return near
}

// noteFormer notes the successors of the unit of a former name.
func (f *finder) noteFormer(name int, r *reading, score float64) {
	t := f.table
	near := t.formerNearness(name, r.settings)
	if near == 0 {
		return
	}
	f.noteSuccessors(name, hit{score: score * near, former: int32(name + 1)})
}

// noteSuccessors notes a hit for what the unit of a former name became.
func (f *finder) noteSuccessors(name int, h hit) {
	t := f.table
	switch tier, i := t.former.tier(name); tier {
	case tierUnit:
		f.noteWards(t.former.units[i].successors, h)
	case tierDistrict:
		f.noteWards(t.former.districts[i].wards, h)
	case tierProvince:
		for _, p := range t.former.provinces[i].provinces {
			f.note(int(p), h)
		}
	case tierEarlier:
		f.note(int(t.former.earlier[i].province), h)
	}
}

func (f *finder) noteWards(wards []uint16, h hit) {
	for _, w := range wards {
		f.note(len(f.table.provinces)+int(w), h)
	}
}
