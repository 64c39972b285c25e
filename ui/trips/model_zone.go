// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"slices"

	"roadsnap/engine/workspace"
)

// ChangeZones changes the kept zones, among which the named places are, after the earlier edits, and
// then calls done with nil or the error. do makes the change in the background. Undo takes it back
// and Redo makes it again, in the same order with the other changes of zones, so that the zones
// have the same numbers as before.
func (p *Model) ChangeZones(do func(ctx context.Context) (workspace.ZoneChange, error), done func(error)) {
	var made workspace.ZoneChange // set by the first job; the later ones of the lane read it
	again := func(back bool) func(context.Context) error {
		return func(ctx context.Context) error {
			if back {
				return p.o.Keeper.ChangeZones(ctx, made.Back())
			}
			return p.o.Keeper.ChangeZones(ctx, made)
		}
	}
	var undo, redo func()
	undo = func() { p.storeZones(again(true), p.refuse) }
	redo = func() {
		forget := p.history.Remember(undo, redo)
		p.storeZones(again(false), func(err error) {
			if err != nil {
				forget()
			}
			p.refuse(err)
		})
	}
	forget := p.history.Remember(undo, redo)
	p.storeZones(func(ctx context.Context) (err error) {
		made, err = do(ctx)
		return err
	}, func(err error) {
		if err != nil {
			forget()
		}
		done(err)
	})
}

// storeZones changes the kept zones after the earlier edits, shows the named places and calls done
// with the error of the change.
func (p *Model) storeZones(do func(context.Context) error, done func(error)) {
	p.edits.Start(func(ctx context.Context) func() {
		err := do(ctx)
		list, listErr := p.o.Keeper.Sites(ctx)
		return func() {
			if listErr != nil {
				p.o.KeepFailed(listErr)
			} else {
				p.showSites(list)
			}
			p.state.ZoneChanges++
			done(err)
			p.changed.Raise()
		}
	})
}

// refuse reports the error of an edit, unless it is nil.
func (p *Model) refuse(err error) {
	if err != nil {
		p.o.EditRefused(err)
	}
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
