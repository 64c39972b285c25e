// SPDX-License-Identifier: MIT

package main

// mergerEve is the last day of the units of the official list: the current ones are in force since
// 1 July 2025 (Resolution 203/2025/QH15 and Resolution 202/2025/QH15).
const mergerEve = "2025-06-30"

// lastDays returns the last day of the units of a province that are in the base but not in the
// official list. They were abolished or renamed in the reform of 2023 to 2025. Other provinces'
// resolutions took effect on other days, which no source at hand names.
func lastDays() map[string]string {
	return map[string]string{
		"Thành phố Hồ Chí Minh": "2024-12-31", // Resolution 1278/NQ-UBTVQH15, in force 1 January 2025
		"Thành phố Huế":         "2024-12-31", // Resolution 1314/NQ-UBTVQH15, in force 1 January 2025
	}
}

// earlierWard is a unit abolished before 2023, and the units of the official list that it went to.
type earlierWard struct {
	name, district, province string
	until                    string
	into                     []string
	intoDistrict             string
}

// earlierWards returns the wards of Hồ Chí Minh that were abolished, or got another district, by
// Resolution 1111/NQ-UBTVQH14, in force 1 January 2021. It made the city of Thủ Đức of three
// districts (article 1) and merged wards of five others (article 2).
func earlierWards() (out []earlierWard) {
	const province, until = "Thành phố Hồ Chí Minh", "2020-12-31"
	for _, e := range []struct{ district, name, into string }{
		{"Quận 3", "Phường 6", "Phường Võ Thị Sáu"},
		{"Quận 3", "Phường 7", "Phường Võ Thị Sáu"},
		{"Quận 3", "Phường 8", "Phường Võ Thị Sáu"},
		{"Quận 4", "Phường 5", "Phường 2"},
		{"Quận 4", "Phường 12", "Phường 13"},
		{"Quận 5", "Phường 15", "Phường 12"},
		{"Quận 10", "Phường 3", "Phường 2"},
		{"Quận Phú Nhuận", "Phường 12", "Phường 11"},
		{"Quận Phú Nhuận", "Phường 14", "Phường 13"},
	} {
		out = append(out, earlierWard{e.name, e.district, province, until, []string{e.into}, e.district})
	}
	for district, names := range map[string][]string{
		"Quận 2": {"An Lợi Đông", "An Phú", "Bình Trưng Đông", "Bình Trưng Tây", "Cát Lái", "Thạnh Mỹ Lợi", "Thảo Điền", "Thủ Thiêm"},
		"Quận 9": {
			"Hiệp Phú", "Long Bình", "Long Phước", "Long Thạnh Mỹ", "Long Trường", "Phú Hữu", "Phước Bình", "Phước Long A", "Phước Long B",
			"Tăng Nhơn Phú A", "Tăng Nhơn Phú B", "Tân Phú", "Trường Thạnh",
		},
		"Quận Thủ Đức": {
			"Bình Chiểu", "Bình Thọ", "Hiệp Bình Chánh", "Hiệp Bình Phước", "Linh Chiểu", "Linh Đông", "Linh Tây", "Linh Trung", "Linh Xuân",
			"Tam Bình", "Tam Phú", "Trường Thọ",
		},
	} {
		for _, name := range names {
			out = append(out, earlierWard{"Phường " + name, district, province, until, []string{"Phường " + name}, "Thành phố Thủ Đức"})
		}
	}
	return out
}
