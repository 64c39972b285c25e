package units

import (
	"context"
	"slices"
	"strings"
	"sync"

	"roadsnap/engine/geo"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
)

// Row is a row of the list of units: a province, or a ward under it.
type Row struct {
	Province units.Province
	Ward     units.Ward // meaningful if IsWard
	IsWard   bool
	Wards    int    // of a province: how many it has
	Open     bool   // of a province in the tree: its wards follow
	Former   string // the former name by which it was found, "" for its own

	// Read from the border, for rows of the table alone.
	HasBorder bool
	Area      float64 // m²
	Vertices  int     // at the finest level
}

// pick returns the one of two texts that is about the row's unit.
func (r Row) pick(ofProvince, ofWard string) string {
	if r.IsWard {
		return ofWard
	}
	return ofProvince
}

// Code returns the official code of the row's unit.
func (r Row) Code() string { return r.pick(r.Province.Code, r.Ward.Code) }

// Name returns the full Vietnamese name of the row's unit.
func (r Row) Name() string { return r.pick(r.Province.FullName, r.Ward.FullName) }

// BareName returns the name of the row's unit without its kind.
func (r Row) BareName() string { return r.pick(r.Province.Name, r.Ward.Name) }

// Kind returns the official kind of the row's unit.
func (r Row) Kind() string { return r.pick(r.Province.Level, r.Ward.Level) }

// SameUnit reports whether two rows are of one unit.
func (r Row) SameUnit(o Row) bool { return r.IsWard == o.IsWard && r.Code() == o.Code() }

// View is how the panel lists units.
type View int

// The views.
const (
	TreeView   View = iota // provinces that open, wards under them
	TableView              // with columns, sorted by any of them
	FaultsView             // where the borders that were installed did not meet
)

// State is what the panel shows.
type State struct {
	View   View
	Query  string
	Rows   []Row // of the tree, or what Query finds; nil in the other views
	Table  Listing
	Faults []Fault // of all borders, the largest first; of FaultsView alone
	// Selection is the units that are selected, the one that was chosen last at the
	// end: that is Selected.
	Selection   []Row
	Selected    Row
	HasSelected bool
	Card        *Card  // of the selected unit, if it is the only one
	Group       *Group // of the selected units, if there are several
	Borders     Borders
	Export      ExportState

	chosen map[string]bool // the codes of Selection; it is not changed in place
}

// Store is what Model needs of the engine. Its methods but Units are called
// on background goroutines.
type Store interface {
	Units() *units.Table
	// Atlas calls fn with the borders, which nothing may keep.
	Atlas(fn func(*units.Atlas) error) error
	// Borders says what the pack of the borders says of itself.
	Borders() (meta pack.Meta, installed bool, err error)
}

// Model is the view model of the provinces and wards: what is listed, what of it is
// selected, and what becomes of exports. The UI goroutine owns it. Names come from the
// table, which is in memory. The borders are read in the background, by reader.
type Model struct {
	*lists
	selection
	exports
	indexing *job.Job
}

// lists has the state of the model and lists units in its views.
type lists struct {
	reader  reader
	jobs    *job.Runner
	asks    *job.Lane // of At and SelectNeighbours, answered in their order
	changed *job.Signal
	state   State
	index   *index
	open    map[string]bool // the codes of the provinces whose wards the tree shows
	// nameRanks are those of the reader. They are computed at the first call, because most
	// users never sort by name.
	nameRanks func() map[string]int
}

// NewModel returns the view model of units.
func NewModel(jobs *job.Runner, store Store) *Model {
	reader := reader{store, store.Units()}
	l := &lists{
		reader: reader, jobs: jobs, asks: jobs.Lane(1), changed: jobs.Signal(),
		index: &index{Borders: Borders{Bounds: geo.NoBounds}}, open: map[string]bool{}, nameRanks: sync.OnceValue(reader.nameRanks),
	}
	p := &Model{lists: l, selection: selection{lists: l}, exports: exports{lists: l}}
	p.state.Borders = p.index.Borders
	p.list()
	p.BordersChanged()
	return p
}

// OnChange makes listen the one that is called after each change.
func (p *lists) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *lists) State() State { return p.state }

// Table returns the official table of units.
func (p *lists) Table() *units.Table { return p.reader.table }

// Provinces returns all provinces in the order of the official list.
func (p *lists) Provinces() []units.Province { return p.reader.table.Provinces() }

// Show changes the view.
func (p *lists) Show(v View) {
	p.state.View = v
	p.relist()
}

// Search lists what matches query; an empty one lists all provinces.
func (p *lists) Search(query string) {
	p.state.Query = query
	p.relist()
}

// BordersChanged reads what depends on the borders: others were installed.
func (p *Model) BordersChanged() {
	p.indexing.Cancel()
	p.indexing = p.jobs.Start(func(context.Context) func() {
		index := p.reader.index()
		return func() {
			p.index, p.state.Borders = index, index.Borders
			p.list()
			p.describe()
			p.changed.Raise()
		}
	})
}

// Best returns the unit that the query most likely means, of those that the view
// may list. It is false without a query and where nothing answers it.
func (p *lists) Best() (row Row, found bool) {
	var filter units.Filter
	if p.state.View == TableView {
		filter = tableFilter(p.state.Table.Of)
	}
	filter.Limit = 1
	for _, row := range p.reader.search(p.state.Query, filter) {
		return row, true
	}
	return row, false
}

// Toggle shows or hides the wards of a province.
func (p *lists) Toggle(province string) {
	p.open[province] = !p.open[province]
	p.relist()
}

// IsOpen reports whether the tree shows the wards of the province that has a code.
func (p *lists) IsOpen(province string) bool { return p.open[province] }

// Row returns the row of the unit that has a code; one of two digits is a province's.
func (p *lists) Row(code string) (Row, bool) { return p.reader.row(code) }

// relist lists what the view lists and calls the listener.
func (p *lists) relist() {
	p.list()
	p.changed.Raise()
}

// list lists what the view lists; the other views list nothing until they are
// shown.
func (p *lists) list() {
	s := &p.state
	s.Rows, s.Faults = nil, nil
	switch s.View {
	case TableView:
		s.Table = p.listing(*s)
	case FaultsView:
		s.Faults = p.faults(*s)
	case TreeView:
		s.Rows = p.tree(*s)
	}
}

// tree returns the rows of the tree, or all that a query finds: what is listed can
// be selected and exported as a whole.
func (p *lists) tree(s State) (rows []Row) {
	if s.searches() {
		return p.reader.search(s.Query, units.Filter{})
	}
	for _, row := range p.reader.rows(AllProvinces) {
		row.Open = p.open[row.Code()]
		if rows = append(rows, row); row.Open {
			rows = append(rows, p.reader.rows(row.Code())...)
		}
	}
	return rows
}

// faults returns the gaps and overlaps that touch a unit that the query of s means,
// all of them without a query.
func (p *lists) faults(s State) (list []Fault) {
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

// searches reports whether there is a query that narrows the lists.
func (s State) searches() bool { return strings.TrimSpace(s.Query) != "" }

// Borders says which borders there are to show.
type Borders struct {
	Known  bool // they were read; before that there are none
	Wards  bool // of wards too, not of provinces alone
	Bounds geo.Bounds
}

// wardZoom is the zoom from which a click means the ward, not its province.
const wardZoom = 8.5

// At asks which unit a position at a zoom of the map means, and calls then: with
// the ward, or with its province where the map is zoomed out or no wards are known.
// found is false at sea and abroad.
func (p *lists) At(at geo.Point, zoom float64, then func(row Row, found bool)) *job.Job {
	return p.asks.Start(func(context.Context) func() {
		row, found := p.reader.at(at, zoom >= wardZoom)
		return func() { then(row, found) }
	})
}

// ProvinceAt asks which province a position lies in, and calls then with it, or with
// none at sea and abroad.
func (p *lists) ProvinceAt(at geo.Point, then func(units.Province)) *job.Job {
	return p.At(at, 0, func(row Row, _ bool) { then(row.Province) })
}

// Bounds returns the box round a unit, NoBounds if its border is not known.
func (p *lists) Bounds(row Row) geo.Bounds {
	if land, found := p.index.lands[row.Code()]; found {
		return land.bounds
	}
	return geo.NoBounds
}

// HasFormer reports whether it is known what a unit was made of.
func (p *lists) HasFormer(row Row) bool {
	c := p.reader.tableCard(row)
	return len(c.MadeOf)+len(c.MadeOfProvinces) > 0
}
