// SPDX-License-Identifier: MIT

package unitimport

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"roadsnap/engine/units"
)

// spelling is one way to understand a source's spelling of a name: all of it as the
// name, or the part next to a word for the kind.
type spelling struct {
	key, fold string // units.Key and units.Fold of the name
	kind      kind   // given by that word; unsaid if all is the name
}

// spellings returns the ways to understand a name, the whole of it first.
func spellings(name string) []spelling {
	keys, folds := strings.Fields(units.Key(name)), strings.Fields(units.Fold(name))
	if len(keys) == 0 || len(keys) != len(folds) {
		return nil
	}
	var out []spelling
	add := func(from, to int, k kind) {
		out = append(out, spelling{strings.Join(keys[from:to], " "), strings.Join(folds[from:to], " "), k})
	}
	n := len(keys)
	add(0, n, unsaid)
	for _, w := range kindWords {
		m := len(w.keys)
		switch {
		case m >= n:
		case !w.after && sameWords(keys[:m], folds[:m], w):
			add(m, n, w.kind)
		case w.after && sameWords(keys[n-m:], folds[n-m:], w):
			add(0, n-m, w.kind)
		}
	}
	return out
}

// sameWords reports whether words are those of a kind, with all their marks or none:
// Xã is a kind and may be written xa, but Xá is not.
func sameWords(keys, folds []string, w kindWord) bool {
	return slices.Equal(keys, w.keys) || slices.Equal(folds, w.folds) && slices.Equal(keys, folds)
}

// lacksMarks reports whether a name equals an official one except for missing marks.
// Both are keys.
func lacksMarks(name, official string) bool {
	left := []rune(norm.NFD.String(official))
	for _, r := range norm.NFD.String(name) {
		for len(left) > 0 && !sameLetter(r, left[0]) && unicode.IsMark(left[0]) {
			left = left[1:]
		}
		if len(left) == 0 || !sameLetter(r, left[0]) {
			return false
		}
		left = left[1:]
	}
	return !slices.ContainsFunc(left, func(r rune) bool { return !unicode.IsMark(r) })
}

func sameLetter(written, official rune) bool {
	return written == official || written == 'd' && official == 'đ'
}

// index finds wards by name.
type index struct {
	wards  []units.Ward
	byKey  map[string][]int // by province code and name, and by name alone
	byFold map[string][]int
}

func newIndex(table *units.Table) *index {
	x := &index{wards: table.Wards(), byKey: make(map[string][]int), byFold: make(map[string][]int)}
	for i, w := range x.wards {
		key, fold := units.Key(w.Name), units.Fold(w.Name)
		for _, scope := range [2]string{w.ProvinceCode, ""} {
			x.byKey[scope+" "+key] = append(x.byKey[scope+" "+key], i)
			x.byFold[scope+" "+fold] = append(x.byFold[scope+" "+fold], i)
		}
	}
	return x
}

// find returns the wards of a province that match one of the spellings. An empty code
// means all provinces. Wards with the same marks are an exact match; otherwise marks
// may be missing.
func (x *index) find(province string, list []spelling) (wards []units.Ward, exact bool) {
	for _, s := range list {
		if hits := x.byKey[province+" "+s.key]; len(hits) > 0 {
			return x.at(hits), true
		}
	}
	for _, s := range list {
		var hits []int
		for _, i := range x.byFold[province+" "+s.fold] {
			if lacksMarks(s.key, units.Key(x.wards[i].Name)) {
				hits = append(hits, i)
			}
		}
		// A name that also matches another ward by its letters is ambiguous.
		if len(hits) > 0 && len(hits) < len(x.byFold[province+" "+s.fold]) {
			hits = x.byFold[province+" "+s.fold]
		}
		if len(hits) > 0 {
			return x.at(hits), false
		}
	}
	return nil, false
}

func (x *index) at(hits []int) []units.Ward {
	out := make([]units.Ward, len(hits))
	for i, hit := range hits {
		out[i] = x.wards[hit]
	}
	return out
}

// names reports whether one of the spellings is the name of the ward. Marks may be
// missing and, if loose, wrong.
func names(list []spelling, w units.Ward, loose bool) bool {
	key, fold := units.Key(w.Name), units.Fold(w.Name)
	return slices.ContainsFunc(list, func(s spelling) bool {
		return s.fold == fold && (loose || lacksMarks(s.key, key))
	})
}
