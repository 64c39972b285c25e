package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"roadsnap/engine/basemap"
	"roadsnap/engine/coast"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

// The errors by which callers tell what happened; those of the packages below
// (pack.ErrCorrupt, match.ErrNoRoad, …) come through wrapped.
var (
	// ErrNoMap means that no map is installed.
	ErrNoMap = errclass.New(errclass.NoMap, "no map is installed")
	// ErrNoRoads means that the installed map has no roads to match to.
	ErrNoRoads = errclass.New(errclass.NoRoads, "the map has no roads; import it again with an OpenStreetMap extract as well")
	// ErrNoBorders means that neither the installed map nor the engine has borders
	// of units.
	ErrNoBorders = errclass.New(errclass.NoBorders, "no borders of units are installed")
)

// Options say what an engine is made of.
type Options struct {
	// Units holds provinces.csv and wards.csv, and what else units.Load reads.
	Units fs.FS
	// Overview is a pack with the borders of the provinces, which serves while no
	// others are installed; nil for none.
	Overview []byte
	// Land is a pack with the land abroad, for the ground of pictures; nil for none.
	Land []byte
	// Match tunes the matcher; the zero value means match.DefaultConfig.
	Match match.Config
}

// Engine is the engine with the map that is installed in it, if any.
type Engine struct {
	units *units.Table
	match match.Config

	overview     *units.Atlas // nil for none
	overviewMeta pack.Meta
	world        *coast.World // nil for none

	mu      sync.Mutex // guards current, beside and every installed.users
	current *installed // the map
	overlay *installed // what the borders are of, if not of current; nil for none
}

// New returns an engine with the tables of units and no map.
func New(o Options) (*Engine, error) {
	table, err := units.Load(o.Units)
	if err != nil {
		return nil, err
	}
	if o.Match == (match.Config{}) {
		o.Match = match.DefaultConfig()
	}
	if err := o.Match.Validate(); err != nil {
		return nil, err
	}
	e := &Engine{units: table, match: o.Match}
	if o.Overview != nil {
		if err := e.openOverview(o.Overview); err != nil {
			return nil, err
		}
	}
	if o.Land != nil {
		if err := e.openLand(o.Land); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// Units returns the table of provinces and wards.
func (e *Engine) Units() *units.Table { return e.units }

// OpenPack installs the map of the file at path in place of all that was
// installed before, which is unmapped when its last call has returned. On an error
// the old map stays.
func (e *Engine) OpenPack(path string) error { return e.openPack(path, e.replace) }

func (e *Engine) openPack(path string, place func(*installed) (replaced []*installed)) error {
	p, err := pack.Open(path)
	if err != nil {
		return err
	}
	return e.install(p, place)
}

// OpenBytes installs a map that is held in memory, as the embedded one is, in place
// of all that was installed before. name is what errors and Info call it.
func (e *Engine) OpenBytes(name string, b []byte) error { return e.openBytes(name, b, e.replace) }

func (e *Engine) openBytes(name string, b []byte, place func(*installed) (replaced []*installed)) error {
	p, err := pack.OpenBytes(name, b)
	if err != nil {
		return err
	}
	return e.install(p, place)
}

// install opens all that p holds. place puts it among what is installed, and runs
// with e.mu held.
func (e *Engine) install(p *pack.Pack, place func(*installed) (replaced []*installed)) error {
	m, err := newInstalled(p, e.units, e.match)
	if err != nil {
		return errors.Join(err, p.Close())
	}
	if m.atlas != nil && e.overview != nil {
		m.atlas.MarkIslands(e.overview)
	}
	e.mu.Lock()
	replaced := place(m)
	e.mu.Unlock()
	// The new map is installed, whatever becomes of unmapping the old one.
	_ = e.release(replaced...)
	return nil
}

// Close takes the map away, and the borders beside it. Calls under way finish;
// later ones get ErrNoMap.
func (e *Engine) Close() error {
	e.mu.Lock()
	all := e.replace(nil)
	e.mu.Unlock()
	return e.release(all...)
}

// Ready reports whether a map is installed.
func (e *Engine) Ready() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.current != nil
}

// release gives back one use of each and closes it after the last; nil is none.
func (e *Engine) release(list ...*installed) (err error) {
	for _, m := range list {
		if m == nil {
			continue
		}
		e.mu.Lock()
		m.users--
		last := m.users == 0
		e.mu.Unlock()
		if last {
			err = errors.Join(err, m.pack.Close())
		}
	}
	return err
}

// with runs fn on the installed map, which stays mapped for as long as fn runs.
// A fault of the mapped file, or an index in it that leads nowhere, becomes an
// error.
func (e *Engine) with(fn func(*installed) error) error {
	m := e.use()
	if m == nil {
		return ErrNoMap
	}
	// A file that could not be unmapped after its last use has done no harm to
	// the answer that was computed from it.
	defer func() { _ = e.release(m) }()
	return m.guard(fn)
}

// use returns the installed map with one more use, which release gives back; nil
// without a map.
func (e *Engine) use() *installed {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current != nil {
		e.current.users++
	}
	return e.current
}

// Match matches a trip to the roads that profile may use; see
// match.Matcher.Match.
func (e *Engine) Match(ctx context.Context, trip []match.Observation, profile match.Profile) (result match.Result, err error) {
	err = e.withRoads(func(m *installed) error {
		result, err = m.matcher.Match(ctx, trip, profile)
		return err
	})
	return result, err
}

// Explain says why an observation of a trip has the road that it has; see
// match.Matcher.Explain.
func (e *Engine) Explain(ctx context.Context, trip []match.Observation, profile match.Profile, index int) (why match.Explanation, err error) {
	err = e.withRoads(func(m *installed) error {
		why, err = m.matcher.Explain(ctx, trip, profile, index)
		return err
	})
	return why, err
}

// Snap moves a path onto the roads; see match.Matcher.Snap.
func (e *Engine) Snap(ctx context.Context, path []geo.Point, interpolate bool) (snapped match.Snapped, err error) {
	err = e.withRoads(func(m *installed) error {
		snapped, err = m.matcher.Snap(ctx, path, interpolate)
		return err
	})
	return snapped, err
}

func (e *Engine) withRoads(fn func(*installed) error) error {
	return e.with(func(m *installed) error {
		if m.matcher == nil {
			return fmt.Errorf("%s: %w", m.pack.Name(), ErrNoRoads)
		}
		return fn(m)
	})
}

// installed is a pack in use: the map, or the borders beside it.
type installed struct {
	pack     *pack.Pack
	matcher  *match.Matcher  // nil without roads
	basemap  *basemap.Map    // nil without layers to draw
	shore    *coast.Shore    // nil without a coastline that tells land from sea
	atlas    *units.Atlas    // nil without borders of units
	found    diagnostic.List // of its import
	hasFound bool
	roads    roadCounts
	users    int // calls under way, and one for being installed

	verify   sync.Once
	verified error // set by verify
}

// guard runs fn and turns what a damaged pack causes into errors: a page that can no
// longer be read, a contradiction that a reader finds, and a panic of a reader. A panic
// on a pack that verifies is a fault of the program, and goes on.
func (m *installed) guard(fn func(*installed) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			fault, ok := r.(error)
			switch {
			case ok && errors.Is(fault, pack.ErrCorrupt):
			case m.damage() != nil:
				fault = m.damage()
			default:
				panic(r)
			}
			err = fmt.Errorf("%s: reading the map: %w", m.pack.Name(), fault)
		}
	}()
	return m.pack.Guard(func() error { return fn(m) })
}

// damage verifies the pack the first time that it is called, and returns what is wrong.
func (m *installed) damage() error {
	m.verify.Do(func() { _, m.verified = verify(context.Background(), m.pack, nil) })
	return m.verified
}
