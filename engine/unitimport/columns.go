// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// columnMeanings are the keys of Options.Columns, in the order of the lists of names.
var columnMeanings = [lists]string{"code", "name", "full_name", "province_code", "province", "kind", "district"}

// columns are the columns that the user chose. nil is no choice.
type columns struct {
	list   map[string]int // of a plain name
	given  []string       // the chosen names, as the user wrote them
	chosen [lists]bool    // lists of which no other name counts
}

// chosenColumns returns the columns of Options.Columns.
func chosenColumns(choice map[string]string) (*columns, error) {
	if len(choice) == 0 {
		return nil, nil //nolint:nilnil // no choice
	}
	c := &columns{list: make(map[string]int)}
	for _, meaning := range slices.Sorted(maps.Keys(choice)) {
		list := slices.Index(columnMeanings[:], meaning)
		if list < 0 {
			return nil, fmt.Errorf("columns have no %q; they are %s", meaning, strings.Join(columnMeanings[:], ", "))
		}
		c.list[plain(choice[meaning])], c.chosen[list] = list, true
		c.given = append(c.given, choice[meaning])
	}
	return c, nil
}

// meaning returns the list of a column by its plain name, and its rank in it: -1 for a
// chosen one.
func (c *columns) meaning(name string) (m [2]int, known bool) {
	if c != nil {
		if list, is := c.list[name]; is {
			return [2]int{list, -1}, true
		}
	}
	m, known = meanings[name]
	return m, known && (c == nil || !c.chosen[m[0]])
}

// missing returns the first chosen column that is not among the names of a file, "" if there are
// all.
func (c *columns) missing(names []string) string {
	if c == nil {
		return ""
	}
	for _, given := range c.given {
		if !slices.ContainsFunc(names, func(name string) bool { return plain(name) == plain(given) }) {
			return given
		}
	}
	return ""
}
