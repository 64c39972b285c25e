// SPDX-License-Identifier: MIT

package units

import (
	"strings"
	"testing"
)

// TestSearchFormer checks the unit to which a former name leads, and Hit.Matched.
func TestSearchFormer(t *testing.T) {
	table := official(t)
	const saiGon, city = "26740 Phường Sài Gòn", "79 Thành phố Hồ Chí Minh"
	for _, c := range []struct{ name, query, want, matched string }{
		{"ward", "Bến Nghé", saiGon, "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"ward without marks", "phuong ben nghe", saiGon, "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"ward and district", "ben nghe quan 1", saiGon, "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"ward, district and province", "Phường Vĩnh Phúc, Quận Ba Đình, TP Hà Nội", "00008 Phường Ngọc Hà", "Phường Vĩnh Phúc, Quận Ba Đình, Thành phố Hà Nội (đến 30/6/2025)"},
		{"numbered ward", "P.1, Q.3", "27154 Phường Bàn Cờ", "Phường 1, Quận 3, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"wrong district is passed over", "Bến Nghé, Quận 3", saiGon, "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"wrong district without a comma", "ben nghe quan 3", saiGon, "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"beginning", "bến ngh", saiGon, "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"code", "00001", "00097 Phường Hồng Hà", "Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội (đến 30/6/2025)"},
		{"district", "Quận 1", "26740 Phường Sài Gòn", "Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"district in English", "District 1", "26743 Phường Bến Thành", "Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"district short", "q1, hcm", "26743 Phường Bến Thành", "Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"city under a province", "thủ đức", "26803 Phường Tam Bình", "Thành phố Thủ Đức, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"province", "Bình Dương", city, "Tỉnh Bình Dương (đến 30/6/2025)"},
		{"province with its kind", "tinh kien giang", "91 Tỉnh An Giang", "Tỉnh Kiên Giang (đến 30/6/2025)"},
		{"province's initials", "BRVT", city, "Tỉnh Bà Rịa - Vũng Tàu (đến 30/6/2025)"},
		{"renamed province", "Thừa Thiên Huế", "46 Thành phố Huế", "Tỉnh Thừa Thiên Huế (đến 31/12/2024)"},
		{"province long gone", "hà tây", "01 Thành phố Hà Nội", "Tỉnh Hà Tây (đến 31/7/2008)"},
		{"city renamed", "Sài Gòn", city, "Thành phố Sài Gòn - Gia Định (đến 1/7/1976)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := table.Search(c.query, Filter{Limit: 10})
			for _, m := range found {
				if label(m) == c.want && m.Matched == c.matched && m.Former && m.Score < scoreUnmarked {
					return
				}
			}
			t.Errorf("%q finds %s, want %s by %s; %+v", c.query, labels(found), c.want, c.matched, found)
		})
	}
}

// TestFormerAfterDirect checks that whole names in force come before former ones,
// except for queries with an abolished kind, and that all wards of a former district
// are found.
func TestFormerAfterDirect(t *testing.T) {
	table := official(t)
	for query, direct := range map[string]int{
		"Bình Dương": 2, "Thủ Đức": 1, "thu duc": 1, "TP Thủ Đức": 0, "Hà Tây": 1, "Sài Gòn": 1,
		"huyện Củ Chi": 0, "Quận 1": 0, "Bến Nghé": 0,
	} {
		for i, m := range table.Search(query, Filter{Limit: direct + 1}) {
			if m.Former != (i >= direct) {
				t.Errorf("%q: place %d has %s by %s", query, i, label(m), m.Matched)
			}
			if m.Former && !strings.HasSuffix(m.Matched, ")") {
				t.Errorf("%q: %s is no former name", query, m.Matched)
			}
		}
	}
	var wards []string
	for _, m := range table.Search("Quận 1", Filter{Limit: 4}) {
		wards = append(wards, m.Ward.Name)
	}
	if got := strings.Join(wards, ", "); got != "Tân Định, Sài Gòn, Bến Thành, Cầu Ông Lãnh" {
		t.Errorf("Quận 1 became %s", got)
	}
	if found := table.Search("Bình Dương", Filter{Kind: KindProvince}); len(found) != 1 || found[0].Province.Code != "79" {
		t.Errorf("the province Bình Dương is %s", labels(found))
	}
	if found := table.Search("Bến Nghé", Filter{ProvinceCode: "01"}); len(found) > 0 && found[0].Score > typoWhole {
		t.Errorf("Bến Nghé in Hà Nội is %s", labels(found))
	}
}

// TestSearchByFormerPlace checks that former districts and provinces narrow a search
// for units in force.
func TestSearchByFormerPlace(t *testing.T) {
	table := official(t)
	for query, want := range map[string]string{
		"Bình Dương, Gia Lai":         "21733 Xã Bình Dương",
		"Dĩ An, Bình Dương":           "25942 Phường Dĩ An",
		"xã Tân Lập, Bắc Tân Uyên":    "",
		"Ia Mơ, Chư Prông":            "23737 Xã Ia Mơ", // of which no former unit is known
		"phuong ben thanh quan 1":     "26743 Phường Bến Thành",
		"Ben Thanh Ward, District 1":  "26743 Phường Bến Thành",
		"Phường Bến Thành, Q1, TPHCM": "26743 Phường Bến Thành",
	} {
		found := table.Search(query, Filter{Limit: 3})
		if want != "" && (len(found) == 0 || label(found[0]) != want || found[0].Former) {
			t.Errorf("%q finds %s, want %s", query, labels(found), want)
		}
	}
}

// TestLooseFormerPlace checks that the end of a query that may be part of a name is
// not ignored as a place would be.
func TestLooseFormerPlace(t *testing.T) {
	for _, m := range official(t).Search("Giảng Võ Hoàn Kiếm", Filter{}) {
		if m.Score > typoWhole {
			t.Errorf("found %s", label(m))
		}
	}
}

// TestFormerUnitsLeadOn searches one former unit in five by its name with its
// district and province. Its successors must be found, by this name or by their own.
func TestFormerUnitsLeadOn(t *testing.T) {
	table := official(t)
	for i := range table.former.units {
		if i%5 != 0 || testing.Short() && i%50 != 0 {
			continue
		}
		f := table.formerAt(i)
		found := table.Search(named(f), Filter{Limit: 20})
		for _, w := range f.Successors {
			ok := false
			for _, m := range found {
				ok = ok || m.Ward == w && (!m.Former || m.FormerName == named(f))
			}
			if !ok {
				t.Errorf("%s does not lead to %s: %s", named(f), w.FullName, labels(found))
			}
		}
	}
}
