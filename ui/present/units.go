package present

import (
	"maps"
	"strings"

	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

// UnitRow is a row of the list of units: a province, or a ward under it.
type UnitRow struct {
	Province units.Province
	Ward     units.Ward // meaningful if IsWard
	IsWard   bool
	Wards    int    // of a province: how many it has
	Open     bool   // of a province in the tree: its wards follow
	Former   string // the former name by which it was found, "" for its own
}

// Code returns the official code of the row's unit.
func (r UnitRow) Code() string {
	if r.IsWard {
		return r.Ward.Code
	}
	return r.Province.Code
}

// Name returns the full Vietnamese name of the row's unit.
func (r UnitRow) Name() string {
	if r.IsWard {
		return r.Ward.FullName
	}
	return r.Province.FullName
}

// SameUnit reports whether two rows are of one unit.
func (r UnitRow) SameUnit(o UnitRow) bool { return r.IsWard == o.IsWard && r.Code() == o.Code() }

// UnitsView is how the place Units lists.
type UnitsView int

// The views of the place Units.
const (
	UnitsTree   UnitsView = iota // provinces that open, wards under them
	UnitsTable                   // with columns, sorted by any of them
	UnitsFaults                  // where the borders that were installed did not meet
)

// UnitsState is what the place Units shows.
type UnitsState struct {
	View   UnitsView
	Query  string
	Rows   []UnitRow // of the tree, or what Query finds
	Table  UnitsListing
	Faults []UnitFault // of all borders, the largest first; of UnitsFaults alone
	// Selection is the units that are selected, the one that was chosen last at the
	// end: that is Selected.
	Selection   []UnitRow
	Selected    UnitRow
	HasSelected bool
	Card        *UnitCard  // of the selected unit, if it is the only one
	Group       *UnitGroup // of the selected units, if there are several
	Borders     UnitBorders
	Export      UnitExport

	// Neither is changed in place.
	chosen map[string]bool // the codes of Selection
	open   map[string]bool // those of the provinces whose wards the tree shows
}

// UnitStore is what Units needs of the engine.
type UnitStore interface {
	Units() *units.Table
	// Atlas calls fn with the borders, which nothing may keep.
	Atlas(fn func(*units.Atlas) error) error
	// Borders says what the pack of the borders says of itself.
	Borders() (meta pack.Meta, installed bool, err error)
}

// Units presents the provinces and wards.
type Units struct {
	store UnitStore
	table *units.Table
	state state[UnitsState]
	// anchor is where a range of selected units begins; under state's lock.
	anchor UnitRow
	work   soleWork // an export
	// nameRanks orders names; see nameRanker.
	nameRanks func() map[string]int
}

// NewUnits returns the presenter of units.
func NewUnits(store UnitStore) *Units {
	p := &Units{store: store, table: store.Units(), nameRanks: nameRanker(store.Units())}
	p.state.value = p.listed(UnitsState{Borders: p.borders()})
	return p
}

// Subscribe tells listen the state of now and every later one.
func (p *Units) Subscribe(listen func(UnitsState)) { p.state.subscribe(listen) }

// State returns the state of now.
func (p *Units) State() UnitsState { return p.state.get() }

// Counts returns the numbers of provinces and wards in force.
func (p *Units) Counts() (provinces, wards int) {
	return len(p.table.Provinces()), len(p.table.Wards())
}

// Provinces returns all provinces in the order of the official list.
func (p *Units) Provinces() []units.Province { return p.table.Provinces() }

// Show changes the view.
func (p *Units) Show(v UnitsView) {
	p.state.change(func(s UnitsState) UnitsState {
		s.View = v
		return p.listed(s)
	})
}

// Search lists what matches query; an empty one lists all provinces.
func (p *Units) Search(query string) {
	p.state.change(func(s UnitsState) UnitsState {
		s.Query = query
		return p.listed(s)
	})
}

// Best returns the unit that the query most likely means, of those that the view
// may list. It is false without a query and where nothing answers it.
func (p *Units) Best() (row UnitRow, found bool) {
	s := p.State()
	filter := units.Filter{Limit: 1}
	if s.View == UnitsTable {
		filter = tableFilter(s.Table.Of)
		filter.Limit = 1
	}
	if strings.TrimSpace(s.Query) == "" {
		return row, false
	}
	for _, m := range p.table.Search(s.Query, filter) {
		return p.foundRow(m), true
	}
	return row, false
}

// Toggle shows or hides the wards of a province.
func (p *Units) Toggle(province string) {
	p.state.change(func(s UnitsState) UnitsState {
		return p.listed(s.opened(province, !s.open[province]))
	})
}

// IsOpen reports whether the tree shows the wards of the province that has a code.
func (s UnitsState) IsOpen(province string) bool { return s.open[province] }

// opened returns s with a province open in the tree, or closed.
func (s UnitsState) opened(province string, open bool) UnitsState {
	others := maps.Clone(s.open)
	if others == nil {
		others = map[string]bool{}
	}
	others[province] = open
	s.open = others
	return s
}

// Row returns the row of the unit that has a code; one of two digits is a province's.
func (p *Units) Row(code string) (UnitRow, bool) {
	if province, ok := p.table.Province(code); ok {
		return p.provinceRow(province), true
	}
	ward, ok := p.table.Ward(code)
	if !ok {
		return UnitRow{}, false
	}
	return p.wardRow(ward), true
}

// listed returns s with what its view lists; the others list nothing until they
// are shown.
func (p *Units) listed(s UnitsState) UnitsState {
	s.Rows, s.Faults = nil, nil
	switch s.View {
	case UnitsTable:
		s.Table = p.listing(s)
	case UnitsFaults:
		s.Faults = p.allFaults(s.Query)
	case UnitsTree:
		s.Rows = p.tree(s)
	}
	return s
}

// tree returns the rows of the tree, or all that a query finds: what is listed can
// be selected and exported as a whole.
func (p *Units) tree(s UnitsState) (rows []UnitRow) {
	if strings.TrimSpace(s.Query) != "" {
		for _, m := range p.table.Search(s.Query, units.Filter{}) {
			rows = append(rows, p.foundRow(m))
		}
		return rows
	}
	for _, province := range p.table.Provinces() {
		row := p.provinceRow(province)
		row.Open = s.IsOpen(province.Code)
		if rows = append(rows, row); !row.Open {
			continue
		}
		for _, w := range p.table.WardsOf(province.Code) {
			rows = append(rows, UnitRow{Province: province, Ward: w, IsWard: true})
		}
	}
	return rows
}

func (p *Units) provinceRow(province units.Province) UnitRow {
	return UnitRow{Province: province, Wards: len(p.table.WardsOf(province.Code))}
}

func (p *Units) wardRow(ward units.Ward) UnitRow {
	// A ward's province is in the table: Load has made sure of it.
	province, _ := p.table.Province(ward.ProvinceCode)
	return UnitRow{Province: province, Ward: ward, IsWard: true}
}

func (p *Units) foundRow(m units.Match) UnitRow {
	var row UnitRow
	if m.Kind == units.KindWard {
		row = p.wardRow(m.Ward)
	} else {
		row = p.provinceRow(m.Province)
	}
	if m.Former {
		row.Former = m.Matched
	}
	return row
}
