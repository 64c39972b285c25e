// SPDX-License-Identifier: MIT

package maps

import (
	"context"
	"errors"

	"roadsnap/engine"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/unitimport"
	"roadsnap/engine/units"
)

// Refusal is an import that was refused although it can be done, and how to do it.
type Refusal struct {
	// CutOff is set if the extract seems to be cut off. Otherwise the new map lacks much of
	// the one that it replaces.
	CutOff bool

	sources Sources
	table   *units.Table
	out     string // "" for an installation
}

// Import makes a pack of sources at out in the background and opens it. Borders of wards are
// joined to the table.
func (p *Model) Import(table *units.Table, s Sources, out string) {
	p.run(func(ctx context.Context, report func(Progress)) result {
		o := s.options(out)
		o.Table = table
		o.Progress = func(q osmimport.Progress) {
			report(Progress{Stage: StagePrefix + string(q.Stage), Done: q.Done, Total: q.Total})
		}
		o.UnitsProgress = func(q unitimport.Progress) {
			report(Progress{Stage: StagePrefix + string(q.Stage), Done: q.Done, Total: q.Total})
		}
		found, err := engine.Import(ctx, o)
		if err != nil {
			r := result{err: err, found: found.Diagnostics()}
			r.refuse(Refusal{CutOff: found.CutOff(), sources: s, table: table, out: out})
			return r
		}
		r := p.add(absolute(out))
		if r.err == nil {
			r.made = absolute(out)
		}
		return r
	}, nil)
}

// refuse notes that r.err can be overruled, if it can.
func (r *result) refuse(by Refusal) {
	if by.CutOff && errors.Is(r.err, osmimport.ErrTruncated) || !by.CutOff && errors.Is(r.err, engine.ErrSmaller) {
		r.refused = &by
	}
}

// Insist does what State.Refused says was refused.
func (p *Model) Insist() {
	by := p.state.Refused
	if by == nil {
		return
	}
	s := by.sources
	if by.CutOff {
		s.Partial = true
	} else {
		s.Smaller = true
	}
	if by.out == "" {
		p.Install(s)
		return
	}
	p.Import(by.table, s, by.out)
}
