// SPDX-License-Identifier: MIT

package units

import (
	"encoding/csv"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// typed is a query as people type it, and the units that are right as the first hit.
type typed struct {
	kind, query string
	right       []string // codes
}

// writer writes the queries of one kind for a unit. ok is false if the kind does not apply.
type writer struct {
	name  string
	write func(r *rand.Rand, a addressed) (query string, ok bool)
}

// addressed is a unit with its places, all with their kinds; district is "" for a unit in force,
// and ward for a district.
type addressed struct {
	ward, district, province string
}

func (a addressed) parts() (out []string) {
	for _, s := range []string{a.ward, a.district, a.province} {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (a addressed) each(f func(string) string) string {
	var out []string
	for _, s := range a.parts() {
		out = append(out, f(s))
	}
	return strings.Join(out, ", ")
}

var shortKinds = strings.NewReplacer("Thành phố ", "TP ", "Thị trấn ", "TT ", "Thị xã ", "TX ", "Phường ", "P.", "Quận ", "Q.", "Huyện ", "H.", "Xã ", "X.", "Tỉnh ", "T.")

func shortened(s string) string { return shortKinds.Replace(s) }

// withoutKind returns a name without its kind, but for numbers.
func withoutKind(s string) string {
	for _, kinds := range [][]string{formerUnitKinds, formerDistrictKinds, formerProvinceKinds, {LevelSpecialZone}} {
		if _, bare, ok := cutKind(s, kinds); ok && !isDigits(bare) {
			return bare
		}
	}
	return s
}

// telexOf returns a text as typed with a Telex keyboard that is switched off.
func telexOf(s string) string {
	tones := map[rune]string{'\u0300': "f", '\u0301': "s", '\u0303': "x", '\u0309': "r", '\u0323': "j"}
	vowels := map[rune]string{'â': "aa", 'ă': "aw", 'ê': "ee", 'ô': "oo", 'ơ': "ow", 'ư': "uw", 'đ': "dd"}
	var out strings.Builder
	tone := ""
	for _, r := range strings.ToLower(s) {
		l, known := letterOf(r)
		if !known {
			out.WriteString(tone)
			out.WriteRune(r)
			tone = ""
			continue
		}
		if keys, ok := vowels[l.vowel]; ok {
			out.WriteString(keys)
		} else {
			out.WriteRune(l.vowel)
		}
		if l.tone != 0 {
			tone = tones[l.tone]
		}
	}
	return out.String() + tone
}

var streets = []string{"12 Lê Lợi", "Số 7 ngõ 12 Trần Phú", "45/3 đường Nguyễn Văn Cừ", "180 Hùng Vương", "Tổ 5 ấp 3", "Thôn Đông", "3A Hai Bà Trưng"}

// mistype returns a text with one typing error in one of its words of at least four letters. ok is
// false if there is none.
func mistype(r *rand.Rand, s string) (string, bool) {
	runes := []rune(s)
	var words [][2]int
	for from := 0; from < len(runes); {
		to := from
		for to < len(runes) && !strings.ContainsRune(" ,.-'", runes[to]) {
			to++
		}
		if to-from >= 4 && !strings.ContainsAny(string(runes[from:to]), "0123456789") {
			words = append(words, [2]int{from, to})
		}
		from = to + 1
	}
	if len(words) == 0 {
		return "", false
	}
	w := words[r.IntN(len(words))]
	out := withTypo(r, runes, w[0], w[1])
	return out, Fold(out) != Fold(s)
}

// writers are the kinds of queries.
var writers = []writer{
	{"official", func(_ *rand.Rand, a addressed) (string, bool) {
		return a.each(func(s string) string { return s }), true
	}},
	{"no marks", func(_ *rand.Rand, a addressed) (string, bool) { return strings.ToLower(a.each(Unmark)), true }},
	{"no commas", func(_ *rand.Rand, a addressed) (string, bool) { return strings.Join(a.parts(), " "), true }},
	{"no marks or commas", func(_ *rand.Rand, a addressed) (string, bool) {
		return strings.ToLower(Unmark(strings.Join(a.parts(), " "))), true
	}},
	{"short kinds", func(_ *rand.Rand, a addressed) (string, bool) { return a.each(shortened), true }},
	{"short kinds, no commas", func(_ *rand.Rand, a addressed) (string, bool) {
		return strings.ToLower(Unmark(shortened(strings.Join(a.parts(), " ")))), true
	}},
	{"no kinds", func(_ *rand.Rand, a addressed) (string, bool) { return a.each(withoutKind), true }},
	{"telex", func(_ *rand.Rand, a addressed) (string, bool) {
		return telexOf(a.each(func(s string) string { return s })), true
	}},
	{"order", func(r *rand.Rand, a addressed) (string, bool) {
		p := a.parts()
		r.Shuffle(len(p), func(i, j int) { p[i], p[j] = p[j], p[i] })
		return strings.Join(p, []string{", ", " "}[r.IntN(2)]), true
	}},
	{"street", func(r *rand.Rand, a addressed) (string, bool) {
		return streets[r.IntN(len(streets))] + ", " + a.each(func(s string) string { return s }), true
	}},
	{"street, short", func(r *rand.Rand, a addressed) (string, bool) {
		return streets[r.IntN(len(streets))] + ", " + a.each(shortened) + ", Việt Nam", true
	}},
	{"street, no marks or commas", func(r *rand.Rand, a addressed) (string, bool) {
		return strings.ToLower(Unmark(streets[r.IntN(len(streets))] + " " + strings.Join(a.parts(), " "))), true
	}},
	{"typing error", func(r *rand.Rand, a addressed) (string, bool) {
		return mistype(r, a.each(func(s string) string { return s }))
	}},
	{"typing error, no marks", func(r *rand.Rand, a addressed) (string, bool) { return mistype(r, strings.ToLower(a.each(Unmark))) }},
}

// samePlace reports whether two full names are alike as a kind of query writes them.
func samePlace(a, b, kind string) bool {
	if kind == "no kinds" {
		a, b = withoutKind(a), withoutKind(b)
	}
	if strings.Contains(kind, "no marks") || strings.Contains(kind, "no commas") {
		return spelled(a).name == spelled(b).name
	}
	return spelled(a).key == spelled(b).key
}

// spelled is newSpelling, which remembers its answers.
func spelled(s string) spelling {
	out, ok := spelledBefore.Load(s)
	if !ok {
		out = newSpelling(s)
		spelledBefore.Store(s, out)
	}
	return out.(spelling)
}

var spelledBefore sync.Map

// typedQueries writes n units in each kind.
func typedQueries(t *Table, r *rand.Rand, n int) (out []typed) {
	units := make([]addressed, len(t.former.units))
	for i := range units {
		f := t.formerAt(i)
		units[i] = addressed{f.Name, f.District, f.Province}
	}
	districts := map[addressed][]string{}
	for i := range t.former.districts {
		d := &t.former.districts[i]
		a := addressed{district: d.name, province: t.former.provinces[d.province].name}
		for _, w := range d.wards {
			districts[a] = append(districts[a], t.wards[w].Code)
		}
	}
	for _, w := range writers {
		for range n {
			i := r.IntN(len(units))
			if query, ok := w.write(r, units[i]); ok {
				c := typed{kind: "former ward: " + w.name, query: query}
				for j := range units {
					if a, b := units[i], units[j]; a == b || samePlace(a.ward, b.ward, w.name) && samePlace(a.district, b.district, w.name) && samePlace(a.province, b.province, w.name) {
						for _, s := range t.former.units[j].successors {
							c.right = append(c.right, t.wards[s].Code)
						}
					}
				}
				out = append(out, c)
			}
			ward := t.wards[r.IntN(len(t.wards))]
			province, _ := t.Province(ward.ProvinceCode)
			if query, ok := w.write(r, addressed{ward: ward.FullName, province: province.FullName}); ok {
				c := typed{kind: "ward: " + w.name, query: query}
				for _, o := range t.WardsOf(ward.ProvinceCode) {
					if samePlace(o.FullName, ward.FullName, w.name) {
						c.right = append(c.right, o.Code)
					}
				}
				out = append(out, c)
			}
			d := &t.former.districts[r.IntN(len(t.former.districts))]
			a := addressed{district: d.name, province: t.former.provinces[d.province].name}
			if query, ok := w.write(r, a); ok && !(w.name == "no kinds" && withoutKind(a.district) == withoutKind(a.province)) {
				c := typed{kind: "district: " + w.name, query: query, right: districts[a]}
				for b, codes := range districts {
					if samePlace(a.district, b.district, w.name) && samePlace(a.province, b.province, w.name) {
						c.right = append(c.right, codes...)
					}
				}
				out = append(out, c)
			}
		}
	}
	for _, p := range t.former.provinces {
		c := typed{kind: "former province", query: p.name}
		for _, i := range p.provinces {
			c.right = append(c.right, t.provinces[i].Code)
		}
		out = append(out, c, typed{c.kind, shortened(p.name), c.right}, typed{c.kind, strings.ToLower(Unmark(p.name)), c.right}, typed{c.kind, telexOf(p.name), c.right})
	}
	for _, p := range t.provinces {
		right := []string{p.Code}
		for _, q := range []string{p.FullName, p.Name, p.NameEN, p.FullNameEN, strings.ReplaceAll(p.NameEN, " ", ""), telexOf(p.Name)} {
			out = append(out, typed{"province", q, right})
		}
	}
	return out
}

// rates counts the queries of each kind, and those of which the first hit is right.
func rates(t *testing.T, table *Table, list []typed, shown int) (share float64) {
	t.Helper()
	type count struct{ n, right int }
	kinds, all := map[string]*count{}, count{}
	for _, c := range list {
		k := kinds[c.kind]
		if k == nil {
			k = &count{}
			kinds[c.kind] = k
		}
		found := table.Search(c.query, Filter{Limit: 3})
		k.n++
		all.n++
		if len(found) > 0 && (slices.Contains(c.right, found[0].Ward.Code) || slices.Contains(c.right, found[0].Province.Code)) {
			k.right++
			all.right++
		} else if shown > 0 {
			shown--
			t.Logf("%s: %q finds %s, want %v", c.kind, c.query, labels(found), c.right)
		}
	}
	names := make([]string, 0, len(kinds))
	for name := range kinds {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t.Logf("%-45s %5d of %5d, %.1f %%", name, kinds[name].right, kinds[name].n, 100*float64(kinds[name].right)/float64(kinds[name].n))
	}
	share = float64(all.right) / float64(all.n)
	t.Logf("%-45s %5d of %5d, %.2f %%", "all", all.right, all.n, 100*share)
	return share
}

var (
	heldOutSeed = flag.Uint64("units.seed", 20, "seed of the queries of TestTypedHeldOut")
	heldOutSize = flag.Int("units.queries", 40, "queries of each kind in TestTypedHeldOut")
	writeTyped  = flag.Bool("units.write", false, "write testdata/typed.csv")
)

// TestTypedHeldOut searches random units in each kind of query. Run with -v it lists the rates.
func TestTypedHeldOut(t *testing.T) {
	table := official(t)
	size := *heldOutSize
	if testing.Short() {
		size = min(size, 10)
	}
	list := typedQueries(table, rand.New(rand.NewPCG(*heldOutSeed, 1)), size)
	if share := rates(t, table, list, 60); share < 0.99 {
		t.Errorf("%.2f %% of the queries of seed %d are right, want 99", 100*share, *heldOutSeed)
	}
}

// TestTyped searches the queries of testdata/typed.csv and those written by hand in
// testdata/typed_hand.csv.
func TestTyped(t *testing.T) {
	table := official(t)
	if *writeTyped {
		var out strings.Builder
		out.WriteString("kind,query,right\n")
		w := csv.NewWriter(&out)
		for _, c := range typedQueries(table, rand.New(rand.NewPCG(7, 7)), 12) {
			slices.Sort(c.right)
			_ = w.Write([]string{c.kind, c.query, strings.Join(slices.Compact(c.right), " ")})
		}
		w.Flush()
		if err := os.WriteFile("testdata/typed.csv", []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var list []typed
	for _, name := range []string{"testdata/typed.csv", "testdata/typed_hand.csv"} {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(f).ReadAll()
		_ = f.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			list = append(list, typed{row[0], row[1], strings.Fields(row[2])})
		}
	}
	if len(list) < 500 {
		t.Errorf("only %d queries", len(list))
	}
	if share := rates(t, table, list, 30); share < 0.99 {
		t.Errorf("%.2f %% are right, want 99", 100*share)
	}
}
