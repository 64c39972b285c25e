// SPDX-License-Identifier: MIT

package units

import (
	"cmp"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// reader reads units from the table and the borders. It is immutable and safe for
// concurrent use. Methods that use store must run in the background.
type reader struct {
	store Store
	table *units.Table
}

func (r reader) row(code string) (Row, bool) {
	if province, ok := r.table.Province(code); ok {
		return r.province(province), true
	}
	ward, ok := r.table.Ward(code)
	if !ok {
		return Row{}, false
	}
	return r.ward(ward), true
}

func (r reader) province(province units.Province) Row {
	return Row{Province: province, Wards: len(r.table.WardsOf(province.Code))}
}

func (r reader) ward(ward units.Ward) Row {
	// Load has checked that a ward's province is in the table.
	province, _ := r.table.Province(ward.ProvinceCode)
	return Row{Province: province, Ward: ward, IsWard: true}
}

// rows returns the rows of the units selected by a Listing.Of.
func (r reader) rows(of string) (rows []Row) {
	if of == AllProvinces {
		for _, province := range r.table.Provinces() {
			rows = append(rows, r.province(province))
		}
		return rows
	}
	wards := r.table.Wards()
	if of != "" {
		wards = r.table.WardsOf(of)
	}
	for _, ward := range wards {
		rows = append(rows, r.ward(ward))
	}
	return rows
}

// all returns the rows of all provinces and then of all wards.
func (r reader) all() []Row { return slices.Concat(r.rows(AllProvinces), r.rows("")) }

// search returns the rows of the units that match a query, the best match first.
func (r reader) search(query string, filter units.Filter) (rows []Row) {
	for _, m := range r.table.Search(query, filter) {
		row := r.province(m.Province)
		if m.Kind == units.KindWard {
			row = r.ward(m.Ward)
		}
		if m.Former {
			row.Former = m.Matched
		}
		rows = append(rows, row)
	}
	return rows
}

// index summarises the installed borders of all units, for lists, sums and zooming. It is
// immutable.
type index struct {
	Borders
	lands  map[string]extent // by code
	faults []Fault           // the largest first
}

// extent summarises the border of a unit.
type extent struct {
	area     float64 // m²
	vertices int     // at the finest level
	bounds   geo.Bounds
}

// index reads the borders and returns their index, which is empty without borders.
func (r reader) index() *index {
	i := &index{Borders: Borders{Known: true, Bounds: geo.NoBounds}, lands: map[string]extent{}}
	_ = r.store.Atlas(func(a *units.Atlas) error {
		i.Wards, i.Bounds = a.HasWards(), a.Net().Bounds()
		for _, row := range r.all() {
			if u := unitOf(a, row); u.HasLand {
				i.lands[row.Code()] = extent{u.Land.Size(), u.Land.Vertices(), u.Land.Bounds()}
			}
		}
		gaps, overlaps := a.Faults(func(units.Ward) bool { return true })
		i.faults = append(r.faults(gaps, false), r.faults(overlaps, true)...)
		return nil
	})
	slices.SortStableFunc(i.faults, func(a, b Fault) int { return cmp.Compare(b.Area, a.Area) })
	return i
}

// at returns the ward at a position, or its province if not wards or where no wards are
// known. found is false at sea and abroad.
func (r reader) at(at geo.Point, wards bool) (row Row, found bool) {
	_ = r.store.Atlas(func(a *units.Atlas) error {
		var where units.Location
		switch where, found = a.Locate(at); {
		case found && wards && where.WardFound:
			row = r.ward(where.Ward)
		case found:
			row = r.province(where.Province)
		}
		return nil
	})
	return row, found
}

// unitOf returns the unit of a row with its land.
func unitOf(a *units.Atlas, row Row) unitfile.Unit {
	if row.IsWard {
		return unitfile.OfWard(a, row.Ward)
	}
	return unitfile.OfProvince(a, row.Province)
}

// faults converts a list of gaps or overlaps.
func (r reader) faults(list []units.Fault, overlap bool) []Fault {
	out := make([]Fault, len(list))
	for i, f := range list {
		out[i] = Fault{Overlap: overlap, At: f.At, Bounds: f.Bounds, Area: f.Area}
		for _, w := range f.Wards {
			out[i].Units = append(out[i].Units, r.ward(w))
		}
		if overlap {
			out[i].Given = r.ward(f.Winner)
		}
	}
	return out
}

// Card is the full record of a unit. It is immutable.
type Card struct {
	Row Row
	// Pending is set while the borders are being read. Only the fields from the table
	// are then valid, and HasBorder.
	Pending   bool
	HasBorder bool

	// From the border, if HasBorder.
	Center         geo.Point
	Viewport       geo.Bounds
	Area           float64 // m²
	Parts, Holes   int
	Levels         []Level // the coarsest first
	Neighbours     []Neighbour
	Outline        float64 // length of its whole border (metres)
	Open           float64 // length without a neighbour: coast and frontier (metres)
	Gaps, Overlaps []Fault

	MadeOf          []units.Former // units before July 2025 that a ward was made of
	MadeOfProvinces []string       // provinces before July 2025 that a province was made of
	// Old is the unit that had the ward's code before July 2025, if it was another
	// one.
	Old    units.Former
	HasOld bool
}

// Level is the border of a unit at a level of detail.
type Level struct {
	Level    boundary.Level
	Vertices int
	Rings    [][]geo.Fixed // every ring, decimated if Vertices is large
}

// Neighbour is a unit that shares a border with another.
type Neighbour struct {
	Row    Row
	Metres float64 // length of the shared border (metres)
}

// Fault is a gap or an overlap of the installed borders.
type Fault struct {
	Overlap bool // otherwise a gap
	At      geo.Point
	Bounds  geo.Bounds
	Area    float64 // m²
	Units   []Row   // the units round a gap, or in an overlap
	Given   Row     // the unit that an overlap was given to
}

// tableCard returns the record of a unit with only the fields from the table.
func (r reader) tableCard(row Row) *Card {
	c := &Card{Row: row, Pending: true}
	if row.IsWard {
		c.MadeOf = r.table.FormerUnitsOf(row.Ward.Code)
		legacy, _ := r.table.Legacy(row.Ward.Code)
		c.Old, c.HasOld = legacy.Old, legacy.HasOld
	} else {
		c.MadeOfProvinces = r.table.FormerProvincesOf(row.Province.Code)
	}
	return c
}

// card returns the full record of a unit. It reads the borders.
func (r reader) card(row Row) *Card {
	c := r.tableCard(row)
	c.Pending = false
	// Without borders their fields stay zero.
	_ = r.store.Atlas(func(a *units.Atlas) error {
		if u := unitOf(a, row); u.HasLand {
			r.addBorder(c, a, u.Land)
		}
		return nil
	})
	return c
}

// neighbours returns the neighbours of a unit, the longest shared border first.
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

// leastOpen is the length (metres) below which Card.Open is taken for 0. Rounding of the
// lengths and the outlines of gaps can cause such a difference.
const leastOpen = 10

// maxPictured is roughly how many vertices of a level are kept for its picture, more than
// a picture of that size can show.
const maxPictured = 20_000

// levelOf counts the vertices of a land at a level and returns its rings for a picture,
// decimated if they have many vertices.
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
