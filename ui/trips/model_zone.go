// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"slices"

	"roadsnap/engine/workspace"
)

// Remember is called before a change of another model. The function that it returns adds the
// change to those that Undo takes back and Redo makes again.
func (p *Model) Remember() func(undo, redo func()) {
	again := p.again
	return func(undo, redo func()) {
		p.doAgain(again, func() { p.remember(undo, redo) })
		p.changed.Raise()
	}
}

// ReadSites reads the named places again, after zones were changed.
func (p *Model) ReadSites() {
	if p.o.Keeper == nil {
		return
	}
	p.edits.Start(func(ctx context.Context) func() {
		list, err := p.o.Keeper.Sites(ctx)
		return func() {
			if err != nil {
				p.o.KeepFailed(err)
				return
			}
			p.showSites(list)
			p.changed.Raise()
		}
	})
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
