package units

import (
	"slices"
	"strings"
)

// kindWord is a way to write a unit's kind beside its name.
type kindWord struct {
	words  []string // folded
	levels []string // what it can mean; none for a kind abolished in July 2025
}

// kindsBefore returns the words that stand before a Vietnamese name. Those of
// abolished kinds are among them because people go on writing them: "quận",
// "huyện" and so on say nothing about the level today.
func kindsBefore() []kindWord {
	city, ward, commune, zone := []string{LevelCity}, []string{LevelWard}, []string{LevelCommune}, []string{LevelSpecialZone}
	return []kindWord{
		{[]string{"thanh", "pho"}, city}, {[]string{"tp"}, city},
		{[]string{"tinh"}, []string{LevelProvince}},
		{[]string{"phuong"}, ward}, {[]string{"p"}, ward},
		{[]string{"xa"}, commune}, {[]string{"x"}, commune},
		{[]string{"dac", "khu"}, zone}, {[]string{"dk"}, zone},
		{[]string{"quan"}, nil}, {[]string{"q"}, nil}, {[]string{"huyen"}, nil},
		{[]string{"thi", "xa"}, nil}, {[]string{"tx"}, nil},
		{[]string{"thi", "tran"}, nil}, {[]string{"tt"}, nil},
	}
}

// kindsAfter returns the words that stand after an English name.
func kindsAfter() []kindWord {
	return []kindWord{
		{[]string{"city"}, []string{LevelCity}},
		{[]string{"province"}, []string{LevelProvince}},
		{[]string{"ward"}, []string{LevelWard}},
		{[]string{"commune"}, []string{LevelCommune}},
		{[]string{"special", "zone"}, []string{LevelSpecialZone}},
	}
}

// reading is one way to understand a query.
type reading struct {
	name     string   // folded; "" asks for any name
	joined   string   // name without spaces
	key      string   // the same words with marks, as Key has them
	kind     bool     // the query says a kind
	levels   []string // that kind's
	province string   // code of the province that the query names beside the unit; "" none
}

// readings returns the ways to understand a query: all of it as a name; a kind
// and a name; either of them followed by the name of a province. What follows
// a comma can only be context ("Bến Thành, Quận 1, TP HCM").
func (t *Table) readings(query string) []reading {
	parts := strings.Split(query, ",")
	head := words(parts[0])
	if len(head) == 0 {
		return nil
	}
	for _, part := range slices.Backward(parts[1:]) {
		if code, ok := t.provinceNamed(foldWords(words(part))); ok {
			return withKinds(nil, head, code)
		}
	}
	out := withKinds(nil, head, "")
	folded := foldWords(head)
	for i := max(1, len(head)-longestProvince); i < len(head); i++ {
		if code, ok := t.provinceNamed(folded[i:]); ok {
			out = withKinds(out, head[:i], code)
		}
	}
	return out
}

// longestProvince is the number of words of the longest way to write a
// province: Thành phố Hồ Chí Minh.
const longestProvince = 5

// withKinds appends the readings of words as a name and as a kind and a name.
func withKinds(out []reading, words []string, province string) []reading {
	folded, keys := foldWords(words), keyWords(words)
	add := func(from, to int, kind bool, levels []string) {
		out = append(out, reading{
			name: strings.Join(folded[from:to], " "), joined: strings.Join(folded[from:to], ""),
			key: strings.Join(keys[from:to], " "), kind: kind, levels: levels, province: province,
		})
	}
	n := len(words)
	add(0, n, false, nil)
	for _, k := range kindsBefore() {
		if hasPrefix(folded, k.words) {
			add(len(k.words), n, true, k.levels)
		}
	}
	for _, k := range kindsAfter() {
		if m := n - len(k.words); m > 0 && slices.Equal(folded[m:], k.words) {
			add(0, m, true, k.levels)
		}
	}
	if n != 1 {
		return out
	}
	if rest, ok := strings.CutPrefix(folded[0], "tp"); ok && rest != "" { // TPHCM
		out = append(out, reading{name: rest, joined: rest, key: rest, kind: true, levels: []string{LevelCity}, province: province})
	}
	return out
}

// provinceNamed returns the code of the province that the folded words name,
// with or without its kind.
func (t *Table) provinceNamed(folded []string) (code string, ok bool) {
	if len(folded) == 0 {
		return "", false
	}
	for _, r := range withKinds(nil, folded, "") {
		for i := range t.provinces {
			e := &t.entries[i]
			if r.joined == e.joined || r.name == e.initials {
				return e.province, true
			}
		}
	}
	return "", false
}

func hasPrefix(words, prefix []string) bool {
	return len(words) >= len(prefix) && slices.Equal(words[:len(prefix)], prefix)
}
