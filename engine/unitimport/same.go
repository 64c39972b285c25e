// SPDX-License-Identifier: MIT

package unitimport

import (
	"cmp"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
)

// same reports whether two outlines are the same lines, regardless of the start,
// direction and order of their rings.
func same(a, b []boundary.Part) bool {
	return slices.EqualFunc(canonical(a), canonical(b), slices.Equal[[]geo.Fixed])
}

// canonical returns all rings in ascending order. Each begins at its least vertex and
// continues to the lesser neighbour of that.
func canonical(parts []boundary.Part) [][]geo.Fixed {
	var out [][]geo.Fixed
	for _, part := range parts {
		for _, ring := range part {
			out = append(out, turned(ring))
		}
	}
	slices.SortFunc(out, func(a, b []geo.Fixed) int { return slices.CompareFunc(a, b, compare) })
	return out
}

func compare(p, q geo.Fixed) int { return cmp.Or(cmp.Compare(p.Lon, q.Lon), cmp.Compare(p.Lat, q.Lat)) }

// turned returns a non-empty ring in the form of canonical.
func turned(ring []geo.Fixed) []geo.Fixed {
	n, least := len(ring), 0
	for i := range ring {
		if compare(ring[i], ring[least]) < 0 {
			least = i
		}
	}
	step := 1
	if compare(ring[(least+n-1)%n], ring[(least+1)%n]) < 0 {
		step = n - 1
	}
	out := make([]geo.Fixed, n)
	for i := range out {
		out[i] = ring[(least+i*step)%n]
	}
	return out
}
