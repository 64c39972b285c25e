package trips

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

// State is what the panel Trips shows.
type State struct {
	Trips       []*Trip // in the order in which they were opened
	Selected    ID
	HasSelected bool
	Recent      []string // paths of files opened before, newest first

	removed []removedTrip // what UndoRemove brings back, the last one first
}

// Trip returns the selected trip.
func (s State) Trip() (*Trip, bool) {
	if i := s.row(); i >= 0 {
		return s.Trips[i], true
	}
	return nil, false
}

// row returns the row of the selected trip, -1 without one.
func (s State) row() int {
	if !s.HasSelected {
		return -1
	}
	return s.index(s.Selected)
}

// index returns the row of a trip, -1 without one.
func (s State) index(id ID) int {
	return slices.IndexFunc(s.Trips, func(t *Trip) bool { return t.ID == id })
}

// Busy counts the trips that are being worked on.
func (s State) Busy() int {
	n := 0
	for _, t := range s.Trips {
		if t.busy() {
			n++
		}
	}
	return n
}

// Matcher is what Trips needs of the engine.
type Matcher interface {
	Match(ctx context.Context, trip []match.Observation, profile match.Profile) (match.Result, error)
}

// maxRecent is how many files the menu remembers.
const maxRecent = 10

// Options are what Trips is made of.
type Options struct {
	Jobs    *job.Runner
	Matcher Matcher
	Bounds  func() geo.Bounds // of the installed map
	Recent  []string          // paths of files opened before, newest first
	// Remember is called with Recent after each change of it.
	Remember func([]string)
}

// Model is the view model of the open trips. The UI goroutine owns it.
type Model struct {
	o       Options
	lane    *job.Lane
	changed *job.Signal
	state   State

	nextID    ID
	running   map[ID]*job.Job // at most one job per trip
	mapNumber int             // counts the maps that were installed
}

// NewModel returns the view model of trips, with none open.
func NewModel(o Options) *Model {
	return &Model{
		o: o, lane: o.Jobs.BackgroundLane(runtime.NumCPU()), changed: o.Jobs.Signal(),
		state: State{Recent: o.Recent}, running: map[ID]*job.Job{},
	}
}

// OnChange makes listen the one that is called after each change.
func (p *Model) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Model) State() State { return p.state }

// Open reads trace files and matches their trips in the background, and selects the
// first trip of the first file. Of a file that is open already, only what failed or
// was cancelled is done again: reading the file, or matching some of its trips.
func (p *Model) Open(paths ...string) {
	sources := make([]Source, 0, len(paths))
	for _, path := range paths {
		if whole, err := filepath.Abs(path); err == nil {
			path = whole // the next run, which may remember it, starts in another folder
		}
		sources = append(sources, Source{Name: path, Read: func(ctx context.Context, bounds geo.Bounds) ([]trace.Trip, error) {
			return trace.ReadFile(ctx, path, trace.Options{Bounds: bounds})
		}})
	}
	p.noteRecent(sources)
	p.OpenFrom(sources...)
}

// Select makes id the selected trip.
func (p *Model) Select(id ID) {
	p.state.Selected, p.state.HasSelected = id, true
	p.changed.Raise()
}

// Deselect leaves no trip selected.
func (p *Model) Deselect() {
	p.state.HasSelected = false
	p.changed.Raise()
}

// ForgetRecent empties the list of recent files.
func (p *Model) ForgetRecent() { p.setRecent(nil) }

// noteRecent puts the paths of sources before the other recent ones, the last one first.
func (p *Model) noteRecent(sources []Source) {
	if len(sources) == 0 {
		return
	}
	recent := slices.Clone(p.state.Recent)
	for _, source := range sources {
		recent = slices.DeleteFunc(recent, func(path string) bool { return path == source.Name })
		recent = slices.Insert(recent, 0, source.Name)
		recent = recent[:min(len(recent), maxRecent)]
	}
	p.setRecent(recent)
}

func (p *Model) setRecent(paths []string) {
	p.state.Recent = paths
	p.o.Remember(paths)
	p.changed.Raise()
}
