// SPDX-License-Identifier: MIT

package engine

import (
	"cmp"
	"slices"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

// nearReaches are how far points of interest of a kind are looked for, one after another until
// there are enough (metres). The widest has a city in it, which takes some 20 ms.
var nearReaches = []float64{500, 2000, 8000, 25_000}

// kindScore is the score of the nearest point of interest of a kind that the text names; it is
// above those of names.
const kindScore = 2.0

// searchKind returns the points of interest of a kind that are nearest to a point.
func (e *Engine) searchKind(kind basemap.Kind, near geo.Point, limit int) (list []*Found, err error) {
	for _, reach := range nearReaches {
		list = list[:0]
		err := e.Visit(streetZoom, geo.BoundsOf(near).Pad(reach).Fixed(), func(f basemap.Feature) bool {
			if f.Kind != kind {
				return true
			}
			at := f.Part(0)[0]
			if d := geo.Distance(near, at.Point()); d <= reach {
				list = append(list, &Found{
					Kind: FoundPOI, Category: kind, ID: f.ID, Name: strings.Clone(f.Name), NameEn: strings.Clone(f.NameEn), At: at.Point(),
					Bounds: geo.BoundsOf(at.Point()), HasPlace: true, Metres: d, points: []geo.Fixed{at},
				})
			}
			return true
		})
		if err != nil {
			return nil, err
		}
		if len(list) >= limit {
			break
		}
	}
	slices.SortFunc(list, func(a, b *Found) int { return cmp.Or(cmp.Compare(a.Metres, b.Metres), cmp.Compare(a.ID, b.ID)) })
	list = list[:min(len(list), limit)]
	for i, f := range list {
		f.Score = kindScore - 0.01*float64(i)
	}
	return list, nil
}
