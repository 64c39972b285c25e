// SPDX-License-Identifier: MIT

package zone

import (
	"slices"

	"roadsnap/engine/geo"
)

// Names answers which zones a place is in, or a line touches, by their names. It implements
// fare.Areas.
type Names struct{ index *Index }

// NamesOf returns the names of the zones that are polygons or corridors. Circles are places of
// the user, and tariffs have wards and provinces by their codes.
func NamesOf(zones []Zone) Names {
	return Names{NewIndex(slices.DeleteFunc(slices.Clone(zones), func(z Zone) bool { return z.Kind != Polygon && z.Kind != Corridor }), nil)}
}

// All returns the names of all zones.
func (n Names) All() (names []string) {
	for _, z := range n.index.Zones {
		names = append(names, z.Name)
	}
	return names
}

// NamesAt returns the names of the zones that a place is in.
func (n Names) NamesAt(p geo.Point) (names []string) {
	for _, i := range n.index.At(p) {
		names = append(names, n.index.Zones[i].Name)
	}
	return names
}

// NamesOn returns the names of the zones that one of the lines touches.
func (n Names) NamesOn(lines ...[]geo.Point) (names []string) {
	for i, z := range n.index.Zones {
		if f := n.index.forms[i]; f != nil && slices.ContainsFunc(lines, func(line []geo.Point) bool { return touches(f, line) }) {
			names = append(names, z.Name)
		}
	}
	return names
}

// touches reports whether a line touches a form.
func touches(f form, line []geo.Point) bool {
	box := f.bounds()
	if !box.Intersects(geo.BoundsOf(line...)) {
		return false
	}
	var cuts []float64
	for i, p := range line {
		if f.contains(p) {
			return true
		}
		if i > 0 && box.Intersects(geo.BoundsOf(line[i-1], p)) {
			if cuts = f.cuts(cuts[:0], line[i-1], p); len(cuts) > 0 {
				return true
			}
		}
	}
	return false
}
