// SPDX-License-Identifier: MIT

package gis

import (
	"context"
	"encoding/json"

	"roadsnap/engine/workspace"
	"roadsnap/ui/job"
)

// layersSetting is the setting of the workspace that holds the layers as JSON.
const layersSetting = "layers"

// Former holds the layers that earlier versions kept outside the workspace.
type Former struct {
	Layers string // "" for none
	Forget func() // is called when the workspace has them
}

// keeping is what a Model knows of the kept layers.
type keeping struct {
	lane *job.Lane // writes one after another
	read bool      // the layers of the last run are in the list; nothing is written before
	late bool      // the layers were changed before that
}

// reopen adds the layers of the last run below those that are open.
func (m *Model) reopen() {
	if m.o.Keeper == nil {
		return
	}
	m.keeping.lane = m.o.Jobs.Lane(1)
	m.state.Busy++
	m.keeping.lane.Start(func(ctx context.Context) func() {
		kept, moved, err := m.kept(ctx)
		return func() {
			if m.state.Busy--; moved {
				m.o.Former.Forget()
			}
			if err != nil { // what is kept stays as it is
				m.state.Problem = err
				m.changed.Raise()
				return
			}
			m.keeping.read = true
			for _, i := range kept {
				m.add(i, false)
			}
			if m.state.Active == 0 && len(kept) > 0 {
				m.Activate(kept[0].ID)
			}
			if m.keeping.late {
				m.keep()
			}
			m.changed.Raise()
		}
	})
}

// kept returns the layers of the last run. moved reports whether those of earlier versions are now
// in the workspace.
func (m *Model) kept(ctx context.Context) (list []*Item, moved bool, err error) {
	value, err := m.o.Keeper.Setting(ctx, layersSetting)
	if err != nil {
		return nil, false, err
	}
	if value == nil && m.o.Former.Layers != "" {
		value = []byte(m.o.Former.Layers)
		if err := m.o.Keeper.SetSetting(ctx, layersSetting, value); err != nil {
			return nil, false, err
		}
		moved = true
	}
	if len(value) > 0 {
		err = json.Unmarshal(value, &list)
	}
	return list, moved, err
}

// keep saves the layers for the next run.
func (m *Model) keep() {
	k := &m.keeping
	if m.o.Keeper == nil {
		return
	}
	if k.late = !k.read; k.late {
		return
	}
	value, err := json.Marshal(m.state.Items)
	if err != nil {
		m.state.Problem = err
		return
	}
	k.lane.Start(func(ctx context.Context) func() {
		if err := m.o.Keeper.SetSetting(ctx, layersSetting, value); err != nil && ctx.Err() == nil {
			return func() {
				m.state.Problem = err
				m.changed.Raise()
			}
		}
		return nil
	})
}

// Keeper keeps values under names between runs. Safe for concurrent use.
type Keeper = workspace.Settings
