package engine

import (
	"roadsnap/engine/boundary"
	"roadsnap/engine/pack"
	"roadsnap/engine/units"
)

// Atlas calls fn with the units and their borders: those of the installed map,
// or else the overview of the provinces. The map stays mapped for as long as fn
// runs, and nothing of the atlas may be kept beyond. Without either, fn is not
// called and the error is ErrNoBorders; names and codes are in Units.
func (e *Engine) Atlas(fn func(*units.Atlas) error) error {
	if m := e.use(); m != nil {
		defer func() { _ = e.release(m) }()
		if m.atlas != nil {
			return m.guard(func(m *installed) error { return fn(m.atlas) })
		}
	}
	if e.overview == nil {
		return ErrNoBorders
	}
	return fn(e.overview)
}

// openOverview opens the borders in a pack that is held in memory.
func openOverview(table *units.Table, b []byte) (*units.Atlas, error) {
	p, err := pack.OpenBytes("overview", b)
	if err != nil {
		return nil, err
	}
	net, err := boundary.Open(p)
	if err != nil {
		return nil, err
	}
	return units.NewAtlas(table, net), nil
}
