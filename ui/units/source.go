// SPDX-License-Identifier: MIT

package units

import (
	"cmp"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/mapdraw/borders"
)

// BorderSource returns the source from which the map draws borders.
func (p *Model) BorderSource() borders.Source { return borderSource{p.reader} }

type borderSource struct{ reader }

// Borders implements borders.Source.
func (s borderSource) Borders(level boundary.Level, box geo.FixedBounds, visit func(borders.Border)) error {
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
func (s borderSource) Outline(code string, level boundary.Level, box geo.FixedBounds, visit func([]geo.Fixed)) error {
	row, ok := s.row(code)
	if !ok {
		return nil
	}
	return s.store.Atlas(func(a *units.Atlas) error {
		if u := unitOf(a, row); u.HasLand && u.Land.Bounds().Fixed().Intersects(box) {
			eachRing(u.Land, level, visit)
		}
		return nil
	})
}

// eachRing calls visit with each ring of a land. The slice is valid until visit returns.
func eachRing(land boundary.Land, level boundary.Level, visit func([]geo.Fixed)) {
	var line []geo.Fixed
	for polygon := range land.Polygons(level) {
		for ring := range polygon.Rings() {
			line = slices.AppendSeq(line[:0], ring.Points())
			visit(line)
		}
	}
}

// BorderNames implements borders.Source.
func (s borderSource) BorderNames() (names []borders.Name, err error) {
	return names, s.store.Atlas(func(a *units.Atlas) error {
		var rows []Row
		for _, row := range s.all() {
			if u := unitOf(a, row); u.HasLand {
				row.Area = u.Land.Size()
				rows = append(rows, row)
			}
		}
		slices.SortStableFunc(rows, func(x, y Row) int {
			return cmp.Or(cmp.Compare(prominence(y), prominence(x)), cmp.Compare(y.Area, x.Area))
		})
		for _, row := range rows {
			names = append(names, borders.Name{
				Text: row.pick(row.Province.Name, row.Ward.FullName), Bare: row.BareName(),
				English: row.pick(row.Province.NameEN, row.Ward.FullNameEN), BareEnglish: row.pick(row.Province.NameEN, row.Ward.NameEN),
				At: unitOf(a, row).Land.Center(), Province: !row.IsWard, Area: row.Area,
			})
		}
		return nil
	})
}

// prominence returns a rank for the order in which names are placed: first cities by
// their number of wards, which grows with their population, then the other provinces, then
// wards.
func prominence(r Row) int {
	switch {
	case r.IsWard:
		return -1
	case r.Province.Level == units.LevelCity:
		return r.Wards
	default:
		return 0
	}
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
