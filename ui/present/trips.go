package present

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/ui/job"
)

// TripsState is what the panel Trips shows.
type TripsState struct {
	Trips       []*Trip // in the order in which they were opened
	Selected    TripID
	HasSelected bool
	Recent      []string // paths of files opened before, newest first

	removed []removedTrip // what UndoRemove brings back, the last one first
}

// Trip returns the selected trip.
func (s TripsState) Trip() (*Trip, bool) {
	if i := s.index(s.Selected); s.HasSelected && i >= 0 {
		return s.Trips[i], true
	}
	return nil, false
}

// index returns the row of a trip, -1 without one.
func (s TripsState) index(id TripID) int {
	return slices.IndexFunc(s.Trips, func(t *Trip) bool { return t.ID == id })
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

// TripsOptions are what Trips is made of.
type TripsOptions struct {
	Jobs    *job.Runner
	Matcher TripMatcher
	Bounds  func() geo.Bounds // of the installed map
	Recent  []string          // paths of files opened before, newest first
	// Remember is called with Recent after each change of it.
	Remember func([]string)
}

// Trips is the view model of the open trips. The UI goroutine owns it.
type Trips struct {
	o       TripsOptions
	lane    *job.Lane
	changed *job.Signal
	state   TripsState

	nextID    TripID
	running   map[TripID]*job.Job // at most one job per trip
	mapNumber int                 // counts the maps that were installed
}

// NewTrips returns the view model of trips, with none open.
func NewTrips(o TripsOptions) *Trips {
	return &Trips{
		o: o, lane: o.Jobs.BackgroundLane(runtime.NumCPU()), changed: o.Jobs.Signal(),
		state: TripsState{Recent: o.Recent}, running: map[TripID]*job.Job{},
	}
}

// OnChange makes listen the one that is called after each change.
func (p *Trips) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Trips) State() TripsState { return p.state }

// Open reads trace files and matches their trips in the background. The first of
// them is selected. A file that is open already is selected, and read again only
// if that failed or was cancelled.
func (p *Trips) Open(paths ...string) {
	sources := make([]Source, 0, len(paths))
	bounds := p.o.Bounds()
	for _, path := range paths {
		if whole, err := filepath.Abs(path); err == nil {
			path = whole // the next run, which may remember it, starts in another folder
		}
		p.noteRecent(path)
		sources = append(sources, Source{Name: path, Read: func(ctx context.Context) ([]trace.Trip, error) {
			return trace.ReadFile(ctx, path, trace.Options{Bounds: bounds})
		}})
	}
	p.OpenFrom(sources...)
}

// Select makes id the selected trip.
func (p *Trips) Select(id TripID) {
	p.state.Selected, p.state.HasSelected = id, true
	p.changed.Raise()
}

// Deselect leaves no trip selected.
func (p *Trips) Deselect() {
	p.state.HasSelected = false
	p.changed.Raise()
}

// ForgetRecent empties the list of recent files.
func (p *Trips) ForgetRecent() { p.setRecent(nil) }

func (p *Trips) noteRecent(path string) {
	others := slices.DeleteFunc(slices.Clone(p.state.Recent), func(r string) bool { return r == path })
	p.setRecent(append([]string{path}, others[:min(len(others), maxRecent-1)]...))
}

func (p *Trips) setRecent(paths []string) {
	p.state.Recent = paths
	p.o.Remember(paths)
	p.changed.Raise()
}
