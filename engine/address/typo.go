// SPDX-License-Identifier: MIT

package address

import (
	"slices"
	"strings"
)

// minTypo is the least number of letters of a name with a typing error. Shorter ones are too many
// others' names with another letter.
const minTypo = 4

// mistyped looks for the ward of a text, whose name has one typing error, in the districts and
// provinces of readings without a ward.
func (x *index) mistyped(t *text, without []reading) []reading {
	var out best
	for _, r := range without {
		spans := t.wardSpans(r)
		try := func(p place, fold string) {
			for _, s := range spans {
				if joined := strings.ReplaceAll(t.foldOf(s.name), " ", ""); joined != fold && !oneTypo(joined, fold) {
					continue
				}
				m, ok := t.mentionOf(p, s.span, s.name, s.kind)
				if !ok {
					continue
				}
				m.typo, m.score = true, max(m.score, 0)+scoreTypo
				if x.agree(&m, r.district, r.province) && apart(&m, r.district, r.province) {
					out.add(reading{&m, r.district, r.province, t.scoreOf(&m, r.district, r.province)})
				}
			}
		}
		x.eachWardIn(r, try)
	}
	return out
}

// wardSpan is where a ward may stand in a text.
type wardSpan struct {
	span, name span
	kind       kind
}

// wardSpans returns where a ward may stand: behind each word for a kind of ward, and as the segment
// before the district or province.
func (t *text) wardSpans(r reading) (out []wardSpan) {
	end := len(t.words)
	for _, s := range spansOf(r) {
		end = min(end, s.from)
	}
	add := func(from int, k kind, n int) {
		for to := from + n + 1; to <= end && t.words[to-1].segment == t.words[from].segment; to++ {
			out = append(out, wardSpan{span{from, to}, span{from + n, to}, k})
		}
	}
	for i := 0; i < end; i++ {
		if k, n := t.kindAt(i, before); k&wardKinds != 0 {
			add(i, k, n)
		} else if i == 0 || t.words[i].segment != t.words[i-1].segment {
			add(i, 0, 0)
		}
	}
	return out
}

// eachWardIn calls visit with the wards of a district or province, and with their folded names
// without spaces.
func (x *index) eachWardIn(r reading, visit func(place, string)) {
	switch {
	case r.district != nil:
		for _, i := range x.districts[r.district.i].wards {
			visit(x.wardPlace(formerWard, i))
		}
	case r.province.tier == presentProvince:
		code := x.table.Provinces()[r.province.i].Code
		for i, w := range x.table.Wards() {
			if w.ProvinceCode == code {
				visit(x.wardPlace(presentWard, int32(i)))
			}
		}
		for i := range x.former {
			if slices.Contains(x.provinces[x.provinceOf[i]].present, code) {
				visit(x.wardPlace(formerWard, int32(i)))
			}
		}
	default:
		for i, p := range x.provinceOf {
			if p == r.province.i {
				visit(x.wardPlace(formerWard, int32(i)))
			}
		}
	}
}

// oneTypo reports whether two words differ by one letter that is missing, too many or another, or
// by two neighbours in the wrong order.
func oneTypo(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || len(a) < minTypo || a == b {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	return a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
