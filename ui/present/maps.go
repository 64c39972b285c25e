package present

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/finding"
	"roadsnap/engine/geo"
	"roadsnap/engine/osmimport"
	"roadsnap/ui/mapdraw/export"
)

// MapsState is what the place Maps shows.
type MapsState struct {
	Installed bool
	IsSample  bool // the installed map is the one that comes with the program
	Installs  int  // how often a map was installed: another number, another map
	Info      engine.Info
	// away is the path of the user's map while the sample is visited, or "".
	away string
	// Beside is the pack whose borders lie beside the map, if HasBeside.
	Beside    engine.Info
	HasBeside bool
	// BesideInstalls counts how often that one came or went while the map stayed.
	BesideInstalls int

	Busy    bool
	Stage   string // what is being done, as a key of Words
	Done    int64  // bytes of the stage
	Total   int64  // 0 when unknown
	Problem Notice
	// Lost says that Problem is of what an earlier run had open.
	Lost bool
	// Failed is what an import had found before it met Problem.
	Failed finding.List

	Report *MapReport // the record that is shown, nil for none
}

// Notices are what is to be read beside the map: whose roads they are, always, and
// what the installed packs ask for beyond that.
func (s MapsState) Notices() []string {
	notices := []string{export.OSMLicence}
	for _, n := range slices.Concat(s.Info.Meta.Licences, s.Beside.Meta.Licences) {
		if !strings.HasPrefix(n, export.OSMLicence) && !slices.Contains(notices, n) {
			notices = append(notices, n)
		}
	}
	return notices
}

// MapStore is what Maps needs of the engine.
type MapStore interface {
	AddPack(path string) (beside bool, err error)
	AddBytes(name string, b []byte) error
	DropMap()
	DropBorders()
	Info() (engine.Info, error)
	Beside() (engine.Info, bool)
}

// Maps presents the installed map and installs others.
type Maps struct {
	store MapStore
	o     MapsOptions
	state state[MapsState]

	work soleWork
	made string // path of the map that the work under way has made, "" for none; for that work alone, until its end
}

// MapsOptions are what Maps is made of beside the engine.
type MapsOptions struct {
	// SampleName and Sample are the pack that comes with the program.
	SampleName string
	Sample     []byte
	// Installed is called after another map was installed; nil for nobody.
	Installed func()
	// Remember is called with what is installed after each change of it; nil for
	// nobody.
	Remember func(MapChoice)
}

// NewMaps returns the presenter of maps.
func NewMaps(store MapStore, o MapsOptions) *Maps {
	p := &Maps{store: store, o: o}
	p.state.value = p.described(MapsState{})
	return p
}

// Subscribe tells listen the state of now and every later one.
func (p *Maps) Subscribe(listen func(MapsState)) { p.state.subscribe(listen) }

// State returns the state of now.
func (p *Maps) State() MapsState { return p.state.get() }

// Bounds returns where the installed map lies, NoBounds without one.
func (p *Maps) Bounds() geo.Bounds {
	if s := p.state.get(); s.Installed {
		return s.Info.Meta.Bounds
	}
	return geo.NoBounds
}

// OpenPack installs the pack at path in the background: in place of the map, or
// beside it if there is nothing in it but borders.
func (p *Maps) OpenPack(path string) {
	p.run(func(context.Context) (change, error) { return p.add(path) }, nil)
}

// OpenSample installs the map that comes with the program, and then calls done;
// nil is nothing to call.
func (p *Maps) OpenSample(done func()) {
	p.run(p.toSample(otherMap), done)
}

// VisitSample is OpenSample for the sample trips: the next run has the user's own
// map again.
func (p *Maps) VisitSample(done func()) {
	p.run(p.toSample(passingMap), done)
}

// Import makes a pack at out from an OpenStreetMap extract and installs it.
func (p *Maps) Import(source, out string) {
	p.run(func(ctx context.Context) (change, error) {
		return p.make(ctx, engine.ImportOptions{Roads: source, Out: out, Progress: p.progress})
	}, nil)
}

// make makes a pack and installs it.
func (p *Maps) make(ctx context.Context, o engine.ImportOptions) (change, error) {
	report, err := engine.Import(ctx, o)
	if err != nil {
		return noChange, &failedImport{err, report.Findings()}
	}
	done, err := p.add(o.Out)
	if err == nil {
		p.made = absolute(o.Out)
	}
	return done, err
}

// CloseMap takes the map away from the borders beside it, which stay.
func (p *Maps) CloseMap() {
	p.run(func(context.Context) (change, error) { p.store.DropMap(); return otherMap, nil }, nil)
}

// CloseBorders takes the borders beside the map away.
func (p *Maps) CloseBorders() {
	p.run(func(context.Context) (change, error) { p.store.DropBorders(); return otherBorders, nil }, nil)
}

func (p *Maps) add(path string) (change, error) {
	beside, err := p.store.AddPack(absolute(path))
	switch {
	case err != nil:
		return noChange, err
	case beside:
		return otherBorders, nil
	default:
		return otherMap, nil
	}
}

// absolute returns the whole path of a pack: another run, which may remember it,
// begins elsewhere.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

func (p *Maps) toSample(how change) func(context.Context) (change, error) {
	return func(context.Context) (change, error) {
		if err := p.addSample(); err != nil {
			return noChange, err
		}
		return how, nil
	}
}

func (p *Maps) addSample() error { return p.store.AddBytes(p.o.SampleName, p.o.Sample) }

// change is what a piece of work has done.
type change int

const (
	noChange change = iota
	otherMap
	passingMap   // another map for this run
	otherBorders // beside the map, which stayed
)

func (p *Maps) progress(q osmimport.Progress) {
	p.update(func(s *MapsState) { s.Stage, s.Done, s.Total = stageKeys[q.Stage], q.Done, q.Total })
}

// stageKeys are the words for the stages of an import.
var stageKeys = map[osmimport.Stage]string{
	osmimport.StageRead:   "maps.stage.read",
	osmimport.StageWays:   "maps.stage.ways",
	osmimport.StageNodes:  "maps.stage.nodes",
	osmimport.StageRoads:  "maps.stage.roads",
	osmimport.StageLayers: "maps.stage.layers",
}

// run does one piece of work on the map and calls then, unless it is nil, if
// that changed anything. While one is under way another is not begun.
func (p *Maps) run(work func(context.Context) (change, error), then func()) {
	ctx, ok := p.work.begin()
	if !ok {
		return
	}
	p.update(func(s *MapsState) {
		s.Busy, s.Problem, s.Lost, s.Stage, s.Done, s.Total = true, Notice{}, false, "maps.busy", 0, 0
		if s.Failed = nil; s.Report != nil && s.Report.Failed {
			s.Report = nil // it was of the failure
		}
	})
	go func() {
		defer p.work.goroutines.Done()
		p.made = ""
		done, err := work(ctx)
		cancelled := ctx.Err() != nil
		p.update(func(s *MapsState) {
			defer p.work.end()
			s.Busy = false
			switch done {
			case otherBorders:
				s.BesideInstalls++
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
			if done != noChange {
				s.Report = nil // it may be of what is gone
			}
			if err != nil && !cancelled {
				if failed, ok := errors.AsType[*failedImport](err); ok {
					s.Failed = failed.found
				}
				s.Problem, s.Lost = Explain(err), errors.As(err, &lost{})
			}
			if *s = p.described(*s); p.made != "" {
				s.Report = s.reportAt(p.made) // what came of it is told without being asked for
			}
		})
		if done != noChange && p.o.Remember != nil {
			p.o.Remember(p.choice())
		}
		if (done == otherMap || done == passingMap) && p.o.Installed != nil {
			p.o.Installed()
		}
		if done != noChange && then != nil {
			then()
		}
	}()
}

// described returns s with the description of what is installed.
func (p *Maps) described(s MapsState) MapsState {
	info, err := p.store.Info()
	s.Info, s.Installed = info, err == nil
	s.IsSample = s.Installed && info.Name == p.o.SampleName
	s.Beside, s.HasBeside = p.store.Beside()
	return s
}

// Cancel stops the work under way.
func (p *Maps) Cancel() { p.work.stop() }

// closeTime is how long Close waits: an import has cleared up by then, and what is
// read of a disk on a network that does not answer waits for ever.
const closeTime = 10 * time.Second

// Close stops the work under way and waits until it has stopped; what does not stop
// ends with the program.
func (p *Maps) Close() {
	p.Cancel()
	stopped := make(chan struct{})
	go func() {
		p.work.goroutines.Wait()
		close(stopped)
	}()
	select {
	case <-stopped:
	case <-time.After(closeTime):
	}
}

func (p *Maps) update(fn func(*MapsState)) {
	p.state.change(func(s MapsState) MapsState {
		fn(&s)
		return s
	})
}
