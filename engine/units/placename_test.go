// SPDX-License-Identifier: MIT

package units

import "testing"

func TestPlaceName(t *testing.T) {
	table := official(t)
	for name, want := range map[string]string{
		// Current and former, of each tier that was abolished.
		"Phường Bến Thành": "Bến Thành", "Phường Cô Giang": "Cô Giang", "Xã Tân Kiên": "Tân Kiên", "Đặc khu Côn Đảo": "Côn Đảo",
		"Thị trấn Nhà Bè": "Nhà Bè", "Quận Bình Thạnh": "Bình Thạnh", "Huyện Củ Chi": "Củ Chi", "Thị xã Dĩ An": "Dĩ An",
		"Thành phố Thủ Đức": "Thủ Đức", "Thành phố Biên Hòa": "Biên Hòa",
		// In any spelling.
		"TP.Thủ Đức": "Thủ Đức", "tp. Biên Hoà": "Biên Hoà", "P. Bến Thành": "Bến Thành", "PHƯỜNG BẾN THÀNH": "BẾN THÀNH", "Q.Tân Bình": "Tân Bình",
		"Phuong Ben Thanh": "Phuong Ben Thanh", // without marks it is ambiguous
		// Numbers alone are no label.
		"Phường 12": "", "Quận 5": "", "Q.10": "", "P.1": "", "Quận 2": "",
		"Quan 1": "",
		// Districts that are special zones, and had no communes.
		"Huyện Côn Đảo": "Côn Đảo", "Huyện Phú Quý": "Phú Quý", "Huyện Bến Thành": "Huyện Bến Thành",
		// Words that look like a kind only without their marks.
		"Phương Lâm": "Phương Lâm", "Phương Đông": "Phương Đông", "Xà Hồ": "Xà Hồ",
		// Provinces, and names of no unit.
		"Thành phố Hồ Chí Minh": "Thành phố Hồ Chí Minh", "Thành phố Huế": "Thành phố Huế", "Hà Nội": "Hà Nội", "Bến Thành": "Bến Thành",
		"Xã Đàn": "Xã Đàn", "Quận": "Quận", "Phường ": "Phường ", "": "", "Khu phố 3": "Khu phố 3",
		"Trung tâm Hành chính Thị xã Dĩ An": "Trung tâm Hành chính Thị xã Dĩ An",
	} {
		shown, ok := table.PlaceName(name)
		if !ok {
			shown = ""
		}
		if shown != want || ok != (want != "" || name == "") {
			t.Errorf("%q is shown as %q, %t; want %q", name, shown, ok, want)
		}
	}
}

// TestNamesWithoutKindStay checks that no unit's own name is read as a kind and a
// name.
func TestNamesWithoutKindStay(t *testing.T) {
	table := official(t)
	names := make(map[string]bool)
	for _, w := range table.wards {
		names[w.Name] = true
	}
	for name := range len(table.former.units) + len(table.former.districts) {
		full, kinds := table.former.full(name)
		_, bare, _ := cutKind(full, kinds)
		names[bare] = true
	}
	for name := range names {
		if shown, ok := table.PlaceName(name); shown != name || !ok {
			t.Errorf("%q is shown as %q, %t", name, shown, ok)
		}
	}
}

func BenchmarkPlaceName(b *testing.B) {
	table := official(b)
	for _, name := range []string{"Phường Cô Giang", "Chợ Lớn"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, _ = table.PlaceName(name)
			}
		})
	}
}
