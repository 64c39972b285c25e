// SPDX-License-Identifier: MIT

package main

import "roadsnap/engine/geo"

// overviewProvince is a current province with its outlines, by the names in the
// source of the provinces until June 2025.
type overviewProvince struct {
	code     string
	outlines []string
}

// overviewProvinces follows Resolution 202/2025/QH15 on the merger of provinces.
// The source has names of regions for three of them: Đông Bắc is Bắc Kạn, Đồng
// Bằng Sông Hồng is Hưng Yên, Đông Nam Bộ is Đồng Nai.
func overviewProvinces() []overviewProvince {
	return []overviewProvince{
		{"01", []string{"Ha Noi"}},
		{"04", []string{"Cao Bằng"}},
		{"08", []string{"Tuyên Quang", "Hà Giang"}},
		{"11", []string{"Điện Biên"}},
		{"12", []string{"Lai Chau"}},
		{"14", []string{"Son La"}},
		{"15", []string{"Lào Cai", "Yên Bái"}},
		{"19", []string{"Thái Nguyên", "Đông Bắc"}},
		{"20", []string{"Lạng Sơn"}},
		{"22", []string{"Quảng Ninh"}},
		{"24", []string{"Bắc Ninh", "Bắc Giang"}},
		{"25", []string{"Phú Thọ", "Vĩnh Phúc", "Hòa Bình"}},
		{"31", []string{"Hải Phòng", "Hải Dương"}},
		{"33", []string{"Đồng Bằng Sông Hồng", "Thái Bình"}},
		{"37", []string{"Ninh Bình", "Hà Nam", "Nam Định"}},
		{"38", []string{"Thanh Hóa"}},
		{"40", []string{"Nghệ An"}},
		{"42", []string{"Ha Tinh"}},
		{"44", []string{"Quảng Trị", "Quảng Bình"}},
		{"46", []string{"Thừa Thiên - Huế"}},
		{"48", []string{"Đà Nẵng", "Quàng Nam"}},
		{"51", []string{"Quảng Ngãi", "Kon Tum"}},
		{"52", []string{"Gia Lai", "Bình Định"}},
		{"56", []string{"Khánh Hòa", "Ninh Thuận"}},
		{"66", []string{"Dak Lak", "Phú Yên"}},
		{"68", []string{"Lâm Đồng", "Đắk Nông", "Bình Thuận"}},
		{"75", []string{"Đông Nam Bộ", "Bình Phước"}},
		{"79", []string{"Hồ Chí Minh city", "Bình Dương", "Bà Rịa - Vũng Tàu"}},
		{"80", []string{"Tây Ninh", "Long An"}},
		{"82", []string{"Ð?ng Tháp", "Tiền Giang"}},
		{"86", []string{"Vĩnh Long", "Bến Tre", "Trà Vinh"}},
		{"91", []string{"An Giang", "Kiên Giang"}},
		{"92", []string{"Can Tho", "Hau Giang", "Sóc Trăng"}},
		{"96", []string{"Cà Mau", "Bạc Liêu"}},
	}
}

// misplacedLand is land that the source assigns to the wrong province: the part
// of an outline to the left of a line belongs to the province of the code.
type misplacedLand struct {
	outline string
	code    string
	line    [2]geo.Point
}

// misplaced returns land that is plainly wrong. The south of Đồng Tháp between
// the Hậu and the Tiền is assigned to Cần Thơ. Mường Tè and Than Uyên have
// belonged to Lai Châu since it was separated from Điện Biên in 2004. Each cut is
// the straight line with the fewest places on the wrong side of the current
// borders.
func misplaced() []misplacedLand {
	const dongThap, laiChau = "82", "12"
	return []misplacedLand{
		{"Can Tho", dongThap, [2]geo.Point{{Lat: 10.5, Lon: 105.36}, {Lat: 10.0, Lon: 105.80}}},
		{"Điện Biên", laiChau, [2]geo.Point{{Lat: 22.41, Lon: 102.2}, {Lat: 21.72, Lon: 104.2}}},
		{"Lào Cai", laiChau, [2]geo.Point{{Lat: 21.25, Lon: 104.2}, {Lat: 23.40, Lon: 103.2}}},
	}
}

// namedIsland is an island with its province.
type namedIsland struct {
	name   string
	code   string
	at     geo.Point
	radius float64 // of the hexagon that represents it (metres)
}

// placedIslands returns islands that have no province in the source, or a
// neighbouring one. The province of the middle of their boxes was checked against
// the current borders.
func placedIslands() []namedIsland {
	return []namedIsland{
		{name: "Hòn Khoai", code: "96", at: geo.Point{Lat: 8.43, Lon: 104.84}},
		{name: "Thổ Chu", code: "91", at: geo.Point{Lat: 9.29, Lon: 103.47}},
		{name: "Nam Du", code: "91", at: geo.Point{Lat: 9.68, Lon: 104.36}},
		{name: "Hòn Sơn", code: "91", at: geo.Point{Lat: 9.81, Lon: 104.64}},
		{name: "Cù Lao Xanh", code: "52", at: geo.Point{Lat: 13.62, Lon: 109.35}},
		{name: "Lý Sơn", code: "51", at: geo.Point{Lat: 15.38, Lon: 109.12}},
		{name: "Cù Lao Chàm", code: "48", at: geo.Point{Lat: 15.95, Lon: 108.52}},
		{name: "Hòn Mê", code: "38", at: geo.Point{Lat: 19.37, Lon: 105.93}},
		{name: "Bạch Long Vĩ", code: "31", at: geo.Point{Lat: 20.13, Lon: 107.74}},
		{name: "Thượng Mai and Hạ Mai", code: "22", at: geo.Point{Lat: 20.73, Lon: 107.46}},
		{name: "Đảo Trần", code: "22", at: geo.Point{Lat: 21.24, Lon: 107.97}},

		{name: "Cát Bà", code: "31", at: geo.Point{Lat: 20.79, Lon: 107.01}},
		{name: "Cát Hải", code: "31", at: geo.Point{Lat: 20.83, Lon: 106.79}},
		{name: "land by Đình Vũ", code: "31", at: geo.Point{Lat: 20.87, Lon: 106.75}},
		{name: "land by the Đá Bạc", code: "31", at: geo.Point{Lat: 20.97, Lon: 106.73}},
		{name: "Côn Đảo", code: "79", at: geo.Point{Lat: 8.71, Lon: 106.61}},
	}
}

// addedIslands returns islands that are missing in the source, as marked places
// without an outline. Positions are from sailing directions, rounded to a
// hundredth of a degree (Hoàng Sa and Trường Sa: the largest islands and those
// with posts).
func addedIslands() []namedIsland {
	const daNang, khanhHoa = "48", "56"
	return []namedIsland{
		{"Hoàng Sa", daNang, geo.Point{Lat: 16.54, Lon: 111.61}, 1000},
		{"Hữu Nhật", daNang, geo.Point{Lat: 16.51, Lon: 111.59}, 1000},
		{"Quang Ảnh", daNang, geo.Point{Lat: 16.45, Lon: 111.51}, 1000},
		{"Quang Hòa", daNang, geo.Point{Lat: 16.45, Lon: 111.71}, 1000},
		{"Duy Mộng", daNang, geo.Point{Lat: 16.47, Lon: 111.74}, 1000},
		{"Tri Tôn", daNang, geo.Point{Lat: 15.78, Lon: 111.20}, 1000},
		{"Phú Lâm", daNang, geo.Point{Lat: 16.83, Lon: 112.34}, 1500},
		{"Đảo Cây", daNang, geo.Point{Lat: 16.98, Lon: 112.27}, 1000},
		{"Linh Côn", daNang, geo.Point{Lat: 16.67, Lon: 112.73}, 1000},

		{"Song Tử Đông", khanhHoa, geo.Point{Lat: 11.45, Lon: 114.36}, 1000},
		{"Song Tử Tây", khanhHoa, geo.Point{Lat: 11.43, Lon: 114.33}, 1000},
		{"Thị Tứ", khanhHoa, geo.Point{Lat: 11.05, Lon: 114.28}, 1000},
		{"Loại Ta", khanhHoa, geo.Point{Lat: 10.67, Lon: 114.42}, 1000},
		{"Ba Bình", khanhHoa, geo.Point{Lat: 10.38, Lon: 114.37}, 1000},
		{"Sơn Ca", khanhHoa, geo.Point{Lat: 10.37, Lon: 114.48}, 1000},
		{"Nam Yết", khanhHoa, geo.Point{Lat: 10.18, Lon: 114.37}, 1000},
		{"Sinh Tồn", khanhHoa, geo.Point{Lat: 9.89, Lon: 114.33}, 1000},
		{"Phan Vinh", khanhHoa, geo.Point{Lat: 8.97, Lon: 113.70}, 1000},
		{"Trường Sa Đông", khanhHoa, geo.Point{Lat: 8.93, Lon: 112.35}, 1000},
		{"Trường Sa", khanhHoa, geo.Point{Lat: 8.64, Lon: 111.92}, 1000},
		{"An Bang", khanhHoa, geo.Point{Lat: 7.89, Lon: 112.92}, 1000},
	}
}
