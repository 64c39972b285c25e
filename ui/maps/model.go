package maps

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/geo"
	"roadsnap/engine/osmimport"
	"roadsnap/engine/unitimport"
	"roadsnap/engine/units"
	"roadsnap/ui/job"
	"roadsnap/ui/mapdraw/export"
	"roadsnap/ui/text"
)

// State is what the panel Maps shows.
type State struct {
	Installed bool
	IsSample  bool // the installed map is the one that comes with the program
	Installs  int  // how often a map was installed: another number, another map
	Info      engine.Info
	// away is the path of the user's map while the sample is visited, or "".
	away string
	// Overlay is the overlay pack, whose borders lie over the map, if HasOverlay.
	Overlay    engine.Info
	HasOverlay bool
	// OverlayInstalls counts how often the overlay changed while the map stayed.
	OverlayInstalls int

	Busy     bool
	Progress Progress
	Problem  text.Notice
	// Lost says that Problem is of what an earlier run had open.
	Lost bool
	// Failed is what an import had found before it met Problem.
	Failed diagnostic.List

	Report *Report // the record that is shown, nil for none
}

// Progress says what is being done to the map, and how much of it is done.
type Progress struct {
	Stage string // a key of the words
	Done  int64  // bytes, or pieces, of the stage
	Total int64  // 0 when unknown
}

// stagePrefix begins the key of a stage of an import; the name of the stage follows.
const stagePrefix = "maps.stage."

// Notices are what is to be read next to the map: whose roads they are, always,
// and what the installed packs ask for beyond that.
func (s State) Notices() []string {
	notices := []string{export.OSMLicence}
	for _, n := range slices.Concat(s.Info.Meta.Licences, s.Overlay.Meta.Licences) {
		if !strings.HasPrefix(n, export.OSMLicence) && !slices.Contains(notices, n) {
			notices = append(notices, n)
		}
	}
	return notices
}

// Store is what Maps needs of the engine. Its methods are called on
// background goroutines, one at a time.
type Store interface {
	AddPack(path string) (overlay bool, err error)
	AddBytes(name string, b []byte) error
	DropMap()
	DropBorders()
	Info() (engine.Info, error)
	Overlay() (engine.Info, bool)
}

// Model is the view model of the installed map, and installs others. The UI
// goroutine owns it.
type Model struct {
	store   Store
	o       Options
	changed *job.Signal
	state   State
	work    *job.Job // one at a time
}

// Options are what Maps is made of besides the engine.
type Options struct {
	Jobs *job.Runner
	// SampleName and Sample are the pack that comes with the program.
	SampleName string
	Sample     []byte
	// Installed is called after another map was installed; it may be nil.
	Installed func()
	// Remember is called with what is installed after each change of it, on a
	// goroutine of its own: also when the window is closed meanwhile. It may be nil.
	Remember func(Choice)
}

// NewModel returns the view model of what store has installed.
func NewModel(store Store, o Options) *Model {
	p := &Model{store: store, o: o, changed: o.Jobs.Signal()}
	p.state = p.state.after(noChange, p.installed(), o.SampleName)
	return p
}

// OnChange makes listen the one that is called after each change.
func (p *Model) OnChange(listen func()) { p.changed.Listen(listen) }

// State returns the current state.
func (p *Model) State() State { return p.state }

// Bounds returns where the installed map lies, NoBounds without one.
func (p *Model) Bounds() geo.Bounds {
	if p.state.Installed {
		return p.state.Info.Meta.Bounds
	}
	return geo.NoBounds
}

// OpenPack installs the pack at path in the background: in place of the map, or
// over it if it has nothing but borders.
func (p *Model) OpenPack(path string) {
	path = absolute(path)
	p.runPlain(func() result { return p.add(path) }, nil)
}

// OpenSample installs the map that comes with the program, and then calls done,
// which may be nil.
func (p *Model) OpenSample(done func()) { p.openSample(otherMap, done) }

// VisitSample is OpenSample for the sample trips: the next run has the user's own
// map again.
func (p *Model) VisitSample(done func()) { p.openSample(passingMap, done) }

func (p *Model) openSample(how change, done func()) {
	p.runPlain(func() result {
		if err := p.addSample(); err != nil {
			return result{err: err}
		}
		return result{change: how}
	}, done)
}

// Import makes a pack at out from an OpenStreetMap extract and installs it.
func (p *Model) Import(source, out string) {
	p.run(func(ctx context.Context, report func(Progress)) result {
		return p.make(ctx, engine.ImportOptions{Roads: source, Out: out, Progress: func(q osmimport.Progress) {
			report(Progress{stagePrefix + string(q.Stage), q.Done, q.Total})
		}})
	}, nil)
}

// ImportUnits makes a pack at out from boundaries and installs it. source is a file
// of them, which stands for all files like it in its folder.
func (p *Model) ImportUnits(table *units.Table, source, out string) {
	p.run(func(ctx context.Context, report func(Progress)) result {
		return p.make(ctx, engine.ImportOptions{
			Units: boundarySources(source), Table: table, Out: out,
			UnitsProgress: func(q unitimport.Progress) {
				report(Progress{stagePrefix + string(q.Stage), q.Done, q.Total})
			},
		})
	}, nil)
}

// CloseMap takes the map away from under the overlay pack, which stays.
func (p *Model) CloseMap() {
	p.runPlain(func() result {
		p.store.DropMap()
		return result{change: otherMap}
	}, nil)
}

// CloseBorders takes the overlay pack away.
func (p *Model) CloseBorders() {
	p.runPlain(func() result {
		p.store.DropBorders()
		return result{change: otherBorders}
	}, nil)
}

// Describe shows the record of a map.
func (p *Model) Describe(which Described) {
	p.state.Report = p.state.reportOf(which)
	p.changed.Raise()
}

// HideReport shows no record any more.
func (p *Model) HideReport() {
	p.state.Report = nil
	p.changed.Raise()
}

// Cancel asks the work under way to stop. It is busy until it has cleared up.
func (p *Model) Cancel() { p.work.Stop() }

// absolute returns the whole path of a file: the next run, which may remember it,
// starts in another folder.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// result is what a piece of work did. Errors do not exclude a change.
type result struct {
	change change
	made   string // path of the map that was made, "" for none
	err    error
	lost   bool            // err is of what an earlier run had open
	found  diagnostic.List // by an import until err
}

// change says which of the installed packs was exchanged.
type change int

const (
	noChange change = iota
	otherMap
	passingMap   // another map for this run
	otherBorders // the overlay pack; the map stayed
)

// make makes a pack and installs it. It runs in the background, as do the
// functions below that use the store.
func (p *Model) make(ctx context.Context, o engine.ImportOptions) result {
	report, err := engine.Import(ctx, o)
	if err != nil {
		return result{err: err, found: report.Diagnostics()}
	}
	r := p.add(absolute(o.Out))
	if r.err == nil {
		r.made = absolute(o.Out)
	}
	return r
}

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

// installed describes what the store has installed.
func (p *Model) installed() (s State) {
	info, err := p.store.Info()
	s.Info, s.Installed = info, err == nil
	s.Overlay, s.HasOverlay = p.store.Overlay()
	return s
}

// after returns s once a change has led to what is installed now.
func (s State) after(c change, now State, sample string) State {
	switch c {
	case otherBorders:
		s.OverlayInstalls++
	case otherMap:
		s.Installs++
		s.away = ""
	case passingMap:
		s.Installs++
		if !s.IsSample {
			s.away = s.Info.Name
		}
	case noChange:
	}
	s.Info, s.Installed, s.Overlay, s.HasOverlay = now.Info, now.Installed, now.Overlay, now.HasOverlay
	s.IsSample = s.Installed && s.Info.Name == sample
	return s
}

// run does one piece of work on the map and then calls done, unless it is nil,
// if the work changed anything. While one is under way another is not started.
func (p *Model) run(work func(context.Context, func(Progress)) result, done func()) {
	s := &p.state
	if s.Busy {
		return
	}
	s.Busy, s.Problem, s.Lost, s.Progress = true, text.Notice{}, false, Progress{Stage: "maps.busy"}
	if s.Failed = nil; s.Report != nil && s.Report.Failed {
		s.Report = nil // it was of the failure
	}
	before := *s
	p.work = job.Report(p.o.Jobs, p.progressed, func(ctx context.Context, report func(Progress)) func() {
		r := work(ctx, report)
		if ctx.Err() != nil && r.change == noChange {
			r.err = nil // it did what was asked for
		}
		now := p.installed()
		if r.change != noChange && p.o.Remember != nil {
			p.o.Remember(before.after(r.change, now, p.o.SampleName).choice())
		}
		return func() { p.finish(r, now, done) }
	})
	p.changed.Raise()
}

// runPlain runs work that reports no progress and cannot be stopped.
func (p *Model) runPlain(work func() result, done func()) {
	p.run(func(context.Context, func(Progress)) result { return work() }, done)
}

func (p *Model) progressed(q Progress) {
	p.state.Progress = q
	p.changed.Raise()
}

// finish takes over what a piece of work did.
func (p *Model) finish(r result, now State, done func()) {
	s := &p.state
	*s = s.after(r.change, now, p.o.SampleName)
	s.Busy = false
	if r.change != noChange {
		s.Report = nil // it may be of what is gone
	}
	if r.err != nil {
		s.Problem, s.Lost, s.Failed = text.Explain(r.err), r.lost, r.found
	}
	switch r.made { // what an import found is shown without being asked for
	case "":
	case s.Info.Name:
		s.Report = s.reportOf(DescribedMap)
	case s.Overlay.Name:
		s.Report = s.reportOf(DescribedBorders)
	}
	p.changed.Raise()
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
