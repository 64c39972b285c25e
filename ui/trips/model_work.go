// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"path/filepath"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
)

// Source is a source of trips: a file or embedded data.
type Source struct {
	Name string // path or name of the file
	// Read reads the trips. It is called with the bounds of the installed map.
	Read func(context.Context, geo.Bounds) ([]trace.Trip, error)
	// Content returns the bytes of the file after Read. Trips of a source without it are
	// not kept.
	Content func() []byte
}

// OpenFrom reads trips from sources and matches them, as Open does for files. It also
// opens the embedded samples.
func (p *Model) OpenFrom(sources ...Source) {
	if len(sources) == 0 {
		return
	}
	rows := slices.Clone(p.state.Trips)
	open := map[string][]int{} // rows by file
	for i, t := range rows {
		open[t.File] = append(open[t.File], i)
	}
	for _, source := range sources {
		if of := open[source.Name]; of != nil {
			p.retry(rows, of, source)
			continue
		}
		open[source.Name] = []int{len(rows)}
		rows = append(rows, p.reading(p.newTrip(source.Name), source))
	}
	p.state.Trips = rows
	p.Select(rows[open[sources[0].Name][0]].ID)
}

// retry repeats the reading or matching that failed or was cancelled for the trips of a
// source. indices are their indices in rows.
func (p *Model) retry(rows []*Trip, indices []int, source Source) {
	start := p.lane.StartNext
	for _, i := range indices {
		switch t := rows[i]; {
		case t.Stage != Failed && t.Stage != Cancelled:
		case t.source.Read != nil:
			rows[i] = p.reading(t, source)
		case t.Kept != 0 && !t.hasPoints():
			rows[i] = p.loading(t)
		case t.hasPoints():
			rows[i] = p.matching(t, start)
			start = p.lane.Start
		}
	}
}

// newTrip returns a trip of a file with a new ID.
func (p *Model) newTrip(file string) *Trip {
	p.nextID++
	return &Trip{ID: p.nextID, File: file, Name: filepath.Base(file), Bounds: geo.NoBounds}
}

// reading starts to read the file of a row and returns the changed row. The caller puts
// it into the list and notifies the listener, which may cancel the job.
func (p *Model) reading(t *Trip, source Source) *Trip {
	id, mapBounds := t.ID, p.o.Bounds()
	p.run(id, p.lane.Start, func(ctx context.Context) func() {
		trips, err := source.Read(ctx, mapBounds)
		if err == nil && len(trips) == 0 {
			err = trace.ErrEmpty
		}
		rows := make([]Trip, len(trips))
		for i, t := range trips {
			rows[i] = readTrip(t)
		}
		var keepErr error
		if err == nil {
			keepErr = p.keep(ctx, source, rows)
		}
		return func() {
			if err != nil {
				p.update(id, func(t *Trip) { t.fail(err) })
				return
			}
			p.fill(id, rows)
			if keepErr != nil {
				p.o.KeepFailed(keepErr)
			}
		}
	})
	row := *t
	row.Stage, row.source = Reading, source
	return &row
}

// fill adds the trips of a file to the list and starts to match them. The first new trip
// replaces the row of the file; the others are appended. Trips that are open already, as
// from another file, are not added again: if there is no new one, the first of them is
// selected instead of the row.
func (p *Model) fill(id ID, trips []Trip) {
	row := p.state.index(id)
	rows := slices.Grow(slices.Clone(p.state.Trips), len(trips)-1)
	file, used, open := rows[row].File, false, p.state.kept()
	for _, read := range trips {
		if open[read.Kept] != nil {
			continue
		}
		t := p.newTrip(file)
		t.Trace, t.Bounds, t.Stops, t.Kept = read.Trace, read.Bounds, read.Stops, read.Kept
		t.Name = nameOf(read.Trace.Name, read.Trace.ID, t.Name)
		t.searchText = searchText(t)
		if !used {
			t.ID, used = id, true
			rows[row] = p.matching(t, p.lane.StartNext) // before the next file is read
		} else {
			rows = append(rows, p.matching(t, p.lane.Start))
		}
	}
	if !used {
		known := open[trips[0].Kept].ID
		rows = slices.Delete(rows, row, row+1)
		if p.state.HasSelected && p.state.Selected == id {
			p.state.Selected = known
		}
	}
	p.state.Trips = rows
	p.changed.RaiseSoon()
}

// matching starts to match a trip that was read, cancels other work on it, and returns
// the changed row. The caller puts it into the list and notifies the listener, which may
// cancel the job.
func (p *Model) matching(t *Trip, start func(job.Work) *job.Job) *Trip {
	id, recording, kept := t.ID, t.Trace, t.Kept
	p.run(id, start, func(ctx context.Context) func() {
		result, err := p.match(ctx, kept, recording.Observations)
		if err != nil {
			return func() { p.update(id, func(t *Trip) { t.fail(err) }) }
		}
		assessment := trip.Assess(recording, result)
		return func() {
			p.update(id, func(t *Trip) { t.Stage, t.Result, t.Assessment = Done, result, assessment })
		}
	})
	row := *t
	row.Stage, row.mapNumber = Matching, p.mapNumber
	return &row
}

// match matches a trip, or returns its kept match. It runs in the background.
func (p *Model) match(ctx context.Context, kept workspace.ID, observations []match.Observation) (match.Result, error) {
	if kept != 0 {
		return p.o.Keeper.Match(ctx, kept, observations, match.MotorVehicle)
	}
	return p.o.Matcher.Match(ctx, observations, match.MotorVehicle)
}

// run starts work on a trip and cancels earlier work on it.
func (p *Model) run(id ID, start func(job.Work) *job.Job, work job.Work) {
	p.running[id].Cancel()
	p.running[id] = start(func(ctx context.Context) func() {
		apply := work(ctx)
		return func() {
			delete(p.running, id)
			apply()
		}
	})
}

// Rematch matches every trip again, the selected one first. It must be called when another
// map was installed.
func (p *Model) Rematch() {
	p.mapNumber++
	rows, selected := slices.Clone(p.state.Trips), p.state.row()
	for i, t := range rows {
		if t.Stage == Reading || !t.hasPoints() {
			continue
		}
		start := p.lane.Start
		if i == selected {
			start = p.lane.StartNext
		}
		rows[i] = p.matching(t, start)
	}
	p.state.Trips = rows
	p.changed.RaiseSoon()
}

// Cancel cancels the work on a trip.
func (p *Model) Cancel(id ID) { p.cancel(func(t *Trip) bool { return t.ID == id }) }

// CancelAll cancels all work.
func (p *Model) CancelAll() { p.cancel(func(*Trip) bool { return true }) }

// cancel cancels the work on the trips for which these returns true.
func (p *Model) cancel(these func(*Trip) bool) {
	rows := slices.Clone(p.state.Trips)
	for i, t := range rows {
		if j := p.running[t.ID]; j != nil && these(t) {
			j.Cancel()
			delete(p.running, t.ID)
			row := *t
			row.Stage = Cancelled
			rows[i] = &row
		}
	}
	p.state.Trips = rows
	p.changed.RaiseSoon()
}

// update replaces the trip of id, if it is still in the list, by a changed copy.
func (p *Model) update(id ID, change func(*Trip)) {
	if i := p.state.index(id); i >= 0 {
		changed := *p.state.Trips[i]
		change(&changed)
		p.replace(&changed)
	}
}

// replace replaces the trip with t's ID by t. It copies the list, because a State that was
// returned must not change. Methods that change many trips copy it once themselves.
func (p *Model) replace(t *Trip) {
	p.state.Trips = slices.Clone(p.state.Trips)
	p.state.Trips[p.state.index(t.ID)] = t
	p.changed.RaiseSoon()
}

func (t *Trip) fail(err error) { t.Stage, t.Problem = Failed, text.Explain(err) }
