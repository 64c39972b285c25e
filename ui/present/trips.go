package present

import (
	"context"
	"path/filepath"
	"sync"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
)

// TripsState is what the place Trips shows.
type TripsState struct {
	Trips       []*Trip // in the order in which they were opened
	Selected    TripID
	HasSelected bool
	Recent      []string // paths of files opened before, newest first

	removed []removedTrip // what UndoRemove brings back, the last one first
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

	mu     sync.Mutex
	nextID TripID
	under  map[TripID]*tripWork // what is under way
	slots  chan struct{}        // one for each file that may be worked on at a time
	work   sync.WaitGroup
	closed bool
}

// NewTrips returns the presenter of trips. bounds tells where the installed map
// lies; recent is the list that remember was last called with.
func NewTrips(matcher TripMatcher, bounds func() geo.Bounds, recent []string, remember func([]string)) *Trips {
	t := &Trips{
		matcher: matcher, bounds: bounds, remember: remember,
		under: map[TripID]*tripWork{},
		slots: make(chan struct{}, concurrentTrips),
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
