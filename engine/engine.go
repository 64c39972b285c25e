// SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"roadsnap/engine/basemap"
	"roadsnap/engine/coast"
	"roadsnap/engine/diagnostic"
	"roadsnap/engine/errclass"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/road"
	"roadsnap/engine/units"
)

// The errors of an Engine. Errors of the packages that it uses (pack.ErrCorrupt,
// match.ErrNoRoad, …) are returned wrapped.
var (
	// ErrNoMap is returned by each method that reads the map while none is installed.
	ErrNoMap = errclass.New(errclass.NoMap, "no map is installed")
	// ErrNoRoads is returned by Match, Explain, Snap and Stream if the installed map has
	// no roads.
	ErrNoRoads = errclass.New(errclass.NoRoads, "the map has no roads; import it again with an OpenStreetMap extract as well")
	// ErrNoBorders is returned by Atlas, Borders and ByWard if neither an installed pack
	// nor the engine has borders of units.
	ErrNoBorders = errclass.New(errclass.NoBorders, "no borders of units are installed")
)

// Options are the data and settings of an Engine.
type Options struct {
	// Units holds provinces.csv, wards.csv and the other files that units.Load reads.
	Units fs.FS
	// Overview is a pack with the borders of the provinces, used while no installed
	// pack has borders; nil for none.
	Overview []byte
	// Land is a pack with the land of other countries, drawn below the map; nil for none.
	Land []byte
	// Match configures the matcher; the zero value means match.DefaultConfig.
	Match match.Config
	// Follow, if not nil, makes the engine open the file of an installed pack again when
	// another one has taken its place, or it was written to. It is called on another
	// goroutine with the result; an error means that the file is not a whole map.
	Follow func(path string, err error)
}

// Engine matches traces and locates units on the installed map. Safe for concurrent use.
type Engine struct {
	units *units.Table
	match match.Config
	fresh func(path string, err error) // Options.Follow

	overview     *units.Atlas // nil for none
	overviewMeta pack.Meta
	world        *coast.World // nil for none

	mu      sync.Mutex   // guards current, overlay and installed.users
	current *installed   // the map
	overlay *installed   // the borders used instead of those of current; nil for none
	further []*installed // more maps to match on, in the order of opening
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
	e := &Engine{units: table, match: o.Match, fresh: o.Follow}
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

// OpenPack replaces the map and the overlay by the pack at path. Calls that run on an old
// pack finish on it; then its file is unmapped. Further maps stay open, except one from the
// same path. On an error nothing changes.
func (e *Engine) OpenPack(path string) error { return e.openPack(path, e.replace) }

func (e *Engine) openPack(path string, place func(*installed) (replaced []*installed)) error {
	p, err := pack.Open(path)
	if err != nil {
		return err
	}
	return e.install(p, func(m *installed) []*installed {
		return append(place(m), e.takeFurther(path, m)...)
	})
}

// OpenBytes is OpenPack for a pack in memory, such as the embedded map. Errors and Info
// use name.
func (e *Engine) OpenBytes(name string, b []byte) error { return e.openBytes(name, b, e.replace) }

func (e *Engine) openBytes(name string, b []byte, place func(*installed) (replaced []*installed)) error {
	p, err := pack.OpenBytes(name, b)
	if err != nil {
		return err
	}
	return e.install(p, place)
}

// install opens all sections of p and calls place with e.mu held. place sets current or
// overlay, or changes further, and returns the packs that it replaces.
func (e *Engine) install(p *pack.Pack, place func(*installed) (replaced []*installed)) error {
	m, err := newInstalled(p, e.units, e.match)
	if err != nil {
		return errors.Join(err, p.Close())
	}
	if m.atlas != nil && e.overview != nil {
		m.atlas.SetOverview(e.overview)
	}
	m.file = &mapFile{engine: e, on: m, begin: time.Now()}
	e.mu.Lock()
	replaced := place(m)
	e.mu.Unlock()
	// The new map is installed even if unmapping the old one fails.
	_ = e.release(replaced...)
	return nil
}

// Close closes all maps and the overlay. Calls under way finish; later ones return
// ErrNoMap.
func (e *Engine) Close() error {
	e.mu.Lock()
	all := append(e.replace(nil), e.further...)
	e.further = nil
	e.mu.Unlock()
	return e.release(all...)
}

// Ready returns nil if the installed map has roads and the files of all maps are as they
// were, else an error that wraps ErrNoMap, ErrNoRoads or pack.ErrChanged.
func (e *Engine) Ready() error {
	fine := func(*installed) error { return nil }
	err := e.withRoads(fine)
	for _, m := range e.useFurther() {
		err = errors.Join(err, m.guard(fine))
		_ = e.release(m) // nothing was read from it
	}
	return err
}

// release ends one use of each pack, and closes those without another. nil is skipped.
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

// with calls fn with the installed map, which stays mapped until fn returns. Faults of
// the mapped file and damage of the pack become errors; see guard.
func (e *Engine) with(fn func(*installed) error) error {
	m := e.use()
	if m == nil {
		return ErrNoMap
	}
	// The result is right even if unmapping the file fails.
	defer func() { _ = e.release(m) }()
	return m.guard(fn)
}

// use returns the installed map and counts one more use of it; release ends the use. It
// returns nil if no map is installed.
func (e *Engine) use() *installed {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.current != nil {
		e.current.users++
	}
	return e.current
}

// Match matches a trip to the roads that profile may use, on the finest map that covers it; see match.Matcher.Match. The
// error wraps ErrNoMap, ErrNoRoads or match.ErrProfile, or reports a damaged map.
func (e *Engine) Match(ctx context.Context, trip []match.Observation, profile match.Profile) (result match.Result, err error) {
	err = withRoadsOf(e, trip, func(m *installed) error {
		result, err = m.matcher.Match(ctx, trip, profile)
		return err
	})
	return result, err
}

// Correct is like Match under constraints; see match.Matcher.Correct.
func (e *Engine) Correct(ctx context.Context, trip []match.Observation, profile match.Profile, constraints []match.Constraint) (corrected match.Corrected, err error) {
	err = withRoadsOf(e, trip, func(m *installed) error {
		corrected, err = m.matcher.Correct(ctx, trip, profile, constraints)
		return err
	})
	return corrected, err
}

// ExplainCorrected is like Explain under constraints; see match.Matcher.ExplainCorrected.
func (e *Engine) ExplainCorrected(ctx context.Context, trip []match.Observation, profile match.Profile, constraints []match.Constraint, index int) (why match.Explanation, err error) {
	err = withRoadsOf(e, trip, func(m *installed) error {
		why, err = m.matcher.ExplainCorrected(ctx, trip, profile, constraints, index)
		return err
	})
	return why, err
}

// Explain reports why an observation was matched to its road; see match.Matcher.Explain.
func (e *Engine) Explain(ctx context.Context, trip []match.Observation, profile match.Profile, index int) (why match.Explanation, err error) {
	err = withRoadsOf(e, trip, func(m *installed) error {
		why, err = m.matcher.Explain(ctx, trip, profile, index)
		return err
	})
	return why, err
}

// Snap moves a path onto the roads of the finest map that covers it; see match.Matcher.Snap.
func (e *Engine) Snap(ctx context.Context, path []geo.Point, interpolate bool) (snapped match.Snapped, err error) {
	err = withRoadsOf(e, path, func(m *installed) error {
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

// installed is a pack in use: the map, or the overlay.
type installed struct {
	pack     *pack.Pack
	graph    *road.Graph    // nil without roads
	matcher  *match.Matcher // nil without roads
	basemap  *basemap.Map   // nil without layers to draw
	index    searchIndex
	shore    *coast.Shore    // nil without a coastline that separates land and sea
	atlas    *units.Atlas    // nil without borders of units
	found    diagnostic.List // of its import
	hasFound bool
	roads    roadCounts
	file     *mapFile
	users    int // calls under way, and one while it is installed

	verify   sync.Once
	verified error // set by verify
}

// guard calls fn and turns the effects of a damaged pack into errors: a page that can no
// longer be read, a contradiction that a reader reports, and a panic of a reader. It
// panics again if the pack proves to be sound, because the fault is then in the program.
// It does not call fn if the file was written to.
func (m *installed) guard(fn func(*installed) error) (err error) {
	if err := m.file.check(); err != nil {
		return err
	}
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

// damage verifies the pack at the first call and returns the error that was found.
func (m *installed) damage() error {
	m.verify.Do(func() { _, m.verified = verify(context.Background(), m.pack, nil) })
	return m.verified
}
