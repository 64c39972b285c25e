// SPDX-License-Identifier: MIT

package units

import (
	"context"
	"slices"
	"strings"

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
	Wards    int    // number of wards of a province
	Open     bool   // the wards of this province follow in the tree
	Former   string // the former name by which a search found it, "" for its own

	// Read from the border, only for rows of the table.
	HasBorder bool
	Area      float64 // m²
	Vertices  int     // at the finest level
}

// pick returns ofWard if the row is a ward's, or ofProvince.
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

// BareName returns the Vietnamese name of the row's unit without its kind.
func (r Row) BareName() string { return r.pick(r.Province.Name, r.Ward.Name) }

// Kind returns the official kind of the row's unit.
func (r Row) Kind() string { return r.pick(r.Province.Level, r.Ward.Level) }

// SameUnit reports whether r and o are rows of the same unit.
func (r Row) SameUnit(o Row) bool { return r.IsWard == o.IsWard && r.Code() == o.Code() }

// View selects how the panel lists units.
type View int

// The views.
const (
	TreeView   View = iota // provinces that open, wards under them
	TableView              // columns, sorted by any of them
	FaultsView             // gaps and overlaps of the installed borders
)

// State is the state that the panel shows.
type State struct {
	View   View
	Query  string
	Rows   []Row // rows of the tree, or results of Query; nil in the other views
	Table  Listing
	Faults []Fault // in FaultsView: faults that match Query, the largest first
	// Selection holds the selected units. The last one, which was selected last, is
	// also Selected.
	Selection   []Row
	Selected    Row
	HasSelected bool
	Card        *Card  // record of the selected unit, if it is the only one
	Group       *Group // sum of the selected units, if there are several
	Borders     Borders
	Export      ExportState

	chosen map[string]bool // codes of Selection; not changed in place
}

// Store provides the engine's units to Model. All methods except Units are called on
// background goroutines.
type Store interface {
	Units() *units.Table
	// Atlas calls fn with the borders, which must not be used after fn returns.
	Atlas(fn func(*units.Atlas) error) error
	// Borders returns the metadata of the border pack.
	Borders() (meta pack.Meta, installed bool, err error)
}

// Model is the view model of the provinces and wards: lists, selection and exports. It
// belongs to the UI goroutine. Names come from the table, which is in memory. reader reads
// the borders in the background.
type Model struct {
	*lists
	selection
	exports
	indexing *job.Job
}

// lists holds the state of the model and fills its views.
type lists struct {
	reader  reader
	jobs    *job.Runner
	asks    *job.Lane // runs At and SelectNeighbours in call order
	changed *job.Signal
	state   State
	index   *index
	open    map[string]bool // codes of the provinces that are open in the tree
	english bool            // names are sorted without marks
	ranks   map[string]int  // by name, nil until first needed: most users never sort by name
}

// NewModel returns the view model of units.
func NewModel(jobs *job.Runner, store Store) *Model {
	reader := reader{store, store.Units()}
	l := &lists{
		reader: reader, jobs: jobs, asks: jobs.Lane(1), changed: jobs.Signal(),
		index: &index{Borders: Borders{Bounds: geo.NoBounds}}, open: map[string]bool{},
	}
	p := &Model{lists: l, selection: selection{lists: l}, exports: exports{lists: l}}
	p.state.Borders = p.index.Borders
	p.list()
	p.BordersChanged()
	return p
}

// OnChange sets the listener, which is called after each change of the state.
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

// Search narrows the lists to the units that match query. An empty query lists all.
func (p *lists) Search(query string) {
	p.state.Query = query
	p.relist()
}

// BordersChanged reads the index again. It must be called when the borders change.
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

// Best returns the best match of the query among the units that the view can list. found
// is false if there is no query or no match.
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

// IsOpen reports whether the tree shows the wards of the province with a code.
func (p *lists) IsOpen(province string) bool { return p.open[province] }

// Row returns the row of the unit with a code. Codes of two digits are provinces.
func (p *lists) Row(code string) (Row, bool) { return p.reader.row(code) }

// relist fills the current view and notifies the listener.
func (p *lists) relist() {
	p.list()
	p.changed.Raise()
}

// list fills the current view. Rows and Faults of other views are cleared.
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

// tree returns the rows of the tree, or all results of the query. The results are not
// limited, because the list can be selected and exported as a whole.
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

// faults returns the gaps and overlaps that touch a unit found by the query of s, or all
// without a query.
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

// Borders describes the installed borders.
type Borders struct {
	Known  bool // the borders were read
	Wards  bool // they include wards, not only provinces
	Bounds geo.Bounds
}

// WardZoom is the lowest zoom at which a click selects the ward and not its province.
const WardZoom = 8.5

// At finds the unit at a position in the background and calls then with it: with the ward,
// or with its province below WardZoom and where no wards are known. found is false at sea
// and abroad.
func (p *lists) At(at geo.Point, zoom float64, then func(row Row, found bool)) *job.Job {
	return p.asks.Start(func(context.Context) func() {
		row, found := p.reader.at(at, zoom >= WardZoom)
		return func() { then(row, found) }
	})
}

// ProvinceAt finds the province at a position in the background and calls then with it, or
// with the zero Province at sea and abroad.
func (p *lists) ProvinceAt(at geo.Point, then func(units.Province)) *job.Job {
	return p.At(at, 0, func(row Row, _ bool) { then(row.Province) })
}

// Bounds returns the bounds of a unit, NoBounds if its border is not known.
func (p *lists) Bounds(row Row) geo.Bounds {
	if land, found := p.index.lands[row.Code()]; found {
		return land.bounds
	}
	return geo.NoBounds
}

// HasFormer reports whether the table lists former units of a unit.
func (p *lists) HasFormer(row Row) bool {
	c := p.reader.tableCard(row)
	return len(c.MadeOf)+len(c.MadeOfProvinces) > 0
}
