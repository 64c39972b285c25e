// SPDX-License-Identifier: MIT

package trips

import (
	"slices"

	"roadsnap/engine/workspace"
)

// Select selects the trip id alone.
func (p *Model) Select(id ID) {
	if _, ok := p.state.Find(id); !ok {
		return
	}
	p.anchor = id
	p.choose([]ID{id}, id)
}

// SelectKept selects the trip that is kept under an ID, and reports whether it is open.
func (p *Model) SelectKept(id workspace.ID) bool {
	t := p.state.kept()[id]
	if t != nil {
		p.Select(t.ID)
	}
	return t != nil
}

// SelectAllKept selects the trips that are kept under IDs, as far as they are open.
func (p *Model) SelectAllKept(ids []int64) {
	kept := p.state.kept()
	var chosen []ID
	for _, id := range ids {
		if t := kept[workspace.ID(id)]; t != nil {
			chosen = append(chosen, t.ID)
		}
	}
	if len(chosen) == 0 {
		return
	}
	slices.Sort(chosen)
	chosen = slices.Compact(chosen)
	p.anchor = chosen[0]
	p.choose(chosen, chosen[0])
}

// Toggle adds a trip to the selected ones, or takes it from them.
func (p *Model) Toggle(id ID) {
	chosen := slices.Clone(p.state.Chosen)
	i, found := slices.BinarySearch(chosen, id)
	if !found {
		p.anchor = id
		p.choose(slices.Insert(chosen, i, id), id)
		return
	}
	chosen = slices.Delete(chosen, i, i+1)
	if id == p.state.Selected && len(chosen) > 0 {
		id = chosen[min(i, len(chosen)-1)]
	} else {
		id = p.state.Selected
	}
	p.choose(chosen, id)
}

// Extend selects the visible trips from the one selected last, without Extend, to id.
func (p *Model) Extend(id ID) {
	ids := p.state.View.ids
	from, to := slices.Index(ids, p.anchor), slices.Index(ids, id)
	if from < 0 || to < 0 {
		p.Select(id)
		return
	}
	chosen := slices.Clone(ids[min(from, to) : max(from, to)+1])
	slices.Sort(chosen)
	p.choose(chosen, id)
}

// SelectAll selects all visible trips.
func (p *Model) SelectAll() {
	chosen := slices.Clone(p.state.View.ids)
	if len(chosen) == 0 {
		return
	}
	selected := chosen[0]
	if p.state.HasSelected && slices.Contains(chosen, p.state.Selected) {
		selected = p.state.Selected
	}
	slices.Sort(chosen)
	p.choose(chosen, selected)
}

// SelectGroup selects the trips of a group of the list.
func (p *Model) SelectGroup(key string) {
	var chosen []ID
	of := ""
	for _, l := range p.state.View.Lines {
		switch {
		case l.Group != nil:
			of = l.Group.Key
		case of == key:
			chosen = append(chosen, l.ID)
		}
	}
	if len(chosen) > 0 {
		first := chosen[0]
		slices.Sort(chosen)
		p.anchor = first
		p.choose(chosen, first)
	}
}

// Deselect clears the selection.
func (p *Model) Deselect() { p.choose(nil, 0) }

// choose selects trips, whose IDs ascend, and shows the selected one in the inspector.
func (p *Model) choose(chosen []ID, selected ID) {
	if selected != p.state.Selected {
		p.walk.wanted = noEvent
	}
	p.state.Chosen, p.state.Selected, p.state.HasSelected = chosen, selected, len(chosen) > 0
	p.updateEvent()
	p.load()
	p.saveView()
	p.changed.Raise()
}

// dropChosen takes trips that are no longer in the list out of the selection.
func (p *Model) dropChosen() {
	s := &p.state
	s.Chosen = slices.DeleteFunc(slices.Clone(s.Chosen), func(id ID) bool { return s.index(id) < 0 })
	if s.HasSelected && s.index(s.Selected) < 0 {
		s.HasSelected = len(s.Chosen) > 0
		if s.HasSelected {
			s.Selected = s.Chosen[0]
		}
	}
}

// NextToReview selects the next trip to review below the selected one, or the first one.
func (p *Model) NextToReview() { p.stepToReview(1) }

// PreviousToReview selects the trip to review above the selected one, or the last one.
func (p *Model) PreviousToReview() { p.stepToReview(-1) }

func (p *Model) stepToReview(by int) {
	visible := p.state.Visible()
	n := len(visible)
	at := slices.IndexFunc(visible, func(t *Trip) bool { return p.state.HasSelected && t.ID == p.state.Selected })
	if at < 0 && by < 0 {
		at = n
	}
	for i := 1; i <= n; i++ {
		if t := visible[((at+i*by)%n+n)%n]; t.ToReview() {
			p.unfold(t.ID)
			p.Select(t.ID)
			return
		}
	}
}
