// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

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
	// Content returns the content of the file after Read. Trips of a source without it are
	// not kept.
	Content func() *workspace.Content

	progress *func(share float64) // set before Read, which calls it from its goroutine; nil for none
	more     bool                 // it is read even if trips of the file are open
	quiet    bool                 // trips that are open already are not reported
	modified time.Time            // when the file was written, zero if that does not matter
}

// OpenFrom reads trips from sources and matches them, as Open does for files. It also
// opens the embedded samples.
func (p *Model) OpenFrom(sources ...Source) {
	if len(sources) == 0 {
		return
	}
	first := p.add(sources)
	p.renew()
	p.Select(first)
}

// add starts to read sources. It returns the first row of the first source.
func (p *Model) add(sources []Source) (first ID) {
	rows := slices.Clone(p.state.Trips)
	open := map[string][]int{} // rows by file
	for i, t := range rows {
		open[t.File] = append(open[t.File], i)
	}
	known := 0
	for _, source := range sources {
		if of := open[source.Name]; of != nil && !source.more && !rewritten(rows, of, source) {
			known += p.retry(rows, of, source)
			continue
		}
		open[source.Name] = []int{len(rows)}
		rows = append(rows, p.reading(p.newTrip(source.Name), source))
	}
	p.setTrips(rows)
	p.alreadyOpen(known)
	return rows[open[sources[0].Name][0]].ID
}

// rewritten reports whether the file of a source was written after its trips were read.
// indices are those of the trips in rows.
func rewritten(rows []*Trip, indices []int, source Source) bool {
	return !slices.ContainsFunc(indices, func(i int) bool {
		return rows[i].Added.IsZero() || !source.modified.After(rows[i].Added)
	})
}

// retry repeats the reading or matching that failed or was cancelled for the trips of a
// source. indices are their indices in rows. It returns how many of them are to be reported as
// open already.
func (p *Model) retry(rows []*Trip, indices []int, source Source) (known int) {
	start := p.lane.StartNext
	for _, i := range indices {
		switch t := rows[i]; {
		case t.Stage != Failed && t.Stage != Cancelled:
			known++
		case t.source.Read != nil:
			rows[i] = p.reading(t, source)
		case t.Kept != 0 || t.hasPoints():
			rows[i] = p.matching(t, start)
			start = p.lane.Start
		}
	}
	if known < len(indices) || source.quiet {
		return 0
	}
	return known
}

// alreadyOpen reports n trips as open already, with those of the other files that are being read.
func (p *Model) alreadyOpen(n int) {
	if n == 0 {
		return
	}
	p.known += n
	p.o.AlreadyOpen(p.known)
	if p.state.Work.Left == 0 {
		p.known = 0
	}
}

// hasPoints reports whether the trip has observations that are in memory.
func (t *Trip) hasPoints() bool { return t.Loaded() && t.Count > 0 }

// newTrip returns a trip of a file with a new ID.
func (p *Model) newTrip(file string) *Trip {
	p.nextID++
	return &Trip{ID: p.nextID, File: file, Name: filepath.Base(file), Bounds: geo.NoBounds, Content: notLoaded}
}

// reading starts to read the file of a row and returns the changed row. The caller puts
// it into the list and notifies the listener, which may cancel the job.
func (p *Model) reading(t *Trip, source Source) *Trip {
	id, mapBounds := t.ID, p.o.Bounds()
	p.reportReading(id, source)
	p.run(id, p.lane.Start, func(ctx context.Context) func() {
		read := time.Now()
		trips, err := source.Read(ctx, mapBounds)
		if err == nil && len(trips) == 0 {
			err = trace.ErrEmpty
		}
		rows := make([]Trip, len(trips))
		longest := 0
		for i, t := range trips {
			rows[i].File, rows[i].Added = source.Name, read
			rows[i].describe(readContent(t))
			longest = max(longest, rows[i].Count)
		}
		var keepErr error
		if err == nil {
			rows, keepErr = p.keep(ctx, source, rows)
		}
		sweep(longest)
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
	row.Stage, row.source, row.Share = Reading, source, 0
	return &row
}

// fill adds the trips of a file to the list and starts to match them. The first new trip
// replaces the row of the file; the others are appended. Trips that are open already, as
// from another file, are not added again: if there is no new one, the first of them is
// selected instead of the row.
func (p *Model) fill(id ID, trips []Trip) {
	row := p.state.index(id)
	if row < 0 {
		return
	}
	quiet := p.state.Trips[row].source.quiet
	var added []*Trip
	rows := slices.Grow(slices.Clone(p.state.Trips), len(trips)-1)
	used, known, open := false, 0, map[ID]bool{}
	kept := p.state.kept()
	for i := range trips {
		read := &trips[i]
		if k := kept[read.Kept]; k != nil {
			known++
			open[k.ID] = true
			continue
		}
		t := *read
		if !used {
			t.ID, used = id, true
			rows[row] = p.matching(&t, p.lane.StartNext) // before the next file is read
		} else {
			p.nextID++
			t.ID = p.nextID
			rows = append(rows, p.matching(&t, p.lane.Start))
		}
		added = append(added, &t)
	}
	if !used {
		rows = slices.Delete(rows, row, row+1)
	}
	wasSelected := p.state.HasSelected && p.state.Selected == id
	p.setTrips(rows)
	p.noteLong(added)
	p.state.Work.Done++
	if !quiet {
		p.alreadyOpen(known)
	}
	if !used && wasSelected {
		p.renew()
		p.Select(kept[trips[0].Kept].ID)
	}
	p.changedSoon(p.state.IsChosen(id))
}

// matching starts to match a trip, cancels other work on it, and returns the changed row.
// The caller puts it into the list and notifies the listener, which may cancel the job.
func (p *Model) matching(t *Trip, start func(job.Work) *job.Job) *Trip {
	p.startMatching(t, start)
	row := *t
	row.Stage, row.mapNumber = Matching, p.mapNumber
	return &row
}

// rematch matches a trip of the list, before others that wait.
func (p *Model) rematch(t *Trip) { p.replace(p.matching(t, p.lane.StartNext)) }

// startMatching starts to match a trip. The observations of a kept one are loaded.
func (p *Model) startMatching(t *Trip, start func(job.Work) *job.Job) {
	id, kept, content, profile := t.ID, t.Kept, t.Content, p.state.Profile
	p.run(id, start, func(ctx context.Context) func() {
		content, done, err := p.match(ctx, kept, content, profile)
		return func() {
			if t, ok := p.state.Find(id); ok {
				row := *t
				if err != nil {
					row.fail(err)
				} else {
					p.matched(&row, content, done)
				}
				p.replace(&row)
			}
			p.pump()
		}
	})
}

// match matches a trip. It runs in the background.
func (p *Model) match(ctx context.Context, kept workspace.ID, content *Content, profile match.Profile) (*Content, Corrected, error) {
	if content == notLoaded {
		recording, err := p.o.Keeper.Recording(ctx, kept)
		if err != nil {
			return nil, Corrected{}, err
		}
		content = readContent(recording)
	}
	c := *content
	var done Corrected
	var err error
	if kept != 0 {
		done, err = p.o.Keeper.Match(ctx, kept, c.Trace, c.Stops, profile)
	} else {
		done.Result, done.Summary, err = p.o.Matcher.Match(ctx, c.Trace, c.Stops, profile)
	}
	if err == nil {
		c.setResult(done.Result)
	}
	sweep(len(c.Trace.Observations))
	return &c, done, err
}

// manyPoints is the number of points of a trip whose work leaves so much garbage that it is
// collected at once.
const manyPoints = 200_000

// sweep returns unused memory to the system after work on a trip of many points. What comes
// next, as its graphs, would otherwise be added to the garbage.
func sweep(points int) {
	if points >= manyPoints {
		debug.FreeOSMemory()
	}
}

// matched sets the result of a match, and which corrections it follows, in a row. The content of kept trips that are not
// selected is dropped.
func (p *Model) matched(t *Trip, c *Content, done Corrected) {
	t.Stage, t.Summary, t.HasSummary, t.Stale = Done, done.Summary, true, false
	t.Corrected = done.Applied
	p.judge(t)
	switch {
	case t.Kept == 0 || p.state.IsChosen(t.ID):
		t.Content = c
	default:
		t.Content = notLoaded
	}
}

// judge applies the rules to the summary of a trip.
func (p *Model) judge(t *Trip) {
	t.Assessment = trip.Assessment{}
	if t.HasSummary {
		t.Assessment = p.rules.Judge(t.Summary)
	}
	if n := p.state.overlaps.differing(t.Kept); n > 0 && t.HasSummary {
		t.Assessment.Reasons = append(slices.Clip(t.Assessment.Reasons), trip.Reason{Kind: reasonOverlap, Amount: float64(n), Unit: trip.UnitCount})
	}
}

// Rules returns the rules of the verdict.
func (p *Model) Rules() trip.Rules { return p.rules }

// SetRules changes the rules of the verdict, for all trips.
func (p *Model) SetRules(r trip.Rules) {
	p.rules = r
	rows := make([]*Trip, len(p.state.Trips))
	for i, t := range p.state.Trips {
		row := *t
		p.judge(&row)
		rows[i] = &row
	}
	p.state.Trips = rows
	p.saveRules()
	p.renew()
	p.changed.Raise()
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

// SetProfile changes the vehicles that trips are matched for, and matches every trip again.
func (p *Model) SetProfile(profile match.Profile) {
	if profile != p.state.Profile {
		p.state.Profile = profile
		p.Rematch()
	}
}

// Rematch matches every trip again, the selected one first. It must be called when another
// map was installed. Kept trips that were matched on it before are only listed again.
func (p *Model) Rematch() {
	p.mapNumber++
	p.waiting = nil
	rows := slices.Clone(p.state.Trips)
	anyKept := false
	for i, t := range rows {
		start := p.lane.Start
		if p.state.IsChosen(t.ID) {
			start = p.lane.StartNext
		}
		switch {
		case t.Stage == Reading:
		case t.Kept != 0:
			anyKept = true
			p.running[t.ID].Cancel()
			delete(p.running, t.ID)
			row := *t
			row.Stage, row.mapNumber = Matching, p.mapNumber
			if t.Loaded() {
				bare := *t.Content
				bare.Result, bare.Matched, bare.Events = match.Result{}, false, nil
				row.Content = &bare
			}
			rows[i] = &row
		case t.hasPoints():
			rows[i] = p.matching(t, start)
		}
	}
	p.setTrips(rows)
	if anyKept {
		p.listAgain()
	}
	p.renew()
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
		if t.busy() && these(t) {
			p.running[t.ID].Cancel()
			delete(p.running, t.ID)
			row := *t
			row.Stage = Cancelled
			rows[i] = &row
		}
	}
	p.setTrips(rows)
	p.renew()
	p.pump()
	p.changed.RaiseSoon()
}

func (t *Trip) fail(err error) { t.Stage, t.Problem = Failed, text.Explain(err) }
