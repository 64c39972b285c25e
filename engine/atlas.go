package engine

import (
	"roadsnap/engine/boundary"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/trip"
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

// Borders says what the pack of the borders that Atlas gives says of itself, and
// whether that is the installed map; if not, it is the overview. Without either the
// error is ErrNoBorders.
func (e *Engine) Borders() (meta pack.Meta, installed bool, err error) {
	if m := e.use(); m != nil {
		defer func() { _ = e.release(m) }()
		if m.atlas != nil {
			return m.pack.Meta(), true, nil
		}
	}
	if e.overview == nil {
		return pack.Meta{}, false, ErrNoBorders
	}
	return e.overviewMeta, false, nil
}

// openOverview opens the borders in a pack that is held in memory.
func (e *Engine) openOverview(b []byte) error {
	p, err := pack.OpenBytes("overview", b)
	if err != nil {
		return err
	}
	net, err := boundary.Open(p)
	if err != nil {
		return err
	}
	e.overview, e.overviewMeta = units.NewAtlas(e.units, net), p.Meta()
	return nil
}

// ByWard divides a matched trip among the wards that it passes; see trip.ByWard.
// Where no borders of wards are installed it is divided among provinces. The error
// is ErrNoBorders, or says what is wrong with the map.
func (e *Engine) ByWard(observations []match.Observation, result match.Result) (shares []trip.Share, err error) {
	err = e.Atlas(func(atlas *units.Atlas) error {
		shares = trip.ByWard(atlas, observations, result)
		return nil
	})
	return shares, err
}
