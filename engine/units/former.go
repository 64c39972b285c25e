// SPDX-License-Identifier: MIT

package units

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// Date is a day of the civil calendar.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// parseDate parses a day in ISO 8601 format.
func parseDate(text string) (Date, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return Date{}, fmt.Errorf("until is %q, want a day such as 2025-06-30", text)
	}
	year, month, date := day.Date()
	return Date{year, month, date}, nil
}

// after reports whether d is later than e. The zero date is before all others.
func (d Date) after(e Date) bool {
	return cmp.Or(cmp.Compare(d.Year, e.Year), cmp.Compare(d.Month, e.Month), cmp.Compare(d.Day, e.Day)) > 0
}

// IsZero reports whether d is the zero date, which stands for an unknown day.
func (d Date) IsZero() bool { return d == Date{} }

// String returns the day in ISO 8601 format: "2025-06-30".
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// vietnamese returns the day in Vietnamese format: "30/6/2025".
func (d Date) vietnamese() string { return fmt.Sprintf("%d/%d/%d", d.Day, d.Month, d.Year) }

// lastFormerDay returns the last day of the provinces before July 2025. The
// current ones are in force since 1 July 2025 (Resolution 202/2025/QH15).
func lastFormerDay() Date { return Date{2025, time.June, 30} }

// Former is a ward, commune or township of the third tier before July 2025, when
// there were districts between it and the province.
type Former struct {
	Code       string // five digits; "" if it was abolished before July 2025
	Name       string // with its kind: "Phường Bến Nghé"
	District   string // with its kind: "Quận 1"
	Province   string // with its kind, as named then: "Tỉnh Bình Dương"
	Until      Date   // its last day; zero if unknown
	Successors []Ward // current wards that its territory went to, by code; at least one

	// Complete means that Successors is the full list: the resolutions of June 2025
	// name the unit in the text of each of these wards, and in no other. Units that
	// were abolished before have no such text. They went where the unit went that they
	// became part of, as far as the sources tell.
	Complete bool
}

// formerUnit is a Former as stored in the table.
type formerUnit struct {
	code       string
	name       string   // with its kind
	district   uint16   // index in former.districts
	until      Date     // zero if unknown
	successors []uint16 // indices in Table.wards, ascending
}

// formerDistrict is a district: a quận, huyện, thị xã or city under a province. All
// of them were abolished.
type formerDistrict struct {
	name     string   // with its kind
	province uint16   // index in former.provinces
	code     string   // "" if it was abolished before June 2025
	until    Date     // the latest of its units'; zero if unknown
	wards    []uint16 // indices in Table.wards of its units' successors, ascending
}

// FormerDistrict is a district before July 2025.
type FormerDistrict struct {
	Name  string // without its kind: "Gò Vấp"
	Wards []Ward // current wards that its territory went to, by code
}

// FormerDistricts returns the districts whose names are out of use: each quận, huyện
// and thị xã, and the cities that were part of a city. It leaves out cities under a
// province, and districts named as a current province, because people still use these
// names.
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

// WardsOfFormerDistrict returns the current wards that the territory of a district went to, by
// code. title is that of Hit.FormerName, "Quận 1, Thành phố Hồ Chí Minh". There are none if no
// district has this title.
func (t *Table) WardsOfFormerDistrict(title string) (wards []Ward) {
	for i := range t.former.districts {
		if d := &t.former.districts[i]; strings.HasPrefix(title, d.name) && t.former.districtTitle(d) == title {
			for _, w := range d.wards {
				wards = append(wards, t.wards[w])
			}
		}
	}
	return wards
}

// districtTitle returns the name of a district with its province.
func (f *former) districtTitle(d *formerDistrict) string {
	return d.name + ", " + f.provinces[d.province].name
}

// FormerDistrictNames returns the names of all districts before July 2025, without their
// kinds: "Gò Vấp", "1".
func (t *Table) FormerDistrictNames() (names []string) {
	for _, d := range t.former.districts {
		_, name, _ := cutKind(d.name, formerDistrictKinds)
		names = append(names, name)
	}
	return names
}

// formerProvince is one of the 63 provinces before July 2025.
type formerProvince struct {
	name      string   // with its kind
	code      string   // "" without districts.csv
	provinces []uint16 // indices in Table.provinces of its units' successors
}

// former is all units before July 2025, and older names of provinces.
type former struct {
	units     []formerUnit // first those with a code, by code; then the others, by name
	coded     int          // number of units with a code
	districts []formerDistrict
	provinces []formerProvince
	listed    []districtRow // districts.csv, by code
	earlier   []earlierName
	ofWard    [][]uint16 // index in Table.wards → indices in units
}
