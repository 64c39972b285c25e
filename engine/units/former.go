package units

import (
	"fmt"
	"time"
)

// Date is a day of the civil calendar.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// String returns the day as ISO 8601 has it: "2025-06-30".
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// vietnamese returns the day as a Vietnamese text has it: "30/6/2025".
func (d Date) vietnamese() string { return fmt.Sprintf("%d/%d/%d", d.Day, d.Month, d.Year) }

// lastOfOld is the last day of the former units of all three tiers: those that
// the tables hold have been in force since 1 July 2025 (Resolution 203/2025/QH15
// and Resolution 202/2025/QH15).
func lastOfOld() Date { return Date{2025, time.June, 30} }

// Former is a ward, commune or township of the third tier as it was before July
// 2025, when there were districts between it and the province.
type Former struct {
	Code       string // five digits; "" where the source does not know it
	Name       string // with its kind: "Phường Bến Nghé"
	District   string // with its kind: "Quận 1"
	Province   string // with its kind, the province of then: "Tỉnh Bình Dương"
	Until      Date   // its last day
	Successors []Ward // the wards of today that its territory went to, by code; one at least

	// Complete says that Successors is known to be all of them. The source names
	// one successor for nearly every unit, for many that were divided too, and
	// even where it names several there is no telling whether one is missing.
	// So only units that live on unchanged count as complete: those whose one
	// successor has their code and their name and was made of nothing else.
	Complete bool
}

// formerUnit is a Former as the table keeps it.
type formerUnit struct {
	code       string
	name       string   // with its kind
	district   uint16   // index in former.districts
	successors []uint16 // indices in Table.wards, ascending
	complete   bool
}

// formerDistrict is a district: a quận, huyện, thị xã or city under a province.
// All of them were abolished.
type formerDistrict struct {
	name     string   // with its kind
	province uint16   // index in former.provinces
	wards    []uint16 // indices in Table.wards: what its units went to, ascending
}

// FormerDistrict is a district as it was before July 2025.
type FormerDistrict struct {
	Name  string // without its kind: "Gò Vấp"
	Wards []Ward // the wards of today that its territory went to, by code
}

// FormerDistricts returns the districts whose names are out of use: each quận, huyện and
// thị xã, and the cities that were part of a city. The cities of a province and
// districts with the name of a province in force are left out, because people still
// call the place so.
func (t *Table) FormerDistricts() []FormerDistrict {
	provinces := make(map[string]bool, len(t.provinces))
	for i := range t.provinces {
		provinces[Key(t.provinces[i].Name)] = true
	}
	var out []FormerDistrict
	for _, d := range t.former.districts {
		kind, name, _ := cutKind(d.name, formerDistrictKinds)
		of, _, _ := cutKind(t.former.provinces[d.province].name, formerProvinceKinds)
		if kind == formerCity && of != formerCity || provinces[Key(name)] {
			continue
		}
		district := FormerDistrict{Name: name}
		for _, w := range d.wards {
			district.Wards = append(district.Wards, t.wards[w])
		}
		out = append(out, district)
	}
	return out
}

// formerProvince is one of the 63 provinces of before July 2025.
type formerProvince struct {
	name      string   // with its kind
	provinces []uint16 // indices in Table.provinces: where its units went
}

// former is all that was before July 2025, and the names of provinces that were
// gone by then.
type former struct {
	units     []formerUnit // those with a code by code, then those without by names
	coded     int          // how many of units have a code
	districts []formerDistrict
	provinces []formerProvince
	earlier   []earlierName
	ofWard    [][]uint16 // index in Table.wards → indices in units
}
