package present

import (
	"cmp"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/mapdraw/borders"
)

// UnitBorders says which borders there are to show.
type UnitBorders struct {
	Wards  bool // of wards too, not of provinces alone
	Bounds geo.Bounds
}

func (p *Units) borders() UnitBorders {
	b := UnitBorders{Bounds: geo.NoBounds}
	// Without borders there is nothing to say of them.
	_ = p.store.Atlas(func(a *units.Atlas) error {
		b.Wards, b.Bounds = a.HasWards(), a.Net().Bounds()
		return nil
	})
	return b
}

// BordersChanged reads anew what depends on the borders: others were installed.
func (p *Units) BordersChanged() {
	p.state.change(func(s UnitsState) UnitsState {
		s.Borders = p.borders()
		return p.described(p.listed(s))
	})
}

// wardZoom is the zoom from which a click means the ward, not its province.
const wardZoom = 8.5

// At returns the unit that a position at a zoom of the map means: the ward, or
// its province where the map is zoomed out or no wards are known. It is false at
// sea and abroad.
func (p *Units) At(at geo.Point, zoom float64) (row UnitRow, found bool) {
	_ = p.store.Atlas(func(a *units.Atlas) error {
		var where units.Location
		if where, found = a.Locate(at); !found {
			return nil
		}
		if where.WardFound && zoom >= wardZoom {
			row = p.wardRow(where.Ward)
		} else {
			row = p.provinceRow(where.Province)
		}
		return nil
	})
	return row, found
}

// Place returns both units that a position lies in, for who asks which ward is
// here; ward is false where only provinces are known.
func (p *Units) Place(at geo.Point) (row UnitRow, ward, found bool) {
	_ = p.store.Atlas(func(a *units.Atlas) error {
		var where units.Location
		if where, found = a.Locate(at); !found {
			return nil
		}
		if ward = where.WardFound; ward {
			row = p.wardRow(where.Ward)
		} else {
			row = p.provinceRow(where.Province)
		}
		return nil
	})
	return row, ward, found
}

// Bounds returns the box round a unit, NoBounds if its border is not known.
func (p *Units) Bounds(row UnitRow) geo.Bounds {
	b := geo.NoBounds
	_ = p.store.Atlas(func(a *units.Atlas) error {
		if land, found := landOf(a, row); found {
			b = land.Bounds()
		}
		return nil
	})
	return b
}

func landOf(a *units.Atlas, row UnitRow) (boundary.Land, bool) {
	if row.IsWard {
		return a.WardLand(row.Ward)
	}
	return a.ProvinceLand(row.Province)
}

// BorderSource returns what the map draws borders from.
func (p *Units) BorderSource() borders.Source { return unitBorderSource{p} }

type unitBorderSource struct{ p *Units }

// Borders implements borders.Source.
func (s unitBorderSource) Borders(level boundary.Level, box geo.Box, visit func(borders.Border)) error {
	return s.p.store.Atlas(func(a *units.Atlas) error {
		net := a.Net()
		group := func(side boundary.Side) int {
			if !side.Found {
				return -1
			}
			return net.Area(side.Area).Group()
		}
		net.Borders(level, box, func(b boundary.Border) bool {
			visit(borders.Border{Line: b.Line, Province: group(b.Left) != group(b.Right), Level: net.Level(level)})
			return true
		})
		return nil
	})
}

// Outline implements borders.Source.
func (s unitBorderSource) Outline(code string, level boundary.Level, box geo.Box, visit func([]geo.Fixed)) error {
	row, ok := s.p.Row(code)
	if !ok {
		return nil
	}
	return s.p.store.Atlas(func(a *units.Atlas) error {
		if land, found := landOf(a, row); found && land.Bounds().Box().Intersects(box) {
			eachRing(land, level, visit)
		}
		return nil
	})
}

// eachRing calls visit with the rings of a land, which are good until it
// returns.
func eachRing(land boundary.Land, level boundary.Level, visit func([]geo.Fixed)) {
	var line []geo.Fixed
	for polygon := range land.Polygons(level) {
		for ring := range polygon.Rings() {
			line = line[:0]
			for q := range ring.Points() {
				line = append(line, q)
			}
			visit(line)
		}
	}
}

// citiesFirst orders provinces by how soon people look for them: the cities by their
// wards, as those with the most people have the most, then the others by size.
func (p *Units) citiesFirst(bySize []units.Province) {
	wards := func(q units.Province) int {
		if q.Level != units.LevelCity {
			return 0
		}
		return len(p.table.WardsOf(q.Code))
	}
	slices.SortStableFunc(bySize, func(x, y units.Province) int { return cmp.Compare(wards(y), wards(x)) })
}

// BorderNames implements borders.Source: the cities, the other provinces
// and the wards.
func (s unitBorderSource) BorderNames() (names []borders.Name, err error) {
	return names, s.p.store.Atlas(func(a *units.Atlas) error {
		provinces := largestFirst(a.Provinces(), a.ProvinceLand)
		s.p.citiesFirst(provinces)
		for _, province := range provinces {
			if land, found := a.ProvinceLand(province); found {
				names = append(names, borders.Name{Text: province.Name, Bare: province.Name, At: land.Center(), Province: true, Area: land.Size()})
			}
		}
		for _, ward := range largestFirst(a.Wards(), a.WardLand) {
			if land, found := a.WardLand(ward); found {
				names = append(names, borders.Name{Text: ward.FullName, Bare: ward.Name, At: land.Center(), Area: land.Size()})
			}
		}
		return nil
	})
}
