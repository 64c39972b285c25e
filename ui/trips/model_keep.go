// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"errors"
	"slices"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job"
)

// Keeper keeps trips between runs of the app. Its methods are called on background
// goroutines, several at a time.
type Keeper interface {
	// Add keeps the trips of a file. It returns them in order; one that was kept before is
	// known.
	Add(ctx context.Context, file string, content *workspace.Content, trips []trace.Trip) ([]workspace.Added, error)
	// Trips returns the kept trips with the summaries of their matches for a profile. Those
	// that were not made on the installed map are stale.
	Trips(ctx context.Context, trash bool, profile match.Profile) ([]workspace.Trip, error)
	Recording(ctx context.Context, id workspace.ID) (trace.Trip, error)
	// Kept returns the kept match of a trip on the installed map; ok is false if there is
	// none.
	Kept(ctx context.Context, id workspace.ID, profile match.Profile) (r match.Result, ok bool, err error)
	// Match matches a trip on the installed map under its corrections and keeps the result.
	Match(ctx context.Context, id workspace.ID, recording trace.Trip, stops []trip.Stop, profile match.Profile) (Corrected, error)
	Edit(ctx context.Context, e workspace.Edit, ids ...workspace.ID) error
	// Setting returns a value that SetSetting kept under a name, nil if there is none.
	Setting(ctx context.Context, name string) ([]byte, error)
	SetSetting(ctx context.Context, name string, value []byte) error
	Remove(ctx context.Context, ids ...workspace.ID) error
	Restore(ctx context.Context, ids ...workspace.ID) error
	// EmptyTrash deletes the trips that were moved to the trash before a time.
	EmptyTrash(ctx context.Context, before time.Time) (n int64, err error)
	// Replace puts parts in place of trips, with their notes and tags, and Revert takes that
	// back for the parts.
	Replace(ctx context.Context, old []workspace.ID, parts []trace.Trip) ([]workspace.Trip, error)
	Revert(ctx context.Context, ids ...workspace.ID) ([]workspace.Trip, error)
	FleetKeeper
	OverlapKeeper
}

// contentMemory is what a Model knows of the contents of kept trips in memory.
type contentMemory struct {
	loads  map[ID]*job.Job // the loading of a trip's content
	ids    []ID            // kept trips whose content is in memory, the last used one last
	points int             // number of their observations
}

// maxLoaded is the number of observations of kept trips that stay in memory after the trips
// were shown (some 250 bytes each, with their match).
const maxLoaded = 1_000_000

// Reopen adds the trips that earlier runs kept, in the background. Those without a match on
// the installed map are matched. The trip that was selected last is selected.
func (p *Model) Reopen() {
	if p.o.Keeper == nil {
		return
	}
	profile := p.state.Profile
	p.edits.Start(func(ctx context.Context) func() {
		list, err := p.o.Keeper.Trips(ctx, false, profile)
		set := p.readSettings(ctx)
		register, fleetErr := p.o.Keeper.Register(ctx)
		err = errors.Join(err, fleetErr)
		rows := make([]Trip, len(list))
		for i := range list {
			rows[i] = p.keptRow(&list[i])
			rows[i].Origin = set.origins[list[i].ID]
		}
		return func() {
			p.reopened = true
			p.state.Saved, p.rules, p.origins = set.saved, set.rules, set.origins
			if fleetErr == nil {
				p.showRegister(newFleetIndex(register))
			}
			if p.state.Filter == DefaultFilter() {
				p.state.Filter = set.view.Filter
			}
			if err != nil {
				p.o.KeepFailed(err)
				p.listFailed(set.failed)
				return
			}
			p.addKept(rows)
			p.listFailed(set.failed)
			if t := p.state.kept()[set.view.Selected]; t != nil && !p.state.HasSelected {
				p.Select(t.ID)
			}
		}
	})
}

// keptRow returns the row of a kept trip, without an ID.
func (p *Model) keptRow(kept *workspace.Trip) Trip {
	t := Trip{
		File: kept.File, Given: kept.Name, Vehicle: kept.Vehicle, Driver: kept.Driver, Stage: Done, Content: notLoaded,
		First: kept.First, Last: kept.Last, Count: kept.Points, Raw: kept.Raw, Bounds: kept.Bounds,
		Added: kept.Added, Kept: kept.ID, Identity: kept.Identity, Reviewed: kept.Reviewed, Tags: kept.Tags, Note: kept.Note,
		Summary: kept.Summary, HasSummary: kept.HasSummary, Stale: kept.Stale,
		Corrected: kept.Corrected,
	}
	t.entitle("")
	return t
}

// addKept adds rows of kept trips that are not open.
func (p *Model) addKept(rows []Trip) {
	open := p.state.kept()
	list := slices.Grow(slices.Clone(p.state.Trips), len(rows))
	for i := range rows {
		if t := &rows[i]; open[t.Kept] == nil {
			p.nextID++
			t.ID = p.nextID
			t.mapNumber = p.mapNumber
			p.judge(t)
			if !t.HasSummary || t.Stale {
				t.Stage = Matching
				p.waiting = append(p.waiting, t.ID)
			}
			list = append(list, t)
		}
	}
	p.setTrips(list)
	p.pump()
	p.renew()
	p.changed.Raise()
}

// pump starts to match kept trips that wait, a few at a time.
func (p *Model) pump() {
	for len(p.waiting) > 0 && len(p.running) < maxStarted {
		id := p.waiting[0]
		p.waiting = p.waiting[1:]
		if t, ok := p.state.Find(id); ok && t.Stage == Matching && p.running[id] == nil {
			p.startMatching(t, p.lane.Start)
		}
	}
}

// maxStarted is the number of trips above which waiting ones are not started.
const maxStarted = 16

// kept returns the open trips that are kept.
func (s State) kept() map[workspace.ID]*Trip {
	open := make(map[workspace.ID]*Trip, len(s.Trips))
	for _, t := range s.Trips {
		if t.Kept != 0 {
			open[t.Kept] = t
		}
	}
	return open
}

// load starts to load the content of the selected trips, as far as they fit into memory,
// and cancels the loading of others.
func (p *Model) load() {
	for id, j := range p.memory.loads {
		if !p.state.IsChosen(id) {
			j.Cancel()
			delete(p.memory.loads, id)
		}
	}
	points := 0
	for _, t := range p.state.ChosenTrips() {
		if points += t.Count; points > maxLoaded && t.ID != p.state.Selected {
			continue
		}
		switch {
		case t.Kept == 0 || p.memory.loads[t.ID] != nil:
		case t.Loaded():
			p.use(t.ID)
		default:
			p.startLoading(t)
		}
	}
}

// startLoading loads the recording of a trip, and its match if that is of the installed map.
func (p *Model) startLoading(t *Trip) {
	id, kept, matched, profile := t.ID, t.Kept, t.Stage == Done, p.state.Profile
	p.memory.loads[id] = p.o.Jobs.Start(func(ctx context.Context) func() {
		recording, err := p.o.Keeper.Recording(ctx, kept)
		content := notLoaded
		if err == nil {
			content = readContent(recording)
			if matched {
				var r match.Result
				var ok bool
				if r, ok, err = p.o.Keeper.Kept(ctx, kept, profile); ok {
					content.setResult(r)
				}
			}
		}
		return func() {
			delete(p.memory.loads, id)
			if t, ok := p.state.Find(id); ok {
				p.loadedContent(t, content, err)
			}
		}
	})
}

// loadedContent shows the loaded content of a trip. A match that is missing or damaged is
// made again.
func (p *Model) loadedContent(t *Trip, c *Content, err error) {
	row := *t
	switch {
	case c == notLoaded:
		row.fail(err)
		p.replace(&row)
		return
	case t.Loaded(): // by the matching, which has more
		return
	}
	row.Content = c
	p.replace(&row)
	if t.Stage == Done && !c.Matched {
		p.rematch(&row)
	}
	p.use(t.ID)
}

// use notes that the content of a kept trip was used, and drops that of others which was
// not used for the longest time.
func (p *Model) use(id ID) {
	points := func(id ID) int {
		t, _ := p.state.Find(id)
		if t == nil || !t.Loaded() {
			return 0
		}
		return t.Count
	}
	if i := slices.Index(p.memory.ids, id); i >= 0 {
		p.memory.ids = slices.Delete(p.memory.ids, i, i+1)
	} else {
		p.memory.points += points(id)
	}
	p.memory.ids = append(p.memory.ids, id)
	var dropped []*Trip
	p.memory.ids = slices.DeleteFunc(p.memory.ids, func(old ID) bool {
		t, ok := p.state.Find(old)
		switch {
		case !ok:
			return true
		case p.memory.points <= maxLoaded || old == id || p.state.IsChosen(old) || p.running[old] != nil:
			return false
		}
		p.memory.points -= points(old)
		row := *t
		row.Content = notLoaded
		dropped = append(dropped, &row)
		return true
	})
	if len(dropped) > 0 {
		p.replace(dropped...)
	}
}

// keep adds the trips of a file to the workspace and notes their IDs. Rows of trips that
// replaced one of the file take its place. It runs in the background.
func (p *Model) keep(ctx context.Context, source Source, rows []Trip) ([]Trip, error) {
	if p.o.Keeper == nil || source.Content == nil {
		return rows, nil
	}
	recordings := make([]trace.Trip, len(rows))
	for i := range rows {
		recordings[i] = rows[i].Trace
	}
	added, err := p.o.Keeper.Add(ctx, source.Name, source.Content(), recordings)
	if err != nil {
		return rows, err
	}
	kept := make([]Trip, len(added))
	for i, a := range added {
		if a.Part {
			kept[i] = p.keptRow(&a.Trip)
			continue
		}
		kept[i] = rows[a.Of]
		kept[i].Kept, kept[i].Identity, kept[i].Reviewed, kept[i].Tags, kept[i].Note = a.ID, a.Identity, a.Reviewed, a.Tags, a.Note
	}
	return kept, nil
}

// listAgain lists the kept trips again, to see which have a match on the installed map. The
// others wait to be matched.
func (p *Model) listAgain() {
	number, profile := p.mapNumber, p.state.Profile
	p.edits.Start(func(ctx context.Context) func() {
		list, err := p.o.Keeper.Trips(ctx, false, profile)
		return func() {
			if err != nil {
				p.o.KeepFailed(err)
			}
			if number == p.mapNumber { // no other map was installed or profile chosen since
				p.listedAgain(list)
			}
		}
	})
}

// listedAgain shows which kept trips have a match on the installed map.
func (p *Model) listedAgain(list []workspace.Trip) {
	listed := make(map[workspace.ID]*workspace.Trip, len(list))
	for i := range list {
		listed[list[i].ID] = &list[i]
	}
	var changed []*Trip
	for _, t := range p.state.Trips {
		if t.Kept == 0 || t.Stage != Matching || p.running[t.ID] != nil {
			continue
		}
		now := listed[t.Kept]
		if now == nil || !now.HasSummary || now.Stale {
			row := *t
			row.Stale = row.HasSummary
			changed = append(changed, &row)
			p.waiting = append(p.waiting, t.ID)
			continue
		}
		row := *t
		row.Stage, row.Summary, row.HasSummary, row.Stale = Done, now.Summary, true, false
		row.Content, row.Corrected = notLoaded, now.Corrected
		p.judge(&row)
		changed = append(changed, &row)
	}
	slices.SortStableFunc(p.waiting, func(a, b ID) int { return boolToInt(p.state.IsChosen(b)) - boolToInt(p.state.IsChosen(a)) })
	p.replace(changed...)
	p.renew()
	p.load()
	p.pump()
	p.changed.RaiseSoon()
}

// CanKeep reports whether a trip is not kept but could be.
func (p *Model) CanKeep(t *Trip) bool { return p.o.Keeper != nil && t.Kept == 0 }

// Keep keeps an open trip, selects it and then calls then. If the trip is kept already as another
// row, it selects that one.
func (p *Model) Keep(t *Trip, then func()) {
	row := *t
	p.edits.Start(func(ctx context.Context) func() {
		added, err := p.o.Keeper.Add(ctx, row.File, nil, []trace.Trip{row.Trace})
		if err == nil && !added[0].Known {
			row.Kept = added[0].ID
			err = p.keepMarks(ctx, []*Trip{&row})
		}
		return func() {
			if err != nil {
				p.o.KeepFailed(err)
				return
			}
			id := row.ID
			if other := p.state.kept()[added[0].ID]; other != nil {
				id = other.ID
			} else {
				p.update(id, func(t *Trip) { t.Kept, t.Identity = added[0].ID, added[0].Identity })
			}
			p.Select(id)
			then()
		}
	})
}

// AfterEdits runs work on trips in the background after the earlier edits, and applies what it
// returns.
func (p *Model) AfterEdits(work func(ctx context.Context) (apply func())) { p.edits.Start(work) }

// ShowCorrected shows the match of a trip under corrections. content is that of the trip when it
// was matched.
func (p *Model) ShowCorrected(id ID, content *Content, done Corrected) {
	t, ok := p.state.Find(id)
	if !ok {
		return
	}
	row, c := *t, *content
	c.setResult(done.Result)
	p.matched(&row, &c, done)
	p.replace(&row)
	p.renew()
	p.changed.Raise()
}
