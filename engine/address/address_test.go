// SPDX-License-Identifier: MIT

package address

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

var official = sync.OnceValue(func() *Converter {
	table, err := units.Load(data.Units())
	if err != nil {
		panic(err)
	}
	return New(table)
})

// spellings are ways to write an address with three units, as people do.
var spellings = []struct {
	name  string
	write func(ward, district, province string) string
}{
	{"official", func(w, d, p string) string { return "12 Lê Văn A, " + w + ", " + d + ", " + p }},
	{"no marks", func(w, d, p string) string { return plain("12/3 Le Van A, " + w + ", " + d + ", " + p) }},
	{"abbreviated", func(w, d, p string) string {
		return "Số 7 ngõ 12, " + short(w) + ", " + short(d) + ", " + short(p) + ", Việt Nam"
	}},
	{"no commas", func(w, d, p string) string { return strings.ToLower(plain("12 le van a " + w + " " + d + " " + p)) }},
	{"no kinds", func(w, d, p string) string { return "Tổ 5, " + bare(w) + ", " + bare(d) + ", " + bare(p) }},
}

func plain(s string) string { return units.Unmark(s) }

func short(full string) string {
	return strings.NewReplacer("Thành phố ", "TP.", "Thị trấn ", "TT. ", "Thị xã ", "TX ", "Phường ", "P.", "Quận ", "Q.", "Huyện ", "H. ", "Xã ", "X. ", "Tỉnh ", "T.").Replace(full)
}

// bare returns a name without its kind, but for numbers.
func bare(full string) string {
	if _, name := cutKind(full); !isNumber(name) {
		return name
	}
	return full
}

// allowed returns the wards that the tables allow for an address: the successors of all units that
// the three names mean, with or without marks.
func allowed(x *index, f units.Former, marks, kinds bool) (codes []string) {
	equal := func(a, b string) bool {
		if !kinds {
			a, b = bare(a), bare(b)
		}
		if marks {
			return units.Key(a) == units.Key(b)
		}
		return units.Fold(a) == units.Fold(b)
	}
	for i := range x.former {
		g := &x.former[i]
		if equal(g.Name, f.Name) && equal(g.District, f.District) && equal(g.Province, f.Province) {
			for _, w := range g.Successors {
				codes = append(codes, w.Code)
			}
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// TestFormerWards converts every ward of the official list of June 2025 in five spellings.
func TestFormerWards(t *testing.T) {
	c := official()
	byName := make(map[string][]int) // folded bare name → former
	for i := range c.index.former {
		k := units.Fold(bare(c.index.former[i].Name))
		byName[k] = append(byName[k], i)
	}
	for _, s := range spellings {
		total, right, confident, wrong, shown := 0, 0, 0, 0, 0
		for i := range c.index.former {
			f := c.index.former[i]
			if f.Code == "" || testing.Short() && i%10 != 0 {
				continue
			}
			text := s.write(f.Name, f.District, f.Province)
			got := c.ToNew(Query{Address: text})
			small := &index{}
			for _, k := range byName[units.Fold(bare(f.Name))] {
				small.former = append(small.former, c.index.former[k])
			}
			want := allowed(small, f, s.name == "official" || s.name == "abbreviated" || s.name == "no kinds", s.name != "no kinds")
			codes := wardsOf(got.Candidates)
			slices.Sort(codes)
			total++
			ok := slices.Equal(codes, want)
			if ok {
				right++
			} else if shown++; shown <= 12 {
				t.Logf("%s: %q gives %v (%s, %.2f), want %v", s.name, text, codes, got.Reason, got.Confidence, want)
			}
			if got.Confidence >= 0.9 {
				confident++
				if !ok {
					wrong++
				}
			}
		}
		t.Logf("%s: %d of %d right (%.2f %%); %d confident, %d of them wrong", s.name, right, total, 100*float64(right)/float64(total), confident, wrong)
		if float64(right) < 0.995*float64(total) || float64(wrong) > 0.001*float64(confident) {
			t.Errorf("%s: only %d of %d right, %d of %d confident ones wrong", s.name, right, total, wrong, confident)
		}
	}
}

func TestToNew(t *testing.T) {
	c := official()
	for _, q := range []struct {
		text, address, codes string
		reason               Reason
	}{
		{"12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM", "12 Nguyễn Huệ, Phường Sài Gòn, Thành phố Hồ Chí Minh", "26740", Whole},
		{"12 nguyen hue phuong ben nghe quan 1 tphcm", "12 nguyen hue, Phường Sài Gòn, Thành phố Hồ Chí Minh", "26740", Whole},
		{"35/4 Võ Văn Tần, P.6, Q.3", "35/4 Võ Văn Tần, Phường Xuân Hòa, Thành phố Hồ Chí Minh", "27139", Whole},
		{"p6 q3 hcm", "Phường Xuân Hòa, Thành phố Hồ Chí Minh", "27139", Whole},
		{"1 Thảo Điền, Quận 2, Sài Gòn", "1 Thảo Điền, Phường An Khánh, Thành phố Hồ Chí Minh", "27094", Whole},
		{"Số 5 Trần Hưng Đạo, Hoàn Kiếm, Hà Nội", "Số 5 Trần Hưng Đạo, Phường Cửa Nam, Thành phố Hà Nội", "00082", Whole},
		{"Ấp 3 Tân Hiệp, Hóc Môn, TP.HCM", "Ấp 3, Xã Hóc Môn, Thành phố Hồ Chí Minh", "27559", Whole},
		{"Phường Sài Gòn, Thành phố Hồ Chí Minh", "Phường Sài Gòn, Thành phố Hồ Chí Minh", "26740", AlreadyNew},
		{"12 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh, Việt Nam", "12 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh, Việt Nam", "26740", AlreadyNew},
		{"Phường Đa Kao, Quận 1, TP HCM", "", "26737 26740", Divided},
		{"Ben Nghe Ward, District 1, Ho Chi Minh City", "Phường Sài Gòn, Thành phố Hồ Chí Minh", "26740", Whole},
		{"5 Tràng Tiền, phường Trang Tiền, quận Hoàn Kiếm, Hà Nội", "", "00070 00082", Divided},
		{"phuong ben nghee, quan 1, tp hcm", "Phường Sài Gòn, Thành phố Hồ Chí Minh", "26740", Whole},
		{"Xã Tam Kỳ, Hải Phòng", "Xã Kim Thành, Thành phố Hải Phòng", "10804", Whole},
		{"Phường Bến Nghé, Quận 3, TP.HCM", "", "26740", Conflicting},
		{"Phường Bến Nghé, Hà Nội", "", "26740", Conflicting},
		{"9 Đồng Khởi, Phường Sài Gòn, Quận 1, Thành phố Hồ Chí Minh", "9 Đồng Khởi, Phường Sài Gòn, Thành phố Hồ Chí Minh", "26740", AlreadyNew},
		{"Phường Tân Định, Thành phố Hồ Chí Minh", "", "26737 25849", Both},
		{"Thôn 3 - Xã Đăk Hà - Tu Mơ Rông - Kon Tum", "Thôn 3, Xã Tu Mơ Rông, Tỉnh Quảng Ngãi", "23425", Whole},
		{"", "", "", NotFound},
		{"không có gì", "", "", NotFound},
	} {
		got := c.ToNew(Query{Address: q.text})
		if codes := strings.Join(wardsOf(got.Candidates), " "); got.Address != q.address || codes != q.codes || got.Reason != q.reason {
			t.Errorf("%q gives %q, %s, %s, %.2f; want %q, %s, %s", q.text, got.Address, codes, got.Reason, got.Confidence, q.address, q.codes, q.reason)
		}
	}
}

// TestStreetOrWard converts addresses in which a name after the house number is that of a street and of
// a ward. The name stays, and the answer is doubtful.
func TestStreetOrWard(t *testing.T) {
	for text, doubtful := range map[string]bool{
		"Số 5 Trần Hưng Đạo, Hoàn Kiếm, Hà Nội":                     true,
		"12/3 Trần Hưng Đạo, quận Hoàn Kiếm, Hà Nội":                true,
		"Số 5 phường Trần Hưng Đạo, Hoàn Kiếm, Hà Nội":              false,
		"Số 5 Bà Triệu, Trần Hưng Đạo, Hoàn Kiếm, Hà Nội":           false,
		"12 Trần Hưng Đạo, phường Trần Hưng Đạo, Hoàn Kiếm, Hà Nội": false,
		"Ấp 3 Tân Hiệp, Hóc Môn, Thành phố Hồ Chí Minh":             false,
		"Trần Hưng Đạo, Hoàn Kiếm, Hà Nội":                          false,
	} {
		got := official().ToNew(Query{Address: text})
		if got.Doubtful() != doubtful || doubtful && !strings.Contains(got.Address, "Trần Hưng Đạo, Phường Cửa Nam") {
			t.Errorf("%q gives %q, %.2f", text, got.Address, got.Confidence)
		}
	}
}

func TestToFormer(t *testing.T) {
	c := official()
	for _, q := range []struct {
		text, address string
		candidates    int
		reason        Reason
	}{
		{"9 Đồng Khởi, Phường Sài Gòn, Thành phố Hồ Chí Minh", "", 3, Parts},
		{"Đặc khu Thổ Châu, An Giang", "Xã Thổ Châu, Thành phố Phú Quốc, Tỉnh Kiên Giang", 1, One},
		{"Bản 2, xã Mường Lát, Thanh Hóa", "Bản 2, Thị trấn Mường Lát, Huyện Mường Lát, Tỉnh Thanh Hóa", 1, One},
		{"Xã Phú Tân, Huyện Châu Thành, Tỉnh Sóc Trăng", "Xã Phú Tân, Huyện Châu Thành, Tỉnh Sóc Trăng", 1, AlreadyOld},
		{"Đặc khu Hoàng Sa, Đà Nẵng", "", 0, NoFormer},
		{"Đà Nẵng", "", 0, NoWard},
		{"12 Trần Hưng Đạo, Phường Trấn Biên, Thành phố Biên Hòa, Đồng Nai", "", 9, Parts},
	} {
		got := c.ToFormer(Query{Address: q.text})
		if got.Address != q.address || len(got.Candidates) != q.candidates || got.Reason != q.reason {
			t.Errorf("%q gives %q, %d candidates, %s, %.2f; want %q, %d, %s", q.text, got.Address, len(got.Candidates), got.Reason, got.Confidence, q.address, q.candidates, q.reason)
		}
	}
}

// TestCoordinatesDecide converts an address of a divided ward with coordinates.
func TestCoordinatesDecide(t *testing.T) {
	c := New(official().index.table)
	in := "26737"
	c.Locate = func(p geo.Point) (units.Ward, bool) { return c.index.table.Ward(in) }
	q := Query{Ward: "Phường Đa Kao", District: "Quận 1", Province: "TP HCM", HasAt: true}
	if got := c.ToNew(q); got.Ward.Code != in || got.Reason != Located || got.Confidence < 0.9 || len(got.Candidates) != 1 {
		t.Errorf("%+v", got)
	}
	in = "00004"
	if got := c.ToNew(q); got.Decided || got.Reason != Elsewhere || got.Confidence > 0.5 || len(got.Candidates) != 2 {
		t.Errorf("%+v", got)
	}
}

func FuzzToNew(f *testing.F) {
	c := official()
	for _, s := range []string{"12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM", "p6q3", ", , ,", "xã", "Xã Thị trấn Huyện", strings.Repeat("tân ", 200)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if a := c.ToFormer(Query{Address: s}); a.Decided != (a.Former.Name != "") || a.Decided != (a.Address != "") {
			t.Errorf("to former: %q: %+v", s, a)
		}
		a := c.ToNew(Query{Address: s})
		if a.Decided != (a.Ward.Code != "") || a.Confidence < 0 || a.Confidence > 1 || a.Decided && a.Address == "" {
			t.Errorf("%q: %+v", s, a)
		}
	})
}

func BenchmarkToNew(b *testing.B) {
	c := official()
	r := rand.New(rand.NewPCG(1, 2))
	var list []string
	for range 5000 {
		f := c.index.former[r.IntN(len(c.index.former))]
		s := spellings[r.IntN(len(spellings))]
		list = append(list, s.write(f.Name, f.District, f.Province))
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		c.ToNew(Query{Address: list[i%len(list)]})
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

func ExampleConverter_ToNew() {
	table, err := units.Load(data.Units())
	if err != nil {
		fmt.Println(err)
		return
	}
	a := New(table).ToNew(Query{Address: "12 Nguyễn Huệ, P. Bến Nghé, Q.1, TP.HCM"})
	fmt.Println(a.Address)
	// Output: 12 Nguyễn Huệ, Phường Sài Gòn, Thành phố Hồ Chí Minh
}

// TestChoose decides by hand what Convert leaves open. What stands before the units is kept.
func TestChoose(t *testing.T) {
	c := official()
	q := Query{Address: "12 Nguyễn Huệ, Phường Sài Gòn, Thành phố Hồ Chí Minh"}
	a := c.Convert(IntoFormer, q)
	if a.Decided || len(a.Candidates) < 2 || !a.Doubtful() {
		t.Fatalf("%+v", a)
	}
	k := a.Candidates[len(a.Candidates)-1]
	got := c.Choose(IntoFormer, q, k)
	if want := "12 Nguyễn Huệ, " + k.Former.Name + ", " + k.Former.District + ", " + k.Former.Province; got.Address != want || got.Reason != ByHand || got.Doubtful() {
		t.Errorf("%+v, want %q", got, want)
	}
	w, _ := c.index.table.Ward(a.Candidates[0].Ward.Code)
	if got := c.Choose(IntoNew, Query{Address: "nowhere"}, Candidate{Ward: w}); got.Address != "nowhere, "+w.FullName+", Thành phố Hồ Chí Minh" {
		t.Errorf("%+v", got)
	}
	if cells := Cells(IntoNew, &got); len(cells) != len(Columns(IntoNew)) || cells[4] != "by_hand" {
		t.Errorf("cells %q", cells)
	}
}
