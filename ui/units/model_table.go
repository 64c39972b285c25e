// SPDX-License-Identifier: MIT

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

// The columns, from left to right.
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

// Listing is the content of the table of units.
type Listing struct {
	// Of selects the listed units: "" for all wards, the code of a province for its
	// wards, AllProvinces for the provinces.
	Of         string
	By         Column
	Descending bool
	// Ranked is set if the rows are in the order of the search, the best match first,
	// and not in that of By. It is set during a search until the user chooses a column.
	Ranked bool
	Rows   []Row

	chosen bool // the user chose By
}

// AllProvinces is the value of Listing.Of that lists the provinces.
const AllProvinces = "provinces"

// List sets the units in the table; see Listing.Of.
func (p *lists) List(of string) {
	p.state.Table.Of = of
	p.relist()
}

// SortBy sorts the table by a column, or reverses the order if it is sorted by that
// column.
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

// listing returns the table for a state, narrowed by its query.
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

// tableFilter returns the search filter for a Listing.Of.
func tableFilter(of string) units.Filter {
	if of == AllProvinces {
		return units.Filter{Kind: units.KindProvince}
	}
	return units.Filter{Kind: units.KindWard, ProvinceCode: of}
}

// compareBy returns a comparison of rows by a column, ascending.
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

// by returns a comparison of rows by key, ascending.
func by[K cmp.Ordered](key func(Row) K) func(a, b Row) int {
	return func(a, b Row) int { return cmp.Compare(key(a), key(b)) }
}

// nameRanks returns the rank of each bare name in Vietnamese collation: ă after a, đ
// after d.
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
