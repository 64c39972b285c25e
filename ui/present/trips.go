package present

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// TripID names a trip of the list for as long as the app runs.
type TripID int

// Stage is how far the work on a trip is.
type Stage uint8

// The stages of a trip, in their order.
const (
	Reading Stage = iota
	Matching
	Done
	Failed
	Cancelled
)

// Trip is a row of the list with all that is known of it. It is never changed:
// a new Trip takes its place.
type Trip struct {
	ID      TripID
	File    string // path of the trace file
	Name    string
	Stage   Stage
	Trace   trace.Trip
	Result  match.Result // meaningful when Stage is Done
	Problem Notice       // meaningful when Stage is Failed
	Bounds  geo.Bounds   // of the recorded points, empty until they are read
}

// Busy reports whether work on the trip is under way.
func (t *Trip) Busy() bool { return t.Stage == Reading || t.Stage == Matching }

// TripsState is what the place Trips shows.
type TripsState struct {
	Trips       []*Trip // in the order in which they were opened
	Selected    TripID
	HasSelected bool
	Recent      []string // paths of files opened before, newest first
}

// Trip returns the selected trip.
func (s TripsState) Trip() (*Trip, bool) {
	for _, t := range s.Trips {
		if s.HasSelected && t.ID == s.Selected {
			return t, true
		}
	}
	return nil, false
}

// Busy counts the trips that are being worked on.
func (s TripsState) Busy() int {
	n := 0
	for _, t := range s.Trips {
		if t.Busy() {
			n++
		}
	}
	return n
}

// TripMatcher is what Trips needs of the engine.
type TripMatcher interface {
	Match(ctx context.Context, trip []match.Observation, profile match.Profile) (match.Result, error)
}

// maxRecent is how many files the menu remembers.
const maxRecent = 10

// Trips presents the trips that are open.
type Trips struct {
	matcher  TripMatcher
	bounds   func() geo.Bounds // of the installed map
	remember func([]string)    // keeps the list of recent files
	state    state[TripsState]

	mu      sync.Mutex
	nextID  TripID
	cancels map[TripID]context.CancelFunc
	slots   chan struct{} // one for each file that may be worked on at a time
	work    sync.WaitGroup
	closed  bool
}

// concurrentTrips is how many trips are worked on at a time: with more, the
// window itself would have to wait for a core on a small laptop.
const concurrentTrips = 2

// NewTrips returns the presenter of trips. bounds tells where the installed map
// lies; recent is the list that remember was last called with.
func NewTrips(matcher TripMatcher, bounds func() geo.Bounds, recent []string, remember func([]string)) *Trips {
	t := &Trips{
		matcher: matcher, bounds: bounds, remember: remember,
		cancels: map[TripID]context.CancelFunc{},
		slots:   make(chan struct{}, concurrentTrips),
	}
	t.state.value.Recent = recent
	return t
}

// Subscribe tells listen the state of now and every later one.
func (p *Trips) Subscribe(listen func(TripsState)) { p.state.subscribe(listen) }

// State returns the state of now.
func (p *Trips) State() TripsState { return p.state.get() }

// Open reads trace files and matches their trips, each file on its own in the
// background. The first of them is selected. Open returns at once.
func (p *Trips) Open(paths ...string) {
	sources := make([]Source, 0, len(paths))
	for _, path := range paths {
		if absolute, err := filepath.Abs(path); err == nil {
			path = absolute
		}
		p.noteRecent(path)
		sources = append(sources, Source{Name: path, Read: func(ctx context.Context) ([]trace.Trip, error) {
			return trace.ReadFile(ctx, path, trace.Options{Bounds: p.bounds()})
		}})
	}
	p.OpenFrom(sources...)
}

// Source is where trips come from: a file, or what is embedded.
type Source struct {
	Name string // a path, or the name of a file
	Read func(context.Context) ([]trace.Trip, error)
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
	t := &Trip{File: source.Name, Name: filepath.Base(source.Name), Stage: Reading}
	ctx, ok := p.add(t)
	if !ok {
		return
	}
	if selected {
		p.Select(t.ID)
	}
	go p.run(ctx, t, func(ctx context.Context) error {
		trips, err := source.Read(ctx)
		if err != nil {
			return err
		}
		return p.matchAll(ctx, t, trips)
	})
}

// add gives t its number and a context, and puts it into the list. It reports
// false when the presenter is closed.
func (p *Trips) add(t *Trip) (context.Context, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, false
	}
	p.nextID++
	t.ID, t.Bounds = p.nextID, geo.NoBounds
	ctx, cancel := context.WithCancel(context.Background())
	p.cancels[t.ID] = cancel
	p.work.Add(1)
	p.state.change(func(s TripsState) TripsState {
		s.Trips = append(slices.Clip(s.Trips), t)
		return s
	})
	return ctx, true
}

// run does the work on t when a slot is free and records how it ended.
func (p *Trips) run(ctx context.Context, t *Trip, work func(context.Context) error) {
	defer p.work.Done()
	defer p.forget(t.ID)
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
			rowCtx, ok := p.add(row)
			if !ok {
				return context.Canceled
			}
			id = row.ID
			p.fill(id, read)
			go p.run(rowCtx, row, func(ctx context.Context) error { return p.match(ctx, id, read) })
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

// Rematch matches every trip again, on a map that was installed since.
func (p *Trips) Rematch() {
	for _, old := range p.state.get().Trips {
		if old.Busy() || len(old.Trace.Observations) == 0 {
			continue
		}
		p.mu.Lock()
		if p.closed {
			p.mu.Unlock()
			return
		}
		ctx, cancel := context.WithCancel(context.Background())
		p.cancels[old.ID] = cancel
		p.work.Add(1)
		p.mu.Unlock()
		p.update(old.ID, func(t *Trip) { t.Stage = Matching })
		go p.run(ctx, old, func(ctx context.Context) error { return p.match(ctx, old.ID, old.Trace) })
	}
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

// Select makes id the selected trip.
func (p *Trips) Select(id TripID) {
	p.state.change(func(s TripsState) TripsState {
		s.Selected, s.HasSelected = id, true
		return s
	})
}

// Deselect leaves no trip selected.
func (p *Trips) Deselect() {
	p.state.change(func(s TripsState) TripsState {
		s.HasSelected = false
		return s
	})
}

// Cancel stops the work on a trip.
func (p *Trips) Cancel(id TripID) {
	p.mu.Lock()
	cancel := p.cancels[id]
	p.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

// CancelAll stops all work.
func (p *Trips) CancelAll() {
	for _, t := range p.state.get().Trips {
		p.Cancel(t.ID)
	}
}

// Remove takes a trip from the list. The file stays where it is.
func (p *Trips) Remove(id TripID) {
	p.Cancel(id)
	p.state.change(func(s TripsState) TripsState {
		i := slices.IndexFunc(s.Trips, func(t *Trip) bool { return t.ID == id })
		if i < 0 {
			return s
		}
		s.Trips = slices.Delete(slices.Clone(s.Trips), i, i+1)
		if s.HasSelected && s.Selected == id {
			// The next row moves up under the cursor, as lists do.
			s.HasSelected = len(s.Trips) > 0
			if s.HasSelected {
				s.Selected = s.Trips[min(i, len(s.Trips)-1)].ID
			}
		}
		return s
	})
}

// ForgetRecent empties the list of recent files.
func (p *Trips) ForgetRecent() {
	p.state.change(func(s TripsState) TripsState {
		s.Recent = nil
		return s
	})
	p.remember(nil)
}

func (p *Trips) noteRecent(path string) {
	var recent []string
	p.state.change(func(s TripsState) TripsState {
		recent = []string{path}
		for _, r := range s.Recent {
			if r != path && len(recent) < maxRecent {
				recent = append(recent, r)
			}
		}
		s.Recent = recent
		return s
	})
	p.remember(recent)
}

func (p *Trips) forget(id TripID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if cancel := p.cancels[id]; cancel != nil {
		cancel()
	}
	delete(p.cancels, id)
}

// Close stops all work and waits until it has stopped.
func (p *Trips) Close() {
	p.mu.Lock()
	p.closed = true
	for _, cancel := range p.cancels {
		cancel()
	}
	p.mu.Unlock()
	p.work.Wait()
}

// TimeSpan returns the times of a trip's first and last timed points.
func (t *Trip) TimeSpan() (first, last time.Time, ok bool) {
	for _, o := range t.Trace.Observations {
		if o.Time.IsZero() {
			continue
		}
		if !ok {
			first, ok = o.Time, true
		}
		last = o.Time
	}
	return first, last, ok
}
