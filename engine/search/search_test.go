// SPDX-License-Identifier: MIT

package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/internal/packtest"
	"roadsnap/engine/pack"
)

// at returns the points x metres east and y metres north of a point in Saigon, given as
// x, y, x, y…
func at(xy ...float64) (points []geo.Fixed) {
	plane := geo.NewPlane(geo.Point{Lat: 10.77, Lon: 106.7})
	for i := 0; i < len(xy); i += 2 {
		points = append(points, plane.Point(geo.XY{X: xy[i], Y: xy[i+1]}).Fixed())
	}
	return points
}

// city has the streets and places of the tests.
func city() *Builder {
	var b Builder
	line := func(k basemap.Kind, name, en, ref string, xy ...float64) {
		b.Add(basemap.Feature{ID: int64(len(b.pieces) + 1), Kind: k, Name: name, NameEn: en, Ref: ref}, at(xy...))
	}
	point := func(k basemap.Kind, name, en string, x, y float64) {
		b.Add(basemap.Feature{ID: int64(1000 + len(b.singles)), Kind: k, Name: name, NameEn: en}, at(x, y))
	}
	house := func(number, street string, x, y float64) {
		b.Add(basemap.Feature{Kind: basemap.HouseNumber, Name: number, Ref: street}, at(x, y))
	}
	line(basemap.RoadSecondary, "Lê Lợi", "Le Loi Boulevard", "", 0, 0, 300, 300)
	line(basemap.RoadSecondary, "Lê Lợi", "", "", 300, 300, 600, 600)
	line(basemap.RoadResidential, "Đường Lê Lợi", "", "", 20000, 0, 20500, 0)
	line(basemap.RoadResidential, "Lê Lai", "", "", 0, -300, 600, -300)
	line(basemap.RoadSecondary, "Nguyễn Huệ", "", "", 500, 0, 900, 400)
	line(basemap.RoadPrimary, "Cách Mạng Tháng Tám", "", "", -2000, 500, -4000, 3000)
	line(basemap.RoadSecondary, "3 Tháng 2", "", "", -3000, 0, -5000, -1000)
	line(basemap.RoadTrunk, "", "", "QL1A;AH1", -9000, 0, -9000, 9000)
	line(basemap.RoadSecondary, "", "", "ĐT.743", 12000, 12000, 14000, 15000)
	line(basemap.RoadTrunk, "Quốc lộ 13", "", "", 3000, 5000, 3500, 9000)
	line(basemap.Waterway, "Sông Sài Gòn", "Saigon River", "", 2000, -2000, 2000, 4000)
	point(basemap.POIMarket, "Chợ Bến Thành", "Ben Thanh Market", -100, 200)
	point(basemap.POIHospital, "Bệnh viện Chợ Rẫy", "", -4500, -1200)
	point(basemap.POIBusStop, "Bệnh viện Chợ Rẫy", "", -4700, -1000)
	point(basemap.POIAirport, "Sân bay Quốc tế Tân Sơn Nhất", "", -4900, 5200)
	point(basemap.PlaceCity, "Thủ Đức", "", 9000, 9000)
	for _, n := range []string{"12", "12A", "14-18", "120"} {
		house(n, "Nguyễn Huệ", 600, float64(len(n)))
	}
	house("12/3A", "Đường Lê Lợi", 20100, 10)
	return &b
}

func names(list []Match) (all []string) {
	for _, m := range list {
		name := m.Name
		if m.Street != "" {
			name += " " + m.Street
		}
		all = append(all, name)
	}
	return all
}

func TestFind(t *testing.T) {
	x := packtest.Open(t, Open, city())
	near := at(0, 0)[0].Point()
	for text, want := range map[string]string{
		"Lê Lợi": "Lê Lợi", "le loi": "Lê Lợi", "LE LOI": "Lê Lợi", "đường lê lợi": "Lê Lợi", "leloi": "Lê Lợi", "le lo": "Lê Lợi",
		"lê lọi": "Lê Lợi", "le loi boulevard": "Lê Lợi", "nguyen hue": "Nguyễn Huệ", "nguyen heu": "Nguyễn Huệ", "nguyeen hue": "Nguyễn Huệ",
		"nguyenhue": "Nguyễn Huệ", "le lai": "Lê Lai",
		"cach mang thang 8": "Cách Mạng Tháng Tám", "CMT8": "Cách Mạng Tháng Tám", "cách mạng tháng tám": "Cách Mạng Tháng Tám",
		"3/2": "3 Tháng 2", "duong 3 thang 2": "3 Tháng 2",
		"QL1A": "QL1A", "ql 1a": "QL1A", "quoc lo 1a": "QL1A", "QL.1A": "QL1A", "ah1": "AH1", "dt743": "ĐT.743", "đường tỉnh 743": "ĐT.743",
		"ĐT 743": "ĐT.743", "ql13": "Quốc lộ 13", "quốc lộ 13": "Quốc lộ 13", "song sai gon": "Sông Sài Gòn", "saigon river": "Sông Sài Gòn",
		"cho ben thanh": "Chợ Bến Thành", "ben thanh": "Chợ Bến Thành", "ben thanh market": "Chợ Bến Thành", "bv cho ray": "Bệnh viện Chợ Rẫy",
		"san bay tan son nhat": "Sân bay Quốc tế Tân Sơn Nhất", "tan son nhat": "Sân bay Quốc tế Tân Sơn Nhất", "thu duc": "Thủ Đức",
		"12 nguyen hue": "12 Nguyễn Huệ", "12a nguyễn huệ": "12A Nguyễn Huệ", "số 12 đường nguyễn huệ": "12 Nguyễn Huệ",
		"nguyen hue 12": "12 Nguyễn Huệ", "16 nguyen hue": "Nguyễn Huệ", "14 nguyen hue": "14-18 Nguyễn Huệ", "12/3a le loi": "12/3A Đường Lê Lợi",
		"12 nguyen heu": "12 Nguyễn Huệ",
	} {
		got := x.Find(Query{Text: text, Near: near, HasNear: true, Limit: 5})
		if len(got) == 0 || names(got)[0] != want {
			t.Errorf("%q finds %q, want %q first", text, names(got), want)
		}
	}
	for _, text := range []string{"", "  ", "?!", "xyz", "743", "QL1", "ql999", "tran hung dao", strings.Repeat("tran ", 500)} {
		if got := x.Find(Query{Text: text, Limit: 5}); len(got) != 0 && text != "QL1" {
			t.Errorf("%q finds %q", text, names(got))
		}
	}
}

// TestMissingNumber finds the street of a house number that is not on the map, and says so.
func TestMissingNumber(t *testing.T) {
	x := packtest.Open(t, Open, city())
	near := at(0, 0)[0].Point()
	for text, want := range map[string]string{
		"16 nguyen hue": "16", "số 16/3 đường nguyễn huệ": "16/3", "12 nguyen hue": "", "14 nguyen hue": "", "nguyen hue": "",
	} {
		got := x.Find(Query{Text: text, Near: near, HasNear: true, Limit: 5})
		i := slices.IndexFunc(got, func(m Match) bool { return m.Kind.IsRoad() && m.Name == "Nguyễn Huệ" })
		if i < 0 || got[i].Number != want || !got[i].Whole || want != "" && i != 0 {
			t.Errorf("%q finds %+v, want the street with the missing number %q", text, got, want)
		}
	}
	// The number is that of a street whose name the text begins only.
	if got := x.Find(Query{Text: "16 nguyen", Limit: 5}); len(got) > 0 && (got[0].Number != "" || got[0].Whole) {
		t.Errorf("found %+v", got)
	}
}

func TestSameRef(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{{"QL1A", "QL.1A", true}, {"QL 1A", "Quốc lộ 1A", true}, {" TL8", "TL8", true}, {"QL1", "QL1A", false}, {"ĐT743", "dt.743", true}, {"", "QL1", false}} {
		if got := SameRef(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

// TestStreetsAreJoined checks that two pieces of a street are one entry, and that a
// street of that name far away is another.
func TestStreetsAreJoined(t *testing.T) {
	x := packtest.Open(t, Open, city())
	got := x.Find(Query{Text: "le loi", Limit: 9, Near: at(20000, 0)[0].Point(), HasNear: true})
	streets := slices.DeleteFunc(names(got), func(n string) bool { return !strings.HasSuffix(n, "Lê Lợi") })
	if len(streets) != 2 || got[0].Name != "Đường Lê Lợi" {
		t.Fatalf("found %q, want Lê Lợi twice, the near one first", names(got))
	}
	for _, m := range got {
		if m.Name == "Lê Lợi" {
			want := geo.FixedBoundsOf(at(0, 0, 600, 600)...).Bounds()
			if b := m.Bounds(); b != want || m.NameEn != "Le Loi Boulevard" {
				t.Errorf("bounds %v, English name %q, want %v", b, m.NameEn, want)
			}
		}
	}
	// The bus stop of the hospital is not shown as well.
	if got := x.Find(Query{Text: "bệnh viện chợ rẫy", Limit: 9}); len(got) != 2 || got[0].Kind != basemap.POIHospital {
		t.Errorf("found %q", names(got))
	}
}

func TestWithin(t *testing.T) {
	x := packtest.Open(t, Open, city())
	east := at(19000, 0)[0]
	area := &Area{Box: geo.FixedBoundsOf(at(15000, -9000, 30000, 9000)...), Holds: func(p geo.Fixed) bool { return p.Lon > east.Lon }}
	for text, want := range map[string]string{"le loi": "Đường Lê Lợi", "12/3a le loi": "12/3A Đường Lê Lợi", "nguyen hue": "", "12 nguyen hue": ""} {
		got := names(x.Find(Query{Text: text, Limit: 5, Within: area, Near: at(0, 0)[0].Point(), HasNear: true}))
		if want == "" && len(got) > 0 || want != "" && (len(got) == 0 || got[0] != want) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
}

// randomCity returns n entries with names of few words.
func randomCity(seed uint64, n int) *Builder {
	rng := rand.New(rand.NewPCG(seed, 0))
	words := []string{"lê", "lợi", "nguyễn", "huệ", "trần", "hưng", "đạo", "thị", "minh", "khai", "1", "12", "an", "phú", "phụ", "phước", "quận", "chợ"}
	var b Builder
	for i := range n {
		var name []string
		for range 1 + rng.IntN(4) {
			name = append(name, words[rng.IntN(len(words))])
		}
		x, y := rng.Float64()*50000, rng.Float64()*50000
		f := basemap.Feature{ID: int64(i + 1), Kind: basemap.POICafe, Name: strings.Join(name, " ")}
		if rng.IntN(3) == 0 {
			f.Kind = basemap.RoadTertiary
			b.Add(f, at(x, y, x+500, y))
			continue
		}
		b.Add(f, at(x, y))
	}
	return &b
}

// slowly returns the entries that have the words of a text, by looking at all names: the
// last word may be the beginning of one. With typo, one word differs by a typing error.
func slowly(x *Index, words []string, typo bool) map[int]bool {
	found := map[int]bool{}
	for i := range x.Len() {
		name := wordsOf(x.Entry(i).Name)
		errs := 0
		for k, w := range words {
			last := k == len(words)-1 && strings.Trim(w, "0123456789") != ""
			if !slices.ContainsFunc(name, func(n string) bool { return n == w || last && !typo && strings.HasPrefix(n, w) }) {
				errs++
				if !typo || !slices.ContainsFunc(name, func(n string) bool { return isTypo(w, n) }) {
					errs = 99
				}
			}
		}
		if errs == 0 && !typo || errs == 1 && typo {
			found[i] = true
		}
	}
	return found
}

// TestFindAgainstScan compares the lists of the index with a scan of all names.
func TestFindAgainstScan(t *testing.T) {
	const seed = 20261125
	t.Logf("seed %d", seed)
	x := packtest.Open(t, Open, randomCity(seed, 250))
	rng := rand.New(rand.NewPCG(seed, 1))
	tests := 0
	for range 600 {
		words := wordsOf(x.Entry(rng.IntN(x.Len())).Name)
		words = words[rng.IntN(len(words)):]
		if w := words[len(words)-1]; rng.IntN(2) == 0 {
			words[len(words)-1] = w[:1+rng.IntN(len(w))]
		}
		f := finderOf(x)
		f.match(words, nil, 1)
		want := slowly(x, words, false)
		if len(want) > finalists {
			continue
		}
		tests++
		if got := found(f); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%q: %d entries %v, want %d %v", words, len(got), got, len(want), want)
		}
		if i := rng.IntN(len(words)); len(words[i]) >= minTypo && isLetter(words[i][1]) {
			w := []byte(words[i])
			w[1] = 'x'
			words[i] = string(w)
		}
		f = finderOf(x)
		for i, w := range words {
			if r := (replacement{at: i, words: x.typosOf(w)}); len(r.words) > 0 {
				f.match(words, &r, 1)
			}
		}
		want = slowly(x, words, true)
		for e := range found(f) {
			if !want[e] && !slowly(x, words, false)[e] {
				t.Fatalf("%q with a typing error: %q was found", words, x.Entry(e).Name)
			}
		}
		for e := range want {
			if !found(f)[e] {
				t.Fatalf("%q with a typing error: %q was not found", words, x.Entry(e).Name)
			}
		}
	}
	if tests < 300 {
		t.Errorf("only %d tests", tests)
	}
}

func finderOf(x *Index) *finder {
	f := &finder{}
	f.begin(x, Query{})
	return f
}

func found(f *finder) map[int]bool {
	set := map[int]bool{}
	for e := range f.of {
		set[int(e)] = true
	}
	return set
}

// TestBestAreKept checks that near entries are found among very many.
func TestBestAreKept(t *testing.T) {
	const seed = 7
	x := packtest.Open(t, Open, randomCity(seed, 2000))
	near := at(25000, 25000)[0].Point()
	got := x.Find(Query{Text: "le", Limit: 20, Near: near, HasNear: true})
	if len(got) != 20 {
		t.Fatalf("found %d", len(got))
	}
	for i := 1; i < len(got); i++ {
		if got[i-1].Score < got[i].Score {
			t.Errorf("result %d is better than the one before", i)
		}
	}
	for i := range x.Len() {
		if e := x.Entry(i); strings.EqualFold(e.Name, "lê") && geo.Distance(e.At, near) < geo.Distance(got[19].At, near)/2 &&
			!slices.ContainsFunc(got, func(m Match) bool { return m.ID == e.ID }) && e.Kind == got[19].Kind {
			t.Errorf("%q at %v is not found", e.Name, e.At)
		}
	}
}

func TestSameFeaturesSameBytes(t *testing.T) {
	if !bytes.Equal(packtest.Bytes(t, randomCity(3, 300)), packtest.Bytes(t, randomCity(3, 300))) {
		t.Error("two packs of the same features differ")
	}
}

func TestEmptyIndex(t *testing.T) {
	x := packtest.Open(t, Open, &Builder{})
	if x.Len() != 0 || x.Houses() != 0 {
		t.Errorf("%d entries, %d houses", x.Len(), x.Houses())
	}
	if got := x.Find(Query{Text: "12 le loi", Limit: 5}); len(got) != 0 {
		t.Errorf("found %q", names(got))
	}
}

func TestVerifyListensToContext(t *testing.T) {
	x := packtest.Open(t, Open, city())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.Verify(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// TestDamage flips bits throughout a pack. If it still opens, it must be safe to search
// and to verify.
func TestDamage(t *testing.T) {
	whole := packtest.Bytes(t, city())
	step := 1
	if testing.Short() {
		step = 7
	}
	for i := 0; i < len(whole); i += step {
		data := bytes.Clone(whole)
		data[i] ^= 1 << (i % 8)
		checkDamaged(t, data)
	}
}

func checkDamaged(t *testing.T, data []byte) {
	p, err := pack.OpenBytes("damaged", data)
	if err != nil {
		return
	}
	defer func() { _ = p.Close() }()
	x, err := Open(p)
	if err != nil {
		return
	}
	err = p.Guard(func() error {
		for _, text := range []string{"le loi", "12 nguyen hue", "ql1a", "nguyen heu", "l", "bv cho ray"} {
			for _, m := range x.Find(Query{Text: text, Limit: 9, Within: &Area{
				Box: geo.Bounds{South: -90, West: -180, North: 90, East: 180}.Fixed(), Holds: func(geo.Fixed) bool { return true },
			}}) {
				_ = len(m.Name) + len(m.Street) + len(m.Points())
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, pack.ErrCorrupt) {
		t.Fatalf("search: %v, which does not wrap %v", err, pack.ErrCorrupt)
	}
	if err := p.Guard(func() error { return x.Verify(t.Context()) }); err != nil && !errors.Is(err, pack.ErrCorrupt) {
		t.Fatalf("verify: %v, which does not wrap %v", err, pack.ErrCorrupt)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(packtest.Bytes(f, city()))
	f.Add(packtest.Bytes(f, &Builder{}))
	f.Fuzz(func(t *testing.T, data []byte) { checkDamaged(t, data) })
}

func FuzzFind(f *testing.F) {
	for _, text := range []string{"le loi, q1", "12/3A nguyễn huệ", "QL.1A", "3/2", "leloinguyenhue", "12 12 12"} {
		f.Add(text)
	}
	x := packtest.Open(f, Open, city())
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range x.Find(Query{Text: text, Limit: 5}) {
			if m.Name == "" {
				t.Errorf("%q finds a nameless entry", text)
			}
		}
	})
}
