// SPDX-License-Identifier: MIT

package units

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestFold(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty", "", ""},
		{"nothing but marks", "\u0301 - ' \u0323", ""},
		{"ASCII", "Cao Xanh", "cao xanh"},
		{"every vowel mark", "ă â ê ô ơ ư", "a a e o o u"},
		{"every tone", "à á ả ã ạ", "a a a a a"},
		{"both at once", "Ậ ế Ỗ ự", "a e o u"},
		{"d with stroke", "Đắk Lắk", "dak lak"},
		{"upper case", "THỪA THIÊN HUẾ", "thua thien hue"},
		{"old tone mark", "Hòa Thủy", "hoa thuy"},
		{"new tone mark", "Hoà Thuỷ", "hoa thuy"},
		{"decomposed", norm.NFD.String("Thủ Đức"), "thu duc"},
		{"apostrophe", "M'Drắk", "mdrak"},
		{"curled apostrophe", "M’Drắk", "mdrak"},
		{"acute for an apostrophe", "M´Drắk", "mdrak"},
		{"spaces", "  Ba\t\u00a0Đình\n", "ba dinh"},
		{"hyphen", "Văn Miếu - Quốc Tử Giám", "van mieu quoc tu giam"},
		{"dash", "Chân Mây–Lăng Cô", "chan may lang co"},
		{"full stops", "TP.HCM", "tp hcm"},
		{"digits", "Phường 12", "phuong 12"},
		{"full width", "Ｈà　Nội", "ha noi"},
		{"not UTF-8", "Hà\xffNội", "ha noi"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Fold(c.in); got != c.want {
				t.Errorf("Fold(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestKey(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Hòa An", "Hoà An", true},
		{"Thủy Nguyên", "Thuỷ Nguyên", true},
		{"thúy", "thuý", true},
		{"M'Drắk", "m’drắk", true},
		{"Tân Hợp", norm.NFD.String("Tân Hợp"), true},
		{"Quý Hòa", "QUÝ HOÀ", true},
		{"Tân Thành", "Tân Thạnh", false},
		{"Ba Tơ", "Ba Tô", false},
		{"Hòa An", "Hóa An", false},
		{"Đa Kao", "Da Kao", false},
		{"Hoa An", "Hòa An", false},
	} {
		if same := Key(c.a) == Key(c.b); same != c.same {
			t.Errorf("Key(%q) = %q, Key(%q) = %q: same %v, want %v", c.a, Key(c.a), c.b, Key(c.b), same, c.same)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"Phường Hòa Thuận", "M’Drắk", "đĐ ựỰ", "\u0301a\u0323\u0302", "ﬁ ½ ´ ẞ İ K", "a\u0345", "3\u1ffd7", "3\u1fef7", "\xff", "각"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded := Fold(s)
		if again := Fold(folded); again != folded {
			t.Errorf("Fold(%q) = %q, folded again %q", s, folded, again)
		}
		if folded != strings.Join(strings.Fields(folded), " ") {
			t.Errorf("Fold(%q) = %q has stray spaces", s, folded)
		}
		for _, form := range []norm.Form{norm.NFC, norm.NFD} {
			if got := Fold(form.String(s)); got != folded {
				t.Errorf("Fold(%q) = %q, in another form %q", s, folded, got)
			}
			if got := Key(form.String(s)); got != Key(s) {
				t.Errorf("Key(%q) = %q, in another form %q", s, Key(s), got)
			}
		}
	})
}

func BenchmarkFold(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Fold("Phường Văn Miếu - Quốc Tử Giám")
	}
}
