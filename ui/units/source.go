package units

import (
	"cmp"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/mapdraw/borders"
)

// BorderSource returns what the map draws borders from.
func (p *Model) BorderSource() borders.Source { return borderSource{p.reader} }

type borderSource struct{ reader }

// Borders implements borders.Source.
func (s borderSource) Borders(level boundary.Level, box geo.Box, visit func(borders.Border)) error {
	return s.store.Atlas(func(a *units.Atlas) error {
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
func (s borderSource) Outline(code string, level boundary.Level, box geo.Box, visit func([]geo.Fixed)) error {
	row, ok := s.row(code)
	if !ok {
		return nil
	}
	return s.store.Atlas(func(a *units.Atlas) error {
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
func (r reader) citiesFirst(bySize []units.Province) {
	wards := func(q units.Province) int {
		if q.Level != units.LevelCity {
			return 0
		}
		return len(r.table.WardsOf(q.Code))
	}
	slices.SortStableFunc(bySize, func(x, y units.Province) int { return cmp.Compare(wards(y), wards(x)) })
}

// BorderNames implements borders.Source: the cities, the other provinces
// and the wards.
func (s borderSource) BorderNames() (names []borders.Name, err error) {
	return names, s.store.Atlas(func(a *units.Atlas) error {
		provinces := largestFirst(a.Provinces(), a.ProvinceLand)
		s.citiesFirst(provinces)
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

// FormerDistricts implements borders.Source.
func (s borderSource) FormerDistricts() (districts []borders.District, err error) {
	return districts, s.store.Atlas(func(a *units.Atlas) error {
		for _, former := range a.FormerDistricts() {
			d, key := borders.District{Name: former.Name, Bounds: geo.NoBounds}, units.Key(former.Name)
			for _, ward := range former.Wards {
				if land, found := a.WardLand(ward); found {
					d.Bounds = d.Bounds.Union(land.Bounds())
					d.Ward = d.Ward || units.Key(ward.Name) == key
				}
			}
			if !d.Bounds.Empty() {
				districts = append(districts, d)
			}
		}
		return nil
	})
}
