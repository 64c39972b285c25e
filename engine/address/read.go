// SPDX-License-Identifier: MIT

package address

// mention is a place that a text may name.
type mention struct {
	place
	span  span // with the words of its kind
	name  span // without them
	score int  // how well kind and marks fit
	typo  bool // the name differs by one letter
	// street means that the name, without a kind, follows a house number: that of a ward, or more
	// likely that of a street.
	street bool
}

// Scores of mentions. A stated kind is worth more than marks, because many type neither.
const (
	scoreKind      = 4  // the kind is stated and right
	scoreOtherKind = -3 // another kind of the tier is stated
	scoreMarks     = -3 // it has marks, but others than the unit
	scoreNoMarks   = -1 // it has none, while the text has some
	scoreSegment   = 2  // nothing else stands between the commas
	scoreTypo      = -4
)

// mentions returns the places of a text by tier: wards, districts, provinces.
func (x *index) mentions(t *text) (wards, districts, provinces []mention) {
	add := func(m mention) {
		switch {
		case m.tier <= presentWard:
			wards = append(wards, m)
		case m.tier == formerDistrict:
			districts = append(districts, m)
		default:
			provinces = append(provinces, m)
		}
	}
	for i := range t.words {
		stated, n := t.kindAt(i, before)
		if k, ok := beforeNumber[t.foldOf(span{i, i + 1})]; ok && i+1 < len(t.words) && t.words[i+1].numeric {
			stated, n = k, 1
		}
		if n > 0 {
			x.namesAt(t, span{i, i + n}, stated, add)
		}
		if !t.behindKind(i) { // names may begin with such a word: "Thị Nghè"
			x.namesAt(t, span{i, i}, 0, add)
		}
	}
	return wards, districts, provinces
}

// behindKind reports whether a word for a kind stands before word i, which then begins the name of
// a unit of that kind.
func (t *text) behindKind(i int) bool {
	for n := 1; n <= 2 && n <= i; n++ {
		if s := (span{i - n, i}); t.words[s.from].segment == t.words[i].segment {
			if _, ok := before[t.foldOf(s)]; ok {
				return true
			}
		}
	}
	return false
}

// namesAt adds the places whose names begin behind the words of a kind.
func (x *index) namesAt(t *text, words span, stated kind, add func(mention)) {
	from := words.to
	for to := from + 1; to <= len(t.words) && to-from <= x.longest && t.words[to-1].segment == t.words[words.from].segment; to++ {
		name := span{from, to}
		list := x.byName[t.foldOf(name)]
		if len(list) == 0 {
			continue
		}
		whole, kinds := span{words.from, to}, stated
		if stated == 0 {
			if k, n := t.kindAt(to, after); n > 0 && t.words[to].segment == t.words[from].segment {
				kinds, whole.to = k, to+n
			}
		}
		for _, p := range list {
			if m, ok := t.mentionOf(p, whole, name, kinds); ok {
				add(m)
			}
		}
	}
}

// mentionOf returns the mention of a place under a stated kind, 0 for none. ok is false if the kind is
// of another tier, or if a number has none.
func (t *text) mentionOf(p place, whole, name span, stated kind) (m mention, ok bool) {
	m = mention{place: p, span: whole, name: name}
	allowed := wardKinds
	switch {
	case p.tier == formerDistrict:
		allowed = districtKinds
	case p.tier >= formerProvince:
		allowed = provinceKinds
	}
	switch {
	case stated == 0:
		if t.words[name.from].numeric && name.to-name.from == 1 {
			return m, false
		}
		m.street = p.tier <= presentWard && t.afterHouse(name.from)
	case stated&p.kind != 0:
		m.score += scoreKind
	case stated&allowed != 0:
		m.score += scoreOtherKind
	default:
		return m, false
	}
	if key := t.keyOf(name); t.marked && key != p.key {
		m.score += scoreMarks
		if key == t.foldOf(name) { // people leave out marks of some names only
			m.score += scoreNoMarks - scoreMarks
		}
	}
	if t.wholeSegment(whole) {
		m.score += scoreSegment
	}
	return m, true
}

// afterHouse reports whether nothing but a house number stands before word i in its segment, as in
// "Số 5 Trần Hưng Đạo" and "12/3 Trần Hưng Đạo". A hamlet or quarter also has a number, but a word
// before it: "ấp 3 Tân Hiệp".
func (t *text) afterHouse(i int) bool {
	number := false
	for j := i - 1; j >= 0 && t.words[j].segment == t.words[i].segment; j-- {
		switch f := t.foldOf(span{j, j + 1}); {
		case f[0] >= '0' && f[0] <= '9':
			number = true
		case f != "so" && f != "nha":
			return false
		}
	}
	return number
}

// reading is a way to understand a text.
type reading struct {
	ward, district, province *mention // nil if the text names none
	score                    int
}

// Scores of readings.
const (
	scoreWard, scoreDistrict, scoreProvince = 20, 16, 12
	scoreGap                                = -1 // for each word between and behind the units
	maxGap                                  = 6
	scoreOrder                              = -4 // ward, district, province do not follow each other
)

// readings returns the best ways to understand a text, all of one score, and the districts and
// provinces that it mentions.
func (x *index) readings(t *text) (out best, districts, provinces []mention) {
	wards, districts, provinces := x.mentions(t)
	with := func(w, d, p *mention) {
		if apart(w, d, p) && x.agree(w, d, p) {
			out.add(reading{w, d, p, t.scoreOf(w, d, p)})
		}
	}
	for i := range wards {
		w := &wards[i]
		with(w, nil, nil)
		for k := range provinces {
			with(w, nil, &provinces[k])
		}
		for j := range districts {
			d := &districts[j]
			if !x.agree(w, d, nil) {
				continue
			}
			with(w, d, nil)
			for k := range provinces {
				with(w, d, &provinces[k])
			}
		}
	}
	for j := range districts {
		with(nil, &districts[j], nil)
		for k := range provinces {
			with(nil, &districts[j], &provinces[k])
		}
	}
	for k := range provinces {
		with(nil, nil, &provinces[k])
	}
	return out, districts, provinces
}

// otherPlace reports whether a text plainly names a district or province that the ward of a reading
// does not lie in. A ward in force lies in the districts that its parts came from.
func (x *index) otherPlace(t *text, r reading, districts, provinces []mention) bool {
	free := func(m *mention) bool {
		if m.score < scoreKind && !t.wholeSegment(m.span) || m.score <= scoreMarks+scoreSegment {
			return false
		}
		return apart(r.ward, m, nil) && apart(m, r.district, r.province)
	}
	named, inside := false, false
	if r.district == nil {
		for i := range districts {
			if d := &districts[i]; free(d) && d.score >= scoreKind {
				named = true
				inside = inside || x.liesIn(r.ward, d)
			}
		}
	}
	if named && !inside {
		return true
	}
	named, inside = false, false
	if r.province == nil {
		for i := range provinces {
			if p := &provinces[i]; free(p) {
				named = true
				inside = inside || x.agree(r.ward, nil, p)
			}
		}
	}
	return named && !inside
}

// liesIn reports whether a ward lies in a district, or was made of a ward of it.
func (x *index) liesIn(w, d *mention) bool {
	if w.tier == formerWard {
		return x.districtOf[w.i] == d.i
	}
	code := x.table.Wards()[w.i].Code
	for _, i := range x.districts[d.i].wards {
		for _, s := range x.former[i].Successors {
			if s.Code == code {
				return true
			}
		}
	}
	return false
}

// best keeps the readings of the highest score.
type best []reading

func (b *best) add(r reading) {
	switch {
	case len(*b) > 0 && r.score < (*b)[0].score:
		return
	case len(*b) > 0 && r.score > (*b)[0].score:
		*b = (*b)[:0]
	}
	*b = append(*b, r)
}

// apart reports whether the words of mentions do not overlap.
func apart(w, d, p *mention) bool {
	return (w == nil || d == nil || !w.span.overlaps(d.span)) && (w == nil || p == nil || !w.span.overlaps(p.span)) &&
		(d == nil || p == nil || !d.span.overlaps(p.span))
}

// agree reports whether one unit lies in the other. A former ward may be in a present province.
func (x *index) agree(w, d, p *mention) bool {
	if w != nil && d != nil && (w.tier != formerWard || x.districtOf[w.i] != d.i) {
		return false
	}
	if p == nil {
		return true
	}
	switch {
	case w != nil && w.tier == presentWard:
		return p.tier == presentProvince && x.provinceAt[x.table.Wards()[w.i].ProvinceCode] == p.i
	case w != nil && p.tier == formerProvince:
		return x.provinceOf[w.i] == p.i
	case w != nil:
		for _, s := range x.former[w.i].Successors {
			if x.provinceAt[s.ProvinceCode] == p.i {
				return true
			}
		}
		return false
	case d == nil:
		return true
	case p.tier == formerProvince:
		return x.districts[d.i].of == p.i
	}
	for _, code := range x.provinces[x.districts[d.i].of].present {
		if x.provinceAt[code] == p.i {
			return true
		}
	}
	return false
}

// scoreOf returns how much of a text a reading explains.
func (t *text) scoreOf(w, d, p *mention) int {
	score, first, last, used := 0, len(t.words), 0, 0
	for i, m := range [...]*mention{w, d, p} {
		if m == nil {
			continue
		}
		score += [...]int{scoreWard, scoreDistrict, scoreProvince}[i] + m.score
		first, last = min(first, m.span.from), max(last, m.span.to)
		used += m.span.to - m.span.from
	}
	behind := len(t.words) - last
	for behind > 0 && t.isCountry(len(t.words)-behind) {
		behind--
	}
	score += scoreGap * min(last-first-used+behind, maxGap)
	if w != nil && d != nil && w.span.from > d.span.from || d != nil && p != nil && d.span.from > p.span.from || w != nil && p != nil && w.span.from > p.span.from {
		score += scoreOrder
	}
	return score
}

// isCountry reports whether a word is part of "Việt Nam", or a postcode.
func (t *text) isCountry(i int) bool {
	w := t.words[i]
	switch f := t.fold[w.fold:w.foldEnd]; f {
	case "viet", "nam", "vietnam", "vn":
		return true
	default:
		return w.numeric && (len(f) == 5 || len(f) == 6)
	}
}
