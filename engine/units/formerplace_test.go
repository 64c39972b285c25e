// SPDX-License-Identifier: MIT

package units

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestFormerPlaces counts the provinces and districts of June 2025, and goes from them to the units
// in force and back.
func TestFormerPlaces(t *testing.T) {
	table := official(t)
	provinces, kept, districts, withUnits := table.FormerProvinces(), 0, 0, 0
	for _, p := range provinces {
		if p.InForce {
			kept++
			if len(p.Provinces) != 1 || p.Provinces[0].FullName != p.Name || p.Resolution != "" || !p.Until.IsZero() {
				t.Errorf("in force: %+v", p)
			}
		} else if p.Resolution != "202/2025/QH15" || p.Until != lastFormerDay() || len(p.Provinces) == 0 {
			t.Errorf("merged: %+v", p)
		}
		for _, now := range p.Provinces {
			found := false
			for _, before := range table.ProvincesBefore(now.Code) {
				found = found || before.Code == p.Code
			}
			if !found {
				t.Errorf("%s became %s, which was not made of it", p.Name, now.Name)
			}
		}
		for _, d := range table.DistrictsOf(p.Code) {
			districts++
			units := table.UnitsOf(d)
			withUnits += min(len(units), 1)
			if same, ok := table.FormerDistrict(d.Code); !ok || same.Name != d.Name || d.Province != p.Name || len(d.Wards) == 0 || len(d.Provinces) == 0 {
				t.Errorf("%+v", d)
			}
			for _, u := range units {
				if u.District != d.Name || u.Province != p.Name {
					t.Errorf("%s lists %s", d.Name, named(u))
				}
			}
		}
	}
	if len(provinces) != 63 || kept != 11 || districts != 696 || withUnits != 691 {
		t.Errorf("%d provinces, %d of them in force, %d districts, %d with units", len(provinces), kept, districts, withUnits)
	}
	if d, _ := table.FormerDistrict("755"); d.Name != "Huyện Côn Đảo" || codes(d.Wards) != "26732" || table.UnitsOf(d) != nil {
		t.Errorf("755 is %+v", d)
	}
	if p, _ := table.FormerProvince("74"); p.Name != "Tỉnh Bình Dương" || len(p.Provinces) != 1 || p.Provinces[0].Code != "79" {
		t.Errorf("74 is %+v", p)
	}
	var names []string
	for _, p := range table.ProvincesBefore("79") {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, ", "); got != "Tỉnh Bình Dương, Tỉnh Bà Rịa - Vũng Tàu, Thành phố Hồ Chí Minh, Thành phố Sài Gòn - Gia Định" {
		t.Errorf("79 was made of %s", got)
	}
	for _, code := range []string{"", "000", "999", "79", "0001"} {
		if d, ok := table.FormerDistrict(code); ok {
			t.Errorf("%q is %+v", code, d)
		}
	}
	if all := table.LegacyByName("Tỉnh Bình Dương", 0); len(all) < 80 || all[0].Province != "Tỉnh Bình Dương" {
		t.Errorf("%d units of Tỉnh Bình Dương", len(all))
	}
}

// TestBadDistricts checks that a wrong table of districts is refused, with its line.
func TestBadDistricts(t *testing.T) {
	const head = "code,name,province_code,province,ward\n"
	for want, rows := range map[string]string{
		"districts.csv:2: invalid table of units: province": "001,Quận A,01,Tỉnh Không Có,\n",
		"districts.csv:2: invalid table of units: ward":     "001,Quận B,01,Thành phố Hà Nội,99999\n",
		"districts.csv:2: invalid table of units: district": "001,Quận B,01,Thành phố Hà Nội,\n",
		"has units":   "001,Quận A,01,Thành phố Hà Nội,00004\n",
		"no district": "",
		"districts.csv:2: invalid table of units: name": "001,Ba Đình,01,Thành phố Hà Nội,\n",
	} {
		fsys := fstest.MapFS{
			"provinces.csv": {Data: []byte("code,name,level,region\n01,Hà Nội,Thành phố trực thuộc trung ương,Đồng bằng sông Hồng\n")},
			"wards.csv":     {Data: []byte("code,province_code,name,level\n00004,01,Ba Đình,Phường\n")},
			"legacy.csv":    {Data: []byte("code,name,district,province,until,successors\n00001,Phường Phúc Xá,Quận A,Thành phố Hà Nội,2025-06-30,00004\n")},
			"districts.csv": {Data: []byte(head + rows)},
		}
		if _, err := Load(fsys); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", rows, err, want)
		}
	}
}
