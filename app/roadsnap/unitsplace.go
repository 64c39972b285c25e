// SPDX-License-Identifier: MIT

package main

import (
	"slices"

	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// findPlace returns the district or province of June 2025 with a code.
func findPlace(t *units.Table, code string) (units.FormerPlace, bool) {
	if p, ok := t.FormerDistrict(code); ok {
		return p, true
	}
	return t.FormerProvince(code)
}

// place prints a former district or province and what became of it.
func (c *unitsLegacyCmd) place(s streams, t *units.Table, before *units.FormerBorders, p units.FormerPlace) error {
	list := t.UnitsOf(p)
	shares, known := before.Shares(list...)
	if p.Province == "" {
		shares, known = before.SharesOfProvince(p)
	}
	if c.JSON {
		record := object{{"old", placeRecord(p)}}
		if p.Province == "" {
			districts := []object{}
			for _, d := range t.DistrictsOf(p.Code) {
				districts = append(districts, placeRecord(d))
			}
			return printJSON(s.out, slices.Concat(record, object{{"successors", provinceRecords(p.Provinces)}}, sharesMember(shares, known), object{{"districts", districts}}))
		}
		wards, parts := []object{}, []object{}
		for _, w := range p.Wards {
			wards = append(wards, wardRecord(w))
		}
		for _, u := range list {
			parts = append(parts, append(formerRecord(u), member{"successors", successorRecords(u, before)}))
		}
		return printJSON(s.out, slices.Concat(record, object{{"successors", wards}}, sharesMember(shares, known), object{{"units", parts}}))
	}
	rows := [][2]string{{lastDay(p.Until), describePlace(p)}}
	if p.InForce {
		rows[0][0] = "in force"
	}
	if p.Resolution != "" {
		rows = append(rows, [2]string{"abolished by", p.Resolution})
	}
	what := "became"
	add := func(text string) {
		rows = append(rows, [2]string{what, text})
		what = ""
	}
	if p.Province != "" {
		for _, w := range p.Wards {
			add(describeWard(t, w) + shareText(shares, known, w.Code))
		}
		return table(s.out, rows)
	}
	for _, now := range p.Provinces {
		add(now.Code + "  " + now.FullName + shareText(shares, known, now.Code))
	}
	what = "districts"
	for _, d := range t.DistrictsOf(p.Code) {
		add(d.Code + "  " + d.Name)
	}
	return table(s.out, rows)
}

func describePlace(p units.FormerPlace) string {
	text := p.Name
	if p.Code != "" {
		text = p.Code + "  " + text
	}
	if p.Province != "" {
		text += ", " + p.Province
	}
	return text
}

// provinceMadeOf prints the former provinces that make up a province in force.
func (c *unitsLegacyCmd) provinceMadeOf(s streams, t *units.Table, before *units.FormerBorders, province units.Province) error {
	made := t.ProvincesBefore(province.Code)
	if c.JSON {
		parts := []object{}
		for _, p := range made {
			shares, known := before.SharesOfProvince(p)
			parts = append(parts, append(append(placeRecord(p), member{"whole", len(p.Provinces) == 1}), shareMember(shares, known, province.Code)...))
		}
		return printJSON(s.out, object{{"unit", provinceRecords([]units.Province{province})[0]}, {"made_of", parts}})
	}
	rows := [][2]string{{"province", province.Code + "  " + province.FullName}}
	what := "made of"
	for _, p := range made {
		shares, known := before.SharesOfProvince(p)
		text := describePlace(p) + shareText(shares, known, province.Code)
		if p.Code == "" && !p.Until.IsZero() {
			text += " (" + lastDay(p.Until) + ")"
		}
		rows = append(rows, [2]string{what, text})
		what = ""
	}
	return table(s.out, rows)
}

func placeRecord(p units.FormerPlace) object {
	orNull := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	record := object{{"code", orNull(p.Code)}, {"name", p.Name}}
	if p.Province != "" {
		record = append(record, member{"province_code", p.ProvinceCode}, member{"province", p.Province})
	}
	until := ""
	if !p.Until.IsZero() {
		until = p.Until.String()
	}
	return append(record, member{"until", orNull(until)}, member{"resolution", orNull(p.Resolution)})
}

func provinceRecords(list []units.Province) []object {
	records := make([]object, len(list))
	for i, p := range list {
		records[i] = recordOf(unitfile.Unit{Kind: units.KindProvince, Province: p}, unitfile.Columns(units.KindProvince))
	}
	return records
}

func successorRecords(u units.Former, before *units.FormerBorders) []object {
	shares, known := before.Shares(u)
	records := make([]object, len(u.Successors))
	for i, w := range u.Successors {
		records[i] = object{{"ward_code", w.Code}, {"ward_fname", w.FullName}, {"resolution", nil}}
		if w.Published.Resolution != "" {
			records[i][2].value = w.Published.Resolution
		}
		records[i] = append(records[i], shareMember(shares, known, w.Code)...)
	}
	return records
}
