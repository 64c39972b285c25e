// SPDX-License-Identifier: MIT

package units

import (
	"cmp"
	"math/bits"
	"slices"
)

// sense is what a text may mean: a unit, in the units around it that the text names.
type sense struct {
	unit   mention
	places int // number of units around it
	score  int
	gaps   int  // words between and behind the units
	before int  // words before them in the same part
	typo   bool // a name has a typing error
	part   bool // some word is neither of the unit nor of those around it
}

// senses are the ways to understand a text, by unit, each the best of its unit.
type senses struct {
	table *Table
	p     *phrase
	at    map[namedUnitID]int
	list  []sense
}

type namedUnitID struct {
	tier unitTier
	i    int32
}

// sensesOf returns what a text may mean, best first.
func (t *Table) sensesOf(p *phrase) []sense {
	x := t.nameIndex()
	if len(p.folded) == 0 {
		return nil
	}
	s := senses{table: t, p: p, at: make(map[namedUnitID]int)}
	s.read(x, false)
	if !slices.ContainsFunc(s.list, func(e sense) bool {
		return e.unit.tier <= formerWard && e.gaps == 0 && e.before == 0 && e.places > 0
	}) {
		s.read(x, true)
	}
	slices.SortStableFunc(s.list, func(a, b sense) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(tierOrder[a.unit.tier], tierOrder[b.unit.tier]), cmp.Compare(a.unit.i, b.unit.i))
	})
	return s.list
}

func (s *senses) read(x *nameIndex, typos bool) {
	var wards, districts, provinces []mention
	ofDistrict, ofFormer, ofPresent := make(map[int32][]int), make(map[int32][]int), make(map[int32][]int)
	x.mentions(s.p, typos, func(m mention) {
		switch m.tier {
		case presentWard, formerWard:
			wards = append(wards, m)
		case formerDistricts:
			ofDistrict[m.i] = append(ofDistrict[m.i], len(districts))
			districts = append(districts, m)
		case presentProvince:
			ofPresent[m.i] = append(ofPresent[m.i], len(provinces))
			provinces = append(provinces, m)
		case formerProvinces:
			ofFormer[m.i] = append(ofFormer[m.i], len(provinces))
			provinces = append(provinces, m)
		case earlierProvince:
			of := int32(s.table.former.earlier[m.i].province)
			ofPresent[of] = append(ofPresent[of], len(provinces))
			provinces = append(provinces, m)
		}
	})
	t := s.table
	f := &t.former
	// provincesOf calls with with each province around a former district.
	provincesOf := func(district uint16, extra int, with func(p *mention, extra int)) {
		of := f.districts[district].province
		for _, k := range ofFormer[int32(of)] {
			with(&provinces[k], extra)
		}
		for _, present := range f.provinces[of].provinces {
			for _, k := range ofPresent[int32(present)] {
				with(&provinces[k], extra+senseParts)
			}
		}
	}
	inDistrict := func(w *mention, district uint16, extra int) {
		provincesOf(district, 0, func(p *mention, extra int) { s.note(w, nil, p, extra) })
		for _, k := range ofDistrict[int32(district)] {
			d := &districts[k]
			s.note(w, d, nil, extra)
			provincesOf(district, extra, func(p *mention, extra int) { s.note(w, d, p, extra) })
		}
	}
	for i := range wards {
		w := &wards[i]
		s.note(w, nil, nil, 0)
		if w.tier == formerWard {
			inDistrict(w, f.units[w.i].district, 0)
			continue
		}
		province := t.provinceIndex[t.wards[w.i].ProvinceCode]
		for _, k := range ofPresent[int32(province)] {
			s.note(w, nil, &provinces[k], 0)
		}
		if f.ofWard != nil && len(districts)+len(provinces) > 0 {
			for _, unit := range f.ofWard[w.i] {
				inDistrict(w, f.units[unit].district, senseParts)
			}
			if w.kinds == isZone {
				for k := range provinces {
					if p := &provinces[k]; p.tier == formerProvinces && slices.Contains(f.provinces[p.i].provinces, uint16(province)) {
						s.note(w, nil, p, senseParts)
					}
				}
			}
		}
	}
	for i := range districts {
		d := &districts[i]
		s.note(d, nil, nil, 0)
		provincesOf(uint16(d.i), 0, func(p *mention, extra int) { s.note(d, nil, p, extra) })
	}
	for i := range provinces {
		s.note(&provinces[i], nil, nil, 0)
	}
}

// note keeps a unit with places around it, if that is the best way to understand the text as
// this unit.
func (s *senses) note(u, d, p *mention, extra int) {
	used, score, places, typos := u.words(), senseUnit+u.score+extra, 0, 0
	if u.typo {
		typos++
	}
	last := u
	ordered := true
	for _, m := range [...]*mention{d, p} {
		if m == nil {
			continue
		}
		if used&m.words() != 0 {
			return
		}
		used |= m.words()
		score += sensePlace + m.score
		places++
		ordered = ordered && last.from < m.from
		last = m
		if m.typo {
			typos++
		}
	}
	if typos > 1 {
		return
	}
	if !ordered {
		score += senseOrder
	}
	e := sense{unit: *u, places: places, typo: typos > 0}
	e.gaps, e.before = s.p.unexplained(used)
	e.part = e.gaps > 0 || bits.TrailingZeros64(used) > 0
	e.score = score + senseGap*min(e.gaps, maxGap)
	if !u.stated || places == 0 {
		e.score += senseBefore * min(e.before, maxBefore)
	}
	id := namedUnitID{u.tier, u.i}
	i, known := s.at[id]
	switch {
	case !known:
		s.at[id] = len(s.list)
		s.list = append(s.list, e)
	case e.score > s.list[i].score:
		s.list[i] = e
	}
}

// Scores of hits that a text names together with places around them, or with a street. They
// are below those of whole names.
const (
	hitSense    = 0.97
	hitStreet   = 0.90  // something stands before the units
	hitSpelling = 0.925 // another spelling of a unit, below the name of one without its space
	hitTypo     = 0.40  // a typing error, in units that agree
	hitLoose    = 0.065 // a doubtful text
	perGap      = 0.06  // of the score, for each word that is not understood
	perScore    = 0.01  // of the score, for each step below the best
	perTier     = 0.002 // of the score, for each tier in tierOrder
	keptSenses  = 40
	senseMargin = 12 // senses that are further below the best are left out
)

// tierOrder is the order of units with one name, if nothing else decides.
var tierOrder = [...]int{presentProvince: 0, presentWard: 1, formerProvinces: 2, earlierProvince: 3, formerDistricts: 4, formerWard: 5}

// readSenses notes the units that the query means as a text of several units, or as an address.
// No unit comes before a better reading of the text.
func (f *finder) readSenses(p *phrase) {
	all := f.table.sensesOf(p)
	if len(all) == 0 || all[0].score < 0 {
		return
	}
	best, most, others := all[0].score, 1.0, len(f.found) > 0
	for i := range all[:min(len(all), keptSenses)] {
		e := &all[i]
		if e.score < best-senseMargin {
			break
		}
		if e.isName() || e.isDoubtful() && (others || e.isTooLoose()) {
			continue
		}
		most = min(most, e.hitScore())
		f.noteUnit(e.unit.tier, int(e.unit.i), hit{score: most * (1 - perScore*float64(best-e.score) - perTier*float64(tierOrder[e.unit.tier])), part: e.part})
	}
}

// isDoubtful reports whether a text may not mean the unit: it does not say where the unit lies,
// and has a typing error, or other words next to a name without its kind.
func (e *sense) isDoubtful() bool {
	return e.places == 0 && (e.typo || !e.unit.stated && e.gaps+e.before > 0)
}

// isTooLoose reports whether a doubtful text does not mean the unit, because the name has a typing
// error and no kind, or stands among other words.
func (e *sense) isTooLoose() bool { return e.typo && (!e.unit.stated || e.gaps+e.before > 0) }

// isName reports whether the text is the name of a unit, and nothing else. The other readings
// cover that.
func (e *sense) isName() bool {
	return e.places == 0 && e.gaps == 0 && e.unit.from == 0 && e.unit.key != "" && !e.typo
}

// hitScore returns the score of the hit for a sense.
func (e *sense) hitScore() float64 {
	out := hitSense
	switch {
	case e.isDoubtful():
		return hitLoose
	case e.places == 0 && e.unit.key == "":
		out = hitSpelling
	case e.typo:
		out = hitTypo
	case e.unit.from > 0:
		out = hitStreet
	}
	return max(out-perGap*out*float64(e.gaps), out/4)
}

// noteUnit notes the units in force of a unit.
func (f *finder) noteUnit(tier unitTier, i int, h hit) {
	t := f.table
	switch tier {
	case presentProvince:
		f.note(i, h)
	case presentWard:
		f.note(len(t.provinces)+i, h)
	default:
		if tier == formerWard {
			for _, w := range t.former.units[i].successors {
				if t.wards[w].FullName == t.former.units[i].name { // it still has its name
					f.note(len(t.provinces)+int(w), h)
				}
			}
		}
		name := i
		for k := formerWard; k < tier; k++ {
			name += [...]int{len(t.former.units), len(t.former.districts), len(t.former.provinces)}[k-formerWard]
		}
		h.former = int32(name + 1)
		f.noteSuccessors(name, h)
	}
}
