package units

import (
	"slices"
	"strings"
)

// PlaceName returns what a map calls a place where it also names the wards in
// force. Maps name many places as the ward, commune, township or district that they
// are, or were until July 2025: that stands twice beside the unit's own name, or
// contradicts it. So the place keeps the name alone, by which people go on calling
// it: "Cô Giang" of "Phường Cô Giang", "Dĩ An" of "Thị xã Dĩ An". Where that is a
// number ok is false: no unit in force is called by one, and "12" of "Phường 12" says
// nothing. Names of provinces in force stay as they are, and so do names that no unit
// has, or had by then ("Xã Đàn").
func (t *Table) PlaceName(name string) (shown string, ok bool) {
	end := strings.IndexAny(name, afterKind)
	if end < 0 {
		return name, true
	}
	first := Fold(name[:end]) // once: most names have no kind
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

// afterKind are the letters that may stand behind each word of a kind: "TP.Thủ Đức".
const afterKind = " ."

// cut parts a name into the kind and what stands behind it, both "" if the kind
// does not stand before it, whatever its marks.
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
// name that is a number may lack them all ("Quan 1").
func (k kindWord) isSpelled(text string) bool {
	folded, key := spell(text)
	return key == folded || slices.ContainsFunc(k.levels, func(level string) bool { return Key(level) == key })
}

// isUnit reports whether a ward has a name, or whether what had it until July 2025 was
// of the tier of one of the kinds: places keep kinds that units lost long before, as
// Dĩ An has not been a thị xã since 2020.
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

// isZone reports whether a special zone has a name. Most were districts until July
// 2025, which had no communes and so are not among the former ones.
func (t *Table) isZone(key string) bool {
	for i, s := range t.names.list[len(t.provinces):] {
		if s.key == key && t.wards[i].Level == LevelSpecialZone {
			return true
		}
	}
	return false
}
