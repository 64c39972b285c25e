package units

import "testing"

func TestPlaceName(t *testing.T) {
	table := official(t)
	for name, want := range map[string]string{
		// Of today and of before, of each tier that was abolished.
		"Phường Bến Thành": "Bến Thành", "Phường Cô Giang": "Cô Giang", "Xã Tân Kiên": "Tân Kiên", "Đặc khu Côn Đảo": "Côn Đảo",
		"Thị trấn Nhà Bè": "Nhà Bè", "Quận Bình Thạnh": "Bình Thạnh", "Huyện Củ Chi": "Củ Chi", "Thị xã Dĩ An": "Dĩ An",
		"Thành phố Thủ Đức": "Thủ Đức", "Thành phố Biên Hòa": "Biên Hòa",
		// However it is written.
		"TP.Thủ Đức": "Thủ Đức", "tp. Biên Hoà": "Biên Hoà", "P. Bến Thành": "Bến Thành", "PHƯỜNG BẾN THÀNH": "BẾN THÀNH", "Q.Tân Bình": "Tân Bình",
		"Phuong Ben Thanh": "Phuong Ben Thanh", // without marks it may be anything
		// Numbers alone say nothing.
		"Phường 12": "", "Quận 5": "", "Q.10": "", "P.1": "", "Quận 2": "",
		// Provinces, and what is no unit.
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

func BenchmarkPlaceName(b *testing.B) {
	table := official(b)
	for b.Loop() {
		_, _ = table.PlaceName("Phường Cô Giang")
	}
}
