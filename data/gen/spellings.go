// SPDX-License-Identifier: MIT

package main

// decidedNames returns names of the portal's texts whose unit no rule finds: typing errors, other
// spellings, kinds before an upgrade, and names that two units of a province share. The comment
// is the unit's name in the official list.
func decidedNames() map[[2]string]string {
	out := make(map[[2]string]string)
	for _, d := range []struct{ ward, name, unit string }{
		{"00733", "Xã Sà Phìn", "00736"},       // Xã Xà Phìn
		{"00829", "Xã Sủng Cháng", "00829"},    // Xã Sủng Tráng
		{"01057", "Xã Sán Sả Hồ", "01060"},     // Xã Sán Xả Hồ
		{"01165", "Xã Tân Phước", "01174"},     // Xã Thượng Bình
		{"01981", "Xã Sỹ Bình", "01978"},       // Xã Sĩ Bình
		{"02434", "Xã Quý Quân", "02431"},      // Xã Quí Quân
		{"02824", "Xã Nàn Sín", "02836"},       // Xã Nàn Xín
		{"03061", "Xã Nậm Dạng", "03073"},      // Xã Nậm Rạng
		{"03151", "Xã Sá Tổng", "03178"},       // Xã Xá Tổng
		{"03163", "Xã Huổi Lếch", "03177"},     // Xã Huổi Lếnh
		{"03226", "Xã Sín Chải", "03223"},      // Xã Xín Chải
		{"03244", "Xã Xá Nhè", "03244"},        // Xã Sáng Nhè
		{"03388", "Xã Lản Nhì Thàng", "03391"}, // Xã Lả Nhì Thàng
		{"03433", "Xã Can Hồ", "03469"},        // Xã Kan Hồ
		{"03460", "Xã Hua Bum", "03460"},       // Xã Hua Bun
		{"03549", "Xã Ma Li Pho", "03574"},     // Xã Ma Ly Pho
		{"03571", "Xã Tung Qua Lìn", "03565"},  // Xã Tông Qua Lìn
		{"03754", "Xã Nong Lay", "03754"},      // Xã Noong Lay
		{"04171", "Xã Pú Bẩu", "04174"},        // Xã Pú Pẩu
		{"04492", "Xã Dế Xu Phình", "04486"},   // Xã Dế Su Phình
		{"04585", "Xã Hát Lừu", "04618"},       // Xã Hát Lìu
		{"05086", "Xã Mỵ Hòa", "05083"},        // Xã Mi Hòa
		{"05245", "Xã Xăm Khòe", "05245"},      // Xã Săm Khóe
		{"05860", "Xã Đắc Sơn", "05875"},       // Phường Đắc Sơn
		{"10843", "Xã Hòa Bình", "10798"},      // Xã Hòa Bình
		{"12526", "Xã An Quý", "12538"},        // Xã An Quí
		{"12586", "Xã Kim Trung", "12664"},     // Xã Kim Chung
		{"13141", "Xã Vũ Quý", "13141"},        // Xã Vũ Quí
		{"13363", "Phường Tiên Sơn", "13369"},  // Xã Tiên Sơn
		{"16732", "Xã Thu Thủy", "16723"},      // Phường Thu Thuỷ
		{"18007", "Xã Hưng Yên Nam", "18007"},  // Xã Hưng Yên
		{"19789", "Phường Đúc", "19780"},       // Phường Phường Đúc
		{"20458", "Xã Bhalêê", "20458"},        // Xã Bha Lê
		{"20494", "Xã Mà Cooih", "20494"},      // Xã Mà Cooi
		{"20707", "Xã Zuôih", "20701"},         // Xã Zuôich
		{"20710", "Xã Tà Bhing", "20710"},      // Xã Tà Bhinh
		{"21439", "Phổ Hòa", "21469"},          // Phường Phổ Hòa
		{"21439", "Phổ Minh", "21463"},         // Phường Phổ Minh
		{"21439", "Phổ Ninh", "21460"},         // Phường Phổ Ninh
		{"21439", "Phổ Vinh", "21466"},         // Phường Phổ Vinh
		{"23143", "Xã Thuận Quý", "23140"},     // Xã Thuận Quí
		{"23302", "Lê Lợi", "23302"},           // Phường Lê Lợi
		{"23302", "Nguyễn Trãi", "23305"},      // Phường Nguyễn Trãi
		{"23344", "Xã Đăk Plô", "23344"},       // Xã Đắk Blô
		{"23377", "Xã Pờ Y", "23395"},          // Xã Bờ Y
		{"23446", "Xã Ngọk Lây", "23404"},      // Xã Ngọc Lây
		{"23446", "Xã Ngọk Yêu", "23413"},      // Xã Ngọc Yêu
		{"23455", "Xã Măng Bút", "23458"},      // Xã Măng Buk
		{"23644", "Xã Đak Rong", "23644"},      // Xã Đăk Roong
		{"23851", "Xã Chơ GLong", "23851"},     // Xã Chơ Long
		{"24022", "Xã Ia Mrơn", "24031"},       // Xã Ia Ma Rơn
		{"24100", "Xã Ia Dreh", "24100"},       // Xã Ia HDreh
		{"24235", "Krông Na", "24235"},         // Xã Krông Na
		{"24280", "Xã Ea H'đing", "24274"},     // Xã Ea H'đinh
		{"24406", "Xã Cư Yang", "24409"},       // Xã Cư Jang
		{"24717", "Xã Đắk N'Drung", "24727"},   // Xã Đắk N'Dung
		{"24976", "Xã N' Thôn Hạ", "24973"},    // Xã N'Thol Hạ
		{"25459", "Phường IV", "25462"},        // Phường 4
		{"26080", "Xã Phú Bình", "26086"},      // Phường Phú Bình
		{"26080", "Xã Xuân An", "26080"},       // Phường Xuân An
		{"26080", "Xã Xuân Bình", "26077"},     // Phường Xuân Bình
		{"26080", "Xã Xuân Hòa", "26083"},      // Phường Xuân Hoà
		{"27418", "Rạch Ông", "27397"},         // Phường Rạch Ông
		{"27628", "Xã Qui Đức", "27640"},       // Xã Quy Đức
		{"28087", "Thủ Thừa", "28036"},         // Thị trấn Thủ Thừa
		{"29224", "Xã An Qui", "29218"},        // Xã An Quy
		{"29857", "Xã Lục Sĩ Thành", "29857"},  // Xã Lục Sỹ Thành
		{"30055", "Xã Mỹ Quí", "30055"},        // Xã Mỹ Quý
		{"30481", "Xã Ô Long Vĩ", "30475"},     // Xã Ô Long Vỹ
		{"31378", "Xã Phú Tân", "31379"},       // Xã Phú Tân
		{"31582", "Xã Phú Tân", "31582"},       // Xã Phú Tân
		{"31717", "Xã Hòa Tú 2", "31729"},      // Xã Hòa Tú II
		{"31741", "Xã Long Bình", "31744"},     // Xã Long Bình
		{"31741", "Xã Tân Long", "31741"},      // Xã Tân Long
	} {
		out[[2]string{d.ward, d.name}] = d.unit
	}
	return out
}

// notUnits returns what the portal's texts name besides units: a firing range, a mud flat outside
// all units, and districts of islands, which had no units or have them in unnamedUnits.
func notUnits() []string {
	return []string{
		"Trường bắn TB1", "Khu vực bãi bồi ven biển",
		"Huyện Bạch Long Vĩ", "Huyện Cồn Cỏ", "Huyện Hoàng Sa", "Huyện Lý Sơn", "Huyện Côn Đảo", "Huyện Kiên Hải",
	}
}

// unnamedUnits returns units that the portal's text of a ward leaves out. The base and the other
// list agree on each of them.
func unnamedUnits() map[string][]string {
	return map[string][]string{
		"02215": {"02488"},                            // Xã Trung Môn
		"31108": {"31108", "31111", "31114", "31115"}, // those of the district of Kiên Hải, as it became one special zone
	}
}
