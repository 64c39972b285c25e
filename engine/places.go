// SPDX-License-Identifier: MIT

package engine

import (
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
)

// placesZoom is the lowest zoom with all settlements.
const placesZoom = 13

// NearestPlace returns the name of the settlement on the map whose point is nearest to p, and
// its distance: a hamlet, quarter, village, suburb, town or city at most reach metres away.
// Its name is that which Visit gives it. The name is empty if there is none. The error wraps
// ErrNoMap, or reports a damaged map.
func (e *Engine) NearestPlace(p geo.Point, reach float64) (name string, metres float64, err error) {
	metres = reach
	err = e.Visit(placesZoom, geo.BoundsOf(p).Pad(reach).Fixed(), func(f basemap.Feature) bool {
		if f.Kind.IsPlace() && f.Kind != basemap.PlaceIsland && f.Name != "" {
			if d := geo.Distance(p, f.Part(0)[0].Point()); d <= metres {
				name, metres = f.Name, d
			}
		}
		return true
	})
	if name == "" {
		metres = 0
	}
	return name, metres, err
}
