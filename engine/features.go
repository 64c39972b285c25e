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
// Where borders can no longer be read they are not known: the map is drawn without.
func (e *Engine) Visit(zoom int, box geo.FixedBounds, visit func(basemap.Feature) bool) error {
	return e.with(func(m *installed) error {
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
			f.Name, named = borders.placeName(f)
			return !named || visit(f)
		})
		return nil
	})
}

// placeName returns the name of a feature beside those of the units of m; ok is
// false where it is then no place to name.
func (m *installed) placeName(f basemap.Feature) (shown string, ok bool) {
	if !f.Kind.IsPoint() {
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

// locate finds nothing where the borders cannot be read.
func (m *installed) locate(p geo.Point) (at units.Location, found bool) {
	err := m.guard(func(m *installed) error {
		at, found = m.atlas.Locate(p)
		return nil
	})
	return at, found && err == nil
}
