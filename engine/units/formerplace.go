// SPDX-License-Identifier: MIT

package units

import (
	"cmp"
	"slices"
)

// The acts that abolished districts and merged provinces on 1 July 2025.
const (
	districtsAct = "72/2025/QH15"  // Law on the Organisation of Local Government
	provincesAct = "202/2025/QH15" // Resolution on the arrangement of provinces
)

// FormerPlace is a district or a province before July 2025.
type FormerPlace struct {
	Code         string // three digits of a district, two of a province; "" if it was abolished before June 2025
	Name         string // with its kind
	ProvinceCode string // of a district
	Province     string // of a district, with its kind
	Until        Date   // its last day; zero if unknown, or if the province is still in force
	Resolution   string // law or resolution that abolished it; "" if that is unknown, or it is still in force
	InForce      bool   // a province that took in no other, and gave up nothing
	Provinces    []Province
	Wards        []Ward // of a district: the wards that its territory went to, by code
	district     int    // index in former.districts, −1 for none
}

// FormerDistrict returns the district with a three-digit code.
func (t *Table) FormerDistrict(code string) (FormerPlace, bool) {
	i, ok := slices.BinarySearchFunc(t.former.listed, code, func(d districtRow, code string) int { return cmp.Compare(d.code, code) })
	if !ok {
		return FormerPlace{}, false
	}
	return t.formerDistrict(&t.former.listed[i]), true
}

func (t *Table) formerDistrict(d *districtRow) FormerPlace {
	p := FormerPlace{
		Code: d.code, Name: d.name, ProvinceCode: d.provinceCode, Province: d.province,
		Until: lastFormerDay(), Resolution: districtsAct, district: d.index,
	}
	wards := []uint16{uint16(max(d.ward, 0))}
	if d.index >= 0 {
		wards = t.former.districts[d.index].wards
	}
	for _, w := range wards {
		ward := t.wards[w]
		p.Wards = append(p.Wards, ward)
		if !slices.ContainsFunc(p.Provinces, func(p Province) bool { return p.Code == ward.ProvinceCode }) {
			of, _ := t.Province(ward.ProvinceCode)
			p.Provinces = append(p.Provinces, of)
		}
	}
	return p
}

// UnitsOf returns the wards, communes and townships of a former district, by code. There are none
// if it had none.
func (t *Table) UnitsOf(p FormerPlace) (list []Former) {
	if p.district < 0 {
		return nil
	}
	for i := range t.former.units[:t.former.coded] {
		if int(t.former.units[i].district) == p.district {
			list = append(list, t.formerAt(i))
		}
	}
	return list
}

// FormerProvinces returns the 63 provinces of June 2025 by code.
func (t *Table) FormerProvinces() (list []FormerPlace) {
	for i := range t.former.provinces {
		if t.former.provinces[i].code != "" {
			list = append(list, t.formerProvinceAt(i))
		}
	}
	slices.SortFunc(list, func(a, b FormerPlace) int { return cmp.Compare(a.Code, b.Code) })
	return list
}

// FormerProvince returns the province of June 2025 with a two-digit code.
func (t *Table) FormerProvince(code string) (FormerPlace, bool) {
	for i := range t.former.provinces {
		if t.former.provinces[i].code == code && code != "" {
			return t.formerProvinceAt(i), true
		}
	}
	return FormerPlace{}, false
}

func (t *Table) formerProvinceAt(i int) FormerPlace {
	f := &t.former.provinces[i]
	p := FormerPlace{Code: f.code, Name: f.name, Until: lastFormerDay(), Resolution: provincesAct, district: -1}
	for _, to := range f.provinces {
		p.Provinces = append(p.Provinces, t.provinces[to])
	}
	slices.SortFunc(p.Provinces, func(a, b Province) int { return cmp.Compare(a.Code, b.Code) })
	if len(f.provinces) == 1 {
		present := f.provinces[0]
		alone := !slices.ContainsFunc(t.former.provinces, func(o formerProvince) bool {
			return o.name != f.name && slices.Contains(o.provinces, present)
		})
		if alone {
			p.Until, p.Resolution, p.InForce = Date{}, "", true
		}
	}
	return p
}

// DistrictsOf returns the districts of a province of June 2025 by code.
func (t *Table) DistrictsOf(provinceCode string) (list []FormerPlace) {
	for i := range t.former.listed {
		if d := &t.former.listed[i]; d.provinceCode == provinceCode {
			list = append(list, t.formerDistrict(d))
		}
	}
	return list
}

// ProvincesBefore returns the provinces that the province in force with the given code was made of:
// those of June 2025 by code, then older ones by name.
func (t *Table) ProvincesBefore(code string) (list []FormerPlace) {
	i, ok := t.provinceIndex[code]
	if !ok {
		return nil
	}
	for _, p := range t.FormerProvinces() {
		if slices.ContainsFunc(p.Provinces, func(p Province) bool { return p.Code == code }) {
			list = append(list, p)
		}
	}
	for _, e := range t.former.earlier {
		if int(e.province) == i {
			list = append(list, FormerPlace{Name: e.name, Until: e.until, Provinces: []Province{t.provinces[i]}, district: -1})
		}
	}
	return list
}
