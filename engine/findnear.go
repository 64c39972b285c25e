// SPDX-License-Identifier: MIT

package engine

import (
	"cmp"
	"slices"
	"strings"

	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/search"
)

// nearReaches are how far points of interest of a kind are looked for, one after another until
// there are enough (metres). The widest has a city in it, which takes some 20 ms.
var nearReaches = []float64{500, 2000, 8000, 25_000}

// kindScore is the score of the nearest point of interest of a kind that the text names; it is
// above those of names.
const kindScore = 2.0

const (
	// placeKindScore is the score of the first point of interest of a kind in a place: "cây xăng quận 3".
	// It is below those of whole names, such as "chợ tân bình".
	placeKindScore = 1.1
	// widestPlace is the diagonal of the largest place in which all points of interest are looked at
	// (metres).
	widestPlace = 40_000
)

// searchKindIn returns the points of interest of a kind in an area, those nearest to the point of the
// search first, or else to the middle of the area. There are none in an area that is too wide.
func (e *Engine) searchKindIn(kind basemap.Kind, area *search.Area, o SearchOptions) (list []*Found, err error) {
	box := area.Box.Bounds()
	if geo.Distance(geo.Point{Lat: box.South, Lon: box.West}, geo.Point{Lat: box.North, Lon: box.East}) > widestPlace {
		return nil, nil
	}
	near := box.Center()
	if o.HasNear {
		near = o.Near
	}
	err = e.Visit(streetZoom, area.Box, func(f basemap.Feature) bool {
		if f.Kind == kind && area.Box.Contains(f.Part(0)[0]) && area.Holds(f.Part(0)[0]) {
			list = append(list, foundPOI(&f, near))
		}
		return true
	})
	return nearestOf(list, o.Limit, placeKindScore), err
}

// foundPOI returns a point of interest as a result, with its distance from a point.
func foundPOI(f *basemap.Feature, near geo.Point) *Found {
	at := f.Part(0)[0]
	return &Found{
		Kind: FoundPOI, Category: f.Kind, ID: f.ID, Name: strings.Clone(f.Name), NameEn: strings.Clone(f.NameEn), At: at.Point(),
		Bounds: geo.BoundsOf(at.Point()), HasPlace: true, Metres: geo.Distance(near, at.Point()), points: []geo.Fixed{at},
	}
}

// nearestOf returns the nearest of list, with scores that fall from the first one's.
func nearestOf(list []*Found, limit int, score float64) []*Found {
	slices.SortFunc(list, func(a, b *Found) int { return cmp.Or(cmp.Compare(a.Metres, b.Metres), cmp.Compare(a.ID, b.ID)) })
	list = list[:min(len(list), limit)]
	for i, f := range list {
		f.Score = score - 0.01*float64(i)
	}
	return list
}

// searchKind returns the points of interest of a kind that are nearest to a point.
func (e *Engine) searchKind(kind basemap.Kind, near geo.Point, limit int) (list []*Found, err error) {
	for _, reach := range nearReaches {
		list = list[:0]
		err := e.Visit(streetZoom, geo.BoundsOf(near).Pad(reach).Fixed(), func(f basemap.Feature) bool {
			if f.Kind != kind {
				return true
			}
			if found := foundPOI(&f, near); found.Metres <= reach {
				list = append(list, found)
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
	return nearestOf(list, limit, kindScore), nil
}
