package trips

import (
	"context"
	"path/filepath"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/ui/job"
	"roadsnap/ui/text"
)

// Source is where trips come from: a file, or what is embedded.
type Source struct {
	Name string // a path, or the name of a file
	// Read reads the trips, with the bounds of the map that is installed by then.
	Read func(context.Context, geo.Bounds) ([]trace.Trip, error)
}

// OpenFrom reads trips from sources and matches them, as Open does with files;
// the embedded samples come this way.
func (p *Model) OpenFrom(sources ...Source) {
	for i, source := range sources {
		row := p.opened(source.Name)
		if row == nil {
			row = p.add(&Trip{File: source.Name, Name: filepath.Base(source.Name), read: source.Read})
			p.read(row)
		} else {
			p.retry(source)
		}
		if i == 0 {
			p.Select(row.ID)
		}
	}
}

// opened returns the first row of a file, nil if the file is not open.
func (p *Model) opened(file string) *Trip {
	for _, t := range p.state.Trips {
		if t.File == file {
			return t
		}
	}
	return nil
}

// retry does again what failed or was cancelled of the trips of a source.
func (p *Model) retry(source Source) {
	start := p.lane.StartNext
	for _, t := range p.state.Trips {
		switch {
		case t.File != source.Name || t.Stage != Failed && t.Stage != Cancelled:
		case t.read != nil:
			again := *t
			again.read = source.Read
			p.read(&again)
		case t.hasPoints():
			p.match(t.ID, start)
			start = p.lane.Start
		}
	}
}

// add appends a row, which gets its number. The caller starts the work on it, which
// notifies the listener.
func (p *Model) add(t *Trip) *Trip {
	p.nextID++
	t.ID, t.Bounds = p.nextID, geo.NoBounds
	p.state.Trips = append(slices.Clip(p.state.Trips), t)
	return t
}

// read reads the file of a row.
func (p *Model) read(t *Trip) {
	id, read, mapBounds := t.ID, t.read, p.o.Bounds()
	defer p.update(id, func(t *Trip) { t.Stage, t.read = Reading, read }) // a listener may cancel the job
	p.run(id, p.lane.Start, func(ctx context.Context) func() {
		trips, err := read(ctx, mapBounds)
		if err == nil && len(trips) == 0 {
			err = trace.ErrEmpty
		}
		bounds := make([]geo.Bounds, len(trips))
		for i, t := range trips {
			bounds[i] = boundsOf(t)
		}
		return func() {
			if err != nil {
				p.update(id, func(t *Trip) { t.fail(err) })
				return
			}
			p.fill(id, trips, bounds)
		}
	})
}

// fill puts the trips of a file into the list and matches them: the first takes
// the row of the file, the others get rows of their own at the end.
func (p *Model) fill(id ID, trips []trace.Trip, bounds []geo.Bounds) {
	file := p.state.Trips[p.state.index(id)].File
	for i, read := range trips {
		start := p.lane.StartNext // a file is matched before the next one is read
		if i > 0 {
			id = p.add(&Trip{File: file, Name: filepath.Base(file)}).ID
			start = p.lane.Start
		}
		p.update(id, func(t *Trip) {
			t.Trace, t.Bounds, t.read = read, bounds[i], nil
			if name := tripName(read); name != "" {
				t.Name = name
			}
		})
		p.match(id, start)
	}
}

// match matches a trip that was read, in place of what is done to it now.
func (p *Model) match(id ID, start func(job.Work) *job.Job) {
	defer p.update(id, func(t *Trip) { t.Stage, t.mapNumber = Matching, p.mapNumber })
	recording := p.state.Trips[p.state.index(id)].Trace
	p.run(id, start, func(ctx context.Context) func() {
		result, err := p.o.Matcher.Match(ctx, recording.Observations, match.MotorVehicle)
		if err != nil {
			return func() { p.update(id, func(t *Trip) { t.fail(err) }) }
		}
		assessment := trip.Assess(recording, result)
		return func() {
			p.update(id, func(t *Trip) { t.Stage, t.Result, t.Assessment = Done, result, assessment })
		}
	})
}

// run starts work on a trip and stops what was done to it before.
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

// Rematch matches every trip on a map that was just installed, the selected one
// first.
func (p *Model) Rematch() {
	p.mapNumber++
	for _, t := range p.state.Trips {
		if t.Stage == Reading || !t.hasPoints() {
			continue
		}
		start := p.lane.Start
		if p.state.HasSelected && t.ID == p.state.Selected {
			start = p.lane.StartNext
		}
		p.match(t.ID, start)
	}
}

// Cancel stops the work on a trip.
func (p *Model) Cancel(id ID) {
	if j := p.running[id]; j != nil {
		j.Cancel()
		delete(p.running, id)
		p.update(id, func(t *Trip) { t.Stage = Cancelled })
	}
}

// CancelAll stops all work.
func (p *Model) CancelAll() {
	for _, t := range p.state.Trips {
		p.Cancel(t.ID)
	}
}

// update replaces the trip of id, if it is still in the list, by a changed copy.
func (p *Model) update(id ID, change func(*Trip)) {
	i := p.state.index(id)
	if i < 0 {
		return
	}
	changed := *p.state.Trips[i]
	change(&changed)
	p.state.Trips = slices.Clone(p.state.Trips)
	p.state.Trips[i] = &changed
	p.changed.RaiseSoon()
}

func (t *Trip) fail(err error) { t.Stage, t.Problem = Failed, text.Explain(err) }

// tripName is what a trip calls itself.
func tripName(t trace.Trip) string {
	if t.Name != "" {
		return t.Name
	}
	return t.ID
}

func boundsOf(t trace.Trip) geo.Bounds {
	bounds := geo.NoBounds
	for _, o := range t.Observations {
		if o.Valid() {
			bounds = bounds.Extend(o.Point)
		}
	}
	return bounds
}
