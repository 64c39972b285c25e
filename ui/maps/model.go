// SPDX-License-Identifier: MIT

package maps

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/text"
)

// State is the state that the panel shows.
type State struct {
	Installed bool
	IsSample  bool // the installed map is the embedded sample
	Installs  int  // number of map changes, different for each map
	Info      engine.Info
	// chosen is set if the user chose the sample, which is then opened in the next run too.
	chosen bool
	// away is the path of the user's map while VisitSample shows the sample, or "".
	away string
	// Overlay is the overlay pack, whose borders are drawn over the map, if HasOverlay.
	Overlay    engine.Info
	HasOverlay bool
	// OverlayInstalls is the number of overlay changes that kept the map.
	OverlayInstalls int
	// Further are the maps that are open besides, the finest first. A trip is matched on the
	// finest map that covers it. FurtherInstalls is the number of their changes.
	Further         []engine.Info
	FurtherInstalls int

	Offered  bool // a map can be installed
	Answered bool // the user has answered the offer of the first run
	// Started is set if an installation of the offered map was cut off.
	Started bool

	// Newest is set if the server had no newer map when the user last asked in this run.
	Newest bool

	Extracted Extracted // by the last work; zero for none

	Library []Record         // the installed maps
	Checks  map[string]Check // of packs by path, of those that were checked in this run
	Listed  int              // number of changes of Library and Checks

	Busy     bool
	Progress Progress
	Problem  text.Notice
	// Lost is set if Problem concerns a pack that an earlier run had open.
	Lost bool
	// Failed holds the diagnostics of an import that ended with Problem.
	Failed diagnostic.List
	// Refused is set if Problem is one that Insist overrules.
	Refused *Refusal

	Report *Report // the report in the inspector, nil for none
}

// Progress is the progress of work on the map.
type Progress struct {
	Stage string // text key
	Done  int64  // bytes or items of the stage
	Total int64  // 0 if unknown
	// Bytes is set if Done and Total are bytes that arrive from elsewhere, and Rate is how
	// many arrive per second, 0 if unknown.
	Bytes bool
	Rate  float64
	// Pause is how long the work waits before it tries again, 0 while it goes on.
	Pause time.Duration
}

// StagePrefix is the prefix of the text keys of import stages. The name of the stage
// follows.
const StagePrefix = "maps.stage."

// Notices returns the attributions of the map: always that of OpenStreetMap, and further
// licences of the installed packs.
func (s State) Notices() []string {
	notices := []string{export.OSMLicence}
	licences := slices.Concat(s.Info.Meta.Licences, s.Overlay.Meta.Licences)
	for _, f := range s.Further {
		licences = append(licences, f.Meta.Licences...)
	}
	for _, n := range licences {
		if !strings.HasPrefix(n, export.OSMLicence) && !slices.Contains(notices, n) {
			notices = append(notices, n)
		}
	}
	return notices
}

// Store is the part of the engine that Model uses. Its methods are called on background
// goroutines, one at a time.
type Store interface {
	AddPack(path string) (overlay bool, err error)
	AddBytes(name string, b []byte) error
	DropMap()
	DropBorders()
	AddFurther(path string) error
	DropFurther(path string)
	Further() []engine.Info
	Info() (engine.Info, error)
	Overlay() (engine.Info, bool)
}

// Model is the view model of the installed map and installs others. It belongs to the UI
// goroutine.
type Model struct {
	store   Store
	o       Options
	changed *job.Signal
	state   State
	work    *job.Job // the only one that runs at a time
	checks  *job.Lane

	follows   *job.Job // reads which map is in use in the library
	following bool     // followed is known
	followed  string   // path of the map that was in use in the library, "" for none
	behind    bool     // the library has changed while work ran
}

// Options configures a Model.
type Options struct {
	Jobs *job.Runner
	// SampleName and Sample are the name and the content of the embedded sample pack.
	SampleName string
	Sample     []byte
	// Installed is called after another map was installed; it may be nil.
	Installed func()
	// Remember is called with the installed packs after each change. It runs on a
	// background goroutine, so that it is called even if the window closes during the
	// change. It may be nil.
	Remember func(Choice)
	// Offer and Installer are for the map of a country; without Installer none is offered.
	Offer     Offer
	Installer Installer
	Network   Network   // of Installer
	Extractor Extractor // nil extracts nothing
	// Library holds the installed maps; nil for none.
	Library Library
	// Verify checks all bytes of the pack at path; nil checks none.
	Verify func(ctx context.Context, path string) error
	// Answered is State.Answered at the start, and Answer is called when it becomes true; it
	// may be nil.
	Answered bool
	Answer   func()
}

// NewModel returns a view model that shows the packs installed in store.
func NewModel(store Store, o Options) *Model {
	p := &Model{store: store, o: o, changed: o.Jobs.Signal(), checks: o.Jobs.BackgroundLane(1)}
	p.state.Offered, p.state.Answered = o.Installer != nil, o.Answered
	p.state = p.state.after(noChange, p.installed(), o.SampleName)
	p.checkOpen(otherMap)
	return p
}

// OnChange sets the listener, which is called after each change of the state.
func (p *Model) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Model) State() State { return p.state }

// Bounds returns the bounds round all open maps, NoBounds without one.
func (p *Model) Bounds() geo.Bounds {
	b := geo.NoBounds
	if p.state.Installed {
		b = p.state.Info.Meta.Bounds
	}
	for _, f := range p.state.Further {
		b = b.Union(f.Meta.Bounds)
	}
	return b
}

// OpenPack installs the pack at path in the background. It replaces the map or, if the
// pack has only borders, the overlay.
func (p *Model) OpenPack(path string) {
	path = absolute(path)
	p.runPlain(func() result { return p.add(path) }, nil)
}

// OpenSample installs the embedded sample in the background and then calls done, which may
// be nil. The next run opens the sample again.
func (p *Model) OpenSample(done func()) { p.openSample(chosenSample, done) }

// VisitSample is like OpenSample, but the next run opens the user's map again. It is used
// for the sample trips.
func (p *Model) VisitSample(done func()) { p.openSample(passingMap, done) }

func (p *Model) openSample(how change, done func()) {
	p.runPlain(func() result {
		if err := p.addSample(); err != nil {
			return result{err: err}
		}
		return result{change: how}
	}, done)
}

// CloseMap closes the map in the background and keeps the overlay.
func (p *Model) CloseMap() {
	p.runPlain(func() result {
		p.store.DropMap()
		return result{change: otherMap}
	}, nil)
}

// CloseBorders closes the overlay in the background.
func (p *Model) CloseBorders() {
	p.runPlain(func() result {
		p.store.DropBorders()
		return result{change: otherBorders}
	}, nil)
}

// Describe shows the report of a pack.
func (p *Model) Describe(which Described) {
	p.state.Report = p.state.reportOf(which)
	p.changed.Raise()
}

// DescribePack shows the report of a pack that is a further map or in the library.
func (p *Model) DescribePack(info engine.Info) {
	p.state.Report = &Report{Info: info}
	p.changed.Raise()
}

// HideReport hides the report.
func (p *Model) HideReport() {
	p.state.Report = nil
	p.changed.Raise()
}

// Cancel cancels the running work. The state stays busy until the work has cleaned up.
func (p *Model) Cancel() { p.work.Stop() }

// absolute returns the absolute path of a file, because the next run, which may reopen it,
// can start in another folder.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// result is the result of work on the map. It can have both a change and an error.
type result struct {
	change    change
	made      string // path of the imported pack, "" for none
	err       error
	extracted Extracted
	newest    bool            // nothing was installed, because there is no newer map
	lost      bool            // err concerns a pack that an earlier run had open
	found     diagnostic.List // diagnostics of an import before err
	refused   *Refusal        // set if err can be overruled
}

// change identifies the installed pack that changed.
type change int

const (
	noChange change = iota
	otherMap
	chosenSample // the sample, by the choice of the user
	passingMap   // another map, only for this run
	otherBorders // only the overlay
	otherFurther // only the further maps
)

// add opens a pack. It runs in the background, as all functions below that use the store do.
func (p *Model) add(path string) result {
	overlay, err := p.store.AddPack(path)
	switch {
	case err != nil:
		return result{err: err}
	case overlay:
		return result{change: otherBorders}
	default:
		return result{change: otherMap}
	}
}

func (p *Model) addSample() error { return p.store.AddBytes(p.o.SampleName, p.o.Sample) }

// installed returns a State with only the fields of the installed packs.
func (p *Model) installed() (s State) {
	info, err := p.store.Info()
	s.Info, s.Installed = info, err == nil
	s.Overlay, s.HasOverlay = p.store.Overlay()
	s.Further = p.store.Further()
	s.Started = p.o.Installer != nil && p.o.Installer.Started()
	s.Library = p.list()
	return s
}

// after returns s after a change. now holds the packs that are installed then.
func (s State) after(c change, now State, sample string) State {
	switch c {
	case otherBorders:
		s.OverlayInstalls++
	case otherFurther:
		s.FurtherInstalls++
	case otherMap, chosenSample:
		s.Installs++
		s.away, s.chosen = "", c == chosenSample
	case passingMap:
		s.Installs++
		if !s.IsSample {
			s.away = s.Info.Name
		}
	case noChange:
	}
	s.Info, s.Installed, s.Overlay, s.HasOverlay, s.Started = now.Info, now.Installed, now.Overlay, now.HasOverlay, now.Started
	s.Further = now.Further
	s.Library, s.Listed = now.Library, s.Listed+1
	s.IsSample = s.Installed && s.Info.Name == sample
	return s
}

// run runs work in the background. If the work changed a pack, run then calls done, which
// may be nil. It does nothing while other work runs.
func (p *Model) run(work func(context.Context, func(Progress)) result, done func()) {
	s := &p.state
	if s.Busy {
		return
	}
	s.Refused = nil
	s.Busy, s.Problem, s.Lost, s.Progress = true, text.Notice{}, false, Progress{Stage: "maps.busy"}
	if s.Failed = nil; s.Report != nil && s.Report.Failed {
		s.Report = nil // the report of the failure
	}
	before, speed := *s, pace{}
	p.work = job.Report(p.o.Jobs, p.progressed, func(ctx context.Context, report func(Progress)) func() {
		r := work(ctx, func(q Progress) {
			if q.Bytes {
				q.Rate = speed.at(time.Now(), q.Done)
			}
			report(q)
		})
		if ctx.Err() != nil && r.change == noChange {
			r.err = nil // the cancellation is no problem
		}
		now := p.installed()
		if r.change != noChange && p.o.Remember != nil {
			p.o.Remember(before.after(r.change, now, p.o.SampleName).choice())
		}
		return func() { p.finish(r, now, done) }
	})
	p.changed.Raise()
}

// runPlain runs work that reports no progress and cannot be cancelled.
func (p *Model) runPlain(work func() result, done func()) {
	p.run(func(context.Context, func(Progress)) result { return work() }, done)
}

func (p *Model) progressed(q Progress) {
	p.state.Progress = q
	p.changed.Raise()
}

// finish applies the result of work to the state.
func (p *Model) finish(r result, now State, done func()) {
	s := &p.state
	*s = s.after(r.change, now, p.o.SampleName)
	s.Busy, s.Newest, s.Extracted = false, r.newest, r.extracted
	if r.change != noChange {
		s.Report = nil // it may describe a replaced pack
	}
	if s.Installed && !s.IsSample {
		p.answer() // by a map of the user
	}
	p.checkOpen(r.change)
	if r.err != nil {
		s.Problem, s.Lost, s.Failed, s.Refused = text.Explain(r.err), r.lost, r.found, r.refused
	}
	switch r.made { // show the report of an import
	case "":
	case s.Info.Name:
		s.Report = s.reportOf(DescribedMap)
	case s.Overlay.Name:
		s.Report = s.reportOf(DescribedBorders)
	}
	p.changed.Raise()
	p.followLate()
	if r.change == noChange {
		return
	}
	if r.change != otherBorders && p.o.Installed != nil {
		p.o.Installed()
	}
	if done != nil {
		done()
	}
}
