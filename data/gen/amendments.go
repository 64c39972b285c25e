// SPDX-License-Identifier: MIT

package main

import "roadsnap/engine/units"

// amendment changes the kind of a unit of the base.
type amendment struct {
	code, name string // as in the base, the name without its kind
	from, to   string // kinds
}

// provinceAmendments returns the changes to provinces by Resolution 30/2026/QH16,
// in force since 30 April 2026.
func provinceAmendments() []amendment {
	return []amendment{{"75", "Đồng Nai", units.LevelProvince, units.LevelCity}}
}

// wardAmendments returns the changes to wards by the same resolution: ten
// communes of Đồng Nai became wards.
func wardAmendments() []amendment {
	from, to := units.LevelCommune, units.LevelWard
	return []amendment{
		{"25270", "Lộc Ninh", from, to},
		{"25357", "Tân Khai", from, to},
		{"25363", "Đồng Phú", from, to},
		{"26116", "Tân Phú", from, to},
		{"26170", "Trị An", from, to},
		{"26248", "Trảng Bom", from, to},
		{"26326", "Dầu Giây", from, to},
		{"26368", "Long Thành", from, to},
		{"26425", "Xuân Lộc", from, to},
		{"26485", "Nhơn Trạch", from, to},
	}
}

// correction changes a name of the base that is plainly a typo. Each one names,
// in a comment, the source that proves it.
type correction struct {
	code     string
	from, to string // names with their kinds, normalised
}

// wardCorrections is empty. A second list of all 3,321 current wards
// (thanglequoc/vietnamese-provinces-database, July 2026) has the same names
// except for case, composition, apostrophes and the place of tone marks, which
// normalName unifies.
func wardCorrections() []correction { return nil }

// canonicalCodes returns the wards that have another code in other lists. The
// base has the canonical codes, and it is an error if that changes.
func canonicalCodes() []struct{ code, name string } {
	return []struct{ code, name string }{
		{"06970", "Ba Chẽ"}, // 06978 elsewhere, kept as an alias
		{"23737", "Ia Mơ"},  // 23938 elsewhere, kept as an alias
	}
}

// codeAliases maps codes of wards in other lists to the canonical codes.
func codeAliases() map[string]string {
	return map[string]string{"06978": "06970", "23938": "23737"} // Ba Chẽ, Ia Mơ
}

// regionOf returns the region of each province by its code: the six regions of
// the national plan as redrawn for the 34 provinces.
func regionOf() map[string]string {
	regions := units.Regions()
	members := [][]string{
		{"08", "04", "12", "15", "19", "11", "20", "14", "25"}, // Tuyên Quang, Cao Bằng, Lai Châu, Lào Cai, Thái Nguyên, Điện Biên, Lạng Sơn, Sơn La, Phú Thọ
		{"01", "31", "22", "24", "33", "37"},                   // Hà Nội, Hải Phòng, Quảng Ninh, Bắc Ninh, Hưng Yên, Ninh Bình
		{"38", "40", "42", "44", "46"},                         // Thanh Hóa, Nghệ An, Hà Tĩnh, Quảng Trị, Huế
		{"48", "51", "52", "66", "56", "68"},                   // Đà Nẵng, Quảng Ngãi, Gia Lai, Đắk Lắk, Khánh Hòa, Lâm Đồng
		{"79", "75", "80"},                                     // Hồ Chí Minh, Đồng Nai, Tây Ninh
		{"82", "91", "86", "92", "96"},                         // Đồng Tháp, An Giang, Vĩnh Long, Cần Thơ, Cà Mau
	}
	out := make(map[string]string)
	for i, codes := range members {
		for _, code := range codes {
			out[code] = regions[i]
		}
	}
	return out
}

// earlierNames returns the names of provinces that went out of use before July
// 2025 and still occur: the name, the current province, and the last day of the
// name.
func earlierNames() [][]string {
	return [][]string{
		// Resolution of the National Assembly of 2 July 1976: Hồ Chí Minh.
		{"Thành phố Sài Gòn - Gia Định", "79", "1976-07-01"},
		// Resolution 15/2008/QH12, in force 1 August 2008: part of Hà Nội.
		{"Tỉnh Hà Tây", "01", "2008-07-31"},
		// Resolution 175/2024/QH15, in force 1 January 2025: Huế.
		{"Tỉnh Thừa Thiên Huế", "46", "2024-12-31"},
	}
}
