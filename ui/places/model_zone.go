// SPDX-License-Identifier: MIT

package places

import (
	"context"

	"roadsnap/engine/workspace"
)

// ChangeZones changes the kept zones, among which the named places are, after the earlier edits, and
// then calls done with nil or the error. do makes the change in the background. Undo takes it back
// and Redo makes it again, in the same order with the other changes of zones, so that the zones
// have the same numbers as before.
func (m *Model) ChangeZones(do func(ctx context.Context) (workspace.ZoneChange, error), done func(error)) {
	var made workspace.ZoneChange // set by the first job; the later ones of the lane read it
	again := func(back bool) func(context.Context) error {
		return func(ctx context.Context) error {
			if back {
				return m.o.Keeper.ChangeZones(ctx, made.Back())
			}
			return m.o.Keeper.ChangeZones(ctx, made)
		}
	}
	var undo, redo func()
	undo = func() { m.storeZones(again(true), m.refuse) }
	redo = func() {
		forget := m.o.History.Remember(undo, redo)
		m.storeZones(again(false), func(err error) {
			if err != nil {
				forget()
			}
			m.refuse(err)
		})
	}
	forget := m.o.History.Remember(undo, redo)
	m.storeZones(func(ctx context.Context) (err error) {
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
func (m *Model) storeZones(do func(context.Context) error, done func(error)) {
	m.o.Trips.AfterEdits(func(ctx context.Context) func() {
		err := do(ctx)
		list, listErr := m.o.Keeper.Sites(ctx)
		return func() {
			m.show(list, listErr)
			m.zoneChanges++
			done(err)
			m.changed.Raise()
		}
	})
}

// refuse reports the error of an edit, unless it is nil.
func (m *Model) refuse(err error) {
	if err != nil {
		m.o.Failed(err)
	}
}
