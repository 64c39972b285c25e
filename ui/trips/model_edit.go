// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"slices"
	"strings"

	"roadsnap/engine/workspace"
)

// current returns the rows that trips have now, as far as they are in the list.
func (p *Model) current(list []*Trip) (rows []*Trip) {
	for _, t := range list {
		if now, ok := p.state.Find(t.ID); ok {
			rows = append(rows, now)
		}
	}
	return rows
}

// ToggleReviewed marks the selected trips as reviewed or, if all of them are, takes the
// mark away. If the filter no longer shows the trip, the next one is selected.
func (p *Model) ToggleReviewed() {
	list := p.state.ChosenTrips()
	reviewed := slices.ContainsFunc(list, func(t *Trip) bool { return !t.Reviewed })
	p.edit(list, workspace.Edit{Reviewed: &reviewed}, func(t *Trip) { t.Reviewed = reviewed })
}

// ToggleTag gives a tag, 1 to 9, to the selected trips or, if all of them have it, takes it
// away.
func (p *Model) ToggleTag(n int) {
	list := p.state.ChosenTrips()
	tag := workspace.Tags(1) << n
	if slices.ContainsFunc(list, func(t *Trip) bool { return !t.Tags.Has(n) }) {
		p.edit(list, workspace.Edit{SetTags: tag}, func(t *Trip) { t.Tags |= tag })
	} else {
		p.edit(list, workspace.Edit{NoTags: tag}, func(t *Trip) { t.Tags &^= tag })
	}
}

// SetNote sets the note of the trip id.
func (p *Model) SetNote(id ID, note string) {
	note = strings.TrimSpace(note)
	if t, ok := p.state.Find(id); ok && t.Note != note {
		p.edit([]*Trip{t}, workspace.Edit{Note: &note}, func(t *Trip) { t.Note, t.searchKey = note, "" })
	}
}

// edit changes trips of the list and keeps the change. One that cannot be kept is taken
// back.
func (p *Model) edit(old []*Trip, e workspace.Edit, change func(*Trip)) {
	if len(old) == 0 {
		return
	}
	var kept []workspace.ID
	rows := make([]*Trip, len(old))
	for i, t := range old {
		row := *t
		change(&row)
		rows[i] = &row
		if t.Kept != 0 {
			kept = append(kept, t.Kept)
		}
	}
	p.history.Remember(func() { p.takeBack(old) }, func() { p.edit(p.current(old), e, change) })
	p.showEdited(rows)
	if len(kept) > 0 {
		p.store(func(ctx context.Context) error { return p.o.Keeper.Edit(ctx, e, kept...) }, func() { p.showEdited(p.asBefore(old)) })
		if e.Vehicle != nil {
			p.overlapsChanged()
		}
	}
}

// takeBack gives trips their earlier marks, and keeps these.
func (p *Model) takeBack(old []*Trip) {
	before := p.state.Trips
	p.showEdited(p.asBefore(old))
	p.store(func(ctx context.Context) error { return p.keepMarks(ctx, old) }, func() { p.showEdited(p.asBefore(before)) })
	p.overlapsChanged()
}

// keepMarks keeps the marks of trips as these rows have them.
func (p *Model) keepMarks(ctx context.Context, list []*Trip) error {
	type marks struct {
		reviewed    bool
		tags        workspace.Tags
		name, notes string

		vehicle, driver string
	}
	same := map[marks][]workspace.ID{}
	for _, t := range list {
		if t.Kept != 0 {
			m := marks{t.Reviewed, t.Tags, t.Given, t.Note, t.Vehicle, t.Driver}
			same[m] = append(same[m], t.Kept)
		}
	}
	for m, ids := range same {
		e := workspace.Edit{
			Vehicle: &m.vehicle, Driver: &m.driver, Name: &m.name, Note: &m.notes, Reviewed: &m.reviewed, SetTags: m.tags, NoTags: ^m.tags,
		}
		if err := p.o.Keeper.Edit(ctx, e, ids...); err != nil {
			return err
		}
	}
	return nil
}

// asBefore returns the current rows of trips with the marks that they had.
func (p *Model) asBefore(old []*Trip) (rows []*Trip) {
	for _, o := range old {
		if t, ok := p.state.Find(o.ID); ok {
			row := *t
			row.Reviewed, row.Tags, row.Note, row.Given, row.Name = o.Reviewed, o.Tags, o.Note, o.Given, o.Name
			row.Vehicle, row.Driver, row.fleet = o.Vehicle, o.Driver, fleetFacts{}
			row.searchKey, row.sortKey = "", ""
			rows = append(rows, &row)
		}
	}
	return rows
}

// showEdited shows edited rows. If the filter no longer shows the selected trip, the next
// one is selected.
func (p *Model) showEdited(rows []*Trip) {
	s := &p.state
	at := slices.Index(s.View.ids, s.Selected)
	p.replace(rows...)
	p.renew()
	if ids := s.View.ids; s.HasSelected && at >= 0 && len(ids) > 0 && len(s.Chosen) == 1 && !slices.Contains(ids, s.Selected) {
		p.Select(ids[min(at, len(ids)-1)])
		return
	}
	p.changed.Raise()
}

// store runs a change of the workspace after the earlier ones. If it fails, it calls
// refused and reports the error.
func (p *Model) store(do func(context.Context) error, refused func()) {
	p.edits.Start(func(ctx context.Context) func() {
		err := do(ctx)
		return func() {
			if err != nil {
				refused()
				p.o.EditRefused(err)
			}
		}
	})
}
