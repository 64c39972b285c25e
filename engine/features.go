package engine

import (
	"roadsnap/engine/basemap"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// Visit calls visit with each feature that a picture of box at zoom shows, in
// drawing order, until visit returns false. The features are views of the map
// and end with the call. A map without layers to draw has none. A place in a ward
// whose border is known is named as units.Table.PlaceName has it, and left out
// where that has no name for it, or where it is a quarter of the ward's own name.
func (e *Engine) Visit(zoom int, box geo.Box, visit func(basemap.Feature) bool) error {
	return e.with(func(m *installed) (err error) {
		if m.basemap == nil {
			return nil
		}
		borders := e.useBorders()
		if borders == nil {
			m.basemap.Visit(zoom, box, visit)
			return nil
		}
		defer func() { _ = e.release(borders) }()
		m.basemap.Visit(zoom, box, func(f basemap.Feature) bool {
			var named bool
			if f.Name, named, err = borders.placeName(f); err != nil {
				return false
			}
			return !named || visit(f)
		})
		return err
	})
}

// placeName returns the name of a feature beside those of the units of m; ok is
// false where it is then no place to name.
func (m *installed) placeName(f basemap.Feature) (shown string, ok bool, err error) {
	if !f.Kind.IsPoint() {
		return f.Name, true, nil
	}
	shown, ok = m.atlas.PlaceName(f.Name)
	if shown == f.Name && ok && f.Kind != basemap.PlaceQuarter {
		return f.Name, true, nil
	}
	err = m.guard(func(m *installed) error {
		at, found := m.atlas.Locate(f.Part(0)[0].Point())
		if !found || !at.WardFound {
			shown, ok = f.Name, true
		} else if f.Kind == basemap.PlaceQuarter && units.Key(shown) == units.Key(at.Ward.Name) {
			ok = false
		}
		return nil
	})
	return shown, ok, err
}
