package present

import (
	"context"
	"slices"
	"strings"
	"sync"

	"roadsnap/engine"
	"roadsnap/engine/geo"
	"roadsnap/engine/osmimport"
	"roadsnap/ui/mapdraw"
)

// MapsState is what the place Maps shows.
type MapsState struct {
	Installed bool
	Installs  int // how often a map was installed: another number, another map
	Info      engine.Info
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
}

// Notices are what is to be read beside the map: whose roads they are, always, and
// what the installed packs ask for beyond that.
func (s MapsState) Notices() []string {
	notices := []string{mapdraw.OSMLicence}
	for _, n := range slices.Concat(s.Info.Meta.Licences, s.Beside.Meta.Licences) {
		if !strings.HasPrefix(n, mapdraw.OSMLicence) && !slices.Contains(notices, n) {
			notices = append(notices, n)
		}
	}
	return notices
}

// MapStore is what Maps needs of the engine.
type MapStore interface {
	AddPack(path string) (beside bool, err error)
	DropMap()
	DropBorders()
	Info() (engine.Info, error)
	Beside() (engine.Info, bool)
}

// Maps presents the installed map and installs others.
type Maps struct {
	store     MapStore
	state     state[MapsState]
	installed func() // told after each change of the map

	mu     sync.Mutex
	cancel context.CancelFunc
	work   sync.WaitGroup
}

// NewMaps returns the presenter of maps. installed is called after another map
// was installed.
func NewMaps(store MapStore, installed func()) *Maps {
	p := &Maps{store: store, installed: installed}
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
	p.run(func(context.Context) (change, error) { return p.add(path) })
}

// Import makes a pack at out from an OpenStreetMap extract and installs it.
func (p *Maps) Import(source, out string) {
	p.run(func(ctx context.Context) (change, error) {
		_, err := engine.Import(ctx, engine.ImportOptions{Roads: source, Out: out, Progress: p.progress})
		if err != nil {
			return 0, err
		}
		return p.add(out)
	})
}

// CloseMap takes the map away from the borders beside it, which stay.
func (p *Maps) CloseMap() {
	p.run(func(context.Context) (change, error) { p.store.DropMap(); return otherMap, nil })
}

// CloseBorders takes the borders beside the map away.
func (p *Maps) CloseBorders() {
	p.run(func(context.Context) (change, error) { p.store.DropBorders(); return otherBorders, nil })
}

func (p *Maps) add(path string) (change, error) {
	beside, err := p.store.AddPack(path)
	if beside {
		return otherBorders, err
	}
	return otherMap, err
}

// change is what a piece of work has done.
type change int

const (
	otherMap     change = iota
	otherBorders        // beside the map, which stayed
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

// run does one piece of work on the map; while one is under way another is not
// begun.
func (p *Maps) run(work func(context.Context) (change, error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	p.update(func(s *MapsState) { s.Busy, s.Problem, s.Stage, s.Done, s.Total = true, Notice{}, "maps.busy", 0, 0 })
	p.work.Go(func() {
		done, err := work(ctx)
		p.mu.Lock()
		p.cancel = nil
		p.mu.Unlock()
		cancelled := ctx.Err() != nil
		cancel()
		p.update(func(s *MapsState) {
			s.Busy = false
			switch {
			case err == nil && done == otherBorders:
				s.BesideInstalls++
			case err == nil:
				s.Installs++
			case !cancelled:
				s.Problem = Explain(err)
			}
			*s = p.described(*s)
		})
		if err == nil && done == otherMap {
			p.installed()
		}
	})
}

// described returns s with the description of what is installed.
func (p *Maps) described(s MapsState) MapsState {
	info, err := p.store.Info()
	s.Info, s.Installed = info, err == nil
	s.Beside, s.HasBeside = p.store.Beside()
	return s
}

// Cancel stops the work under way.
func (p *Maps) Cancel() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancel != nil {
		p.cancel()
	}
}

// Close stops the work under way and waits until it has stopped.
func (p *Maps) Close() {
	p.Cancel()
	p.work.Wait()
}

func (p *Maps) update(fn func(*MapsState)) {
	p.state.change(func(s MapsState) MapsState {
		fn(&s)
		return s
	})
}
