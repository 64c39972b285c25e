// SPDX-License-Identifier: MIT

package engine

import (
	"strings"

	"roadsnap/engine/match"
	"roadsnap/engine/road"
)

// wayReach is how far the place of a matched point may lie from its way (metres). Places
// are rounded when a match is kept.
const wayReach = 2

// Ways returns the ways on which points were matched, by their ids. Points that were
// matched on another map may have ways that are not found. The error wraps ErrNoMap or
// ErrNoRoads, or reports a damaged map.
func (e *Engine) Ways(points []match.Point) (ways map[int64]road.Way, err error) {
	ways = map[int64]road.Way{}
	err = e.withRoads(func(m *installed) error {
		finder := road.NewFinder(m.graph)
		var hits []road.Hit
		for i := range points {
			p := &points[i]
			if _, known := ways[p.WayID]; known || !p.HasWay {
				continue
			}
			hits = finder.Near(hits[:0], p.Location, wayReach, 0)
			for _, h := range hits {
				if m.graph.WayID(h.Link) == p.WayID {
					w := m.graph.Way(h.Link)
					w.Name, w.Ref = strings.Clone(w.Name), strings.Clone(w.Ref)
					ways[p.WayID] = w
					break
				}
			}
		}
		return nil
	})
	return ways, err
}
