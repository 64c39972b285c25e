// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"slices"
	"time"

	"roadsnap/engine/workspace"
)

// Remove removes the selected trips from the list and cancels work on them. Kept trips are
// moved to the trash; their files are not touched. Undo restores them.
func (p *Model) Remove() {
	p.remove(p.state.ChosenTrips())
}

// remove removes trips and selects the next one if the selected one is among them.
func (p *Model) remove(list []*Trip) {
	if len(list) == 0 {
		return
	}
	at := slices.IndexFunc(p.state.View.ids, p.state.IsChosen)
	var kept, now []workspace.ID
	for _, t := range list {
		p.running[t.ID].Cancel()
		delete(p.running, t.ID)
		if t.Kept != 0 {
			kept = append(kept, t.Kept)
		}
		if _, later := p.exchanging[t.ID]; later {
			p.exchanging[t.ID] = true
		} else if t.Kept != 0 {
			now = append(now, t.Kept)
		}
	}
	p.history.Remember(func() {
		p.putBack(list)
		p.keepRestored(kept)
	}, func() { p.remove(p.current(list)) })
	p.drop(list)
	if ids := p.state.View.ids; len(ids) > 0 { // the next row, which moves up under the cursor
		p.Select(ids[min(max(at, 0), len(ids)-1)])
	} else {
		p.changed.Raise()
	}
	if len(now) > 0 {
		p.store(func(ctx context.Context) error { return p.o.Keeper.Remove(ctx, now...) }, func() { p.putBack(list) })
		p.overlapsChanged()
	}
}

// drop takes trips out of the list.
func (p *Model) drop(list []*Trip) {
	gone := make(map[ID]bool, len(list))
	for _, t := range list {
		gone[t.ID] = true
	}
	p.setTrips(slices.DeleteFunc(slices.Clone(p.state.Trips), func(t *Trip) bool { return gone[t.ID] }))
	p.dropChosen()
	p.renew()
}

// keepRestored takes kept trips out of the trash.
func (p *Model) keepRestored(kept []workspace.ID) {
	if len(kept) > 0 {
		p.store(func(ctx context.Context) error { return p.o.Keeper.Restore(ctx, kept...) }, func() {})
		p.overlapsChanged()
	}
}

// putBack adds removed trips to the list again and selects them. Cancelled work starts
// again, and a trip that was matched on another map is matched again.
func (p *Model) putBack(list []*Trip) {
	rows := slices.Clone(p.state.Trips)
	ids := make([]ID, len(list))
	for i, t := range list {
		ids[i] = t.ID
		if p.state.index(t.ID) >= 0 {
			continue
		}
		switch {
		case t.Stage == Reading:
			t = p.reading(t, t.source)
		case (t.Kept != 0 || t.hasPoints()) && (t.Stage == Matching || t.mapNumber != p.mapNumber):
			t = p.matching(t, p.lane.StartNext)
		}
		rows = append(rows, t)
	}
	slices.SortFunc(rows, func(a, b *Trip) int { return int(a.ID - b.ID) })
	p.setTrips(rows)
	p.renew()
	p.anchor = ids[0]
	p.choose(ids, ids[0])
}

// ListTrash lists the trips in the trash, in the background, and calls show with them, the
// latest first.
func (p *Model) ListTrash(show func([]*Trip)) {
	if p.o.Keeper == nil {
		show(nil)
		return
	}
	profile := p.state.Profile
	p.edits.Start(func(ctx context.Context) func() {
		list, err := p.o.Keeper.Trips(ctx, true, profile)
		slices.SortFunc(list, func(a, b workspace.Trip) int { return b.Removed.Compare(a.Removed) })
		rows := make([]*Trip, len(list))
		for i := range list {
			row := p.keptRow(&list[i])
			rows[i] = &row
		}
		return func() {
			if err != nil {
				p.o.EditRefused(err)
				return
			}
			for _, t := range rows {
				p.judge(t)
			}
			show(rows)
		}
	})
}

// EmptyTrash deletes the trips in the trash for good. Steps before it cannot be undone.
func (p *Model) EmptyTrash() {
	if p.o.Keeper == nil {
		return
	}
	restore := p.history.Clear() // those of edits made meanwhile stay
	p.edits.Start(func(ctx context.Context) func() {
		_, err := p.o.Keeper.EmptyTrash(ctx, time.Now())
		return func() {
			if err != nil {
				restore()
				p.o.EditRefused(err)
			}
		}
	})
}

// TakeFromTrash restores trips that ListTrash listed.
func (p *Model) TakeFromTrash(list []*Trip) {
	kept := make([]workspace.ID, len(list))
	for i, t := range list {
		kept[i] = t.Kept
	}
	p.edits.Start(func(ctx context.Context) func() {
		err := p.o.Keeper.Restore(ctx, kept...)
		return func() {
			if err != nil {
				p.o.EditRefused(err)
				return
			}
			rows := make([]Trip, len(list))
			for i, t := range list {
				rows[i] = *t
			}
			p.addKept(rows)
		}
	})
}
