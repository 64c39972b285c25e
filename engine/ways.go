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
	for _, m := range e.useFurther() {
		// The result is right even if unmapping the file fails.
		defer func() { _ = e.release(m) }()
		if err := m.guard(func(m *installed) error { m.addWays(ways, points); return nil }); err != nil {
			return ways, err
		}
	}
	err = e.withRoads(func(m *installed) error {
		m.addWays(ways, points)
		return nil
	})
	return ways, err
}

// addWays adds the ways of points that are not known yet.
func (m *installed) addWays(ways map[int64]road.Way, points []match.Point) {
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
}
