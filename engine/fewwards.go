// SPDX-License-Identifier: MIT

package engine

import "roadsnap/engine/diagnostic"

// enoughWards is the share of the wards of its provinces that a map should have: below it,
// points in one ward of ten have none.
const enoughWards = 0.9

// FewWards returns how many wards a map has, of how many in the provinces of which it has any.
// few is set if these are less than nine of ten. wards is that of pack.Meta.Counts, and found
// are the findings of the import.
func FewWards(wards int64, found diagnostic.List) (have, of int, few bool) {
	have, of = int(wards), int(wards)
	for _, d := range found {
		if d.Kind == diagnostic.MissingUnits {
			of += d.Count
		}
	}
	return have, of, float64(have) < enoughWards*float64(of)
}
