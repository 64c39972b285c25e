// SPDX-License-Identifier: MIT

package report

import (
	"maps"

	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
)

// waysOf returns the ways of a match by their IDs: those of its points, and those that it
// passes between points.
func (w *World) waysOf(r *match.Result) (map[int64]road.Way, error) {
	ways := map[int64]road.Way{}
	unknown := w.known.take(ways, r.Points, w.known.take(ways, trip.WaysBetween(r), nil))
	if len(unknown) == 0 {
		return ways, nil
	}
	found, err := w.Ways(unknown)
	if err != nil {
		return nil, err
	}
	w.known.add(found)
	maps.Copy(ways, found)
	return ways, nil
}
