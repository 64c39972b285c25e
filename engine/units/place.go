// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"
)

// place is a current or former district or province that may follow a name to tell it
// from others.
type place struct {
	level    string
	joined   string // its name without its kind, folded, without spaces
	current  string // code of a current province; "" if it is none
	district int    // index in former.districts; -1 if it is none
	province int    // index in former.provinces; -1 if it is none
}

// placeIndex finds places by their joined names and by their initials.
type placeIndex struct {
	list    []place
	byName  map[string][]int // joined name or initials → indices in list
	longest int              // largest number of words of a place, its kind included
}

func newPlaceIndex(t *Table) placeIndex {
	x := placeIndex{byName: make(map[string][]int)}
	add := func(p place, s spelling) {
		p.joined = s.joined
		i := len(x.list)
		x.list = append(x.list, p)
		x.byName[s.joined] = append(x.byName[s.joined], i)
		if s.initials != "" {
			x.byName[s.initials] = append(x.byName[s.initials], i)
		}
		x.longest = max(x.longest, len(strings.Fields(s.name))+longestKind)
	}
	for i := range t.provinces {
		p := &t.provinces[i]
		add(place{level: p.Level, current: p.Code, district: -1, province: -1}, t.entries[i].spelling)
	}
	f, names := &t.former, t.formerNames.list[len(t.former.units):]
	for i := range f.districts {
		kind, _, _ := cutKind(f.districts[i].name, formerDistrictKinds)
		add(place{level: kind, district: i, province: -1}, names[i])
	}
	for i := range f.provinces {
		kind, _, _ := cutKind(f.provinces[i].name, formerProvinceKinds)
		add(place{level: kind, district: -1, province: i}, names[len(f.districts)+i])
	}
	return x
}

// setting is the part of a query that names where a unit lies: in one of several
// places with one name.
type setting struct {
	places  []place
	current string // code of the current province among them; "" for none
	loose   bool   // written without its kind or a comma: may be part of a name
}

// named returns the places with the given folded words as their name, with or without
// their kind. A number alone is not a name.
func (x *placeIndex) named(folded []string) (s setting, ok bool) {
	if len(folded) == 0 || len(folded) > x.longest {
		return setting{}, false
	}
	add := func(joined string, levels []string) {
		for _, i := range x.byName[joined] {
			p := x.list[i]
			if levels != nil && !slices.Contains(levels, p.level) && (p.current == "" || !slices.Contains(levels, LevelCity) && !slices.Contains(levels, LevelProvince)) {
				continue
			}
			s.places = append(s.places, p)
			if p.current != "" {
				s.current = p.current
			}
		}
	}
	n := len(folded)
	if joined := strings.Join(folded, ""); strings.Trim(joined, "0123456789") != "" {
		add(joined, nil)
	}
	s.loose = len(s.places) > 0
	for _, k := range wordsBefore {
		if n > len(k.words) && hasPrefix(folded, k.words) {
			add(strings.Join(folded[len(k.words):], ""), k.levels)
			if slices.Contains(k.levels, formerCity) {
				s.preferCity()
			}
		}
	}
	for _, k := range wordsAfter {
		if m := n - len(k.words); m > 0 && slices.Equal(folded[m:], k.words) {
			add(strings.Join(folded[:m], ""), k.levels)
		}
	}
	if rest, cut := strings.CutPrefix(folded[0], "tp"); n == 1 && cut && rest != "" { // TPHCM
		add(rest, []string{LevelCity, formerCity})
	}
	return s, len(s.places) > 0
}

// preferCity leaves out the province of a setting that is said to be a city, if a former district
// was a city of this name: "Thành phố Hà Tĩnh".
func (s *setting) preferCity() {
	wasCity := func(p place) bool { return p.district >= 0 && p.level == formerCity }
	if !slices.ContainsFunc(s.places, wasCity) {
		return
	}
	s.places = slices.DeleteFunc(s.places, func(p place) bool { return p.current != "" && p.level == LevelProvince })
	if !slices.ContainsFunc(s.places, func(p place) bool { return p.current != "" }) {
		s.current = ""
	}
}

// holdsWard reports whether a current ward lies in the setting: in its current
// province, if it has one, or else in a successor of its other places.
func (s *setting) holdsWard(t *Table, ward int) bool {
	if s.current != "" {
		return s.current == t.wards[ward].ProvinceCode
	}
	if len(t.former.units) == 0 {
		return false
	}
	for _, unit := range t.former.ofWard[ward] {
		if s.holdsDistrict(t, int(t.former.units[unit].district)) {
			return true
		}
	}
	return false
}

// holdsDistrict reports whether a former district is in the setting, or is the
// setting.
func (s *setting) holdsDistrict(t *Table, district int) bool { return s.nearness(t, district) > 0 }

// Factors for the nearness of a former district to a setting. They only decide
// between equals: "Thành phố Cà Mau" was a city in the province of the same name.
const (
	nearDistrict = 1
	nearFormer   = 0.998 // in the former province
	nearCurrent  = 0.996 // in the current province
)

// nearness returns how near a former district is to the setting, 0 if it is outside.
func (s *setting) nearness(t *Table, district int) float64 {
	best := 0.0
	of := int(t.former.districts[district].province)
	for i := range s.places {
		p := &s.places[i]
		switch {
		case p.district == district:
			return nearDistrict
		case p.province == of:
			best = nearFormer
		case p.current != "" && best == 0 && slices.ContainsFunc(t.former.provinces[of].provinces, func(i uint16) bool {
			return t.provinces[i].Code == p.current
		}):
			best = nearCurrent
		}
	}
	return best
}
