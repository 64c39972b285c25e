// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"path/filepath"
	"slices"

	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// Keeper keeps trips between runs of the app. Its methods are called on background
// goroutines, several at a time.
type Keeper interface {
	// Add keeps the trips of a file. It returns them in order; one that was kept before is
	// known.
	Add(ctx context.Context, file string, content []byte, trips []trace.Trip) ([]workspace.Added, error)
	Trips(ctx context.Context, trash bool) ([]workspace.Trip, error)
	Recording(ctx context.Context, id workspace.ID) (trace.Trip, error)
	// Match returns the kept match of a trip on the installed map, or matches the trip and
	// keeps the result.
	Match(ctx context.Context, id workspace.ID, observations []match.Observation, profile match.Profile) (match.Result, error)
	Edit(ctx context.Context, e workspace.Edit, ids ...workspace.ID) error
	Remove(ctx context.Context, ids ...workspace.ID) error
	Restore(ctx context.Context, ids ...workspace.ID) error
}

// maxReopened bounds the points of the trips that are reopened, and so the memory (some
// 250 bytes a point).
const maxReopened = 1_000_000

// Reopen adds the newest trips that earlier runs kept, with their matches, in the
// background. The others are counted in State.Older.
func (p *Model) Reopen() {
	if p.o.Keeper == nil {
		return
	}
	p.lane.StartNext(func(ctx context.Context) func() {
		list, err := p.o.Keeper.Trips(ctx, false)
		return func() {
			if err != nil {
				p.o.KeepFailed(err)
				return
			}
			newest := newestOf(list)
			p.state.Older = len(list) - len(newest)
			p.addKept(newest)
		}
	})
}

// newestOf returns the trips at the end of list that have at most maxReopened points, and
// at least the last one.
func newestOf(list []workspace.Trip) []workspace.Trip {
	points := 0
	for i := len(list) - 1; i >= 0; i-- {
		if points += list[i].Points; points > maxReopened && i < len(list)-1 {
			return list[i+1:]
		}
	}
	return list
}

// addKept adds rows for kept trips that are not open, and starts to load them.
func (p *Model) addKept(list []workspace.Trip) {
	rows, open := slices.Clone(p.state.Trips), p.state.kept()
	for _, kept := range list {
		if _, known := open[kept.ID]; known {
			continue
		}
		t := p.newTrip(kept.File)
		t.Kept, t.Reviewed = kept.ID, kept.Reviewed
		t.Name = nameOf(kept.Name, kept.Vehicle, t.Name)
		rows = append(rows, p.loading(t))
	}
	p.state.Trips = rows
	p.changed.RaiseSoon()
}

// loading starts to load a kept trip and returns the changed row; see reading.
func (p *Model) loading(t *Trip) *Trip {
	id, kept := t.ID, t.Kept
	p.run(id, p.lane.Start, func(ctx context.Context) func() {
		recording, err := p.o.Keeper.Recording(ctx, kept)
		if err != nil {
			return func() { p.update(id, func(t *Trip) { t.fail(err) }) }
		}
		read := readTrip(recording)
		return func() {
			if i := p.state.index(id); i >= 0 {
				row := *p.state.Trips[i]
				row.Trace, row.Bounds, row.Stops = read.Trace, read.Bounds, read.Stops
				if row.Name == filepath.Base(row.File) {
					row.Name = nameOf(recording.Name, recording.ID, row.Name)
				}
				row.searchText = searchText(&row)
				p.replace(p.matching(&row, p.lane.Start))
			}
		}
	})
	row := *t
	row.Stage = Reading
	return &row
}

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

// keep adds the trips of a file to the workspace and notes their IDs. It runs in the
// background.
func (p *Model) keep(ctx context.Context, source Source, rows []Trip) error {
	if p.o.Keeper == nil || source.Content == nil {
		return nil
	}
	recordings := make([]trace.Trip, len(rows))
	for i := range rows {
		recordings[i] = rows[i].Trace
	}
	added, err := p.o.Keeper.Add(ctx, source.Name, source.Content(), recordings)
	for i := range added {
		rows[i].Kept = added[i].ID
	}
	return err
}

// inBackground calls do on a background goroutine, and KeepFailed with its error.
func (p *Model) inBackground(do func(context.Context) error) {
	p.o.Jobs.Start(func(ctx context.Context) func() {
		err := do(ctx)
		return func() {
			if err != nil {
				p.o.KeepFailed(err)
			}
		}
	})
}

// readTrip returns the parts of a row that depend on the recording alone.
func readTrip(t trace.Trip) Trip {
	return Trip{Trace: t, Bounds: boundsOf(t), Stops: trip.Stops(t.Observations)}
}
