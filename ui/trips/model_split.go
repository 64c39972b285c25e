// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"roadsnap/engine/errclass"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/text"
)

// The errors of Exchange and Merge.
var (
	errNoSplit       = errclass.New("split_nothing", "nothing splits the trip")
	errOtherVehicle  = errclass.New("merge_vehicles", "the trips are of different vehicles")
	errMergeOne      = errclass.New("merge_one", "fewer than two trips are selected")
	errMergeNotReady = errclass.New("merge_unread", "a trip has not been read")
)

// Origin says which trips a trip was made of. The zero Origin is that of a trip as its file
// has it.
type Origin struct {
	Part   int `json:"part,omitempty"`   // number, from 1, among the parts of a trip that was split
	Of     int `json:"of,omitempty"`     // number of these parts
	Merged int `json:"merged,omitempty"` // number of trips that were merged
	// Dropped is the number of points that were left out, by a crop or as spikes.
	Dropped int `json:"dropped,omitempty"`
}

// Exchange replaces the trip id by what build makes of its recording, in the background after the
// earlier edits, and selects the new trips. Undo takes it back.
func (p *Model) Exchange(id ID, build func(whole trace.Trip) []trace.Trip) {
	t, ok := p.state.Find(id)
	if !ok || t.Stage == Reading {
		return
	}
	p.exchange([][]*Trip{{t}}, func(whole []trace.Trip) ([]trace.Trip, error) { return build(whole[0]), nil })
}

// SplitLong splits the trips of State.Long at midnight.
func (p *Model) SplitLong() {
	var groups [][]*Trip
	for _, id := range p.state.Long {
		if t, ok := p.state.Find(id); ok && t.Stage != Reading {
			groups = append(groups, []*Trip{t})
		}
	}
	p.KeepLong()
	p.exchange(groups, func(whole []trace.Trip) ([]trace.Trip, error) {
		return trip.Split(whole[0], trip.SplitPoints(whole[0], trip.Stops(whole[0]), trip.SplitRule{Midnight: true, Location: text.Vietnam})), nil
	})
}

// KeepLong clears State.Long.
func (p *Model) KeepLong() {
	p.state.Long = nil
	p.changed.Raise()
}

// noteLong adds trips that cover more than a day to State.Long.
func (p *Model) noteLong(rows []*Trip) {
	long := slices.Clone(p.state.Long)
	for _, t := range rows {
		if t.Duration() > 24*time.Hour {
			long = append(long, t.ID)
		}
	}
	p.state.Long = long
}

// Merge replaces the selected trips, which must be of one vehicle, by one and selects it.
// Undo takes it back.
func (p *Model) Merge() {
	list := p.state.ChosenTrips()
	err := mergeFault(list)
	if err != nil {
		p.o.EditRefused(err)
		return
	}
	p.exchange([][]*Trip{list}, func(parts []trace.Trip) ([]trace.Trip, error) {
		for i := range parts { // the user may have corrected it
			parts[i].Vehicle = list[0].Vehicle
		}
		whole, err := trip.Merge(parts)
		return []trace.Trip{whole}, err
	})
}

// mergeFault returns why trips cannot be merged, nil if they can.
func mergeFault(list []*Trip) error {
	if len(list) < 2 {
		return errMergeOne
	}
	for _, t := range list {
		switch {
		case t.Count == 0 || t.Stage == Reading:
			return fmt.Errorf("%s: %w", t.Name, errMergeNotReady)
		case t.fleet.plate != list[0].fleet.plate:
			return fmt.Errorf("%s, %s: %w", list[0].Name, t.Name, errOtherVehicle)
		}
	}
	return nil
}

// exchanged is a group of trips that was replaced.
type exchanged struct {
	old, made []*Trip
	// known holds trips of made that were in the list already, as they were.
	known []*Trip
}

// exchange replaces groups of trips by what build makes of the recordings of each, in the
// background after the earlier edits, and selects the new trips. Groups that build leaves
// as they are stay.
func (p *Model) exchange(groups [][]*Trip, build func([]trace.Trip) ([]trace.Trip, error)) {
	if len(groups) == 0 {
		return
	}
	for _, t := range slices.Concat(groups...) {
		p.exchanging[t.ID] = false
	}
	again := p.history.Again()
	p.edits.Start(func(ctx context.Context) func() {
		var done []exchanged
		var fault error
		rows := make([]*Trip, 0, len(groups)) // of the old trips
		for i, old := range groups {
			old, made, err := p.exchangeOne(ctx, old, build)
			rows = append(rows, old...)
			if err != nil {
				fault = err
				rows = append(rows, slices.Concat(groups[i+1:]...)...)
				break
			}
			if len(made) > 0 {
				done = append(done, exchanged{old: old, made: made})
			}
		}
		if len(done) == 0 && fault == nil {
			fault = errNoSplit
		}
		return func() {
			done := p.endExchange(rows, done)
			if fault != nil {
				p.o.EditRefused(fault)
			}
			if len(done) > 0 {
				p.history.As(again, func() { p.showExchanged(done, build) })
			}
		}
	})
}

// endExchange notes which trips were kept for an exchange. It takes the exchange of trips back
// that the user removed meanwhile, moves these to the trash, and returns the other ones.
func (p *Model) endExchange(rows []*Trip, done []exchanged) []exchanged {
	var removed, made []workspace.ID
	gone := func(t *Trip) bool { return p.exchanging[t.ID] && p.state.index(t.ID) < 0 }
	for _, t := range rows {
		if t.Kept == 0 {
			continue
		}
		if gone(t) {
			removed = append(removed, t.Kept)
		} else if row, ok := p.state.Find(t.ID); ok && row.Kept == 0 {
			p.update(t.ID, func(row *Trip) { row.Kept, row.Identity = t.Kept, t.Identity })
		}
	}
	done = slices.DeleteFunc(done, func(x exchanged) bool {
		if !slices.ContainsFunc(x.old, gone) {
			return false
		}
		for _, t := range x.made {
			if t.Kept != 0 {
				made = append(made, t.Kept)
			}
		}
		return true
	})
	for _, t := range rows {
		delete(p.exchanging, t.ID)
	}
	if len(removed) > 0 {
		p.store(func(ctx context.Context) error {
			if len(made) > 0 {
				if _, err := p.o.Keeper.Revert(ctx, made...); err != nil {
					return err
				}
			}
			return p.o.Keeper.Remove(ctx, removed...)
		}, func() {})
		p.overlapsChanged()
	}
	return done
}

// exchangeOne makes the new trips of a group and keeps them. It returns none if they would
// be the old ones. If some of the old ones are kept, the others are kept before. was has the
// rows of the old ones after that, also with an error.
func (p *Model) exchangeOne(ctx context.Context, old []*Trip, build func([]trace.Trip) ([]trace.Trip, error)) (was, made []*Trip, err error) {
	if old, err = p.keepAllOrNone(ctx, old); err != nil {
		return old, nil, err
	}
	kept, allKept := make([]workspace.ID, len(old)), true
	recordings := make([]trace.Trip, len(old))
	for i, t := range old {
		kept[i], recordings[i] = t.Kept, t.Trace
		allKept = allKept && t.Kept != 0
		if !t.Loaded() {
			if recordings[i], err = p.o.Keeper.Recording(ctx, t.Kept); err != nil {
				return old, nil, err
			}
		}
	}
	parts, err := build(recordings)
	if err != nil || unchanged(recordings, parts) {
		return old, nil, err
	}
	made = make([]*Trip, len(parts))
	if !allKept {
		for i, part := range parts {
			row := *old[0]
			row.Kept, row.HasSummary, row.source = 0, false, Source{}
			row.describe(readContent(part))
			row.Vehicle, row.Given = old[0].Vehicle, old[0].Given
			row.entitle("")
			made[i] = &row
		}
		return old, made, nil
	}
	rows, err := p.o.Keeper.Replace(ctx, kept, parts)
	if err != nil {
		return old, nil, err
	}
	made = made[:0]
	for i := range rows {
		row := p.keptRow(&rows[i])
		if len(rows) == len(parts) {
			row.Content = readContent(parts[i])
		}
		made = append(made, &row)
	}
	return old, made, nil
}

// unchanged reports whether trips would be replaced by themselves.
func unchanged(old, parts []trace.Trip) bool {
	return len(parts) == len(old) && (len(parts) != 1 || len(parts[0].Observations) == len(old[0].Observations))
}

// keepAllOrNone keeps the trips that are not kept, if others of them are. It returns their
// rows, with an error those that were kept before it.
func (p *Model) keepAllOrNone(ctx context.Context, list []*Trip) ([]*Trip, error) {
	unkept := func(t *Trip) bool { return t.Kept == 0 }
	if !slices.ContainsFunc(list, unkept) || !slices.ContainsFunc(list, func(t *Trip) bool { return t.Kept != 0 }) {
		return list, nil
	}
	list = slices.Clone(list)
	for i, t := range list {
		if !unkept(t) {
			continue
		}
		added, err := p.o.Keeper.Add(ctx, t.File, nil, []trace.Trip{t.Trace})
		if err != nil {
			return list, err
		}
		row := *t
		row.Kept, row.Identity = added[0].ID, added[0].Identity
		list[i] = &row
		if err := p.keepMarks(ctx, []*Trip{&row}); err != nil {
			return list, err
		}
	}
	return list, nil
}

// showExchanged shows replaced trips and remembers how to take that back.
func (p *Model) showExchanged(done []exchanged, build func([]trace.Trip) ([]trace.Trip, error)) {
	var chosen []ID
	for n, x := range done {
		p.stop(x.old)
		p.drop(x.old)
		rows := slices.Clone(p.state.Trips)
		open := p.state.kept()
		for i, made := range x.made {
			if t := open[made.Kept]; t != nil { // Undo leaves it: made has no ID
				done[n].known = append(done[n].known, t)
				chosen = append(chosen, t.ID)
				continue
			}
			p.nextID++
			made.ID = p.nextID
			if len(x.old) > 1 {
				made.Origin = Origin{Merged: len(x.old)}
			} else if len(x.made) == 1 {
				made.Origin = Origin{Dropped: x.old[0].Count - made.Count}
			} else {
				made.Origin = Origin{Part: i + 1, Of: len(x.made)}
			}
			rows = append(rows, p.matching(made, p.lane.StartNext))
			chosen = append(chosen, made.ID)
			if made.Kept != 0 {
				p.origins[made.Kept] = made.Origin
			}
		}
		p.setTrips(rows)
	}
	p.saveSetting(settingOrigins, maps.Clone(p.origins))
	p.history.Remember(func() { p.revert(done) }, func() {
		groups := make([][]*Trip, 0, len(done))
		for _, x := range done {
			if rows := p.current(x.old); len(rows) == len(x.old) {
				groups = append(groups, rows)
			}
		}
		p.exchange(groups, build)
	})
	p.renew()
	slices.Sort(chosen)
	p.anchor = chosen[0]
	p.choose(chosen, chosen[0])
}

// revert puts the old trips in place of those made of them.
func (p *Model) revert(done []exchanged) {
	var made, old, before []*Trip // before: with the marks that Replace may have changed
	var kept []workspace.ID
	for _, x := range done {
		old, before = append(old, x.old...), append(before, x.known...)
		for _, t := range x.old {
			if slices.ContainsFunc(x.made, func(m *Trip) bool { return m.Kept == t.Kept }) {
				before = append(before, t)
			}
		}
		for _, m := range x.made {
			if t, ok := p.state.Find(m.ID); ok {
				made = append(made, t)
			}
			if m.Kept != 0 {
				kept = append(kept, m.Kept)
				delete(p.origins, m.Kept)
			}
		}
	}
	for _, t := range append(slices.Clip(old), before...) {
		if t.Kept != 0 && t.Origin != (Origin{}) {
			p.origins[t.Kept] = t.Origin
		}
	}
	p.saveSetting(settingOrigins, maps.Clone(p.origins))
	slices.SortFunc(old, func(a, b *Trip) int { return int(a.ID - b.ID) })
	p.stop(made)
	p.drop(made)
	p.putBack(old)
	if len(kept) > 0 {
		defer p.overlapsChanged()
		p.store(func(ctx context.Context) error {
			if _, err := p.o.Keeper.Revert(ctx, kept...); err != nil {
				return err
			}
			return p.keepMarks(ctx, before)
		}, func() {
			p.stop(old)
			p.drop(old)
			p.putBack(made)
		})
	}
}

// stop cancels the work on trips.
func (p *Model) stop(list []*Trip) {
	for _, t := range list {
		p.running[t.ID].Cancel()
		delete(p.running, t.ID)
	}
}
