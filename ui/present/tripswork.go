package present

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// This file is the work on trips: they are read and matched in the background.

// concurrentTrips is how many trips are worked on at a time: with more, the
// window itself would have to wait for a core on a small laptop.
const concurrentTrips = 2

// Source is where trips come from: a file, or what is embedded.
type Source struct {
	Name string // a path, or the name of a file
	Read func(context.Context) ([]trace.Trip, error)
}

// tripWork is work on a trip that is under way.
type tripWork struct {
	ctx    context.Context
	cancel context.CancelFunc
	again  bool // another map has come meanwhile
}

// OpenFrom reads trips from sources and matches them, as Open does with files;
// the embedded samples come this way.
func (p *Trips) OpenFrom(sources ...Source) {
	for i, source := range sources {
		p.start(source, i == 0)
	}
}

// start adds a row for a source, selected or not, and works on it in the
// background.
func (p *Trips) start(source Source, selected bool) {
	t := &Trip{File: source.Name, Name: filepath.Base(source.Name), Stage: Reading, read: source.Read}
	w, ok := p.add(t)
	if !ok {
		return
	}
	if selected {
		p.Select(t.ID)
	}
	go p.run(w, t, func(ctx context.Context) error { return p.readAndMatch(ctx, t) })
}

func (p *Trips) readAndMatch(ctx context.Context, t *Trip) error {
	trips, err := t.read(ctx)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err // a row that was removed while its file was read brings no others
	}
	return p.matchAll(ctx, t, trips)
}

// add gives t its number, begins work on it, and puts it into the list. It reports
// false when the presenter is closed.
func (p *Trips) add(t *Trip) (w *tripWork, ok bool) {
	if t.ID, w, ok = p.beginNew(); !ok {
		return nil, false
	}
	t.Bounds = geo.NoBounds
	p.state.change(func(s TripsState) TripsState {
		s.Trips = append(slices.Clip(s.Trips), t)
		return s
	})
	return w, true
}

// beginNew begins work on a trip that gets the next number. The lock is free again when
// the trip is put into the list: who hears of it may stop the work.
func (p *Trips) beginNew() (id TripID, w *tripWork, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.nextID++
	w, ok = p.begin(p.nextID)
	return p.nextID, w, ok
}

// begin notes that there is work on a trip, which run is to do. It reports false when
// the presenter is closed. The lock is held.
func (p *Trips) begin(id TripID) (w *tripWork, ok bool) {
	if p.closed {
		return nil, false
	}
	w = &tripWork{}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	p.under[id] = w
	p.work.Add(1)
	return w, true
}

// run does the work on t when a slot is free and records how it ended.
func (p *Trips) run(w *tripWork, t *Trip, work func(context.Context) error) {
	defer p.end(t.ID, w)
	ctx := w.ctx
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
	}
	err := ctx.Err()
	if err == nil {
		err = work(ctx)
	}
	switch {
	case err == nil:
	case errors.Is(err, context.Canceled):
		p.update(t.ID, func(t *Trip) { t.Stage = Cancelled })
	default:
		p.update(t.ID, func(t *Trip) { t.Stage, t.Problem = Failed, Explain(err) })
	}
}

// matchAll matches the trips of a file: the first takes the row of the file,
// the others get rows of their own behind it.
func (p *Trips) matchAll(ctx context.Context, first *Trip, trips []trace.Trip) error {
	for i, read := range trips {
		id := first.ID
		if i > 0 {
			row := &Trip{File: first.File, Name: filepath.Base(first.File), Stage: Matching}
			w, ok := p.add(row)
			if !ok {
				return context.Canceled
			}
			id = row.ID
			p.fill(id, read)
			go p.run(w, row, func(ctx context.Context) error { return p.match(ctx, id, read) })
			continue
		}
		p.fill(id, read)
	}
	if len(trips) == 0 {
		return trace.ErrEmpty
	}
	return p.match(ctx, first.ID, trips[0])
}

// fill puts what was read into the row of id.
func (p *Trips) fill(id TripID, read trace.Trip) {
	bounds := geo.NoBounds
	for _, o := range read.Observations {
		if o.Valid() {
			bounds = bounds.Extend(o.Point)
		}
	}
	p.update(id, func(t *Trip) {
		t.Trace, t.Stage, t.Bounds = read, Matching, bounds
		if name := tripName(read); name != "" {
			t.Name = name
		}
	})
}

// tripName is what a trip calls itself.
func tripName(t trace.Trip) string {
	if t.Name != "" {
		return t.Name
	}
	return t.ID
}

func (p *Trips) match(ctx context.Context, id TripID, read trace.Trip) error {
	result, err := p.matcher.Match(ctx, read.Observations, match.MotorVehicle)
	if err != nil {
		return err
	}
	p.update(id, func(t *Trip) { t.Stage, t.Result = Done, result })
	return nil
}

// Rematch matches every trip again, on a map that was installed since; those that are
// being matched once that has ended, which may be on either map.
func (p *Trips) Rematch() {
	p.outdateRemoved()
	defer p.outdateRemoved() // those that were removed before their turn came
	for _, t := range p.state.get().Trips {
		if t.Stage != Reading && len(t.Trace.Observations) > 0 {
			p.matchAgain(t)
		}
	}
}

// matchAgain matches a trip that was read.
func (p *Trips) matchAgain(t *Trip) {
	p.mu.Lock()
	if w := p.under[t.ID]; w != nil && t.Busy() {
		w.again = true
		p.mu.Unlock()
		return
	}
	w, ok := p.begin(t.ID)
	p.mu.Unlock()
	if !ok {
		return
	}
	p.update(t.ID, func(t *Trip) { t.Stage = Matching })
	go p.run(w, t, func(ctx context.Context) error { return p.match(ctx, t.ID, t.Trace) })
}

// update replaces the trip of id by a changed copy; a trip that was removed
// meanwhile stays removed.
func (p *Trips) update(id TripID, change func(*Trip)) {
	p.state.change(func(s TripsState) TripsState {
		i := slices.IndexFunc(s.Trips, func(t *Trip) bool { return t.ID == id })
		if i < 0 {
			return s
		}
		changed := *s.Trips[i]
		change(&changed)
		s.Trips = slices.Clone(s.Trips)
		s.Trips[i] = &changed
		return s
	})
}

// Cancel stops the work on a trip.
func (p *Trips) Cancel(id TripID) {
	p.mu.Lock()
	w := p.under[id]
	p.mu.Unlock()
	if w != nil {
		w.cancel()
	}
}

// CancelAll stops all work.
func (p *Trips) CancelAll() {
	for _, t := range p.state.get().Trips {
		p.Cancel(t.ID)
	}
}

// end notes that w has ended. Who heard that the trip is done may have begun other
// work on it already.
func (p *Trips) end(id TripID, w *tripWork) {
	defer p.work.Done()
	p.mu.Lock()
	again := w.again && w.ctx.Err() == nil && p.under[id] == w
	w.cancel()
	if p.under[id] == w {
		delete(p.under, id)
	}
	p.mu.Unlock()
	if !again {
		return
	}
	for _, t := range p.state.get().Trips {
		if t.ID == id {
			p.matchAgain(t)
		}
	}
}

// Close stops all work and waits until it has stopped.
func (p *Trips) Close() {
	p.mu.Lock()
	p.closed = true
	for _, w := range p.under {
		w.cancel()
	}
	p.mu.Unlock()
	p.work.Wait()
}
