// SPDX-License-Identifier: MIT

package units

import (
	"context"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
)

// selection selects units of the lists and describes the selected ones.
type selection struct {
	*lists
	anchor     Row // start of a range selection
	describing *job.Job
	choices    []*job.Job // pending jobs that will change the selection, in order
}

// IsSelected reports whether the unit with a code is selected.
func (s State) IsSelected(code string) bool { return s.chosen[code] }

// Listed returns the units that the view lists, in its order.
func (s State) Listed() []Row {
	if s.View == TableView {
		return s.Table.Rows
	}
	return s.Rows
}

// Select selects only the unit of row and opens its province in the tree.
func (p *selection) Select(row Row) {
	p.anchor = row
	p.choose([]Row{row})
}

// SelectRows selects these units. The last one becomes Selected.
func (p *selection) SelectRows(rows []Row) {
	p.anchor = rows[len(rows)-1]
	p.choose(rows)
}

// SelectAlso adds a unit to the selection, or removes it if it is selected.
func (p *selection) SelectAlso(row Row) {
	p.anchor = row
	p.choose(p.state.with(row))
}

// with returns the selection with row added, or removed if it is selected.
func (s State) with(row Row) []Row {
	rows := slices.Clone(s.Selection)
	if s.IsSelected(row.Code()) {
		return slices.DeleteFunc(rows, row.SameUnit)
	}
	return append(rows, row)
}

// SelectTo selects the listed units from the one chosen last to row. They replace the
// selection or, if more, are added to it. If the unit chosen last is not listed, the range
// is only row.
func (p *selection) SelectTo(row Row, more bool) {
	listed := p.state.Listed()
	end := slices.IndexFunc(listed, row.SameUnit)
	if end < 0 {
		return
	}
	begin := slices.IndexFunc(listed, p.anchor.SameUnit)
	if begin < 0 {
		begin, p.anchor = end, row
	}
	// The clicked row comes last, so that it becomes Selected.
	chosen := slices.Clone(listed[min(begin, end) : max(begin, end)+1])
	if begin > end {
		slices.Reverse(chosen)
	}
	if more {
		again := codesOf(chosen)
		others := slices.DeleteFunc(slices.Clone(p.state.Selection), func(r Row) bool { return again[r.Code()] })
		chosen = append(others, chosen...)
	}
	p.choose(chosen)
}

// SelectListed selects all listed units.
func (p *selection) SelectListed() {
	s := p.state
	listed := slices.Clone(s.Listed())
	if len(listed) == 0 {
		return
	}
	// Selected does not change if it is listed.
	if i := slices.IndexFunc(listed, s.Selected.SameUnit); i >= 0 {
		listed = append(slices.Delete(listed, i, i+1), s.Selected)
	}
	p.choose(listed)
}

// SelectNeighbours selects a unit and its neighbours, if it has any, in the background and
// calls done with whether there are neighbours. It does neither if the selection changes
// first.
func (p *selection) SelectNeighbours(row Row, done func(has bool)) {
	p.dropChoices()
	p.choices = append(p.choices, p.asks.Start(func(context.Context) func() {
		var rows []Row
		_ = p.reader.store.Atlas(func(a *units.Atlas) error {
			for _, n := range p.reader.neighbours(a, row) {
				rows = append(rows, n.Row)
			}
			return nil
		})
		return func() {
			if len(rows) > 0 {
				p.anchor = row
				p.selects(append(rows, row))
			}
			done(len(rows) > 0)
		}
	}))
}

// SelectAt finds the unit at a position as At does and selects only it, or nothing if
// there is none. If more, it adds the unit to the selection, or removes it, after earlier
// calls have finished. It does nothing if the selection changes before the unit is found.
func (p *selection) SelectAt(at geo.Point, zoom float64, more bool) {
	if !more {
		p.dropChoices()
	}
	p.choices = slices.DeleteFunc(p.choices, func(j *job.Job) bool { return !j.Running() })
	p.choices = append(p.choices, p.At(at, zoom, func(row Row, found bool) {
		if found {
			p.anchor = row
		}
		switch {
		case found && more:
			p.selects(p.state.with(row))
		case found:
			p.selects([]Row{row})
		case !more:
			p.selects(nil)
		}
	}))
}

// choose selects rows and cancels pending changes of the selection.
func (p *selection) choose(rows []Row) {
	p.dropChoices()
	p.selects(rows)
}

// dropChoices cancels pending changes of the selection.
func (p *selection) dropChoices() {
	for _, j := range p.choices {
		j.Cancel()
	}
	p.choices = nil
}

// StepBack reduces a selection of several units to the last selected one. It reports
// whether there were several.
func (p *selection) StepBack() bool {
	if len(p.state.Selection) < 2 {
		return false
	}
	p.Select(p.state.Selected)
	return true
}

// Deselect clears the selection.
func (p *selection) Deselect() { p.choose(nil) }

// codesOf returns the set of the codes of rows.
func codesOf(rows []Row) map[string]bool {
	codes := make(map[string]bool, len(rows))
	for _, r := range rows {
		codes[r.Code()] = true
	}
	return codes
}

// selects sets the selection to rows and notifies the listener.
func (p *selection) selects(rows []Row) {
	s := &p.state
	s.Selection, s.chosen = rows, codesOf(rows)
	s.Selected, s.HasSelected = Row{}, len(rows) > 0
	if s.HasSelected {
		s.Selected = rows[len(rows)-1]
	}
	if row := s.Selected; row.IsWard && s.Query == "" && !p.open[row.Province.Code] {
		p.open[row.Province.Code] = true
		if s.View == TreeView {
			p.list()
		}
	}
	p.describe()
	p.changed.Raise()
}

// describe sets the record of the selection: at once from the table, and later from the
// borders, which it reads in the background.
func (p *selection) describe() {
	s := &p.state
	p.describing.Cancel()
	old := s.Card
	s.Card, s.Group = nil, nil
	switch {
	case len(s.Selection) == 1:
		row := s.Selected
		s.Card = p.reader.tableCard(row)
		_, s.Card.HasBorder = p.index.lands[row.Code()]
		if old != nil && old.Row.SameUnit(row) {
			s.Card = old // until the new one is complete
		}
		p.describing = p.jobs.Start(func(context.Context) func() {
			card := p.reader.card(row)
			return func() {
				p.state.Card = card
				p.changed.Raise()
			}
		})
	case len(s.Selection) > 1:
		s.Group = p.group()
	}
}

// Group is the sum of several units. It is immutable.
type Group struct {
	Rows             []Row // in order of selection
	Provinces, Wards int   // numbers of Rows of each kind
	// Nested is the number of wards in Rows whose province is also in Rows. The sums
	// count their land once.
	Nested int
	// Bare is the number of units without a known border. The sums leave them out.
	Bare   int
	Area   float64    // m²
	Bounds geo.Bounds // NoBounds if no border is known
}

// only returns the wards in rows, or the provinces if not wards.
func only(rows []Row, wards bool) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.IsWard != wards })
}

// Whole returns the selection without wards whose province is selected too, so that no
// land is drawn or summed twice.
func (s State) Whole() []Row {
	return slices.DeleteFunc(slices.Clone(s.Selection), func(r Row) bool { return r.IsWard && s.chosen[r.Province.Code] })
}

// group sums up the selected units.
func (p *selection) group() *Group {
	rows, whole := p.state.Selection, p.state.Whole()
	wards := len(only(rows, true))
	g := &Group{Rows: rows, Provinces: len(rows) - wards, Wards: wards, Nested: len(rows) - len(whole), Bounds: geo.NoBounds}
	for _, r := range whole {
		if land, found := p.index.lands[r.Code()]; found {
			g.Area += land.area
			g.Bounds = g.Bounds.Union(land.bounds)
		} else {
			g.Bare++
		}
	}
	return g
}
