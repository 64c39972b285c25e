package present

import (
	"context"
	"maps"
	"strings"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
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

// UnitStore is what Units needs of the engine. Its methods but Units are called
// on background goroutines.
type UnitStore interface {
	Units() *units.Table
	// Atlas calls fn with the borders, which nothing may keep.
	Atlas(fn func(*units.Atlas) error) error
	// Borders says what the pack of the borders says of itself.
	Borders() (meta pack.Meta, installed bool, err error)
}

// Units is the view model of the provinces and wards. The UI goroutine owns it.
// Names come from the table, which lies in memory; all that borders say is read
// in the background.
type Units struct {
	reader  unitReader
	table   *units.Table
	jobs    *job.Runner
	asks    *job.Lane // of At, answered in their order
	changed *job.Signal
	state   UnitsState
	index   *unitIndex
	// anchor is where a range of selected units begins.
	anchor UnitRow
	// nameRanks orders names; see nameRanker.
	nameRanks func() map[string]int

	indexing, describing, exporting *job.Job
}

// NewUnits returns the view model of units.
func NewUnits(jobs *job.Runner, store UnitStore) *Units {
	table := store.Units()
	p := &Units{
		reader: unitReader{store, table}, table: table, jobs: jobs, asks: jobs.Lane(1), changed: jobs.Signal(),
		index: &unitIndex{bounds: geo.NoBounds}, nameRanks: nameRanker(table),
	}
	p.state.Borders.Bounds = geo.NoBounds
	p.list()
	p.BordersChanged()
	return p
}

// OnChange makes listen the one that is called after each change.
func (p *Units) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Units) State() UnitsState { return p.state }

// Table returns the official table of units.
func (p *Units) Table() *units.Table { return p.table }

// Counts returns the numbers of provinces and wards in force.
func (p *Units) Counts() (provinces, wards int) {
	return len(p.table.Provinces()), len(p.table.Wards())
}

// Provinces returns all provinces in the order of the official list.
func (p *Units) Provinces() []units.Province { return p.table.Provinces() }

// Show changes the view.
func (p *Units) Show(v UnitsView) {
	p.state.View = v
	p.relist()
}

// Search lists what matches query; an empty one lists all provinces.
func (p *Units) Search(query string) {
	p.state.Query = query
	p.relist()
}

// BordersChanged reads what depends on the borders: others were installed.
func (p *Units) BordersChanged() {
	p.indexing.Cancel()
	p.indexing = p.jobs.Start(func(context.Context) func() {
		index := p.reader.index()
		return func() {
			p.index = index
			p.state.Borders = UnitBorders{Known: true, Wards: index.wards, Bounds: index.bounds}
			p.list()
			p.describe()
			p.changed.Raise()
		}
	})
}

// Best returns the unit that the query most likely means, of those that the view
// may list. It is false without a query and where nothing answers it.
func (p *Units) Best() (row UnitRow, found bool) {
	s := p.state
	filter := units.Filter{Limit: 1}
	if s.View == UnitsTable {
		filter = tableFilter(s.Table.Of)
		filter.Limit = 1
	}
	if strings.TrimSpace(s.Query) == "" {
		return row, false
	}
	for _, m := range p.table.Search(s.Query, filter) {
		return p.reader.found(m), true
	}
	return row, false
}

// Toggle shows or hides the wards of a province.
func (p *Units) Toggle(province string) {
	p.state.setOpen(province, !p.state.open[province])
	p.relist()
}

// IsOpen reports whether the tree shows the wards of the province that has a code.
func (s UnitsState) IsOpen(province string) bool { return s.open[province] }

// setOpen opens or closes a province in the tree.
func (s *UnitsState) setOpen(province string, open bool) {
	others := maps.Clone(s.open)
	if others == nil {
		others = map[string]bool{}
	}
	others[province] = open
	s.open = others
}

// Row returns the row of the unit that has a code; one of two digits is a province's.
func (p *Units) Row(code string) (UnitRow, bool) { return p.reader.row(code) }

// relist lists what the view lists and says so.
func (p *Units) relist() {
	p.list()
	p.changed.Raise()
}

// list lists what the view lists; the other views list nothing until they are
// shown.
func (p *Units) list() {
	s := &p.state
	s.Rows, s.Faults = nil, nil
	switch s.View {
	case UnitsTable:
		s.Table = p.listing(*s)
	case UnitsFaults:
		s.Faults = p.faults(s.Query)
	case UnitsTree:
		s.Rows = p.tree(*s)
	}
}

// tree returns the rows of the tree, or all that a query finds: what is listed can
// be selected and exported as a whole.
func (p *Units) tree(s UnitsState) (rows []UnitRow) {
	if strings.TrimSpace(s.Query) != "" {
		for _, m := range p.table.Search(s.Query, units.Filter{}) {
			rows = append(rows, p.reader.found(m))
		}
		return rows
	}
	for _, province := range p.table.Provinces() {
		row := p.reader.province(province)
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
