// SPDX-License-Identifier: MIT

package engine

import (
	"slices"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/search"
	"roadsnap/engine/units"
)

// streetsOfName is the number of streets of one name that StreetWards looks at.
const streetsOfName = 20

// StreetWards returns those of some wards that a street runs through, as far as the points of the
// open maps tell, which are at most 300 m apart. Marks and the word for street may be left out of
// the name. There are none without a map or without borders of these wards.
func (e *Engine) StreetWards(name string, among []units.Ward) (on []units.Ward, err error) {
	want := streetKey(name)
	if want == "" || len(among) == 0 {
		return nil, nil
	}
	err = e.withNames(func(m, borders *installed) {
		if borders == nil {
			return
		}
		box := geo.NoFixedBounds
		for _, w := range among {
			if land, known := borders.atlas.WardLand(w); known {
				box = box.Union(land.Bounds().Fixed())
			}
		}
		at := func(q geo.Fixed) (units.Ward, bool) {
			found, ok := borders.atlas.Locate(q.Point())
			return found.Ward, ok && found.WardFound && slices.ContainsFunc(among, func(w units.Ward) bool { return w.Code == found.Ward.Code })
		}
		if box == geo.NoFixedBounds {
			return
		}
		area := &search.Area{Box: box, Holds: func(q geo.Fixed) bool {
			_, ok := at(q)
			return ok
		}}
		for _, match := range m.index.of.Find(search.Query{Text: name, Limit: streetsOfName, Within: area, Exact: true}) {
			if !match.Kind.IsRoad() || match.Kind == basemap.HouseNumber || streetKey(match.Name) != want {
				continue
			}
			for _, q := range match.Points() {
				if w, ok := at(q); ok && !slices.ContainsFunc(on, func(o units.Ward) bool { return o.Code == w.Code }) {
					on = append(on, w)
				}
			}
		}
	})
	return on, err
}

// streetKey returns the folded name of a street without the word for street.
func streetKey(name string) string {
	folded := units.Fold(name)
	for _, kind := range []string{"duong ", "pho ", "dai lo "} {
		if rest, cut := strings.CutPrefix(folded, kind); cut {
			return rest
		}
	}
	return folded
}
