package units

import (
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// Card is all that is known of a unit. It is immutable.
type Card struct {
	Row Row
	// Pending says that the borders are still being read: what follows is that of
	// the table alone.
	Pending   bool
	HasBorder bool
	HasWards  bool // the borders of wards are installed, not of provinces alone

	// Of its border, if HasBorder.
	Center     geo.Point
	Viewport   geo.Bounds
	Area       float64 // m²
	Parts      int
	Holes      int
	Levels     []Level // the lightest first
	Neighbours []Neighbour
	Outline    float64 // length of all its borders in metres
	Open       float64 // of it what no neighbour has: coast, frontier
	Gaps       []Fault
	Overlaps   []Fault

	MadeOf          []units.Former // of a ward: the units of before July 2025
	MadeOfProvinces []string       // of a province likewise
	// Old is what the ward's code meant before July 2025, if it was another
	// unit's.
	Old    units.Former
	HasOld bool
}

// Level is the border of a unit at a level of detail.
type Level struct {
	Level    boundary.Level
	Vertices int
	Rings    [][]geo.Fixed // every ring, or those of the largest parts
}

// Neighbour is a unit that shares a border.
type Neighbour struct {
	Row    Row
	Metres float64
}

// Fault is a place where the borders that were installed did not meet.
type Fault struct {
	Overlap bool // else a gap
	At      geo.Point
	Bounds  geo.Bounds
	Area    float64 // m²
	Units   []Row   // round a gap, or that claimed an overlap
	Given   Row     // the one that an overlap was given to
}

// tableCard is what the table says of a unit.
func (r reader) tableCard(row Row) *Card {
	c := &Card{Row: row, Pending: true}
	if row.IsWard {
		c.MadeOf = r.table.FormerUnitsOf(row.Ward.Code)
		if l, ok := r.table.Legacy(row.Ward.Code); ok && l.HasOld {
			c.Old, c.HasOld = l.Old, true
		}
	} else {
		c.MadeOfProvinces = r.table.FormerProvincesOf(row.Province.Code)
	}
	return c
}

// card describes a unit. It reads the borders.
func (r reader) card(row Row) *Card {
	c := r.tableCard(row)
	c.Pending = false
	// What the borders would say is left out where there are none.
	_ = r.store.Atlas(func(a *units.Atlas) error {
		c.HasWards = a.HasWards()
		if u := unitOf(a, row); u.HasLand {
			r.addBorder(c, a, u.Land)
		}
		return nil
	})
	return c
}

// neighbours returns the units that share a border with one, the longest first.
func (r reader) neighbours(a *units.Atlas, row Row) (list []Neighbour) {
	if row.IsWard {
		for _, n := range a.WardNeighbours(row.Ward) {
			list = append(list, Neighbour{r.ward(n.Ward), n.Metres})
		}
		return list
	}
	for _, n := range a.ProvinceNeighbours(row.Province) {
		list = append(list, Neighbour{r.province(n.Province), n.Metres})
	}
	return list
}

func (r reader) addBorder(c *Card, a *units.Atlas, land boundary.Land) {
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
	c.Neighbours = r.neighbours(a, c.Row)
	c.Outline = land.Outline()
	c.Open = c.Outline
	for _, n := range c.Neighbours {
		c.Open = max(c.Open-n.Metres, 0)
	}
	if c.Open < leastOpen {
		c.Open = 0
	}
	gaps, overlaps := a.Faults(func(w units.Ward) bool {
		return c.Row.Code() == w.Code || c.Row.Code() == w.ProvinceCode
	})
	c.Gaps, c.Overlaps = r.faults(gaps, false), r.faults(overlaps, true)
}

// leastOpen is below what the sums of lengths may be off, and gaps are round, in
// metres.
const leastOpen = 10

// maxPictured is how many vertices of a level are kept for its picture: more
// than any picture of its size shows.
const maxPictured = 20_000

// levelOf counts the vertices of a land at a level, and keeps its rings for a
// picture, thinned where they are many.
func levelOf(land boundary.Land, level boundary.Level) Level {
	l := Level{Level: level, Vertices: unitfile.CountVertices(land, level)}
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

// faults returns the gaps and overlaps that touch a unit that the query of s means,
// all of them without a query.
func (p *Model) faults(s State) (list []Fault) {
	if !s.searches() {
		return p.index.faults
	}
	meant := codesOf(p.reader.search(s.Query, units.Filter{}))
	for _, f := range p.index.faults {
		if slices.ContainsFunc(f.Units, func(r Row) bool { return meant[r.Ward.Code] || meant[r.Province.Code] }) {
			list = append(list, f)
		}
	}
	return list
}

// HasFormer reports whether it is known what a unit was made of.
func (p *Model) HasFormer(row Row) bool {
	c := p.reader.tableCard(row)
	return len(c.MadeOf)+len(c.MadeOfProvinces) > 0
}
