package present

import (
	"strings"

	"roadsnap/engine/units"
)

// UnitRow is a row of the list of units: a province, or a ward under it.
type UnitRow struct {
	Province units.Province
	Ward     units.Ward // meaningful if IsWard
	IsWard   bool
	Wards    int  // of a province: how many it has
	Open     bool // of a province: its wards follow
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

// UnitsState is what the place Units shows.
type UnitsState struct {
	Query       string
	Rows        []UnitRow
	Found       int // units that match Query, which may be more than Rows
	Selected    UnitRow
	HasSelected bool
}

// maxFound is how many finds are listed: whoever sees more types on.
const maxFound = 200

// Units presents the table of provinces and wards.
type Units struct {
	table *units.Table
	state state[UnitsState]
	open  map[string]bool // codes of the provinces whose wards are shown; under state's lock
}

// NewUnits returns the presenter of units.
func NewUnits(table *units.Table) *Units {
	p := &Units{table: table, open: map[string]bool{}}
	p.state.value = p.listed(UnitsState{})
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

// Search lists what matches query; an empty one lists all provinces.
func (p *Units) Search(query string) {
	p.state.change(func(s UnitsState) UnitsState {
		s.Query = query
		return p.listed(s)
	})
}

// Toggle shows or hides the wards of a province.
func (p *Units) Toggle(province string) {
	p.state.change(func(s UnitsState) UnitsState {
		p.open[province] = !p.open[province]
		return p.listed(s)
	})
}

// Select makes the unit of row the selected one.
func (p *Units) Select(row UnitRow) {
	p.state.change(func(s UnitsState) UnitsState {
		s.Selected, s.HasSelected = row, true
		return s
	})
}

// Deselect leaves no unit selected.
func (p *Units) Deselect() {
	p.state.change(func(s UnitsState) UnitsState {
		s.HasSelected = false
		return s
	})
}

// listed returns s with the rows of its query.
func (p *Units) listed(s UnitsState) UnitsState {
	s.Rows = nil
	if strings.TrimSpace(s.Query) != "" {
		found := p.table.Search(s.Query, units.Filter{})
		for _, m := range found[:min(len(found), maxFound)] {
			s.Rows = append(s.Rows, p.foundRow(m))
		}
		s.Found = len(found)
		return s
	}
	for _, province := range p.table.Provinces() {
		s.Rows = append(s.Rows, p.provinceRow(province))
		if !p.open[province.Code] {
			continue
		}
		for _, w := range p.table.WardsOf(province.Code) {
			s.Rows = append(s.Rows, UnitRow{Province: province, Ward: w, IsWard: true})
		}
	}
	s.Found = len(s.Rows)
	return s
}

func (p *Units) provinceRow(province units.Province) UnitRow {
	return UnitRow{Province: province, Wards: len(p.table.WardsOf(province.Code)), Open: p.open[province.Code]}
}

func (p *Units) foundRow(m units.Match) UnitRow {
	if m.Kind != units.KindWard {
		return p.provinceRow(m.Province)
	}
	// A ward's province is in the table: Load has made sure of it.
	province, _ := p.table.Province(m.Ward.ProvinceCode)
	return UnitRow{Province: province, Ward: m.Ward, IsWard: true}
}
