package units

import (
	"cmp"
	"slices"

	"roadsnap/engine/boundary"
	"roadsnap/engine/geo"
	"roadsnap/engine/unitfile"
	"roadsnap/engine/units"
)

// reader reads what the table and the borders say of units. It is immutable
// and safe for concurrent use: what needs the store runs in the background.
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
	// A ward's province is in the table: Load has made sure of it.
	province, _ := r.table.Province(ward.ProvinceCode)
	return Row{Province: province, Ward: ward, IsWard: true}
}

// rows returns the rows of all units that Listing.Of names.
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

// search returns the rows of the units that a query means, the likeliest first.
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

// index is what the installed borders say of all units in short, for lists,
// sums and zooming. It is immutable.
type index struct {
	Borders
	lands  map[string]extent // by code
	faults []Fault           // the largest first
}

// extent is what the border of a unit says in short.
type extent struct {
	area     float64 // m²
	vertices int     // at the finest level
	bounds   geo.Bounds
}

// index reads the index. Without borders it is empty.
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

// at returns the ward that a position lies in, or its province where no wards are
// known or wards are not wanted. It is false at sea and abroad.
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

// faults returns the gaps or overlaps of list with rows for their units.
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

// Card is all that is known of a unit. It is immutable.
type Card struct {
	Row Row
	// Pending says that the borders are still being read: what follows is that of
	// the table alone.
	Pending   bool
	HasBorder bool

	// Of its border, if HasBorder.
	Center         geo.Point
	Viewport       geo.Bounds
	Area           float64 // m²
	Parts, Holes   int
	Levels         []Level // the lightest first
	Neighbours     []Neighbour
	Outline        float64 // length of all its borders in metres
	Open           float64 // of it what no neighbour has: coast, frontier
	Gaps, Overlaps []Fault

	MadeOf          []units.Former // of a ward: the units before July 2025
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

// tableCard returns what the table says of a unit.
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

// card describes a unit. It reads the borders.
func (r reader) card(row Row) *Card {
	c := r.tableCard(row)
	c.Pending = false
	// Without borders their values are left out.
	_ = r.store.Atlas(func(a *units.Atlas) error {
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
