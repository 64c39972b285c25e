package units

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"sync"

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
	NumColumns
)

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
	Rows   []Entry

	chosen bool // By was
}

// AllProvinces as Listing.Of lists the provinces.
const AllProvinces = "provinces"

// Entry is a row of the table of units.
type Entry struct {
	Row
	HasBorder bool
	Area      float64 // m²
	Vertices  int
}

// Kind returns the official kind of the entry's unit.
func (e Entry) Kind() string {
	if e.IsWard {
		return e.Ward.Level
	}
	return e.Province.Level
}

// BareName returns the name of the entry's unit without its kind.
func (e Entry) BareName() string {
	if e.IsWard {
		return e.Ward.Name
	}
	return e.Province.Name
}

// List says which units the table has; see Listing.Of.
func (p *Model) List(of string) {
	p.state.Table.Of = of
	p.relist()
}

// SortBy sorts the table by a column, the other way round if it is already.
func (p *Model) SortBy(column Column) {
	t := &p.state.Table
	if t.By == column && !t.Ranked {
		t.Descending = !t.Descending
	} else {
		t.By, t.Descending = column, column == ColumnArea || column == ColumnVertices
	}
	t.chosen = true
	p.relist()
}

// listing returns the table that s asks for. A query narrows it to what a search
// finds.
func (p *Model) listing(s State) Listing {
	t := s.Table
	t.Rows = p.entries(p.tabled(s))
	if t.Ranked = !t.chosen && strings.TrimSpace(s.Query) != ""; t.Ranked {
		return t
	}
	compare := p.compareBy(t.By)
	slices.SortStableFunc(t.Rows, func(a, b Entry) int {
		order := compare(a, b)
		if t.Descending {
			order = -order
		}
		return cmp.Or(order, strings.Compare(a.Code(), b.Code()))
	})
	return t
}

// entries returns rows with what their borders say of them.
func (p *Model) entries(rows []Row) []Entry {
	out := make([]Entry, len(rows))
	for i, r := range rows {
		land, found := p.index.lands[r.Code()]
		out[i] = Entry{r, found, land.area, land.vertices}
	}
	return out
}

// tableFilter narrows a search to what the table lists; see Listing.Of.
func tableFilter(of string) units.Filter {
	if of == AllProvinces {
		return units.Filter{Kind: units.KindProvince}
	}
	return units.Filter{Kind: units.KindWard, ProvinceCode: of}
}

func (p *Model) tabled(s State) (rows []Row) {
	if strings.TrimSpace(s.Query) != "" {
		for _, m := range p.table.Search(s.Query, tableFilter(s.Table.Of)) {
			rows = append(rows, p.reader.found(m))
		}
		return rows
	}
	wards := p.table.Wards()
	switch s.Table.Of {
	case AllProvinces:
		for _, province := range p.table.Provinces() {
			rows = append(rows, p.reader.province(province))
		}
		return rows
	case "":
	default:
		wards = p.table.WardsOf(s.Table.Of)
	}
	for _, w := range wards {
		rows = append(rows, p.reader.ward(w))
	}
	return rows
}

func (p *Model) compareBy(column Column) func(a, b Entry) int {
	text := func(of func(Entry) string) func(a, b Entry) int {
		return func(a, b Entry) int { return strings.Compare(of(a), of(b)) }
	}
	switch column {
	case ColumnName:
		rank := p.nameRanks()
		return func(a, b Entry) int { return cmp.Compare(rank[a.Code()], rank[b.Code()]) }
	case ColumnKind:
		return text(Entry.Kind)
	case ColumnProvince:
		rank := p.nameRanks()
		return func(a, b Entry) int { return cmp.Compare(rank[a.Province.Code], rank[b.Province.Code]) }
	case ColumnArea:
		return func(a, b Entry) int { return cmp.Compare(a.Area, b.Area) }
	case ColumnVertices:
		return func(a, b Entry) int { return cmp.Compare(a.Vertices, b.Vertices) }
	default:
		return text(Entry.Code)
	}
}

// nameRanker returns a function that says where each unit, by its code, stands
// among all names as a Vietnamese dictionary orders them: ă after a, đ after d.
// Names are taken without their kinds. Most users never ask.
func nameRanker(t *units.Table) func() map[string]int {
	return sync.OnceValue(func() map[string]int {
		type keyed struct {
			code string
			key  []byte
		}
		var all []keyed
		order := collate.New(language.Vietnamese)
		add := func(code, name string) {
			var buffer collate.Buffer
			all = append(all, keyed{code, order.KeyFromString(&buffer, name)})
		}
		for _, province := range t.Provinces() {
			add(province.Code, province.Name)
		}
		for _, w := range t.Wards() {
			add(w.Code, w.Name)
		}
		slices.SortStableFunc(all, func(a, b keyed) int { return bytes.Compare(a.key, b.key) })
		ranks := make(map[string]int, len(all))
		for i, k := range all {
			if i > 0 && bytes.Equal(k.key, all[i-1].key) {
				ranks[k.code] = ranks[all[i-1].code]
			} else {
				ranks[k.code] = i
			}
		}
		return ranks
	})
}
