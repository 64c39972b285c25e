// SPDX-License-Identifier: MIT

package units

import (
	"os"
	"strings"
	"testing"
)

// official returns the table that the project ships.
func official(tb testing.TB) *Table {
	tb.Helper()
	table, err := Load(os.DirFS("../../data/units"))
	if err != nil {
		tb.Fatal(err)
	}
	return table
}

func TestCounts(t *testing.T) {
	table := official(t)
	levels, regions := map[string]int{}, map[string]int{}
	for _, p := range table.Provinces() {
		levels[p.Level]++
		regions[p.Region]++
	}
	for _, w := range table.Wards() {
		levels[w.Level]++
	}
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"provinces", len(table.Provinces()), 34},
		{"wards", len(table.Wards()), 3321},
		{LevelCity, levels[LevelCity], 7},
		{LevelProvince, levels[LevelProvince], 27},
		{LevelWard, levels[LevelWard], 697},
		{LevelCommune, levels[LevelCommune], 2611},
		{LevelSpecialZone, levels[LevelSpecialZone], 13},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.what, c.got, c.want)
		}
	}
	for i, want := range []int{9, 6, 5, 6, 3, 5} {
		if region := Regions()[i]; regions[region] != want {
			t.Errorf("region %s: %d provinces, want %d", region, regions[region], want)
		}
	}
}

func TestProvinces(t *testing.T) {
	table := official(t)
	for _, want := range []Province{
		{1, "01", "Hà Nội", "Thành phố Hà Nội", "Ha Noi", "Ha Noi City", LevelCity, "Đồng bằng sông Hồng", "01"},
		{4, "04", "Cao Bằng", "Tỉnh Cao Bằng", "Cao Bang", "Cao Bang Province", LevelProvince, "Trung du và miền núi phía Bắc", "02"},
		{46, "46", "Huế", "Thành phố Huế", "Hue", "Hue City", LevelCity, "Bắc Trung Bộ", "20"},
		{66, "66", "Đắk Lắk", "Tỉnh Đắk Lắk", "Dak Lak", "Dak Lak Province", LevelProvince, "Duyên hải Nam Trung Bộ và Tây Nguyên", "25"},
		{75, "75", "Đồng Nai", "Thành phố Đồng Nai", "Dong Nai", "Dong Nai City", LevelCity, "Đông Nam Bộ", "27"},
		{79, "79", "Hồ Chí Minh", "Thành phố Hồ Chí Minh", "Ho Chi Minh", "Ho Chi Minh City", LevelCity, "Đông Nam Bộ", "28"},
		{96, "96", "Cà Mau", "Tỉnh Cà Mau", "Ca Mau", "Ca Mau Province", LevelProvince, "Đồng bằng sông Cửu Long", "34"},
	} {
		got, ok := table.Province(want.Code)
		if !ok || got != want {
			t.Errorf("province %s:\n got %+v\nwant %+v", want.Code, got, want)
		}
	}
	for _, code := range []string{"", "1", "02", "99", "001"} {
		if p, ok := table.Province(code); ok {
			t.Errorf("province %q is %s, want none", code, p.FullName)
		}
	}
	var cities []string
	for _, p := range table.Provinces() {
		if p.Level == LevelCity {
			cities = append(cities, p.Name)
		}
	}
	if got, want := strings.Join(cities, ", "), "Hà Nội, Hải Phòng, Huế, Đà Nẵng, Đồng Nai, Hồ Chí Minh, Cần Thơ"; got != want {
		t.Errorf("cities: %s, want %s", got, want)
	}
}

func TestWards(t *testing.T) {
	table := official(t)
	for _, c := range []struct{ code, province, full, english string }{
		{"00004", "01", "Phường Ba Đình", "Ba Dinh Ward"},
		{"06970", "22", "Xã Ba Chẽ", "Ba Che Commune"},
		{"07192", "22", "Đặc khu Cô Tô", "Co To Special Zone"},
		{"20333", "48", "Đặc khu Hoàng Sa", "Hoang Sa Special Zone"},
		{"22736", "56", "Đặc khu Trường Sa", "Truong Sa Special Zone"},
		{"24412", "66", "Xã M'Drắk", "M'Drak Commune"},
		{"23737", "52", "Xã Ia Mơ", "Ia Mo Commune"},
		{"26740", "79", "Phường Sài Gòn", "Sai Gon Ward"},
		{"11560", "31", "Phường Thủy Nguyên", "Thuy Nguyen Ward"},
		{"00691", "08", "Phường Hà Giang 2", "Ha Giang 2 Ward"},
		// Wards since 30 April 2026.
		{"25270", "75", "Phường Lộc Ninh", "Loc Ninh Ward"},
		{"25357", "75", "Phường Tân Khai", "Tan Khai Ward"},
		{"25363", "75", "Phường Đồng Phú", "Dong Phu Ward"},
		{"26116", "75", "Phường Tân Phú", "Tan Phu Ward"},
		{"26170", "75", "Phường Trị An", "Tri An Ward"},
		{"26248", "75", "Phường Trảng Bom", "Trang Bom Ward"},
		{"26326", "75", "Phường Dầu Giây", "Dau Giay Ward"},
		{"26368", "75", "Phường Long Thành", "Long Thanh Ward"},
		{"26425", "75", "Phường Xuân Lộc", "Xuan Loc Ward"},
		{"26485", "75", "Phường Nhơn Trạch", "Nhon Trach Ward"},
	} {
		w, ok := table.Ward(c.code)
		if !ok {
			t.Errorf("no ward %s %s", c.code, c.full)
			continue
		}
		if w.Code != c.code || w.ProvinceCode != c.province || w.FullName != c.full || w.FullNameEN != c.english {
			t.Errorf("ward %s: got %+v, want %+v", c.code, w, c)
		}
	}
	for _, code := range []string{"", "4", "0004", "00005", "99979", "99999"} {
		if w, ok := table.Ward(code); ok {
			t.Errorf("ward %q is %s, want none", code, w.FullName)
		}
	}
}

func TestWardByAlias(t *testing.T) {
	for alias, want := range map[string]string{"23938": "23737 Ia Mơ", "06978": "06970 Ba Chẽ"} {
		if w, ok := official(t).Ward(alias); !ok || w.Code+" "+w.Name != want {
			t.Errorf("got %+v, %v; want %s", w, ok, want)
		}
	}
}

// TestInvariants checks the invariants of every unit.
func TestInvariants(t *testing.T) {
	table := official(t)
	ids, names := map[int]bool{}, map[string]string{}
	total := 0
	for _, p := range table.Provinces() {
		wards := table.WardsOf(p.Code)
		total += len(wards)
		if len(wards) == 0 {
			t.Errorf("%s has no wards", p.FullName)
		}
		for i, w := range wards {
			if w.ProvinceCode != p.Code || w.Region != p.Region {
				t.Errorf("ward %s of %s: province %s, region %s", w.Code, p.Code, w.ProvinceCode, w.Region)
			}
			if i > 0 && w.Code <= wards[i-1].Code {
				t.Errorf("WardsOf(%s): %s after %s", p.Code, w.Code, wards[i-1].Code)
			}
		}
	}
	if total != len(table.Wards()) {
		t.Errorf("the provinces have %d wards, the table %d", total, len(table.Wards()))
	}
	if table.WardsOf("99") != nil {
		t.Error("a province that does not exist has wards")
	}
	for _, w := range table.Wards() {
		if len(w.Code) != 5 || ids[w.ID] {
			t.Errorf("ward %s %s: code or id %d is not unique", w.Code, w.FullName, w.ID)
		}
		ids[w.ID] = true
		key := w.ProvinceCode + " " + Key(w.FullName)
		if other, ok := names[key]; ok {
			t.Errorf("%s and %s have one name: %s", w.Code, other, w.FullName)
		}
		names[key] = w.Code
		if strings.Trim(w.FullNameEN, asciiName) != "" {
			t.Errorf("ward %s: English name %q is not plain ASCII", w.Code, w.FullNameEN)
		}
		if Fold(w.Name) != Fold(w.NameEN) {
			t.Errorf("ward %s: %q and %q fold apart", w.Code, w.Name, w.NameEN)
		}
	}
}

// asciiName lists the runes of English names.
const asciiName = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 '-"
