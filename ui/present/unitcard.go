package present

import (
	"cmp"
	"slices"
	"strings"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// UnitCard is all that is known of a unit. It is immutable.
type UnitCard struct {
	Row       UnitRow
	HasBorder bool
	HasWards  bool // the borders of wards are installed, not of provinces alone

	// Of its border, if HasBorder.
	Center     geo.Point
	Viewport   geo.Bounds
	Area       float64 // m²
	Parts      int
	Holes      int
	Levels     []UnitLevel // the lightest first
	Neighbours []UnitNeighbour
	Outline    float64 // length of all its borders in metres
	Open       float64 // of it what no neighbour has: coast, frontier
	Gaps       []UnitFault
	Overlaps   []UnitFault

	MadeOf          []units.Former // of a ward: the units of before July 2025
	MadeOfProvinces []string       // of a province likewise
	// Old is what the ward's code meant before July 2025, if it was another
	// unit's.
	Old    units.Former
	HasOld bool
}

// UnitLevel is the border of a unit at a level of detail.
type UnitLevel struct {
	Level    boundary.Level
	Vertices int
	Rings    [][]geo.Fixed // every ring, or those of the largest parts
}

// UnitNeighbour is a unit that shares a border.
type UnitNeighbour struct {
	Row    UnitRow
	Metres float64
}

// UnitFault is a place where the borders that were installed did not meet.
type UnitFault struct {
	Overlap bool // else a gap
	At      geo.Point
	Bounds  geo.Bounds
	Area    float64   // m²
	Units   []UnitRow // round a gap, or that claimed an overlap
	Given   UnitRow   // the one that an overlap was given to
}

// Owner returns the unit that an overlap was given to, or one of those round a
// gap.
func (f UnitFault) Owner() (row UnitRow, known bool) {
	switch {
	case f.Overlap:
		return f.Given, true
	case len(f.Units) > 0:
		return f.Units[0], true
	}
	return UnitRow{}, false
}

// card describes a unit.
func (p *Units) card(row UnitRow) *UnitCard {
	c := &UnitCard{Row: row}
	if row.IsWard {
		c.MadeOf = p.table.FormerUnitsOf(row.Ward.Code)
		if l, ok := p.table.Legacy(row.Ward.Code); ok && l.HasOld {
			c.Old, c.HasOld = l.Old, true
		}
	} else {
		c.MadeOfProvinces = p.table.FormerProvincesOf(row.Province.Code)
	}
	// What the borders would say is left out where there are none.
	_ = p.store.Atlas(func(a *units.Atlas) error {
		c.HasWards = a.HasWards()
		if land, found := landOf(a, row); found {
			p.addBorder(c, a, land)
		}
		return nil
	})
	return c
}

func (p *Units) addBorder(c *UnitCard, a *units.Atlas, land boundary.Land) {
	c.HasBorder = true
	c.Center, c.Viewport, c.Area = land.Center(), land.Bounds(), land.Size()
	for _, level := range boundary.Levels() {
		if a.Net().Level(level) == level {
			c.Levels = append(c.Levels, levelOf(land, level))
		}
	}
	for polygon := range land.Polygons(a.Net().Finest()) {
		c.Parts++
		c.Holes--
		for range polygon.Rings() {
			c.Holes++
		}
	}
	var touches func(units.Ward) bool
	if c.Row.IsWard {
		for _, n := range a.WardNeighbours(c.Row.Ward) {
			c.Neighbours = append(c.Neighbours, UnitNeighbour{p.wardRow(n.Ward), n.Metres})
		}
		touches = func(w units.Ward) bool { return w.Code == c.Row.Ward.Code }
	} else {
		for _, n := range a.ProvinceNeighbours(c.Row.Province) {
			c.Neighbours = append(c.Neighbours, UnitNeighbour{p.provinceRow(n.Province), n.Metres})
		}
		touches = func(w units.Ward) bool { return w.ProvinceCode == c.Row.Province.Code }
	}
	c.Outline = land.Outline()
	c.Open = c.Outline
	for _, n := range c.Neighbours {
		c.Open = max(c.Open-n.Metres, 0)
	}
	if c.Open < leastOpen {
		c.Open = 0
	}
	gaps, overlaps := a.Faults(touches)
	c.Gaps, c.Overlaps = p.faults(gaps, false), p.faults(overlaps, true)
}

// leastOpen is below what the sums of lengths may be off, and gaps are round, in
// metres.
const leastOpen = 10

// maxPictured is how many vertices of a level are kept for its picture: more
// than any picture of its size shows.
const maxPictured = 20_000

// levelOf counts the vertices of a land at a level, and keeps its rings for a
// picture, thinned where they are many.
func levelOf(land boundary.Land, level boundary.Level) UnitLevel {
	l := UnitLevel{Level: level, Vertices: unitfile.CountVertices(land, level)}
	step := 1 + l.Vertices/maxPictured
	eachRing(land, level, func(ring []geo.Fixed) {
		kept := make([]geo.Fixed, 0, len(ring)/step+2)
		for i := 0; i < len(ring)-1; i += step {
			kept = append(kept, ring[i])
		}
		l.Rings = append(l.Rings, append(kept, ring[len(ring)-1]))
	})
	return l
}

func (p *Units) faults(list []units.Fault, overlap bool) []UnitFault {
	out := make([]UnitFault, len(list))
	for i, f := range list {
		out[i] = UnitFault{Overlap: overlap, At: f.At, Bounds: f.Bounds, Area: f.Area}
		for _, w := range f.Wards {
			out[i].Units = append(out[i].Units, p.wardRow(w))
		}
		if overlap {
			out[i].Given = p.wardRow(f.Winner)
		}
	}
	return out
}

// allFaults returns the gaps and overlaps that touch a unit that query means, all of
// them without a query.
func (p *Units) allFaults(query string) (all []UnitFault) {
	touches := func(units.Ward) bool { return true }
	if strings.TrimSpace(query) != "" {
		meant := map[string]bool{}
		for _, m := range p.table.Search(query, units.Filter{}) {
			if m.Kind == units.KindWard {
				meant[m.Ward.Code] = true
			} else {
				meant[m.Province.Code] = true
			}
		}
		touches = func(w units.Ward) bool { return meant[w.Code] || meant[w.ProvinceCode] }
	}
	_ = p.store.Atlas(func(a *units.Atlas) error {
		gaps, overlaps := a.Faults(touches)
		all = append(p.faults(gaps, false), p.faults(overlaps, true)...)
		return nil
	})
	slices.SortStableFunc(all, func(a, b UnitFault) int { return cmp.Compare(b.Area, a.Area) })
	return all
}

// largestFirst returns units by the size of their land.
func largestFirst[U any](list []U, land func(U) (boundary.Land, bool)) []U {
	size := func(u U) float64 {
		if l, ok := land(u); ok {
			return l.Size()
		}
		return 0
	}
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b U) int { return cmp.Compare(size(b), size(a)) })
	return out
}
