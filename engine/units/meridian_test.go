// SPDX-License-Identifier: MIT

package units

import (
	"slices"
	"testing"

	"roadsnap/engine/geo"
)

// TestMeridiansAreThoseOfTheCircular checks the provinces by name, as listed in the
// circular; the table in the code is by number.
func TestMeridiansAreThoseOfTheCircular(t *testing.T) {
	byMeridian := map[float64][]string{
		103: {"Điện Biên"}, 104: {"Sơn La"}, 104.5: {"Cà Mau"},
		104.75: {"An Giang", "Lai Châu", "Lào Cai", "Nghệ An", "Phú Thọ"},
		105:    {"Cần Thơ", "Đồng Tháp", "Hà Nội", "Ninh Bình", "Thanh Hóa"},
		105.5:  {"Hà Tĩnh", "Hưng Yên", "Vĩnh Long"},
		105.75: {"Cao Bằng", "Hải Phòng", "Hồ Chí Minh", "Tây Ninh"},
		106:    {"Quảng Trị", "Tuyên Quang"}, 106.5: {"Thái Nguyên"},
		107: {"Bắc Ninh", "Huế"}, 107.25: {"Lạng Sơn"},
		107.75: {"Đà Nẵng", "Đồng Nai", "Lâm Đồng", "Quảng Ninh"},
		108:    {"Quảng Ngãi"}, 108.25: {"Gia Lai", "Khánh Hòa"}, 108.5: {"Đắk Lắk"},
	}
	want := map[string]float64{}
	for meridian, names := range byMeridian {
		for _, name := range names {
			want[name] = meridian
		}
	}
	if len(want) != 34 || len(meridians) != 34 {
		t.Fatalf("%d provinces in the test, %d in the table, want 34", len(want), len(meridians))
	}
	for _, p := range official(t).Provinces() {
		got, ok := p.Meridian()
		if !ok || got != want[p.Name] {
			t.Errorf("%s: %v, %v, want %v", p.Name, got, ok, want[p.Name])
		}
		if !slices.Contains(geo.VN2000Meridians(), got) {
			t.Errorf("%s: %v is not offered among the meridians in use", p.Name, got)
		}
	}
	if m, ok := (Province{Code: "77"}).Meridian(); ok {
		t.Errorf("a former province has the meridian %v", m)
	}
}
