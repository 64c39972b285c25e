// SPDX-License-Identifier: MIT

package unitimport

import (
	"slices"
	"strings"

	"roadsnap/engine/units"
)

// kind is a kind of unit as stated by a source.
type kind uint8

const (
	unsaid     kind = iota
	anyWard         // of the second tier, unspecified
	ward            // phường
	commune         // xã
	zone            // đặc khu
	province        // tỉnh
	city            // thành phố: a province, or a former city within one
	abolished       // quận, huyện, thị xã, thị trấn
	unknownTag      // a word that is no kind of unit
)

// kindWord is a way to write a kind next to a name.
type kindWord struct {
	keys, folds []string // its words in the forms of units.Key and units.Fold
	kind        kind
	after       bool // written after the name, as in English
}

// kindWords are the words for kinds that are written next to names.
var kindWords = func() []kindWord {
	var out []kindWord
	add := func(k kind, after bool, list ...string) {
		for _, s := range list {
			out = append(out, kindWord{strings.Fields(units.Key(s)), strings.Fields(units.Fold(s)), k, after})
		}
	}
	add(ward, false, "phường", "p")
	add(commune, false, "xã", "x")
	add(zone, false, "đặc khu", "đk")
	add(province, false, "tỉnh")
	add(city, false, "thành phố", "tp")
	add(abolished, false, "thị trấn", "tt", "thị xã", "tx", "quận", "q", "huyện")
	add(ward, true, "ward")
	add(commune, true, "commune")
	add(zone, true, "special zone")
	add(province, true, "province")
	add(city, true, "city")
	add(abolished, true, "district", "township", "town")
	return out
}()

// kindTags are the folded values of a kind property.
var kindTags = map[string]kind{
	"phuong": ward, "commune": commune, "xa": commune, "dac khu": zone, "special zone": zone,
	"ward": anyWard, "wards": anyWard, "communes": anyWard, "phuong xa": anyWard, "xa phuong": anyWard, "cap xa": anyWard, "6": anyWard,
	"province": province, "provinces": province, "tinh": province, "cap tinh": province, "4": province,
	"thanh pho truc thuoc trung uong": province, "thanh pho trung uong": province, "municipality": province,
	"city": city, "thanh pho": city,
	"district": abolished, "quan": abolished, "huyen": abolished, "cap huyen": abolished, "thi xa": abolished,
	"thi tran": abolished, "township": abolished, "town": abolished, "thanh pho thuoc tinh": abolished,
}

// kindTag returns the kind given by a property.
func kindTag(value string) kind {
	if value == "" {
		return unsaid
	}
	if k, known := kindTags[units.Fold(value)]; known {
		return k
	}
	return unknownTag
}

// level returns the level of the official table for a kind, "" if there may be
// several.
func (k kind) level() string {
	switch k {
	case ward:
		return units.LevelWard
	case commune:
		return units.LevelCommune
	case zone:
		return units.LevelSpecialZone
	}
	return ""
}

// provinces finds provinces by code and name.
type provinces struct {
	table *units.Table
	named map[string]string // folded name → code; no two of the 34 fold to the same
}

func newProvinces(table *units.Table) provinces {
	p := provinces{table, map[string]string{"hcm": "79", "thua thien hue": "46"}}
	for _, unit := range table.Provinces() {
		fold := units.Fold(unit.Name)
		p.named[fold] = unit.Code
		p.named[strings.ReplaceAll(fold, " ", "")] = unit.Code
	}
	return p
}

// byName returns the code of the province with the given name, with or without its
// kind.
func (p provinces) byName(name string) (code string, ok bool) {
	for _, s := range spellings(name) {
		if s.kind == unsaid || s.kind == province || s.kind == city {
			if code, ok = p.named[s.fold]; ok {
				return code, true
			}
		}
	}
	return "", false
}

// called returns the code of the province whose name, without kind, is the given one
// except for missing marks, "" if there is none: Thạnh Hóa is not Thanh Hóa.
func (p provinces) called(name string) string {
	unit, ok := p.table.Province(p.named[units.Fold(name)])
	if !ok || !lacksMarks(units.Key(name), units.Key(unit.Name)) {
		return ""
	}
	return unit.Code
}

// of returns the code of the province in force that a feature names, "" if it names
// none.
func (p provinces) of(g given) string {
	if _, ok := p.table.Province(g.provinceCode); ok {
		return g.provinceCode
	}
	code, _ := p.byName(g.provinceName)
	return code
}

// outline reports whether a feature is the outline of a province.
func (p provinces) outline(g given) bool {
	switch kindTag(g.kind) {
	case province:
		return true
	case anyWard, ward, commune, zone, abolished:
		return false
	}
	if g.name == "" && g.fullName == "" {
		return g.code == "" && (g.provinceCode != "" || g.provinceName != "") || len(g.code) == 2
	}
	for _, name := range [2]string{g.fullName, g.name} {
		for _, s := range spellings(name) {
			switch s.kind {
			case ward, commune, zone:
				return false
			case province, city:
				if p.named[s.fold] != "" {
					return true
				}
			}
		}
	}
	return p.called(g.name) != "" && g.provinceCode == "" && g.provinceName == "" && len(strings.TrimLeft(g.code, "0")) <= 2
}

// said returns the kind of ward that a feature states, unsaid if it states none,
// abolished if the kind was abolished in July 2025. Without marks, a word for a kind
// may be the beginning of a ward's own name (Quan Sơn).
func (j *joiner) said(g given) kind {
	var kinds []kind
	for _, name := range [2]string{g.fullName, g.name} {
		for _, s := range spellings(name) {
			known := len(j.index.byFold[" "+s.fold]) > 0
			if known && s.kind == unsaid {
				break
			}
			if known && s.kind.level() != "" {
				return s.kind
			}
			kinds = append(kinds, s.kind)
		}
	}
	kinds = append(kinds, kindTag(g.kind))
	for _, k := range kinds {
		switch k {
		case ward, commune, zone, abolished:
			return k
		}
	}
	if slices.Contains(kinds, city) {
		return abolished
	}
	return unsaid
}
