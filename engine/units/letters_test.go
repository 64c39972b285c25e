// SPDX-License-Identifier: MIT

package units

import (
	"strings"
	"testing"
)

// spellSlowly is spell by Unicode's tables alone.
func spellSlowly(s string) (folded, key string) {
	ws := words(s)
	return strings.Join(foldWords(ws), " "), strings.Join(keyWords(ws), " ")
}

func TestSpellPlainIsSpell(t *testing.T) {
	table := official(t)
	texts := []string{"", " ", "'", "a'b", "ĐÁ ĐỔ", "Ỹ", "TP.HCM", "a--b", "ÀÁẢÃẠ", "áà", "Bà Rịa - Vũng Tàu"}
	for _, w := range table.Wards() {
		texts = append(texts, w.FullName, strings.ToUpper(w.FullName))
	}
	for _, s := range texts {
		folded, key, ok := spellPlain(s)
		if f, k := spellSlowly(s); !ok || folded != f || key != k {
			t.Errorf("%q: %q, %q, %v; want %q, %q", s, folded, key, ok, f, k)
		}
	}
	for _, s := range []string{"Ç", "a\u0301", "é\u0301", "–", "ñ", "\xff", "\u3000"} {
		if _, _, ok := spellPlain(s); ok {
			t.Errorf("%q is taken for plain Vietnamese", s)
		}
	}
}

func FuzzSpellPlain(f *testing.F) {
	for _, s := range []string{"Phường Hòa Thuận", "M'Drắk", "ĐỨC  phổ", "áàậ3'x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		folded, key, ok := spellPlain(s)
		if !ok {
			return
		}
		if wantF, wantK := spellSlowly(s); folded != wantF || key != wantK {
			t.Errorf("%q: %q, %q; want %q, %q", s, folded, key, wantF, wantK)
		}
	})
}
