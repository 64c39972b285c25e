package units

// Former names are numbered in one row, as formerNames has them: those of
// units, then of districts, then of provinces.

// spellings returns the former names without their kinds.
func (f *former) spellings() []spelling {
	out := make([]spelling, 0, len(f.units)+len(f.districts)+len(f.provinces))
	for i := range f.units {
		_, bare, _ := cutKind(f.units[i].name, formerUnitKinds())
		out = append(out, newSpelling(bare))
	}
	for i := range f.districts {
		_, bare, _ := cutKind(f.districts[i].name, formerDistrictKinds())
		out = append(out, newSpelling(bare))
	}
	for i := range f.provinces {
		_, bare, _ := cutKind(f.provinces[i].name, formerProvinceKinds())
		out = append(out, newSpelling(bare).withInitials())
	}
	return out
}

// isPlace reports whether a name is a district's or a province's.
func (f *former) isPlace(name int) bool { return name >= len(f.units) }

// district returns the index of the district that a name is of.
func (f *former) districtOf(name int) (i int, ok bool) {
	i = name - len(f.units)
	return i, i >= 0 && i < len(f.districts)
}

// level returns the kind that a name was of, as the kinds of queries have it.
func (f *former) level(name int) string {
	kinds, full := formerUnitKinds(), ""
	if d, ok := f.districtOf(name); ok {
		kinds, full = formerDistrictKinds(), f.districts[d].name
	} else if f.isPlace(name) {
		kinds, full = formerProvinceKinds(), f.provinces[name-len(f.units)-len(f.districts)].name
	} else {
		full = f.units[name].name
	}
	kind, _, _ := cutKind(full, kinds)
	return kind
}

// title returns a former name with what it lay in and its last day, as in
// "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)".
func (f *former) title(name int) string {
	until := " (đến " + lastOfOld().vietnamese() + ")"
	inDistrict := func(d int) string { return f.districts[d].name + ", " + f.provinces[f.districts[d].province].name }
	if d, ok := f.districtOf(name); ok {
		return inDistrict(d) + until
	}
	if f.isPlace(name) {
		return f.provinces[name-len(f.units)-len(f.districts)].name + until
	}
	u := &f.units[name]
	return u.name + ", " + inDistrict(int(u.district)) + until
}

// formerScore returns how well a former name answers a reading, 0 for not at
// all. A district or a province must be meant by more than a letter or two that
// its name has somewhere, or half a country would answer.
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
	return score * kindFactor(r, t.former.level(name))
}

// eachAnswering calls visit with each former name that answers a reading, by
// code or by name, and with its score. The readings are of one name.
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

// eachSlipped calls visit with each former name that answers a reading with one
// slip, and with its score. The readings are of one name; known says that all
// its words are known.
func (f *former) eachSlipped(t *Table, same []reading, known bool, visit func(name int, r *reading, score float64)) {
	joined := same[0].joined
	for name := range t.formerNames.list {
		score := slipScore(joined, t.formerNames.list[name].joined)
		if score == 0 || f.isPlace(name) && score != slipWhole {
			continue
		}
		for i := range same {
			r := &same[i]
			if r.allows(score) && (f.isPlace(name) || !known || len(r.settings) > 0) {
				visit(name, r, score*slipKindFactor(r, f.level(name)))
			}
		}
	}
}

// minPlacePrefix is the number of letters that the beginning of a former
// district's or province's name must have to lead to its successors.
const minPlacePrefix = 4

// formerLies reports whether what a former name is of lay in all of the
// settings.
func (t *Table) formerLies(name int, settings []setting) bool {
	for i := range settings {
		s := &settings[i]
		if d, ok := t.former.districtOf(name); ok {
			if !s.holdsDistrict(t, d) {
				return false
			}
		} else if t.former.isPlace(name) || !s.holdsDistrict(t, int(t.former.units[name].district)) {
			return false
		}
	}
	return true
}

// noteFormer notes the successors of what a former name is of.
func (f *finder) noteFormer(name int, r *reading, score float64) {
	t := f.table
	if !t.formerLies(name, r.settings) {
		return
	}
	h := hit{score: score, former: int32(name + 1)}
	if d, ok := t.former.districtOf(name); ok {
		for _, w := range t.former.districts[d].wards {
			f.note(len(t.provinces)+int(w), h)
		}
		return
	}
	if t.former.isPlace(name) {
		for _, p := range t.former.provinces[name-len(t.former.units)-len(t.former.districts)].provinces {
			f.note(int(p), h)
		}
		return
	}
	for _, w := range t.former.units[name].successors {
		f.note(len(t.provinces)+int(w), h)
	}
}
