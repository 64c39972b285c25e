// SPDX-License-Identifier: MIT

package address

import (
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// tier is a tier of units, and their time.
type tier uint8

const (
	formerWard tier = iota
	presentWard
	formerDistrict
	formerProvince
	presentProvince
)

// place is a unit that has a name.
type place struct {
	tier tier
	i    int32 // in the list of its tier
	kind kind
	key  string // of the name without its kind
}

// index holds all units by their names.
type index struct {
	table     *units.Table
	former    []units.Former
	districts []district
	provinces []formerProvinceUnit
	byName    map[string][]place // folded name without its kind
	wardNames [2][]wardName      // of former and of present wards
	districtOf,
	provinceOf []int32 // of a former ward
	provinceAt map[string]int32 // code of a present province → index
	longest    int              // words of the longest name
}

// wardName is the name of a ward.
type wardName struct {
	joined string // folded, without its kind and without spaces
	kind   kind
	key    string
}

// wardPlace returns a ward and its folded name without spaces.
func (x *index) wardPlace(t tier, i int32) (place, string) {
	n := &x.wardNames[t][i]
	return place{t, i, n.kind, n.key}, n.joined
}

type district struct {
	name, province string // full
	of             int32  // in provinces
	wards          []int32
}

type formerProvinceUnit struct {
	name    string
	present []string // codes of the provinces that its wards are in now
}

func newIndex(table *units.Table) *index {
	x := &index{table: table, byName: make(map[string][]place), provinceAt: make(map[string]int32)}
	for i, p := range table.Provinces() {
		x.provinceAt[p.Code] = int32(i)
		x.add(presentProvince, i, p.FullName)
	}
	for i, w := range table.Wards() {
		x.add(presentWard, i, w.FullName)
	}
	x.addFormer()
	for spelling, name := range otherSpellings {
		for _, p := range x.byName[name] {
			if p.tier >= formerDistrict {
				p.key = spelling
				x.byName[spelling] = append(x.byName[spelling], p)
			}
		}
	}
	return x
}

// addFormer adds all former units.
func (x *index) addFormer() {
	seen := make(map[[3]string]bool)
	districts, provinces := make(map[[2]string]int32), make(map[string]int32)
	for _, w := range x.table.Wards() {
		for _, f := range x.table.FormerUnitsOf(w.Code) {
			id := [3]string{f.Name, f.District, f.Province}
			if f.Code != "" {
				id = [3]string{f.Code}
			}
			if seen[id] {
				continue
			}
			seen[id] = true
			in, ok := provinces[f.Province]
			if !ok {
				in = int32(len(x.provinces))
				provinces[f.Province] = in
				x.provinces = append(x.provinces, formerProvinceUnit{name: f.Province})
				x.add(formerProvince, int(in), f.Province)
			}
			d, ok := districts[[2]string{f.District, f.Province}]
			if !ok {
				d = int32(len(x.districts))
				districts[[2]string{f.District, f.Province}] = d
				x.districts = append(x.districts, district{name: f.District, province: f.Province, of: in})
				x.add(formerDistrict, int(d), f.District)
			}
			i := len(x.former)
			x.former = append(x.former, f)
			x.districtOf, x.provinceOf = append(x.districtOf, d), append(x.provinceOf, in)
			x.districts[d].wards = append(x.districts[d].wards, int32(i))
			x.add(formerWard, i, f.Name)
			for _, s := range f.Successors {
				if p := &x.provinces[in]; !slices.Contains(p.present, s.ProvinceCode) {
					p.present = append(p.present, s.ProvinceCode)
				}
			}
		}
	}
}

// add adds a unit by its name, and a province by its initials as well.
func (x *index) add(t tier, i int, full string) {
	k, name := cutKind(full)
	fold := units.Fold(name)
	p := place{t, int32(i), k, units.Key(name)}
	x.byName[fold] = append(x.byName[fold], p)
	words := strings.Fields(fold)
	x.longest = max(x.longest, len(words))
	joined := strings.Join(words, "")
	if t <= presentWard {
		x.wardNames[t] = append(x.wardNames[t], wardName{joined, k, p.key})
	}
	if joined != fold { // "Hanoi", "Đakrông"
		x.byName[joined] = append(x.byName[joined], p)
	}
	if t >= formerProvince && len(words) > 1 {
		initials := ""
		for _, w := range words {
			initials += w[:1]
		}
		p.key = initials
		x.byName[initials] = append(x.byName[initials], p)
	}
}

// otherSpellings are folded spellings of districts and provinces that people write, with the
// folded official name.
var otherSpellings = map[string]string{
	"hcmc": "ho chi minh", "sg": "ho chi minh", "sai gon": "ho chi minh", "saigon": "ho chi minh",
	"dac lac": "dak lak", "dac lak": "dak lak", "dak lac": "dak lak", "daclac": "dak lak", "darlac": "dak lak",
	"dac nong": "dak nong", "dacnong": "dak nong", "bac can": "bac kan", "backan": "bac kan",
	"thua thien": "thua thien hue", "ba ria": "ba ria vung tau", "vung tau": "ba ria vung tau",
	"ban me thuot": "buon ma thuot", "bmt": "buon ma thuot", "buon me thuot": "buon ma thuot",
	"pleicu": "pleiku", "play cu": "pleiku", "qui nhon": "quy nhon",
}
