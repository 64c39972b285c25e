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
		return p.byName(func(r Row) Row { return r })
	case ColumnKind:
		return by(Row.Kind)
	case ColumnProvince:
		return p.byName(func(r Row) Row { return Row{Province: r.Province} })
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

// byName returns a comparison of rows by the bare name of a row's unit, in the order of the
// dictionary: in Vietnamese ă after a and đ after d, in English without marks.
func (p *lists) byName(of func(Row) Row) func(a, b Row) int {
	name := func(r Row) string {
		if p.english {
			return r.pick(r.Province.NameEN, r.Ward.NameEN)
		}
		return r.BareName()
	}
	if p.ranks == nil {
		var names []string
		for _, row := range p.reader.all() {
			names = append(names, name(row))
		}
		order := language.Vietnamese
		if p.english {
			order = language.English
		}
		collate.New(order).SortStrings(names)
		p.ranks = make(map[string]int, len(names))
		for i, name := range names {
			p.ranks[name] = i
		}
	}
	return by(func(r Row) int { return p.ranks[name(of(r))] })
}

// SortNamesInEnglish sorts names without their marks, or by the Vietnamese alphabet if not on.
// It is for a table that is being built, so the listener is not called.
func (p *lists) SortNamesInEnglish(on bool) {
	if p.english != on {
		p.english, p.ranks = on, nil
		p.list()
	}
}
