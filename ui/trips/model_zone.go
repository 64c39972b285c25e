// SPDX-License-Identifier: MIT

package trips

import (
	"context"

	"roadsnap/engine/workspace"
)

// Remember adds a step of another model to those that Undo takes back. Redo cannot do it again.
func (p *Model) Remember(undo func()) {
	p.remember(undo, nil)
	p.changed.Raise()
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
