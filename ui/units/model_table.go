package units

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"roadsnap/engine/units"
)

// Column is a column of the table of units.
type Column int

// The columns in their order.
const (
	ColumnCode Column = iota
	ColumnName
	ColumnKind
	ColumnProvince
	ColumnArea
	ColumnVertices
	numColumns
)

func (c Column) isNumber() bool { return c == ColumnArea || c == ColumnVertices }

// Listing is the table of units.
type Listing struct {
	// Of is which units are listed: "" all wards, the code of a province its
	// wards, AllProvinces the provinces.
	Of         string
	By         Column
	Descending bool
	// Ranked says that the rows are in the order of the search, the likeliest first,
	// and not in that of By: while there is a search, until a column is chosen.
	Ranked bool
	Rows   []Row

	chosen bool // By was
}

// AllProvinces as Listing.Of lists the provinces.
const AllProvinces = "provinces"

// List says which units the table has; see Listing.Of.
func (p *lists) List(of string) {
	p.state.Table.Of = of
	p.relist()
}

// SortBy sorts the table by a column, the other way round if it is already.
func (p *lists) SortBy(column Column) {
	t := &p.state.Table
	if t.By == column && !t.Ranked {
		t.Descending = !t.Descending
	} else {
		t.By, t.Descending = column, column.isNumber()
	}
	t.chosen = true
	p.relist()
}

// listing returns the table that s asks for. A query narrows it to what a search
// finds.
func (p *lists) listing(s State) Listing {
	t := s.Table
	if s.searches() {
		t.Rows = p.reader.search(s.Query, tableFilter(t.Of))
	} else {
		t.Rows = p.reader.rows(t.Of)
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		land, found := p.index.lands[row.Code()]
		row.HasBorder, row.Area, row.Vertices = found, land.area, land.vertices
	}
	if t.Ranked = !t.chosen && s.searches(); t.Ranked {
		return t
	}
	compare := p.compareBy(t.By)
	slices.SortStableFunc(t.Rows, func(a, b Row) int {
		order := compare(a, b)
		if t.Descending {
			order = -order
		}
		return cmp.Or(order, strings.Compare(a.Code(), b.Code()))
	})
	return t
}

// tableFilter narrows a search to what the table lists; see Listing.Of.
func tableFilter(of string) units.Filter {
	if of == AllProvinces {
		return units.Filter{Kind: units.KindProvince}
	}
	return units.Filter{Kind: units.KindWard, ProvinceCode: of}
}

// compareBy returns the ascending order of a column.
func (p *lists) compareBy(column Column) func(a, b Row) int {
	switch column {
	case ColumnName:
		ranks := p.nameRanks()
		return by(func(r Row) int { return ranks[r.BareName()] })
	case ColumnKind:
		return by(Row.Kind)
	case ColumnProvince:
		ranks := p.nameRanks()
		return by(func(r Row) int { return ranks[r.Province.Name] })
	case ColumnArea:
		return by(func(r Row) float64 { return r.Area })
	case ColumnVertices:
		return by(func(r Row) int { return r.Vertices })
	default:
		return by(Row.Code)
	}
}

// by returns the ascending order of what key returns.
func by[K cmp.Ordered](key func(Row) K) func(a, b Row) int {
	return func(a, b Row) int { return cmp.Compare(key(a), key(b)) }
}

// nameRanks returns the place of each name, without the kind of its unit, in a Vietnamese
// dictionary: ă after a, đ after d.
func (r reader) nameRanks() map[string]int {
	var names []string
	for _, row := range r.all() {
		names = append(names, row.BareName())
	}
	collate.New(language.Vietnamese).SortStrings(names)
	ranks := make(map[string]int, len(names))
	for i, name := range names {
		ranks[name] = i
	}
	return ranks
}
