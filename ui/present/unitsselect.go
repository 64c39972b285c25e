package present

import (
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// IsSelected reports whether the unit that has a code is selected.
func (s UnitsState) IsSelected(code string) bool { return s.chosen[code] }

// Listed returns the units that the view lists, in its order.
func (s UnitsState) Listed() []UnitRow {
	switch s.View {
	case UnitsTable:
		rows := make([]UnitRow, len(s.Table.Rows))
		for i, e := range s.Table.Rows {
			rows[i] = e.UnitRow
		}
		return rows
	case UnitsTree:
		return s.Rows
	case UnitsFaults:
	}
	return nil
}

// Select makes the unit of row the only selected one, and opens its province in
// the tree.
func (p *Units) Select(row UnitRow) {
	p.selects(func(UnitsState) []UnitRow {
		p.anchor = row
		return []UnitRow{row}
	})
}

// SelectAlso adds a unit to the selected ones, or takes it away if it is one.
func (p *Units) SelectAlso(row UnitRow) {
	p.selects(func(s UnitsState) []UnitRow {
		p.anchor = row
		if s.IsSelected(row.Code()) {
			return slices.DeleteFunc(slices.Clone(s.Selection), row.SameUnit)
		}
		return append(slices.Clone(s.Selection), row)
	})
}

// SelectTo selects what is listed from the unit that was chosen last to row, in
// place of what is selected or, if more, beside it. Where the unit that was chosen
// last is not listed the range begins and ends with row.
func (p *Units) SelectTo(row UnitRow, more bool) {
	p.selects(func(s UnitsState) []UnitRow {
		listed := s.Listed()
		end := slices.IndexFunc(listed, row.SameUnit)
		if end < 0 {
			return s.Selection
		}
		begin := slices.IndexFunc(listed, p.anchor.SameUnit)
		if begin < 0 {
			begin, p.anchor = end, row
		}
		var out []UnitRow
		if more {
			out = slices.Clone(s.Selection)
		}
		// The row that was clicked comes last, and leads.
		step := 1
		if begin > end {
			step = -1
		}
		for i := begin; ; i += step {
			out = append(out, listed[i])
			if i == end {
				return once(out)
			}
		}
	})
}

// SelectListed selects all that is listed.
func (p *Units) SelectListed() {
	p.selects(func(s UnitsState) []UnitRow {
		listed := slices.Clone(s.Listed())
		if len(listed) == 0 {
			return s.Selection
		}
		// Whichever unit led leads still.
		if i := slices.IndexFunc(listed, s.Selected.SameUnit); s.HasSelected && i >= 0 {
			listed = append(slices.Delete(listed, i, i+1), s.Selected)
		}
		return listed
	})
}

// SelectNeighbours selects a unit together with those that share a border with it,
// and reports whether there are any.
func (p *Units) SelectNeighbours(row UnitRow) bool {
	var rows []UnitRow
	for _, n := range p.card(row).Neighbours {
		rows = append(rows, n.Row)
	}
	if len(rows) == 0 {
		return false
	}
	p.selects(func(UnitsState) []UnitRow {
		p.anchor = row
		return append(rows, row)
	})
	return true
}

// StepBack leaves of several selected units the one that was chosen last. It
// reports whether there were several.
func (p *Units) StepBack() bool {
	s := p.State()
	if len(s.Selection) < 2 {
		return false
	}
	p.Select(s.Selected)
	return true
}

// Deselect leaves no unit selected.
func (p *Units) Deselect() { p.selects(func(UnitsState) []UnitRow { return nil }) }

// once leaves out what came before; of two the later stays.
func once(rows []UnitRow) []UnitRow {
	seen := map[string]bool{}
	slices.Reverse(rows)
	rows = slices.DeleteFunc(rows, func(r UnitRow) bool {
		was := seen[r.Code()]
		seen[r.Code()] = true
		return was
	})
	slices.Reverse(rows)
	return rows
}

// selects makes what choose returns the selected units. choose runs under the
// lock of the state and may move the anchor.
func (p *Units) selects(choose func(UnitsState) []UnitRow) {
	p.state.change(func(s UnitsState) UnitsState {
		rows := choose(s)
		s.Selection, s.chosen = rows, make(map[string]bool, len(rows))
		for _, r := range rows {
			s.chosen[r.Code()] = true
		}
		s.Selected, s.HasSelected = UnitRow{}, len(rows) > 0
		if s.HasSelected {
			s.Selected = rows[len(rows)-1]
		}
		if row := s.Selected; row.IsWard && s.Query == "" && !s.IsOpen(row.Province.Code) {
			s = s.opened(row.Province.Code, true)
			if s.View == UnitsTree {
				s = p.listed(s)
			}
		}
		return p.described(s)
	})
}

// described returns s with what is known of the selected units.
func (p *Units) described(s UnitsState) UnitsState {
	s.Card, s.Group = nil, nil
	switch {
	case len(s.Selection) == 1:
		s.Card = p.card(s.Selected)
	case len(s.Selection) > 1:
		s.Group = p.group(s)
	}
	return s
}

// UnitGroup sums up several units. It is immutable.
type UnitGroup struct {
	Rows      []UnitRow // the last one that was chosen last
	Provinces int
	Wards     int
	// Nested are the wards among Rows whose province is one of Rows too: the sums
	// count their land once.
	Nested int
	// Bare are those whose border is not known: the sums go without them.
	Bare   int
	Area   float64    // m²
	Bounds geo.Bounds // NoBounds if no border is known
}

// Whole returns the units without those that lie in others of them: what is to be
// drawn or summed up.
func (s UnitsState) Whole() []UnitRow {
	var out []UnitRow
	for _, r := range s.Selection {
		if !r.IsWard || !s.chosen[r.Province.Code] {
			out = append(out, r)
		}
	}
	return out
}

func (p *Units) group(s UnitsState) *UnitGroup {
	g := &UnitGroup{Rows: s.Selection, Bounds: geo.NoBounds}
	for _, r := range s.Selection {
		if r.IsWard {
			g.Wards++
		} else {
			g.Provinces++
		}
	}
	whole := s.Whole()
	g.Nested, g.Bare = len(s.Selection)-len(whole), len(whole)
	_ = p.store.Atlas(func(a *units.Atlas) error {
		for _, r := range whole {
			if land, found := landOf(a, r); found {
				g.Bare--
				g.Area += land.Size()
				g.Bounds = g.Bounds.Union(land.Bounds())
			}
		}
		return nil
	})
	return g
}
