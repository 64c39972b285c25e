// SPDX-License-Identifier: MIT

package units

import "slices"

// FormerProvincesOf returns the provinces before July 2025, with their kinds, whose
// units went to the current province with the given code. They are in the order of
// the source.
func (t *Table) FormerProvincesOf(code string) (names []string) {
	i, ok := t.provinceIndex[code]
	if !ok {
		return nil
	}
	for _, p := range t.former.provinces {
		if slices.Contains(p.provinces, uint16(i)) {
			names = append(names, p.name)
		}
	}
	return names
}
