package present

import (
	"cmp"
	"context"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw"
)

// UnitBorders says which borders there are to show.
type UnitBorders struct {
	Known  bool // they were read; before that there are none
	Wards  bool // of wards too, not of provinces alone
	Bounds geo.Bounds
}

// wardZoom is the zoom from which a click means the ward, not its province.
const wardZoom = 8.5

// At asks which unit a position at a zoom of the map means, and calls then: with
// the ward, or with its province where the map is zoomed out or no wards are known.
// found is false at sea and abroad.
func (p *Units) At(at geo.Point, zoom float64, then func(row UnitRow, found bool)) *job.Job {
	return p.asks.Start(func(context.Context) func() {
		row, found := p.reader.at(at, zoom >= wardZoom)
		return func() { then(row, found) }
	})
}

// ProvinceAt asks which province a position lies in, and calls then with it, or with
// none at sea and abroad.
func (p *Units) ProvinceAt(at geo.Point, then func(units.Province)) *job.Job {
	return p.At(at, 0, func(row UnitRow, _ bool) { then(row.Province) })
}

// Bounds returns the box round a unit, NoBounds if its border is not known.
func (p *Units) Bounds(row UnitRow) geo.Bounds {
	if land, found := p.index.lands[row.Code()]; found {
		return land.bounds
	}
	return geo.NoBounds
}

// BorderSource returns what the map draws borders from.
func (p *Units) BorderSource() mapdraw.BorderSource { return unitBorderSource{p.reader} }

type unitBorderSource struct{ unitReader }

// Borders implements mapdraw.BorderSource.
func (s unitBorderSource) Borders(level boundary.Level, box geo.Box, visit func(mapdraw.Border)) error {
	return s.store.Atlas(func(a *units.Atlas) error {
		net := a.Net()
		group := func(side boundary.Side) int {
			if !side.Found {
				return -1
			}
			return net.Area(side.Area).Group()
		}
		net.Borders(level, box, func(b boundary.Border) bool {
			visit(mapdraw.Border{Line: b.Line, Province: group(b.Left) != group(b.Right), Level: net.Level(level)})
			return true
		})
		return nil
	})
}

// Outline implements mapdraw.BorderSource.
func (s unitBorderSource) Outline(code string, level boundary.Level, box geo.Box, visit func([]geo.Fixed)) error {
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
func (r unitReader) citiesFirst(bySize []units.Province) {
	wards := func(q units.Province) int {
		if q.Level != units.LevelCity {
			return 0
		}
		return len(r.table.WardsOf(q.Code))
	}
	slices.SortStableFunc(bySize, func(x, y units.Province) int { return cmp.Compare(wards(y), wards(x)) })
}

// BorderNames implements mapdraw.BorderSource: the cities, the other provinces
// and the wards.
func (s unitBorderSource) BorderNames() (names []mapdraw.BorderName, err error) {
	return names, s.store.Atlas(func(a *units.Atlas) error {
		provinces := largestFirst(a.Provinces(), a.ProvinceLand)
		s.citiesFirst(provinces)
		for _, province := range provinces {
			if land, found := a.ProvinceLand(province); found {
				names = append(names, mapdraw.BorderName{Text: province.Name, Bare: province.Name, At: land.Center(), Province: true, Area: land.Size()})
			}
		}
		for _, ward := range largestFirst(a.Wards(), a.WardLand) {
			if land, found := a.WardLand(ward); found {
				names = append(names, mapdraw.BorderName{Text: ward.FullName, Bare: ward.Name, At: land.Center(), Area: land.Size()})
			}
		}
		return nil
	})
}
