// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"strings"
)

// nameIndex finds units by their whole names, with one typing error or none, wherever they
// stand in a text. It is made by the first search, because that takes some milliseconds.
type nameIndex struct {
	byName  map[string][]namedUnit // by the joined folded name, or another spelling of it
	words   map[string]bool        // all folded words of names and kinds
	names   []string               // the keys of byName that may have a typing error
	deletes []uint64               // of each name: the hash of its letters without one, then its index; ascending
	longest int                    // words of the longest name
	letters int                    // letters of the longest name
}

// namedUnit is a unit under one of its names.
type namedUnit struct {
	tier  unitTier
	i     int32 // among the units of its tier
	kinds kindSet
	key   string // Key of its name; "" for another spelling, which has no marks
}

// unitTier is a group of units with one numbering.
type unitTier uint8

const (
	presentProvince unitTier = iota // of Table.provinces
	presentWard                     // of Table.wards
	formerWard                      // of former.units
	formerDistricts                 // of former.districts
	formerProvinces                 // of former.provinces
	earlierProvince                 // of former.earlier
)

func newNameIndex(t *Table) *nameIndex {
	x := &nameIndex{byName: make(map[string][]namedUnit), words: make(map[string]bool)}
	for i := range t.entries {
		e := &t.entries[i]
		if i < len(t.provinces) {
			x.add(&e.spelling, namedUnit{presentProvince, int32(i), setOf(e.level), e.key})
		} else {
			x.add(&e.spelling, namedUnit{presentWard, int32(i - len(t.provinces)), setOf(e.level), e.key})
		}
	}
	for name := range t.formerNames.list {
		s := &t.formerNames.list[name]
		tier, i := t.former.tier(name)
		x.add(s, namedUnit{formerWard + unitTier(tier), int32(i), setOf(t.former.level(name)), s.key})
	}
	for name := range x.byName {
		x.names = append(x.names, name)
	}
	slices.Sort(x.names)
	x.addSpellings(OtherSpellings(), earlierProvince)
	x.addSpellings(ProvinceSpellings(), presentProvince)
	for k := range kindsStated {
		for w := range strings.SplitSeq(k, " ") {
			x.words[w] = true
		}
	}
	x.addDeletes()
	return x
}

// add adds a unit by its name, by that as people spell it by ear, and by its initials.
func (x *nameIndex) add(s *spelling, u namedUnit) {
	x.byName[s.joined] = append(x.byName[s.joined], u)
	words := strings.Fields(s.name)
	x.longest, x.letters = max(x.longest, len(words)), max(x.letters, len(s.joined))
	for _, w := range words {
		x.words[w] = true
	}
	if number := strings.TrimLeft(s.joined, "0"); number != s.joined && isDigits(s.joined) {
		x.byName[number] = append(x.byName[number], u)
	}
	u.key = ""
	if s.initials != "" && len(s.initials) > 1 {
		x.byName[s.initials] = append(x.byName[s.initials], u)
	}
	if ear := simpler(s.joined); ear != s.joined {
		x.byName["~"+ear] = append(x.byName["~"+ear], u)
	}
}

// addSpellings adds other spellings of the units of all tiers, or of provinces if the tier
// is theirs.
func (x *nameIndex) addSpellings(list map[string]string, of unitTier) {
	for spelling, name := range list {
		for _, u := range x.byName[name] {
			if u.key == "" || of == presentProvince && u.tier != presentProvince && u.tier < formerProvinces {
				continue
			}
			u.key = ""
			x.byName[spelling] = append(x.byName[spelling], u)
		}
	}
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// sumWithout returns the hash of s without its letter at i, of all of s if i is negative
// (FNV-1a).
func sumWithout(s string, i int) uint32 {
	h := uint32(2166136261)
	for k := range len(s) {
		if k != i {
			h = (h ^ uint32(s[k])) * 16777619
		}
	}
	return h
}

// addDeletes makes the list of names without a letter. Two texts that are one typing error
// apart have one of these in common.
func (x *nameIndex) addDeletes() {
	size := 0
	for _, n := range x.names {
		size += len(n) + 1
	}
	x.deletes = make([]uint64, 0, size)
	for i, n := range x.names {
		if len(n) < minTypo-1 || n[0] == '~' {
			continue
		}
		for at := -1; at < len(n); at++ {
			x.deletes = append(x.deletes, uint64(sumWithout(n, at))<<32|uint64(i))
		}
	}
	slices.Sort(x.deletes)
}

// eachTypo calls visit with each name that joined is with one typing error, perhaps twice.
func (x *nameIndex) eachTypo(joined string, visit func(name string)) {
	if len(joined) < minTypo-1 || len(joined) > x.letters+1 {
		return
	}
	for at := -1; at < len(joined); at++ {
		sum := sumWithout(joined, at)
		i, _ := slices.BinarySearch(x.deletes, uint64(sum)<<32)
		for ; i < len(x.deletes) && uint32(x.deletes[i]>>32) == sum; i++ {
			if name := x.names[uint32(x.deletes[i])]; oneTypo(joined, name) {
				visit(name)
			}
		}
	}
}

// oneTypo reports whether two words differ by one letter that is missing, too many or another,
// or by two neighbours in the wrong order. Digits are never mistyped.
func oneTypo(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || a == b {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:] && isLetter(b[i])
	}
	if !isLetter(a[i]) || !isLetter(b[i]) {
		return false
	}
	return a[i+1:] == b[i+1:] || exchanged(a[i:], b[i:]) && a[i+2:] == b[i+2:]
}

// knowsWord reports whether a folded word is in a name or a kind, or is a name without its spaces.
func (t *Table) knowsWord(folded string) bool {
	x := t.nameIndex()
	return x.words[folded] || len(x.byName[folded]) > 0
}
