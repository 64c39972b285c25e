// SPDX-License-Identifier: MIT

package units

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// named returns a former unit's name with its district and province.
func named(f Former) string { return f.Name + ", " + f.District + ", " + f.Province }

func codes(wards []Ward) string {
	var all []string
	for _, w := range wards {
		all = append(all, w.Code)
	}
	return strings.Join(all, " ")
}

func TestLegacy(t *testing.T) {
	table := official(t)
	for _, c := range []struct {
		name, code   string
		old, current string // "" for none
		successors   string
		complete     bool
	}{
		{"used again", "26740", "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh", "Phường Sài Gòn", "26740", true},
		{"gone", "00001", "Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội", "", "00097", true},
		{"unchanged", "00859", "Xã Ngọc Long, Huyện Yên Minh, Tỉnh Hà Giang", "Xã Ngọc Long", "00859", true},
		{"its name alone", "24277", "Xã Ea Tul, Huyện Cư M'gar, Tỉnh Đắk Lắk", "Xã Ea Tul", "24277", true},
		{"divided", "00166", "Phường Dịch Vọng, Quận Cầu Giấy, Thành phố Hà Nội", "Phường Cầu Giấy", "00160 00166", true},
		{"never an old ward's", "20333", "", "Đặc khu Hoàng Sa", "", false},
		{"another unit's current code", "23737", "Xã Ia Mơ Nông, Huyện Chư Păh, Tỉnh Gia Lai", "Xã Ia Mơ", "23734", true},
		{"other lists' code", "23938", "Xã Ia Mơ, Huyện Chư Prông, Tỉnh Gia Lai", "Xã Ia Mơ", "23737", true},
		{"unknown", "99999", "", "", "", false},
		{"empty", "", "", "", "", false},
		{"a province's", "79", "", "", "", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, ok := table.Legacy(c.code)
			if ok != (c.old != "" || c.current != "") || l.HasOld != (c.old != "") || l.HasCurrent != (c.current != "") {
				t.Fatalf("%v, %+v", ok, l)
			}
			if l.HasCurrent && l.Current.FullName != c.current {
				t.Errorf("current ward %s, want %s", l.Current.FullName, c.current)
			}
			if !l.HasOld {
				return
			}
			if l.Old.Code != c.code || named(l.Old) != c.old || codes(l.Old.Successors) != c.successors || l.Old.Complete != c.complete {
				t.Errorf("got %+v, want %+v", l.Old, c)
			}
			if l.Old.Until != (Date{2025, time.June, 30}) || l.Old.Until.String() != "2025-06-30" {
				t.Errorf("until %s", l.Old.Until)
			}
		})
	}
	if l, ok := new(Table).Legacy("26740"); ok {
		t.Errorf("an empty table has %+v", l)
	}
}

func TestLegacyByName(t *testing.T) {
	table := official(t)
	for _, c := range []struct{ name, query, want string }{
		{"with marks", "Bến Nghé", "26740"},
		{"without", "ben nghe", "26740"},
		{"district", "Bến Nghé, Quận 1", "26740"},
		{"all three", "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh", "26740"},
		{"short", "p1 q3", "27160"},
		{"short, with commas", "P.1, Q.3, TPHCM", "27160"},
		{"no commas", "phuong 1 quan 3 tp hcm", "27160"},
		{"another district", "Phường 1, Quận 4", "27298"},
		{"province of then", "xã Tân Lập, Kon Tum", "23497"},
		{"current province", "xã Tân Lập, Kon Rẫy, Quảng Ngãi", "23497"},
		{"English", "Ben Nghe Ward, District 1, Ho Chi Minh City", "26740"},
		{"new place of the tone", "Thuỷ Dương, Hương Thuỷ", "19969"},
		{"one typo", "ben nhge", "26740"},
		{"one typo in the district", "phuong co nhue 1 bac tu leim", "00616"},
		{"code", "26740", "26740"},
		{"a city in the province of its name", "Phường 1, Thành phố Cà Mau, Tỉnh Cà Mau", "32005"},
		{"the city rather than the province", "Phường Ninh Xá, Bắc Ninh", ""}, // 09445 is in another town
		{"township", "tt củ chi", "27496"},
		{"town in English", "Cu Chi Town", "27496"},
		{"all of a district", "Quận 1", "26734"},
		{"all of a district, in English", "District 1, Ho Chi Minh City", "26734"},
		{"all of a district with a typo", "quan hoan kiemm", "00037"},
		{"all of a city", "TP Đà Lạt", "24769"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := table.LegacyByName(c.query, 3)
			if len(found) == 0 || len(found) > 3 || found[0].Code != c.want {
				t.Errorf("%q finds %+v, want %s", c.query, found, c.want)
			}
		})
	}
	for _, query := range []string{"", ",", "qqqq", "Bến Nghé, Quận 3", "Quận Hoàn Kiếm, Hà Giang", "Quận 13", "huyện Bến Nghé", strings.Repeat("a ", 5000)} {
		if found := table.LegacyByName(query, 0); len(found) != 0 {
			t.Errorf("%.20q finds %+v", query, found[0])
		}
	}
	for _, former := range table.LegacyByName("Quận 1", 0) {
		if former.District != "Quận 1" {
			t.Errorf("Quận 1 finds %s", named(former))
		}
	}
	if all, few := table.LegacyByName("tan", 0), table.LegacyByName("tan", 20); len(all) < 500 || len(few) != 20 || named(all[19]) != named(few[19]) {
		t.Errorf("%d and %d found", len(all), len(few))
	}
	if found := new(Table).LegacyByName("Bến Nghé", 0); len(found) != 0 {
		t.Errorf("an empty table finds %+v", found)
	}
}

func TestFormerUnitsOf(t *testing.T) {
	table := official(t)
	made := func(code string) string {
		var all []string
		for _, f := range table.FormerUnitsOf(code) {
			all = append(all, f.Name)
		}
		return strings.Join(all, ", ")
	}
	for code, want := range map[string]string{
		"23497": "Xã Đắk Ruồng, Xã Đắk Tờ Re, Xã Tân Lập",
		"26740": "Phường Đa Kao, Phường Bến Nghé, Phường Nguyễn Thái Bình",
		"23737": "Xã Ia Mơ", "23938": "Xã Ia Mơ",
		"20333": "", "26732": "", "99999": "",
	} {
		if got := made(code); got != want {
			t.Errorf("%s was made of %q, want %q", code, got, want)
		}
	}
	if new(Table).FormerUnitsOf("26740") != nil {
		t.Error("an empty table knows former units")
	}
}

// TestDivisions pins the numbers of the table, and pairs that one list or another has wrong. 129
// wards are one whole former unit and nothing else.
func TestDivisions(t *testing.T) {
	table := official(t)
	pairs, divided, kept := 0, 0, 0
	for i := range table.former.units {
		f := table.formerAt(i)
		if !f.Complete {
			continue
		}
		pairs += len(f.Successors)
		divided += min(len(f.Successors)-1, 1)
		w := f.Successors[0]
		if len(f.Successors) == 1 && len(table.FormerUnitsOf(w.Code)) == 1 {
			kept++
		}
	}
	if pairs != 10566 || divided != 442 || kept != 129 {
		t.Errorf("%d pairs, %d units divided, %d unchanged", pairs, divided, kept)
	}
	for code, want := range map[string]string{
		"00172": "00166 00175", // Yên Hòa: not 00160
		"24221": "24221",       // Ia Rvê: not 24214, Ia Lốp
		"30901": "30886",       // Thạnh Lộc of Giồng Riềng
		"30913": "30910",       // Thạnh Lộc of Châu Thành
		"00019": "00004 00070 00190 00226",
		"23938": "23737",                   // Ia Mơ
		"28439": "28439",                   // ward 4 of Cai Lậy, not of Cao Lãnh
		"31582": "31582", "31379": "31378", // Phú Tân of Châu Thành, in two provinces
	} {
		if l, ok := table.Legacy(code); !ok || codes(l.Old.Successors) != want {
			t.Errorf("%s became %s, want %s", code, codes(l.Old.Successors), want)
		}
	}
	for query, want := range map[string]string{
		"Phường 6, Quận 3": "27139", "Phường Thảo Điền, Quận 2": "27094", "P. Long Bình, Q.9": "26833",
	} {
		if found := table.LegacyByName(query, 1); len(found) != 1 || found[0].Until.String() != "2020-12-31" || found[0].Complete || codes(found[0].Successors) != want {
			t.Errorf("%q finds %s, want %s", query, codes(found[0].Successors), want)
		}
	}
}

// TestPublished checks the counts of what is published, and its known holes.
func TestPublished(t *testing.T) {
	table := official(t)
	var areas, populations, seats, resolutions int
	for _, w := range table.Wards() {
		areas += min(int(math.Ceil(w.Published.AreaKM2)), 1)
		populations += min(w.Published.Population, 1)
		seats += min(len(w.Published.Seat), 1)
		resolutions += min(len(w.Published.Resolution), 1)
	}
	if areas != 3317 || populations != 3255 || seats != 2791 || resolutions != 3320 {
		t.Errorf("%d areas, %d populations, %d seats, %d resolutions", areas, populations, seats, resolutions)
	}
	for code, want := range map[string]Published{
		"00004": {2.97, 65023, "Số 2, phố Trúc Bạch, phường Ba Đình", "1656/NQ-UBTVQH15"},
		"06187": {0, 0, "", "1672/NQ-UBTVQH15"}, // published as 0
		"28435": {0, 0, "", "1663/NQ-UBTVQH15"},
		"23737": {435.6, 338, "Ia Mơ", ""},
	} {
		if w, _ := table.Ward(code); w.Published.AreaKM2 != want.AreaKM2 || w.Published.Resolution != want.Resolution || want.Seat != "" && w.Published != want {
			t.Errorf("%s has %+v", code, w.Published)
		}
	}
}

// TestFormerUnitsAreFound searches every former unit by its code and by its names,
// and goes from every ward to its former units and back.
func TestFormerUnitsAreFound(t *testing.T) {
	table := official(t)
	seen, units, complete := make(map[string]bool), 0, 0
	for _, w := range table.Wards() {
		for _, f := range table.FormerUnitsOf(w.Code) {
			if !slices.Contains(f.Successors, w) {
				t.Errorf("%s became %s, not %s", named(f), codes(f.Successors), w.Code)
			}
			if f.Code != "" && f.Until != lastFormerDay() {
				t.Errorf("%s: until %v", named(f), f.Until)
			}
			if seen[named(f)] {
				continue
			}
			seen[named(f)] = true
			units++
			if f.Complete {
				complete++
			}
			if f.Code != "" {
				if l, ok := table.Legacy(f.Code); !ok || named(l.Old) != named(f) {
					t.Errorf("%s: %+v, %v", f.Code, l.Old, ok)
				}
			}
			if testing.Short() && units%10 != 0 {
				continue
			}
			if found := table.LegacyByName(named(f), 1); len(found) != 1 || named(found[0]) != named(f) || found[0].Code != f.Code {
				t.Errorf("%q finds %+v", named(f), found)
			}
		}
	}
	// All are found under distinct names. 10,035 are in the official list of June 2025.
	if units != 10846 || complete != 10035 {
		t.Errorf("%d former units, %d of them complete", units, complete)
	}
}

func FuzzLegacyByName(f *testing.F) {
	table := official(f)
	for _, s := range []string{"Bến Nghé, Quận 1", "p1 q3", "quận 1, hcm", "tt, hà nội", ",", "xa ", "ben nhge", "1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, former := range table.LegacyByName(query, 20) {
			if former.Name == "" || former.District == "" || former.Province == "" || len(former.Successors) == 0 {
				t.Errorf("%q: %+v", query, former)
			}
		}
		if l, ok := table.Legacy(query); ok != (l.HasOld || l.HasCurrent) {
			t.Errorf("%q: %+v, %v", query, l, ok)
		}
	})
}

func BenchmarkLegacy(b *testing.B) {
	table := official(b)
	b.Run("code", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			table.Legacy("26740")
		}
	})
	for _, query := range []string{"an", "p1 q3", "ben nhge", "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh"} {
		b.Run(fmt.Sprint("name ", query), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				table.LegacyByName(query, 10)
			}
		})
	}
}

// TestFormerDistricts looks for districts of each kind, and for names still in use.
func TestFormerDistricts(t *testing.T) {
	table := official(t)
	wards := map[string][]string{}
	for _, d := range table.FormerDistricts() {
		for _, w := range d.Wards {
			wards[d.Name] = append(wards[d.Name], w.Name)
		}
	}
	for _, name := range []string{"1", "Gò Vấp", "Tân Bình", "Thủ Đức", "Củ Chi", "Sơn Tây"} {
		if len(wards[name]) == 0 {
			t.Errorf("%q is not among the districts", name)
		}
	}
	for _, ward := range []string{"Gò Vấp", "Hạnh Thông", "Thông Tây Hội"} {
		if !slices.Contains(wards["Gò Vấp"], ward) {
			t.Errorf("Gò Vấp became %q, which has no %q", wards["Gò Vấp"], ward)
		}
	}
	for _, name := range []string{"Đà Lạt", "Biên Hòa", "Vũng Tàu", "Phú Thọ", "Hồ Chí Minh", "Huế"} {
		if len(wards[name]) > 0 {
			t.Errorf("%q is among the districts", name)
		}
	}
}
