// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"
)

// PlaceName returns the label of a place on a map that also labels the wards in
// force. Maps name many places by their current or former ward, commune, township or
// district. Such a label would repeat the unit's own label, or contradict it.
// PlaceName therefore returns the name without the kind, as people still use it: "Cô
// Giang" of "Phường Cô Giang", "Dĩ An" of "Thị xã Dĩ An". If that name is a number,
// ok is false: no unit in force has a number as its name, and "12" of "Phường 12" is
// no help. Names of provinces in force are unchanged, and so are names that no unit
// has, or had until July 2025 ("Xã Đàn").
func (t *Table) PlaceName(name string) (shown string, ok bool) {
	end := strings.IndexAny(name, afterKind)
	if end < 0 {
		return name, true
	}
	first := Fold(name[:end]) // once, because most names have no kind
	for _, k := range wordsBefore {
		if k.words[0] != first {
			continue
		}
		kind, bare := k.cut(name)
		switch {
		case bare == "" || !k.isSpelled(kind):
		case strings.Trim(bare, "0123456789") == "":
			return bare, false
		case t.isUnit(bare, k.levels):
			return bare, true
		}
	}
	return name, true
}

// afterKind lists the runes that may follow each word of a kind: "TP.Thủ Đức".
const afterKind = " ."

// cut splits a name into the kind and the rest, ignoring marks. Both are "" if the
// name does not begin with the kind.
func (k kindWord) cut(name string) (kind, bare string) {
	bare = name
	for _, word := range k.words {
		end := strings.IndexAny(bare, afterKind)
		if end < 0 || Fold(bare[:end]) != word {
			return "", ""
		}
		bare = strings.TrimLeft(bare[end:], afterKind)
	}
	return name[:len(name)-len(bare)], bare
}

// isSpelled reports whether text, which folds to the words of k, is the kind itself.
// With other marks it is another word: "Phương" of "Phương Lâm", "Xà" of "Xà Hồ". A
// kind without any marks is accepted ("Quan 1").
func (k kindWord) isSpelled(text string) bool {
	folded, key := spell(text)
	return key == folded || slices.ContainsFunc(k.levels, func(level string) bool { return Key(level) == key })
}

// isUnit reports whether a ward has the given name, or a unit had it until July 2025
// in the tier of one of the kinds. Only the tier counts because places keep kinds
// that units lost long before: Dĩ An has not been a thị xã since 2020.
func (t *Table) isUnit(name string, kinds []string) bool {
	key := Key(name)
	among := func(list []string) bool {
		return slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(list, k) })
	}
	called := func(list []spelling) bool {
		return slices.ContainsFunc(list, func(s spelling) bool { return s.key == key })
	}
	units, districts := t.formerNames.list[:len(t.former.units)], t.formerNames.list[len(t.former.units):]
	switch {
	case among(formerUnitKinds) || among([]string{LevelSpecialZone}):
		return called(t.names.list[len(t.provinces):]) || called(units)
	case among(formerDistrictKinds):
		return called(districts[:len(t.former.districts)]) || t.isZone(key)
	}
	return false
}

// isZone reports whether a special zone has the given name. Most were districts until
// July 2025. They had no communes, so they are not among the former districts.
func (t *Table) isZone(key string) bool {
	for i, s := range t.names.list[len(t.provinces):] {
		if s.key == key && t.wards[i].Level == LevelSpecialZone {
			return true
		}
	}
	return false
}
