// SPDX-License-Identifier: MIT

package units

import (
	"math/bits"
	"strings"
)

// mention is a unit that a text may name.
type mention struct {
	namedUnit
	from, to int // the words of its name, and of its kind
	score    int // how well kind and marks fit
	stated   bool
	typo     bool
}

// Scores of mentions and of what a text is taken to mean.
const (
	senseUnit      = 20  // the unit
	sensePlace     = 8   // each unit around it
	senseKind      = 4   // the kind is stated and right
	senseOtherKind = -3  // another kind of the tier is stated
	senseMarks     = -3  // the text has marks, but others than the unit
	senseNoMarks   = -1  // it has none there, but elsewhere
	senseSpelling  = -1  // another spelling
	senseSegment   = 2   // nothing else stands between the commas
	senseTypo      = -7  // a typing error in the name
	senseShortTypo = -4  // besides, in a name of a few letters
	senseKindTypo  = -5  // a typing error in the kind
	senseRoad      = -14 // it follows a house number or a word such as đường
	senseHouse     = -3  // there is such a word at the beginning of its part
	senseBefore    = -2  // for each word before it in its part, at most maxBefore, if no kind is stated
	senseGap       = -2  // for each word between and behind the units
	maxGap         = 6
	maxBefore      = 2
	senseOrder     = -1 // the units are not in the order of an address
	senseParts     = -1 // the place is that of a part of the unit
)

// phrase is a text, split into words.
type phrase struct {
	text
	segment []int // number of commas before each word
	marked  bool  // some word has marks
}

// maxPhrase is the number of words that are read, the last ones.
const maxPhrase = 32

// newPhrase splits a text.
func newPhrase(s string) *phrase {
	p := &phrase{}
	segment := 0
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(",;\n\t|()–", r) }) {
		words := newText(part)
		for i, w := range words.folded {
			key := words.keys[i]
			if isDigits(w) && len(w) > 1 {
				w = strings.TrimLeft(w[:len(w)-1], "0") + w[len(w)-1:]
				key = w
			}
			if rest, cut := strings.CutPrefix(w, "tp"); cut && len(rest) > 1 && key == w { // TPHCM
				p.folded, p.keys, p.segment = append(p.folded, "tp"), append(p.keys, "tp"), append(p.segment, segment)
				w, key = rest, rest
			}
			p.folded, p.keys, p.segment = append(p.folded, w), append(p.keys, key), append(p.segment, segment)
			p.marked = p.marked || w != key
		}
		segment++
	}
	if drop := len(p.folded) - maxPhrase; drop > 0 {
		p.folded, p.keys, p.segment = p.folded[drop:], p.keys[drop:], p.segment[drop:]
	}
	return p
}

// kindAt returns the kind that the words from i on state, and the number of them.
func (p *phrase) kindAt(i int, of map[string]kindSet) (k kindSet, n int) {
	if i+1 < len(p.folded) && p.segment[i+1] == p.segment[i] {
		if k, ok := of[p.folded[i]+" "+p.folded[i+1]]; ok {
			return k, 2
		}
	}
	if i < len(p.folded) {
		if k, ok := of[p.folded[i]]; ok {
			return k, 1
		}
	}
	return 0, 0
}

// kindTypoAt is kindAt for a kind with a typing error.
func (p *phrase) kindTypoAt(i int) (k kindSet, n int) {
	for n := 1; n <= 2 && i+n <= len(p.folded) && p.segment[i+n-1] == p.segment[i]; n++ {
		joined := strings.Join(p.folded[i:i+n], "")
		if len(joined) < minTypo-1 {
			continue
		}
		for _, k := range kindTypos {
			if oneTypo(joined, k.joined) {
				return k.kinds, n
			}
		}
	}
	return 0, 0
}

// behindKind reports whether words that state a kind stand before word i. It then begins the
// name of a unit of that kind.
func (p *phrase) behindKind(i int) bool {
	for n := 1; n <= 2 && n <= i; n++ {
		if p.segment[i-n] == p.segment[i] {
			if k, words := p.kindAt(i-n, kindsStated); k != 0 && words == n {
				return true
			}
		}
	}
	return false
}

// mentions calls add with the units that a text may name. With typos it also finds those with
// one typing error, in the name or the kind.
func (x *nameIndex) mentions(p *phrase, typos bool, add func(mention)) {
	for i := range p.folded {
		kinds, n := p.kindAt(i, kindsStated)
		if k, ok := numberKinds[p.folded[i]]; ok && i+1 < len(p.folded) && isDigits(p.folded[i+1]) {
			kinds, n = k, 1
		}
		if n > 0 {
			x.namesAt(p, i, i+n, kinds, 0, typos, add)
		} else if k, n := p.kindTypoAt(i); typos && n > 0 {
			x.namesAt(p, i, i+n, k, senseKindTypo, false, add)
		}
		if !p.behindKind(i) {
			x.namesAt(p, i, i, 0, 0, typos, add)
		}
	}
}

// namesAt calls add with the units whose names begin at a word, behind their kind.
func (x *nameIndex) namesAt(p *phrase, begin, from int, stated kindSet, score int, typos bool, add func(mention)) {
	for to := from + 1; to <= len(p.folded) && to-from <= x.longest+1 && p.segment[to-1] == p.segment[begin]; to++ {
		joined := strings.Join(p.folded[from:to], "")
		end, kinds := to, stated
		if stated == 0 {
			if k, n := p.kindAt(to, kindsAfterName); n > 0 && p.segment[to] == p.segment[begin] {
				kinds, end = k, to+n
			}
		}
		look := func(list []namedUnit, extra int, typo bool) {
			for _, u := range list {
				m := mention{namedUnit: u, from: begin, to: end, score: score + extra, stated: kinds != 0, typo: typo || score != 0}
				if m.judge(p, from, to, kinds) {
					add(m)
				}
			}
		}
		look(x.byName[joined], 0, false)
		if ear := simpler(joined); len(joined) >= minTypo-1 {
			if ear != joined {
				look(x.byName[ear], 0, false)
			}
			look(x.byName["~"+ear], 0, false)
		}
		if typos && !isDigits(joined) {
			x.eachTypo(joined, func(name string) {
				extra := senseTypo
				if len(name) <= minTypo {
					extra += senseShortTypo
				}
				look(x.byName[name], extra, true)
			})
		}
	}
}

// judge completes the score of a mention whose name is words from to to. ok is false if the
// stated kind is of another tier, or if a number has none.
func (m *mention) judge(p *phrase, from, to int, stated kindSet) (ok bool) {
	allowed := wardSet
	switch m.tier {
	case formerDistricts:
		allowed = districtSet
	case presentProvince, formerProvinces, earlierProvince:
		allowed = provinceSet
	case presentWard:
		if m.kinds == isZone {
			allowed |= districtSet // most were districts
		}
	}
	switch {
	case stated == 0 && to-from == 1 && len(p.folded[from]) < 2 || stated == 0 && to-from == 1 && isDigits(p.folded[from]):
		return false
	case stated&m.kinds != 0:
		m.score += senseKind
	case stated&allowed != 0:
		m.score += senseOtherKind
	case stated != 0:
		return false
	}
	switch key := strings.Join(p.keys[from:to], " "); {
	case m.key == "":
		m.score += senseSpelling
	case !p.marked || m.typo && key != strings.Join(p.folded[from:to], " "):
	case strings.ReplaceAll(key, " ", "") == strings.ReplaceAll(m.key, " ", ""):
	case key == strings.Join(p.folded[from:to], " "):
		m.score += senseNoMarks
	default:
		m.score += senseMarks
	}
	first := m.from // the first word of its part
	for first > 0 && p.segment[first-1] == p.segment[m.from] {
		first--
	}
	if first == m.from && (m.to == len(p.folded) || p.segment[m.to] != p.segment[m.from]) {
		m.score += senseSegment
	}
	if stated == 0 && first < m.from && !p.behindKind(m.from) {
		switch {
		case p.isRoad(m.from - 1):
			m.score += senseRoad
		case p.isRoad(first):
			m.score += senseHouse
		}
	}
	return true
}

// isRoad reports whether a word is a house number, or stands before the name of a road.
func (p *phrase) isRoad(i int) bool {
	w := p.folded[i]
	return w[0] >= '0' && w[0] <= '9' || roadWords[w] && !(w == "pho" && i > 0 && p.folded[i-1] == "thanh")
}

// isCountry reports whether a word is part of "Việt Nam", or a postcode.
func (p *phrase) isCountry(i int) bool {
	switch w := p.folded[i]; w {
	case "viet", "nam", "vietnam", "vn":
		return true
	default:
		return isDigits(w) && (len(w) == 5 || len(w) == 6)
	}
}

// words returns the words of a mention as a set.
func (m *mention) words() uint64 { return 1<<m.to - 1<<m.from }

// unexplained returns the number of words between and behind the words of a set, and of those
// before them in the same part, unless these begin with a house number or a road.
func (p *phrase) unexplained(used uint64) (gaps, before int) {
	first := bits.TrailingZeros64(used)
	for i := first; i < len(p.folded); i++ {
		if used>>i&1 == 0 && !p.isCountry(i) {
			gaps++
		}
	}
	for first-before > 0 && p.segment[first-before-1] == p.segment[first] {
		before++
	}
	if before > 0 && p.isRoad(first-before) {
		before = 0
	}
	return gaps, before
}
