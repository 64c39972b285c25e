// SPDX-License-Identifier: MIT

package trips

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"roadsnap/engine/fleet"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/job"
	"roadsnap/ui/undo"
)

// State is the state that the panel shows.
type State struct {
	Trips []*Trip // by ID, and so in the order in which they were opened
	// Selected is the trip that the inspector shows. Chosen holds all selected trips, in
	// the order of their IDs, and so Selected.
	Selected    ID
	HasSelected bool
	Chosen      []ID
	Event       int      // the selected event of the selected trip, −1 for none
	Recent      []string // paths of files opened before, newest first
	Profile     match.Profile
	Filter      Filter
	View        *View // the visible trips
	Work        Work
	Saved       Saved
	Places      Places
	Long        []ID // trips that cover more than a day and were opened in this run
	Settled     int  // number of changes after which the stops of the trips may differ

	fleet    *fleetIndex // nil is an empty register
	overlaps overlaps
}

// Work is the state of the background work on all trips.
type Work struct {
	Left int           // trips that are being read or matched, or wait for it
	Done int           // trips that were, since there was no work
	Time time.Duration // estimated time left, 0 if unknown
}

// Trip returns the selected trip.
func (s State) Trip() (*Trip, bool) {
	if !s.HasSelected {
		return nil, false
	}
	return s.Find(s.Selected)
}

// Find returns the trip of an ID.
func (s State) Find(id ID) (*Trip, bool) {
	if i := s.index(id); i >= 0 {
		return s.Trips[i], true
	}
	return nil, false
}

// ChosenTrips returns the selected trips.
func (s State) ChosenTrips() []*Trip {
	list := make([]*Trip, 0, len(s.Chosen))
	for _, id := range s.Chosen {
		if t, ok := s.Find(id); ok {
			list = append(list, t)
		}
	}
	return list
}

// IsChosen reports whether a trip is selected.
func (s State) IsChosen(id ID) bool {
	_, found := slices.BinarySearch(s.Chosen, id)
	return found
}

// index returns the index of a trip in Trips, -1 if it is not there.
func (s State) index(id ID) int {
	i, found := slices.BinarySearchFunc(s.Trips, id, func(t *Trip, id ID) int { return int(t.ID - id) })
	if !found {
		return -1
	}
	return i
}

// Matcher is the part of the engine that Model uses.
type Matcher interface {
	// Match matches a recording on the installed map and summarises the result.
	Match(ctx context.Context, recording trace.Trip, stops []trip.Stop, profile match.Profile) (match.Result, trip.Summary, error)
}

// maxRecent is the maximum number of recent files.
const maxRecent = 10

// Options configures a Model.
type Options struct {
	Jobs    *job.Runner
	History *undo.History // takes edits back; nil is a new one
	Matcher Matcher
	Bounds  func() geo.Bounds // returns the bounds of the installed map
	Recent  []string          // paths of files opened before, newest first
	Profile match.Profile     // the vehicles that trips are matched for at first
	// Remember is called with the recent files after each change.
	Remember func([]string)
	// Keeper keeps the trips between runs; nil keeps none. KeepFailed is called with its
	// errors.
	Keeper     Keeper
	KeepFailed func(error)
	// EditRefused is called with the error of an edit that could not be kept, and so was
	// taken back.
	EditRefused func(error)
	// AlreadyOpen is called with the number of trips that were opened although they are in
	// the list, in all files of the current work.
	AlreadyOpen func(n int)
	// WardsOf returns the codes of the wards of a unit, for the filter; nil finds none.
	WardsOf func(code string) []uint32
}

// Model is the view model of the open trips. It belongs to the UI goroutine.
type Model struct {
	o       Options
	lane    *job.Lane // reads and matches trips
	edits   *job.Lane // keeps edits in their order
	changed *job.Signal
	state   State
	history *undo.History

	nextID    ID
	running   map[ID]*job.Job // the reading or matching of a trip, at most one job each
	waiting   []ID            // kept trips to be matched again, the next one first
	mapNumber int             // number of maps installed so far
	rules     trip.Rules
	walk      eventWalk

	origins map[workspace.ID]Origin // of kept trips
	// exchanging holds the trips that are being split or merged, and whether the user removed
	// them meanwhile.
	exchanging map[ID]bool
	failed     failedFiles

	overlapSurvey overlapSurvey

	anchor    ID        // where a range of selected trips begins
	workBegan time.Time // when Work.Left was last 0
	known     int       // trips that were opened since, although they are in the list

	memory   contentMemory
	making   viewMaking
	reopened bool // the trips of earlier runs are listed
}

// NewModel returns the view model of trips, with none open.
func NewModel(o Options) *Model {
	for _, f := range []*func(error){&o.KeepFailed, &o.EditRefused} {
		if *f == nil {
			*f = func(error) {}
		}
	}
	if o.AlreadyOpen == nil {
		o.AlreadyOpen = func(int) {}
	}
	if o.History == nil {
		o.History = undo.New(o.Jobs)
	}
	return &Model{
		o: o, history: o.History, lane: o.Jobs.BackgroundLane(runtime.NumCPU()), edits: o.Jobs.Lane(1), origins: map[workspace.ID]Origin{}, exchanging: map[ID]bool{}, overlapSurvey: overlapSurvey{lane: o.Jobs.BackgroundLane(1)}, making: viewMaking{folded: map[string]bool{}}, changed: o.Jobs.Signal(), rules: trip.DefaultRules(),
		state: State{Recent: o.Recent, Profile: o.Profile, Filter: DefaultFilter(), View: new(View), Event: noEvent, fleet: newFleetIndex(fleet.Register{})}, running: map[ID]*job.Job{}, memory: contentMemory{loads: map[ID]*job.Job{}},
		walk: eventWalk{show: func(*Trip, trip.Event) {}, wanted: noEvent},
	}
}

// OnChange sets the listener, which is called after each change of the state.
func (p *Model) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Model) State() State { return p.state }

// History returns the steps that the user can take back.
func (p *Model) History() *undo.History { return p.history }

// Open reads trace files and matches their trips in the background, and selects the first
// trip of the first file. For a file that is already open, it repeats only the reading or
// matching that failed or was cancelled.
func (p *Model) Open(paths ...string) {
	sources := p.fileSources(paths)
	p.noteRecent(sources)
	p.OpenFrom(sources...)
}

// Import is Open without a change of the selection and of the recent files, for files that
// arrive by themselves. It does not report those that are open already, and leaves those in
// the trash there. A file that was written again since is read again.
func (p *Model) Import(paths ...string) {
	sources := p.fileSources(paths)
	profile := p.state.Profile
	p.edits.Start(func(ctx context.Context) func() { // after the trips of earlier runs are listed
		for i := range sources {
			sources[i].quiet = true
			if info, err := os.Stat(sources[i].Name); err == nil {
				sources[i].modified = info.ModTime()
			}
		}
		var trash []workspace.Trip
		var err error
		if p.o.Keeper != nil {
			trash, err = p.o.Keeper.Trips(ctx, true, profile)
		}
		return func() {
			if err != nil {
				p.o.KeepFailed(err)
			}
			removed := make(map[string]time.Time, len(trash))
			for _, t := range trash {
				removed[t.File] = latest(removed[t.File], t.Removed)
			}
			p.importFrom(slices.DeleteFunc(sources, func(s Source) bool {
				at, is := removed[s.Name]
				return is && !s.modified.After(at)
			}))
		}
	})
}

// latest returns the later one of two times.
func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func (p *Model) importFrom(sources []Source) {
	if len(sources) == 0 {
		return
	}
	p.add(sources)
	p.renew()
	p.changed.RaiseSoon()
}

// fileSources returns the sources of files.
func (p *Model) fileSources(paths []string) []Source {
	sources := make([]Source, 0, len(paths))
	for _, path := range paths {
		if whole, err := filepath.Abs(path); err == nil {
			path = whole // the next run, which may reopen it, can start in another folder
		}
		sources = append(sources, p.fileSource(path, nil))
	}
	return sources
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

// setTrips replaces the list, which must be sorted by ID, and counts the work.
func (p *Model) setTrips(rows []*Trip) {
	for i, t := range rows {
		rows[i] = p.withOverlaps(p.registered(t))
	}
	p.state.Trips = rows
	p.overlapSurvey.old = true
	p.state.Settled++
	left := 0
	for _, t := range rows {
		if t.busy() {
			left++
		}
	}
	p.countWork(left, 0)
	p.making.old = true
	p.updateEvent()
}

// replace replaces the trips with the IDs of changed by these, as far as they are in the
// list. It copies the list, because a State that was returned must not change.
func (p *Model) replace(changed ...*Trip) {
	rows, left, done, awaited := slices.Clone(p.state.Trips), p.state.Work.Left, 0, false
	for _, t := range changed {
		i := p.state.index(t.ID)
		if i < 0 {
			continue
		}
		switch was, is := rows[i].busy(), t.busy(); {
		case was && !is:
			left, done = left-1, done+1
			p.state.Settled++
		case !was && is:
			left++
		}
		rows[i] = p.withOverlaps(p.registered(t))
		awaited = awaited || p.state.IsChosen(t.ID)
	}
	p.state.Trips = rows
	p.countWork(left, done)
	p.making.old = true
	p.updateEvent()
	p.changedSoon(awaited)
}

// update replaces the trip of id, if it is still in the list, by a changed copy.
func (p *Model) update(id ID, change func(*Trip)) {
	if t, ok := p.state.Find(id); ok {
		changed := *t
		change(&changed)
		p.replace(&changed)
	}
}

// countWork notes how many trips are busy, and how many have just been finished.
func (p *Model) countWork(left, done int) {
	w := &p.state.Work
	if w.Left == 0 && left > 0 {
		p.workBegan, w.Done, p.known = time.Now(), 0, 0
	}
	w.Left, w.Done, w.Time = left, w.Done+done, 0
	const enough = 8 // finished trips, for an estimate
	if left > 0 && w.Done >= enough {
		w.Time = time.Duration(float64(time.Since(p.workBegan)) / float64(w.Done) * float64(left))
	}
}

// changedSoon renews the view, unless that was just done, and calls the listener. The last
// change of a series always renews it, because then no trip is busy. While others are busy,
// only a change that the user waits for, as of a selected trip, is shown without a pause.
func (p *Model) changedSoon(awaited bool) {
	if p.making.old && (p.state.Work.Left == 0 || time.Since(p.making.made) > max(viewPause, viewShare*p.making.took)) {
		p.renew()
	}
	if awaited || p.state.Work.Left == 0 {
		p.changed.RaiseSoon()
	} else {
		p.changed.RaiseWithin(viewPause)
	}
}

// While trips are matched, the view is made again after viewPause, or after viewShare times
// the time that it takes, whichever is longer.
const (
	viewPause = 250 * time.Millisecond
	viewShare = 20
)
