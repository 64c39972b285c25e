// SPDX-License-Identifier: MIT

package engine

import (
	"context"

	"roadsnap/engine/boundary"
	"roadsnap/engine/match"
	"roadsnap/engine/pack"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
)

// Atlas calls fn with the units and their borders: those of the overlay, else of the map,
// else the overview of the provinces. fn must not keep any part of the atlas, because the
// file may be unmapped after it returns. Without any borders fn is not called, and the
// error is ErrNoBorders; names and codes are in Units.
func (e *Engine) Atlas(fn func(*units.Atlas) error) error {
	if m := e.useBorders(); m != nil {
		defer func() { _ = e.release(m) }()
		return m.guard(func(m *installed) error { return fn(m.atlas) })
	}
	if e.overview == nil {
		return ErrNoBorders
	}
	return fn(e.overview)
}

// Borders returns the metadata of the pack whose borders Atlas uses. installed is false
// if that is the overview. Without either the error is ErrNoBorders.
func (e *Engine) Borders() (meta pack.Meta, installed bool, err error) {
	if m := e.useBorders(); m != nil {
		defer func() { _ = e.release(m) }()
		return m.pack.Meta(), true, nil
	}
	if e.overview == nil {
		return pack.Meta{}, false, ErrNoBorders
	}
	return e.overviewMeta, false, nil
}

// openEmbedded opens a small pack in memory, all of which is checked, so that it can be used
// outside pack.Guard.
func openEmbedded(name string, b []byte) (*pack.Pack, error) {
	p, err := pack.OpenBytes(name, b)
	if err == nil {
		err = p.Verify(context.Background(), nil)
	}
	return p, err
}

// openOverview opens the borders of a pack in memory.
func (e *Engine) openOverview(b []byte) error {
	p, err := openEmbedded("overview", b)
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

// ByWard divides a matched trip among the wards that it passes; see trip.ByWard. Without
// borders of wards it is divided among provinces. The error wraps ErrNoBorders, or
// reports a damaged map.
func (e *Engine) ByWard(observations []match.Observation, result match.Result) (shares []trip.Share, err error) {
	err = e.Atlas(func(atlas *units.Atlas) error {
		shares = trip.ByWard(atlas, observations, result)
		return nil
	})
	return shares, err
}
