// SPDX-License-Identifier: MIT

// Package units holds Vietnam's administrative units: the provinces and their wards
// (phường, xã, đặc khu), with names in Vietnamese and English, and the units before
// July 2025 that they came from. It searches them by any of these names.
//
// Load reads the table once. It never changes afterwards and is safe for concurrent
// use.
package units

import (
	"slices"
	"sync"
)

// Province is a unit of the first tier: a province or a centrally governed city.
type Province struct {
	ID         int    // Code as a number; unique among provinces
	Code       string // two digits, e.g. "01"
	Name       string // without its kind: "Hà Nội"
	FullName   string // with its kind: "Thành phố Hà Nội"
	NameEN     string // Name without marks: "Ha Noi"
	FullNameEN string // "Ha Noi City", "Cao Bang Province"
	Level      string // LevelCity or LevelProvince
	Region     string // one of Regions
	Sort       string // position in the official list, from "01"
}

// Ward is a unit of the second tier, the only one below the provinces since July
// 2025: a ward, a commune or a special zone.
type Ward struct {
	ID           int    // Code as a number; unique among wards
	Code         string // five digits, e.g. "00004"
	ProvinceCode string // of its province
	Name         string // without its kind: "Ba Đình"
	FullName     string // with its kind: "Phường Ba Đình"
	NameEN       string // Name without marks: "Ba Dinh"
	FullNameEN   string // "Ba Dinh Ward", "Co To Special Zone"
	Level        string // LevelWard, LevelCommune or LevelSpecialZone
	Region       string // of its province
	Published    Published
}

// Table is the list of all units. The zero value is an empty list.
//
// The slices that its methods return are read-only.
type Table struct {
	provinces     []Province // by code
	wards         []Ward     // by code
	wardsOf       map[string][]Ward
	provinceIndex map[string]int    // code → index in provinces
	wardIndex     map[string]int    // code → index in wards
	aliases       map[string]string // another source's ward code → the official one
	entries       []entry           // for Search: the provinces, then the wards
	names         spellings         // the names of entries
	former        former            // units before July 2025
	formerNames   spellings         // the names in former
	places        placeIndex        // places that may follow a name
	whole         wholeNames
	before        formerTable // see Before
}

// wholeNames is the index of whole names, made by the first search.
type wholeNames struct {
	once  sync.Once
	index *nameIndex
}

func (t *Table) nameIndex() *nameIndex {
	t.whole.once.Do(func() { t.whole.index = newNameIndex(t) })
	return t.whole.index
}

// Provinces returns every province in the order of codes, which is that of the
// official list.
func (t *Table) Provinces() []Province { return t.provinces }

// Province returns the province with the given two-digit code.
func (t *Table) Province(code string) (Province, bool) {
	i, ok := t.provinceIndex[code]
	if !ok {
		return Province{}, false
	}
	return t.provinces[i], true
}

// Wards returns every ward in the order of codes.
func (t *Table) Wards() []Ward { return t.wards }

// WardsOf returns the wards of a province in the order of codes, none if no province
// has that code.
func (t *Table) WardsOf(provinceCode string) []Ward { return t.wardsOf[provinceCode] }

// Ward returns the ward with the given five-digit code. A few wards have another code
// in other lists; such a code is accepted too, and the Ward returned has the official
// one.
func (t *Table) Ward(code string) (Ward, bool) {
	if canonical, ok := t.aliases[code]; ok {
		code = canonical
	}
	i, ok := t.wardIndex[code]
	if !ok {
		return Ward{}, false
	}
	return t.wards[i], true
}

// index fills the look-ups by code and by name.
func (t *Table) index() {
	t.indexCodes()
	for alias, code := range t.aliases {
		t.entries[len(t.provinces)+t.wardIndex[code]].alias = alias
	}
	list := make([]spelling, len(t.entries))
	for i := range t.entries {
		list[i] = t.entries[i].spelling
	}
	t.names = newSpellings(list)
	t.former.link(t)
	t.formerNames = newSpellings(t.former.spellings())
	t.places = newPlaceIndex(t)
}

func (t *Table) indexCodes() {
	t.provinces, t.wards = slices.Clip(t.provinces), slices.Clip(t.wards)
	t.provinceIndex = make(map[string]int, len(t.provinces))
	for i, p := range t.provinces {
		t.provinceIndex[p.Code] = i
	}
	t.wardIndex = make(map[string]int, len(t.wards))
	t.wardsOf = make(map[string][]Ward, len(t.provinces))
	for i, w := range t.wards {
		t.wardIndex[w.Code] = i
		t.wardsOf[w.ProvinceCode] = append(t.wardsOf[w.ProvinceCode], w)
	}
	for code, wards := range t.wardsOf {
		t.wardsOf[code] = slices.Clip(wards)
	}
}
