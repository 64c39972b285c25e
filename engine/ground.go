// SPDX-License-Identifier: MIT

package engine

import (
	"errors"

	"roadsnap/engine/boundary"
	"roadsnap/engine/coast"
	"roadsnap/engine/geo"
	"roadsnap/engine/units"
)

// Ground calls visit with the land and sea that a picture of box shows below everything
// else; see coast.World.Visit. The land of the country is that of Atlas. If wards are
// missing there, the overview fills the rest. A coastline of the map decides what is sea.
// Without Options.Land, or without any borders, visit is not called.
func (e *Engine) Ground(level boundary.Level, box geo.FixedBounds, visit func(coast.Kind, []geo.Fixed)) error {
	if e.world == nil {
		return nil
	}
	err := e.withShore(func(shore *coast.Shore) error {
		return e.atlasGround(level, box, shore, visit)
	})
	if errors.Is(err, ErrNoBorders) {
		return nil
	}
	return err
}

// withShore calls fn with the coastline of the map, nil if it has none.
func (e *Engine) withShore(fn func(*coast.Shore) error) error {
	m := e.use()
	if m == nil {
		return fn(nil)
	}
	// As in with: the result is right even if unmapping fails.
	defer func() { _ = e.release(m) }()
	return m.guard(func(m *installed) error { return fn(m.shore) })
}

func (e *Engine) atlasGround(level boundary.Level, box geo.FixedBounds, shore *coast.Shore, visit func(coast.Kind, []geo.Fixed)) error {
	return e.Atlas(func(a *units.Atlas) error {
		var own coast.Country
		if a != e.overview {
			own.Home = a.Land()
		}
		if e.overview != nil && !a.Complete() {
			own.Sketch = e.overview.Land()
		}
		e.world.Visit(level, box, own, shore, visit)
		return nil
	})
}

// openLand opens the land of other countries in a pack in memory.
func (e *Engine) openLand(b []byte) error {
	p, err := openEmbedded("land", b)
	if err != nil {
		return err
	}
	net, err := boundary.Open(p)
	if err == nil {
		e.world = coast.NewWorld(net)
	}
	return err
}
