// SPDX-License-Identifier: MIT

package search

import (
	"slices"
	"strings"

	"roadsnap/engine/basemap"
)

// landmark is the importance from which people call a point of interest by its name without its
// kind: Tân Sơn Nhất is the airport.
const landmark = 95

// kindWords are the words for the kinds of landmarks, longer ones first.
var kindWords = func() map[basemap.Kind][][]string {
	all := map[basemap.Kind][][]string{}
	for name, kind := range categories {
		if poiImportance[kind] >= landmark {
			all[kind] = append(all[kind], strings.Fields(name))
		}
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b []string) int {
			if len(a) != len(b) {
				return len(b) - len(a)
			}
			return slices.Compare(a, b)
		})
	}
	return all
}()

// addedWords may stand between the kind of a landmark and its name.
var addedWords = [][]string{{"quoc", "te"}, {"da", "khoa"}}

// coreOf returns the words of a landmark's name without its kind: tan son nhat for san bay quoc te
// tan son nhat, ben thanh for ben thanh market. It returns words if nothing would be left.
func coreOf(kind basemap.Kind, words []string) []string {
	kinds, is := kindWords[kind]
	if !is {
		return words
	}
	core, found := words, false
	for _, k := range kinds {
		if n := len(k); len(core) > n && slices.Equal(core[:n], k) {
			core, found = core[n:], true
			break
		} else if len(core) > n && slices.Equal(core[len(core)-n:], k) {
			core, found = core[:len(core)-n], true
			break
		}
	}
	for _, a := range addedWords {
		if n := len(a); found && len(core) > n && slices.Equal(core[:n], a) {
			core = core[n:]
		}
	}
	return core
}

// uncovered returns what the coarse score of a landmark lacks because the text leaves out its kind.
func uncovered(e *Entry, c *reading, name []string) float64 {
	if e.Kind.IsRoad() || len(c.words) >= len(name) {
		return 0
	}
	core, text := coreOf(e.Kind, name), coreOf(e.Kind, c.words)
	if len(core) == len(name) {
		return 0
	}
	words, asked := strings.Join(core, " "), strings.Join(text, " ")
	if !strings.HasPrefix(words+" ", asked+" ") && !(c.typo && sameOrder(words, asked)) {
		return 0
	}
	least := leastOf(c.typo)
	before := min(1, float64(len(c.words))/float64(len(name)))
	return c.factor * (1 - least) * max(0, min(1, float64(len(text))/float64(len(core)))-before)
}
