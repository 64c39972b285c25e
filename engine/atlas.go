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

// BorderLicences returns the notices that must be shown and handed on with the
// borders that Atlas gives.
func (e *Engine) BorderLicences() []string {
	if m := e.use(); m != nil {
		defer func() { _ = e.release(m) }()
		if m.atlas != nil {
			return m.pack.Meta().Licences
		}
	}
	return e.overviewLicences
}

// openOverview opens the borders in a pack that is held in memory, and returns
// their licences too.
func openOverview(table *units.Table, b []byte) (*units.Atlas, []string, error) {
	p, err := pack.OpenBytes("overview", b)
	if err != nil {
		return nil, nil, err
	}
	net, err := boundary.Open(p)
	if err != nil {
		return nil, nil, err
	}
	return units.NewAtlas(table, net), p.Meta().Licences, nil
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
