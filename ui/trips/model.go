// SPDX-License-Identifier: MIT

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

// State is the state that the panel shows.
type State struct {
	Trips       []*Trip // in the order in which they were opened
	Selected    ID
	HasSelected bool
	Recent      []string // paths of files opened before, newest first
	Filter      Filter
	Older       int // kept trips that were not reopened

	removed []removedTrip // trips that UndoRemove restores, starting from the end
	view    *view         // of the model, so that a list is filtered once
}

// Trip returns the selected trip.
func (s State) Trip() (*Trip, bool) {
	if i := s.row(); i >= 0 {
		return s.Trips[i], true
	}
	return nil, false
}

// row returns the index of the selected trip, -1 if there is none.
func (s State) row() int {
	if !s.HasSelected {
		return -1
	}
	return s.index(s.Selected)
}

// index returns the index of a trip in Trips, -1 if it is not there.
func (s State) index(id ID) int {
	return slices.IndexFunc(s.Trips, func(t *Trip) bool { return t.ID == id })
}

// Busy returns the number of trips that are being read or matched.
func (s State) Busy() int {
	n := 0
	for _, t := range s.Trips {
		if t.busy() {
			n++
		}
	}
	return n
}

// Matcher is the part of the engine that Model uses.
type Matcher interface {
	Match(ctx context.Context, trip []match.Observation, profile match.Profile) (match.Result, error)
}

// maxRecent is the maximum number of recent files.
const maxRecent = 10

// Options configures a Model.
type Options struct {
	Jobs    *job.Runner
	Matcher Matcher
	Bounds  func() geo.Bounds // returns the bounds of the installed map
	Recent  []string          // paths of files opened before, newest first
	// Remember is called with the recent files after each change.
	Remember func([]string)
	// Keeper keeps the trips between runs; nil keeps none. KeepFailed is called with its
	// errors.
	Keeper     Keeper
	KeepFailed func(error)
}

// Model is the view model of the open trips. It belongs to the UI goroutine.
type Model struct {
	o       Options
	lane    *job.Lane
	changed *job.Signal
	state   State

	nextID    ID
	running   map[ID]*job.Job // at most one job per trip
	mapNumber int             // number of maps installed so far
}

// NewModel returns the view model of trips, with none open.
func NewModel(o Options) *Model {
	return &Model{
		o: o, lane: o.Jobs.BackgroundLane(runtime.NumCPU()), changed: o.Jobs.Signal(),
		state: State{Recent: o.Recent, view: new(view)}, running: map[ID]*job.Job{},
	}
}

// OnChange sets the listener, which is called after each change of the state.
func (p *Model) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Model) State() State { return p.state }

// Open reads trace files and matches their trips in the background, and selects the first
// trip of the first file. For a file that is already open, it repeats only the reading or
// matching that failed or was cancelled.
func (p *Model) Open(paths ...string) {
	sources := make([]Source, 0, len(paths))
	for _, path := range paths {
		if whole, err := filepath.Abs(path); err == nil {
			path = whole // the next run, which may reopen it, can start in another folder
		}
		sources = append(sources, fileSource(path))
	}
	p.noteRecent(sources)
	p.OpenFrom(sources...)
}

// fileSource returns the source of a file. It holds the bytes of the file until they are
// kept.
func fileSource(path string) Source {
	var content []byte
	return Source{
		Name: path,
		Read: func(ctx context.Context, bounds geo.Bounds) (trips []trace.Trip, err error) {
			trips, content, err = trace.ReadFileContent(ctx, path, trace.Options{Bounds: bounds})
			return trips, err
		},
		Content: func() []byte { return content },
	}
}

// Select selects the trip id.
func (p *Model) Select(id ID) {
	p.state.Selected, p.state.HasSelected = id, true
	p.changed.Raise()
}

// Deselect clears the selection.
func (p *Model) Deselect() {
	p.state.HasSelected = false
	p.changed.Raise()
}

// ForgetRecent clears the list of recent files.
func (p *Model) ForgetRecent() { p.setRecent(nil) }

// noteRecent moves the paths of sources to the front of the recent files, the last one
// first.
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
