// SPDX-License-Identifier: MIT

package units

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
)

// TestSearchFirst checks the first hit.
func TestSearchFirst(t *testing.T) {
	table := official(t)
	for _, c := range []struct{ name, query, want string }{
		{"with marks", "Hà Nội", "01 Thành phố Hà Nội"},
		{"without marks", "ha noi", "01 Thành phố Hà Nội"},
		{"without spaces", "hanoi", "01 Thành phố Hà Nội"},
		{"initials", "HCM", "79 Thành phố Hồ Chí Minh"},
		{"city and initials", "TP.HCM", "79 Thành phố Hồ Chí Minh"},
		{"written together", "tphcm", "79 Thành phố Hồ Chí Minh"},
		{"English", "Ho Chi Minh City", "79 Thành phố Hồ Chí Minh"},
		{"English ward", "Ba Dinh Ward", "00004 Phường Ba Đình"},
		{"English zone", "con dao special zone", "26732 Đặc khu Côn Đảo"},
		{"province first", "Khánh Hòa", "56 Tỉnh Khánh Hòa"},
		{"unless the kind is said", "phường khánh hòa", "31789 Phường Khánh Hòa"},
		{"short kind", "p. Ba Đình", "00004 Phường Ba Đình"},
		{"short commune", "x.Ba Chẽ", "06970 Xã Ba Chẽ"},
		{"special zone", "đặc khu phú quốc", "31078 Đặc khu Phú Quốc"},
		{"tinh", "tỉnh tây ninh", "80 Tỉnh Tây Ninh"},
		{"former kind of Đồng Nai", "tỉnh Đồng Nai", "75 Thành phố Đồng Nai"},
		{"abolished kind", "TP Thủ Đức", "26824 Phường Thủ Đức"},
		{"abolished district", "huyện Củ Chi", "27553 Xã Củ Chi"},
		{"abolished district without marks", "quan binh thanh", "26929 Phường Bình Thạnh"},
		{"ward called as its district was", "cu giấy", "00166 Phường Cầu Giấy"},
		{"name like a kind", "Phương Liệt", "00352 Phường Phương Liệt"},
		{"new place of the tone", "Thuỷ Nguyên", "11560 Phường Thủy Nguyên"},
		{"decomposed", "Ti\u0323nh Bie\u0302n", "30520 Phường Tịnh Biên"},
		{"straight apostrophe", "M'Drắk", "24412 Xã M'Drắk"},
		{"curled apostrophe", "m’drak", "24412 Xã M'Drắk"},
		{"apostrophe left out", "mdrak", "24412 Xã M'Drắk"},
		{"apostrophe as a space", "m drak", "24412 Xã M'Drắk"},
		{"hyphen left out", "van mieu quoc tu giam", "00226 Phường Văn Miếu - Quốc Tử Giám"},
		{"marks decide", "Ba Tô", "21523 Xã Ba Tô"},
		{"marks decide otherwise", "Ba Tơ", "21484 Xã Ba Tơ"},
		{"marks of a beginning", "hóa", "16186 Xã Hóa Quỳ"},
		{"beginning", "hoang s", "20333 Đặc khu Hoàng Sa"},
		{"second word", "mieu quoc", "00226 Phường Văn Miếu - Quốc Tử Giám"},
		{"inside a word", "rắk", "24412 Xã M'Drắk"},
		{"ward code", "00004", "00004 Phường Ba Đình"},
		{"province code", "79", "79 Thành phố Hồ Chí Minh"},
		{"other lists' code", "23938", "23737 Xã Ia Mơ"},
		{"beginning of a code", "2033", "20332 Xã Hòa Tiến"},
		{"province after a comma", "Hòa An, Cao Bằng", "01654 Xã Hòa An"},
		{"another after a comma", "Xã Hòa An, tỉnh Tuyên Quang", "02353 Xã Hòa An"},
		{"province without a comma", "hoa an can tho", "31393 Xã Hòa An"},
		{"kind, name, kind, province", "phuong ben thanh tp ho chi minh", "26743 Phường Bến Thành"},
		{"address of old", "Phường Bến Thành, Quận 1, TP.HCM", "26743 Phường Bến Thành"},
		{"comma still being typed", "Ba Đình,", "00004 Phường Ba Đình"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := table.Search(c.query, Filter{Limit: 5})
			if len(found) == 0 {
				t.Fatalf("%q finds nothing", c.query)
			}
			if got := label(found[0]); got != c.want {
				t.Errorf("%q finds %s, want %s; all: %v", c.query, got, c.want, labels(found))
			}
		})
	}
}

func label(m Hit) string {
	if m.Kind == KindProvince {
		return m.Province.Code + " " + m.Province.FullName
	}
	return m.Ward.Code + " " + m.Ward.FullName
}

func labels(found []Hit) string {
	var all []string
	for _, m := range found {
		all = append(all, fmt.Sprintf("%s %.2f", label(m), m.Score))
	}
	return strings.Join(all, "; ")
}

func TestSearchNothing(t *testing.T) {
	table := official(t)
	for _, query := range []string{"", " ", ",", ", Hà Nội", "'", "qqqq", "99999", "\xff", strings.Repeat("a ", 5000)} {
		if found := table.Search(query, Filter{Limit: 3}); len(found) != 0 {
			t.Errorf("%.20q finds %s", query, labels(found))
		}
	}
	if found := new(Table).Search("Hà Nội", Filter{}); len(found) != 0 {
		t.Errorf("an empty table finds %s", labels(found))
	}
}

func TestSearchFilter(t *testing.T) {
	table := official(t)
	for _, c := range []struct {
		name   string
		query  string
		filter Filter
		count  int
	}{
		{"no limit", "đặc khu", Filter{Kind: KindWard}, 13},
		{"limit", "phường", Filter{Limit: 7}, 7},
		{"provinces", "khanh hoa", Filter{Kind: KindProvince}, 1},
		{"province code", "dac khu", Filter{ProvinceCode: "91"}, 3},
		{"no such province", "dac khu", Filter{ProvinceCode: "99"}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := table.Search(c.query, c.filter)
			if len(found) != c.count {
				t.Errorf("%d found, want %d", len(found), c.count)
			}
			for _, m := range found {
				if c.filter.Kind != AnyKind && m.Kind != c.filter.Kind {
					t.Errorf("%s is a %s", label(m), m.Kind)
				}
				if c.filter.ProvinceCode != "" && m.Ward.ProvinceCode != c.filter.ProvinceCode {
					t.Errorf("%s is in province %s", label(m), m.Ward.ProvinceCode)
				}
			}
		})
	}
}

// TestSearchOrder checks the ranking: exact, prefix, word, inside. Scores must be in
// (0, 1].
func TestSearchOrder(t *testing.T) {
	found := official(t).Search("long", Filter{})
	if len(found) < 50 {
		t.Fatalf("only %d found", len(found))
	}
	rank := func(m Hit) int {
		name := Fold(m.Ward.Name + m.Province.Name)
		switch {
		case name == "long":
			return 0
		case strings.HasPrefix(name, "long"):
			return 1
		case strings.Contains(name, " long"):
			return 2
		}
		return 3
	}
	for i, m := range found {
		if m.Score <= 0 || m.Score > 1 {
			t.Errorf("%s: score %v", label(m), m.Score)
		}
		if i > 0 && (rank(m) < rank(found[i-1]) || m.Score > found[i-1].Score) {
			t.Errorf("%s comes after %s", label(m), label(found[i-1]))
		}
	}
}

// TestSearchFindsAll searches every unit by its names and its code. It must be among
// the first hits, and the first by full name and province.
func TestSearchFindsAll(t *testing.T) {
	table := official(t)
	for i, w := range table.Wards() {
		p, _ := table.Province(w.ProvinceCode)
		if testing.Short() && i%20 != 0 {
			continue
		}
		for _, query := range []string{w.FullName + ", " + p.FullName, w.Code} {
			found := table.Search(query, Filter{Limit: 1})
			if len(found) != 1 || found[0].Ward.Code != w.Code || found[0].Score != scoreExact {
				t.Errorf("%q: %s, want %s", query, labels(found), w.Code)
			}
		}
	}
	for _, p := range table.Provinces() {
		for _, query := range []string{p.FullName, p.NameEN, p.FullNameEN, p.Code} {
			found := table.Search(query, Filter{Limit: 1, Kind: KindProvince})
			if len(found) != 1 || found[0].Province != p {
				t.Errorf("%q: %s, want %s", query, labels(found), p.Code)
			}
		}
	}
}

func TestSearchScores(t *testing.T) {
	table := official(t)
	for _, c := range []struct {
		query string
		want  float64
	}{
		{"Giảng Võ", scoreExact},
		{"phuong giang vo, ha noi", scoreUnmarked},
		{"Giãng Võ", scoreOtherMarks},
		{"giangvo", scoreJoined},
		{"Giảng V", scorePrefix + markBonus + spread*7/8},
		{"Gian Vo", 0},
		{"giáng v", scorePrefix + spread*7/8},
		{"Võ", scoreWord + markBonus + spread*2/8},
		{"ảng v", scoreInside + spread*5/8},
		{"ia", scoreInside + spread*2/8},
		{"i", 0}, // not one letter inside of words
		{"xã Giảng Võ", scoreExact * wrongKind},
		{"phường", scoreKindOnly},
		{"xã", 0},
		{"0002", scorePrefix + spread*4/5},
	} {
		got := 0.0
		for _, m := range table.Search(c.query, Filter{ProvinceCode: "01", Kind: KindWard}) {
			if m.Ward.Code == "00025" {
				got = m.Score
			}
		}
		if math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%q: score %v, want %v", c.query, got, c.want)
		}
	}
}

func TestSearchMatched(t *testing.T) {
	table := official(t)
	for query, want := range map[string]string{"giang vo": "Phường Giảng Võ", "00004": "00004", "23938": "23737"} {
		if found := table.Search(query, Filter{Limit: 1}); len(found) != 1 || found[0].Matched != want {
			t.Errorf("%q matched %+v, want %s", query, found, want)
		}
	}
}

func TestKindString(t *testing.T) {
	if got := fmt.Sprint(AnyKind, KindProvince, KindWard); got != "any province ward" {
		t.Errorf("kinds are %q", got)
	}
}

func TestSearchConcurrently(t *testing.T) {
	table := official(t)
	want := labels(table.Search("tan", Filter{Limit: 20}))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got := labels(table.Search("tan", Filter{Limit: 20})); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	group.Wait()
}

func FuzzSearch(f *testing.F) {
	table := official(f)
	for _, s := range []string{"hà nội", "p. ba đình, hà nội", "tp", "tphcm", "xa", ",", "1", "tp ", "\xfe\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, query string) {
		for _, m := range table.Search(query, Filter{Limit: 50}) {
			if m.Score <= 0 || m.Score > 1 || m.Matched == "" {
				t.Errorf("%q: %+v", query, m)
			}
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	table := official(b)
	for _, query := range []string{
		"a", "1", "an", "nh", "xa", "ba dinh", "Phường Bến Thành, Quận 1, TP.HCM", "phuong ben thanh tp ho chi minh",
		"Bình Dương", "quận 1", "ben nghe quan 1", "bin thanh", "phuong ben thahn ho chi minh", "xa tan thhanh, tinh dong thap",
		strings.Repeat("thanh pho ", 20), strings.Repeat("ha noi ", 3) + "hue", strings.Repeat("an,tan binh,", 16),
		strings.Repeat("x", 200), strings.Repeat("a ", 100), strings.Repeat("p tan q binh ", 6),
	} {
		b.Run(query[:min(len(query), 40)], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				table.Search(query, Filter{Limit: 10})
			}
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		official(b)
	}
}
