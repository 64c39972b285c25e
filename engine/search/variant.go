// SPDX-License-Identifier: MIT

package search

import "slices"

// readTypos notes the entries that have the words with one typing error.
func (f *finder) readTypos(words []string) {
	for _, variant := range [][]string{words, withoutStreet(words)} {
		for i, w := range variant {
			if r := (replacement{at: i, words: f.typosOf(w)}); len(r.words) > 0 {
				f.match(variant, &r, qualityTypo)
			}
		}
		if len(variant) == len(withoutStreet(words)) {
			return
		}
	}
}

// typosOf returns the words of the index from which w differs by one typing error.
func (x *Index) typosOf(w string) (list []wordRange) {
	if len(w) < minTypo {
		return nil
	}
	for i := range x.words.Len() {
		if v := x.words.At(uint32(i)); len(v) >= len(w)-1 && len(v) <= len(w)+1 && isTypo(w, v) {
			list = append(list, wordRange{i, i + 1})
		}
	}
	return list
}

// splits returns words with spaces added where a word is unknown: le loi for leloi. If all words
// are known, the long ones are divided: sai gon for saigon, which is a word of English names.
func (f *finder) splits(words []string) (all [][]string) {
	for i, w := range words {
		if k, found := f.word(w); found || len(w) < 4 || i == len(words)-1 && f.endOf(w, k) > k {
			continue
		}
		return f.appendSplits(nil, words, i)
	}
	for i, w := range words {
		if _, found := f.word(w); found && len(w) >= longWord {
			all = f.appendSplits(all, words, i)
		}
	}
	return all
}

// longWord is the length of the shortest known word that may be two words (letters): hanoi.
const longWord = 5

// appendSplits appends words with spaces added in word i.
func (f *finder) appendSplits(all [][]string, words []string, i int) [][]string {
	for _, parts := range f.split(words[i], 4) {
		if len(parts) > 1 {
			all = append(all, slices.Concat(words[:i], parts, words[i+1:]))
		}
	}
	return all
}

// split returns the ways to divide w into at most n known words of two letters or more,
// the first few.
func (f *finder) split(w string, n int) (all [][]string) {
	const few = 8
	if _, found := f.word(w); found {
		all = append(all, []string{w})
	}
	for i := 2; n > 1 && i <= len(w)-2 && len(all) < few; i++ {
		if _, found := f.word(w[:i]); !found {
			continue
		}
		for _, rest := range f.split(w[i:], n-1) {
			all = append(all, append([]string{w[:i]}, rest...))
		}
	}
	return all[:min(len(all), few)]
}
