// SPDX-License-Identifier: MIT

package units

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestTypoScore(t *testing.T) {
	for _, c := range []struct {
		name, typed, of string
		want            float64
	}{
		{"nothing", "", "", 0},
		{"the very name", "hanoi", "hanoi", 0},
		{"a beginning", "hano", "hanoi", 0},
		{"exchanged at the end", "hanio", "hanoi", typoWhole},
		{"exchanged at the start", "ahnoi", "hanoi", typoWhole},
		{"missing in the middle", "haoi", "hanoi", typoWhole},
		{"missing at the start", "anoi", "hanoi", typoWhole},
		{"too many in the middle", "hanxoi", "hanoi", typoWhole},
		{"too many at the end", "hanoiz", "hanoi", typoWhole},
		{"too many at the start", "xhanoi", "hanoi", typoWhole},
		{"another in the middle", "hamoi", "hanoi", typoWhole},
		{"another at the end", "hanoo", "hanoi", typoWhole},
		{"two typos", "hamoo", "hanoi", 0},
		{"two too many", "hanoizz", "hanoi", 0},
		{"exchanged over a letter", "honai", "hanoi", 0},
		{"short", "hua", "hue", 0},
		{"short when true", "huee", "hue", 0},
		{"short when typed", "nio", "nino", 0},
		{"a number", "moncai2", "moncai1", 0},
		{"missing before a number", "monca1", "moncai1", typoWhole},
		{"too many before a number", "moncaix1", "moncai1", typoWhole},
		{"a number too many", "moncai12", "moncai1", 0},
		{"a number at the end", "hanoi1", "hanoi", 0},
		{"a number exchanged", "xa1a2", "xaa12", 0},
		{"a beginning with a typo", "vnamieu", "vanmieuquoctugiam", typoPrefix},
		{"a beginning with one missing", "vamieu", "vanmieuquoctugiam", typoPrefix},
		{"a beginning with one too many", "vaanmieu", "vanmieuquoctugiam", typoPrefix},
		{"a beginning with another", "venmieu", "vanmieuquoctugiam", typoPrefix},
		{"a beginning with two", "vneimeu", "vanmieuquoctugiam", 0},
		{"the last letter of a beginning", "vanmiex", "vanmieuquoctugiam", 0},
		{"a short beginning", "vnam", "vanmieu", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := typoScore(c.typed, c.of); got != c.want {
				t.Errorf("%q of %q: %v, want %v", c.typed, c.of, got, c.want)
			}
		})
	}
}

// distance returns the number of typos between two texts, by the recurrence that
// defines it (optimal string alignment). It is the reference for typoScore.
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

func FuzzTypoScore(f *testing.F) {
	f.Add("hanio", "hanoi")
	f.Add("vnamieu", "vanmieuquoc")
	f.Add("aaaaab", "aaaaa")
	f.Fuzz(func(t *testing.T, typed, name string) {
		if len(typed) > 50 || len(name) > 50 || strings.ContainsAny(typed+name, "0123456789") {
			return
		}
		score := typoScore(typed, name)
		whole := distance(typed, name) == 1 && len(typed) >= minTypo && len(name) >= minTypo && !strings.HasPrefix(name, typed)
		if whole != (score == typoWhole) {
			t.Errorf("%q of %q: %v, distance %d", typed, name, score, distance(typed, name))
		}
		if score != typoPrefix {
			return
		}
		for n := range len(name) + 1 {
			if distance(typed, name[:n]) <= 1 {
				return
			}
		}
		t.Errorf("%q is no beginning of %q with a typo", typed, name)
	})
}

// TestSearchTypos checks the first hit for a query with one typo.
func TestSearchTypos(t *testing.T) {
	table := official(t)
	for _, c := range []struct{ name, query, want, matched string }{
		{"exchanged", "ha nio", "01 Thành phố Hà Nội", "Thành phố Hà Nội"},
		{"missing in a short word", "dak lk", "66 Tỉnh Đắk Lắk", "Tỉnh Đắk Lắk"},
		{"with a kind", "phuong ben thahn", "26743 Phường Bến Thành", "Phường Bến Thành"},
		{"with a kind and a province", "phuong binh thnah, tphcm", "26929 Phường Bình Thạnh", "Phường Bình Thạnh"},
		{"with marks", "Đà Nẵngg", "48 Thành phố Đà Nẵng", "Thành phố Đà Nẵng"},
		{"written together", "hanio", "01 Thành phố Hà Nội", "Thành phố Hà Nội"},
		{"a province of known words", "than hoa", "38 Tỉnh Thanh Hóa", "Tỉnh Thanh Hóa"},
		{"a ward of known words in a province", "gian vo, ha noi", "00025 Phường Giảng Võ", "Phường Giảng Võ"},
		{"in the kind", "phuogn ben thanh", "26743 Phường Bến Thành", "Phường Bến Thành"},
		{"in the English kind", "ben thanh wadr", "26743 Phường Bến Thành", "Phường Bến Thành"},
		{"in the province", "hoa an cao bagn", "01654 Xã Hòa An", "Xã Hòa An"},
		{"which makes a former district of the name", "Xã Tấn Sơn, Tỉnh Lạng Sơn", "06457 Xã Tuấn Sơn", "Xã Tuấn Sơn"},
		{"a beginning", "vna mieu quoc", "00226 Phường Văn Miếu - Quốc Tử Giám", "Phường Văn Miếu - Quốc Tử Giám"},
		{"a former ward", "ben nhge", "26740 Phường Sài Gòn", "Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh (đến 30/6/2025)"},
		{"a former district", "quan hoan kim", "00070 Phường Hoàn Kiếm", "Quận Hoàn Kiếm, Thành phố Hà Nội (đến 30/6/2025)"},
		{"a former province", "ba ria vugn tau", "79 Thành phố Hồ Chí Minh", "Tỉnh Bà Rịa - Vũng Tàu (đến 30/6/2025)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := table.Search(c.query, Filter{Limit: 5})
			if len(found) == 0 || label(found[0]) != c.want || found[0].Matched != c.matched || found[0].Score > hitTypo {
				t.Errorf("%q finds %s, want %s by %s; %+v", c.query, labels(found), c.want, c.matched, found)
			}
		})
	}
	for _, query := range []string{"hua", "h nio", "hna", "phuong hua", "quan 13x", "bbin thanhh"} {
		for _, m := range table.Search(query, Filter{}) {
			if m.Score <= typoWhole {
				t.Errorf("%q finds %s with a typo", query, label(m))
			}
		}
	}
}

// TestTyposComeLast checks that no name with a typo comes before one without, and
// that typos are ignored if a name is the whole query.
func TestTyposComeLast(t *testing.T) {
	least := formerName * scoreInside * wrongKind
	if typoWhole >= least || typoWhole >= scoreKindOnly || typoPrefix >= typoWhole || typoInPlace >= typoWhole {
		t.Errorf("a typo scores %v, the worst correct name %v", typoWhole, least)
	}
	for _, m := range official(t).Search("khanh hoa", Filter{}) {
		if m.Score <= typoWhole {
			t.Errorf("%s is found with a typo", label(m))
		}
	}
}

// withTypo returns s with one random typo in the word that spans [from, to).
func withTypo(random *rand.Rand, s []rune, from, to int) string {
	at := from + random.IntN(to-from)
	out := append([]rune(nil), s...)
	other := rune('a' + random.IntN(26))
	switch kind := random.IntN(4); {
	case kind == 0:
		out = append(out[:at], append([]rune{other}, s[at:]...)...)
	case kind == 1:
		out = append(out[:at], s[at+1:]...)
	case kind == 2 || at+1 == to:
		out[at] = other
	default:
		out[at], out[at+1] = out[at+1], out[at]
	}
	return string(out)
}

// longestWord returns the range of the first of the longest words of s from start on.
func longestWord(s []rune, start int) (from, to int) {
	for start < len(s) {
		end := start
		for end < len(s) && s[end] != ' ' {
			end++
		}
		if end-start > to-from {
			from, to = start, end
		}
		start = end + 1
	}
	return from, to
}

// TestTyposFindAll types every ward's full name with one random typo, in the kind or
// in the longest word, and its province. The ward must be among the first ten.
func TestTyposFindAll(t *testing.T) {
	table := official(t)
	random := rand.New(rand.NewPCG(1, 2))
	names := make(map[string]bool) // province, folded name without spaces
	for _, w := range table.Wards() {
		names[w.ProvinceCode+newSpelling(w.Name).joined] = true
	}
	typed := 0
	for i, w := range table.Wards() {
		if testing.Short() && i%10 != 0 {
			continue
		}
		full := []rune(w.FullName)
		kind := len(full) - len([]rune(w.Name))
		from, to := 0, kind-1 // the kind, if it is long enough
		if random.IntN(4) > 0 || kind <= minTypo {
			from, to = longestWord(full, kind)
		}
		inName := from >= kind
		if inName && len(newSpelling(w.Name).joined) <= minTypo || strings.ContainsAny(string(full[from:to]), "0123456789- '") {
			continue
		}
		p, _ := table.Province(w.ProvinceCode)
		query := withTypo(random, full, from, to)
		if inName && names[w.ProvinceCode+newSpelling(strings.TrimPrefix(query, string(full[:kind]))).joined] {
			continue // the name, or another ward's
		}
		typed++
		found := table.Search(query+", "+p.FullName, Filter{Limit: 10})
		ok := false
		for _, m := range found {
			ok = ok || m.Ward.Code == w.Code
		}
		// The rest of a short word can be inside ten names without a typo.
		ok = ok || len(found) == 10 && found[9].Score > typoWhole
		if !ok {
			t.Errorf("%q, %s finds %s, want %s", query, p.FullName, labels(found), w.FullName)
		}
	}
	if !testing.Short() && typed < 2500 {
		t.Errorf("only %d names were tried", typed)
	}
}
