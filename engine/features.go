// SPDX-License-Identifier: MIT

package engine

import (
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// Visit calls visit with each feature that a picture of box at zoom shows, in
// an order that is always the same, until visit returns false. Features are views of the
// mapped file and must not be kept. A map without layers has none. Where a further map
// reaches beyond the open one, features that both have are visited twice.
//
// A place inside a known ward is named by units.Table.PlaceName. It is left out if that
// returns no name, or if it is a quarter with the name of its ward. If the borders cannot
// be read, places keep the names of the map.
func (e *Engine) Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error {
	return e.withShown(func(m *installed) (more bool, err error) {
		more = true
		if m.basemap == nil {
			return more, nil
		}
		borders := e.useBorders()
		if borders == nil {
			m.basemap.Visit(zoom, box, func(f basemap.Feature) bool {
				more = visit(f)
				return more
			})
			return more, nil
		}
		defer func() { _ = e.release(borders) }()
		m.basemap.Visit(zoom, box, func(f basemap.Feature) bool {
			var named bool
			f.Name, named = borders.placeName(f)
			more = !named || visit(f)
			return more
		})
		return more, nil
	})
}

// placeName returns the name of a feature on a map that also shows the units of m. ok is
// false if it must not be named.
func (m *installed) placeName(f basemap.Feature) (shown string, ok bool) {
	if !f.Kind.IsPlace() {
		return f.Name, true
	}
	shown, ok = m.atlas.PlaceName(f.Name)
	if shown == f.Name && ok && f.Kind != basemap.PlaceQuarter {
		return f.Name, true
	}
	at, found := m.locate(f.Part(0)[0].Point())
	switch {
	case !found || !at.WardFound:
		return f.Name, true
	case f.Kind == basemap.PlaceQuarter && units.Key(shown) == units.Key(at.Ward.Name):
		return shown, false
	}
	return shown, ok
}

// locate returns the units at p. found is false also if the borders cannot be read.
func (m *installed) locate(p geo.Point) (at units.Location, found bool) {
	err := m.guard(func(m *installed) error {
		at, found = m.atlas.Locate(p)
		return nil
	})
	return at, found && err == nil
}
