// SPDX-License-Identifier: MIT

package engine

import (
	"cmp"
	"fmt"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
)

// Several maps may be open, such as that of a country and finer ones of cities. Each trip is
// matched on the finest map that covers it.

// AddFurther opens the pack at path as one more map for Match, Explain and Ways. The map of
// OpenPack stays the one that everything else uses. The error wraps ErrNoRoads if the pack
// has no roads.
func (e *Engine) AddFurther(path string) error {
	p, err := pack.Open(path)
	if err != nil {
		return err
	}
	m, err := newInstalled(p, e.units, e.match)
	if err == nil && m.graph == nil {
		err = fmt.Errorf("%s: %w", path, ErrNoRoads)
	}
	if err != nil {
		_ = p.Close() // it was only read
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.further = append(e.further, m)
	slices.SortStableFunc(e.further, func(a, b *installed) int { return cmp.Compare(a.extent(), b.extent()) })
	return nil
}

// extent is the diagonal of the box round the roads of a map (metres). The smaller it is, the
// finer is the map taken to be.
func (m *installed) extent() float64 {
	b := m.graph.Bounds()
	return geo.Distance(geo.Point{Lat: b.South, Lon: b.West}, geo.Point{Lat: b.North, Lon: b.East})
}

// withRoadsOf is withRoads on the finest map that covers a trip: one whose extent is smaller
// than that of the open map, or any if the open map does not cover the trip.
func (e *Engine) withRoadsOf(trip []match.Observation, fn func(*installed) error) error {
	for _, m := range e.useFurther() {
		// The result is right even if unmapping the file fails.
		defer func() { _ = e.release(m) }()
		covers := false
		if err := m.guard(func(m *installed) error { covers = m.covers(trip); return nil }); err != nil || !covers {
			continue // a damaged map matches nothing
		}
		finer := true
		err := e.withRoads(func(open *installed) error {
			finer = m.extent() < open.extent() || !open.covers(trip)
			return nil
		})
		if finer || err != nil {
			return m.guard(fn)
		}
	}
	return e.withRoads(fn)
}

// useFurther returns the further maps and counts one more use of each.
func (e *Engine) useFurther() []*installed {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, m := range e.further {
		m.users++
	}
	return slices.Clone(e.further)
}

const (
	// coverReach is how far a point of a covered trip may be from a road (metres). Points of
	// trips off the roads are no reason to leave a map that has the others.
	coverReach = 500
	// coverShare is the share of such points.
	coverShare = 0.95
	// coverPoints is how many points of a trip are tried.
	coverPoints = 200
)

// covers reports whether a map has the surroundings of a trip: all of its points are inside
// the box round the roads, and nearly all of them near a road. A map of a province has roads
// in a part of its box only.
func (m *installed) covers(trip []match.Observation) bool {
	box := m.graph.Bounds()
	finder, tried, near := road.NewFinder(m.graph), 0, 0
	var hits []road.Hit
	for i, o := range trip {
		if !box.Contains(o.Point) {
			return false
		}
		if i%max(len(trip)/coverPoints, 1) != 0 {
			continue
		}
		tried++
		if hits = finder.Near(hits[:0], o.Point, coverReach, 0); len(hits) > 0 {
			near++
		}
	}
	return tried > 0 && float64(near) >= coverShare*float64(tried)
}
