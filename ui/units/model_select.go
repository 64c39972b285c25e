package units

import (
	"context"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
)

// selection selects units of the lists and describes what is selected.
type selection struct {
	*lists
	anchor     Row // where a range of selected units begins
	describing *job.Job
	choices    []*job.Job // the questions whose answers change the selection, in their order
}

// IsSelected reports whether the unit that has a code is selected.
func (s State) IsSelected(code string) bool { return s.chosen[code] }

// Listed returns the units that the view lists, in its order.
func (s State) Listed() []Row {
	if s.View == TableView {
		return s.Table.Rows
	}
	return s.Rows
}

// Select makes the unit of row the only selected one, and opens its province in
// the tree.
func (p *selection) Select(row Row) {
	p.anchor = row
	p.choose([]Row{row})
}

// SelectAlso adds a unit to the selected ones, or takes it away if it is one.
func (p *selection) SelectAlso(row Row) {
	p.anchor = row
	p.choose(p.state.with(row))
}

// with returns the selected units and row, or without row if it is one of them.
func (s State) with(row Row) []Row {
	rows := slices.Clone(s.Selection)
	if s.IsSelected(row.Code()) {
		return slices.DeleteFunc(rows, row.SameUnit)
	}
	return append(rows, row)
}

// SelectTo selects what is listed from the unit that was chosen last to row: in
// place of what is selected or, if more, in addition to it. Where the unit that was
// chosen last is not listed the range begins and ends with row.
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
	// The row that was clicked comes last, and leads.
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

// SelectListed selects all that is listed.
func (p *selection) SelectListed() {
	s := p.state
	listed := slices.Clone(s.Listed())
	if len(listed) == 0 {
		return
	}
	// The unit that led still leads.
	if i := slices.IndexFunc(listed, s.Selected.SameUnit); i >= 0 {
		listed = append(slices.Delete(listed, i, i+1), s.Selected)
	}
	p.choose(listed)
}

// SelectNeighbours selects a unit together with those that share a border with it,
// and then calls done with whether there are any. It does neither if something else is
// chosen before.
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

// SelectAt selects the unit that a position at a zoom of the map means, see At, or
// none if there is none. With more it adds the unit to the selected ones, or takes it
// away: after what was asked before. It does nothing if something else is chosen
// before the unit is known.
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

// choose makes rows the selected units in place of what is still being asked.
func (p *selection) choose(rows []Row) {
	p.dropChoices()
	p.selects(rows)
}

// dropChoices forgets the questions whose answers would change the selection.
func (p *selection) dropChoices() {
	for _, j := range p.choices {
		j.Cancel()
	}
	p.choices = nil
}

// StepBack leaves of several selected units the one that was chosen last. It
// reports whether there were several.
func (p *selection) StepBack() bool {
	if len(p.state.Selection) < 2 {
		return false
	}
	p.Select(p.state.Selected)
	return true
}

// Deselect leaves no unit selected.
func (p *selection) Deselect() { p.choose(nil) }

// codesOf returns the set of the codes of rows.
func codesOf(rows []Row) map[string]bool {
	codes := make(map[string]bool, len(rows))
	for _, r := range rows {
		codes[r.Code()] = true
	}
	return codes
}

// selects makes rows the selected units.
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

// describe describes the selected units: at once what the table says, and what the
// borders say when that was read.
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
			s.Card = old // until the new one is there
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

// Group sums up several units. It is immutable.
type Group struct {
	Rows             []Row // the last one that was chosen last
	Provinces, Wards int   // how many of Rows are such
	// Nested are the wards among Rows whose province is one of Rows too: the sums
	// count their land once.
	Nested int
	// Bare are those whose border is not known: the sums go without them.
	Bare   int
	Area   float64    // m²
	Bounds geo.Bounds // NoBounds if no border is known
}

// only returns the wards among rows, or the provinces.
func only(rows []Row, wards bool) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.IsWard != wards })
}

// Whole returns the units without those that lie in others of them: what is to be
// drawn or summed up.
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
