// SPDX-License-Identifier: MIT

// Package reportmaker makes reports and distance sheets of the trips in a workspace on the maps
// of an engine, and verifies sheets. The command line and the window call it. It stands above
// the engine, because it knows the embedded table of traffic rules.
package reportmaker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"

	"roadsnap/data"
	"roadsnap/engine"
	"roadsnap/engine/correction"
	"roadsnap/engine/regulation"
	"roadsnap/engine/report"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
)

// Progress is how far the work on a report has come.
type Progress struct {
	Stage       Stage
	Done, Total int // trips
}

// Stage is a stage of the work on a report.
type Stage string

// The stages.
const (
	Snapping Stage = "snap"
	Counting Stage = "count"
	Paging   Stage = "pages" // in the window, which shows the pages
)

// Maker makes reports and sheets. Its methods are safe for concurrent use.
type Maker struct {
	Workspace *workspace.Workspace
	Engine    *engine.Engine
	Key       workspace.MatchKey // of the matches that count
}

// Made is a report and what it was made of.
type Made struct {
	Document *report.Document
	// Basis identifies what the report was made of besides the request: the trips with their
	// matches, the register, the named places, the corrected limits and the maps.
	Basis string
}

// Report makes a report. Trips without a match are matched first, and the matches are kept.
// progress is not called concurrently.
func (m Maker) Report(ctx context.Context, r report.Request, f report.Filter, progress func(Progress)) (made Made, err error) {
	s, err := m.source(ctx, r, f)
	if err != nil {
		return made, err
	}
	r.Version = engine.Version
	err = m.withAtlas(s.world, func() error {
		snapped := counter(Snapping, len(s.missing()), progress)
		if err := s.world.MatchMissing(ctx, m.Workspace, m.Engine, s.trips, m.Key, func(int, int) { snapped() }); err != nil {
			return err
		}
		if len(s.missing()) > 0 { // which now have summaries
			again, err := m.source(ctx, r, f)
			if err != nil {
				return err
			}
			s.trips = again.trips
		}
		if made.Basis, err = m.basis(s); err != nil {
			return err
		}
		made.Document, err = m.build(ctx, s, r, progress)
		return err
	})
	return made, err
}

// Basis returns what Report would say of a report that is made now. It is quick, because it reads
// no points.
func (m Maker) Basis(ctx context.Context, r report.Request, f report.Filter) (string, error) {
	s, err := m.source(ctx, r, f)
	if err != nil {
		return "", err
	}
	return m.basis(s)
}

// source is what a report is made of.
type source struct {
	world *report.World
	trips []workspace.Trip
}

// source reads what a report is made of.
func (m Maker) source(ctx context.Context, r report.Request, f report.Filter) (s source, err error) {
	if s.world, err = m.world(ctx); err != nil {
		return s, err
	}
	all, err := m.Workspace.Trips(ctx, workspace.ListOptions{Key: m.Key})
	if err != nil {
		return s, err
	}
	around := r.Period.Around()
	if r.Kind.OfOneVehicle() {
		around = r.Period
	}
	s.trips = s.world.Choose(all, f, around)
	return s, nil
}

// missing returns the trips that have no match.
func (s *source) missing() (list []workspace.ID) {
	for _, t := range s.trips {
		if !t.HasSummary {
			list = append(list, t.ID)
		}
	}
	return list
}

// world returns the world of the workspace without borders.
func (m Maker) world(ctx context.Context) (*report.World, error) {
	rules, err := regulation.Parse(data.Rules)
	if err != nil {
		return nil, err
	}
	world, err := report.NewWorld(ctx, m.Workspace, rules)
	if err != nil {
		return nil, err
	}
	world.Ways = m.Engine.Ways
	return world, nil
}

// withAtlas calls fn while world has the borders, or none if there are none.
func (m Maker) withAtlas(world *report.World, fn func() error) error {
	err := m.Engine.Atlas(func(a *units.Atlas) error {
		world.Atlas = a
		return fn()
	})
	if errors.Is(err, engine.ErrNoBorders) {
		return fn()
	}
	return err
}

// build makes the document of trips that have a match.
func (m Maker) build(ctx context.Context, s source, r report.Request, progress func(Progress)) (*report.Document, error) {
	progress(Progress{Counting, 0, len(s.trips)})
	if r.Kind.OfOneVehicle() {
		return s.world.Points(ctx, m.Workspace, s.trips, m.Key.Profile, r)
	}
	counted := counter(Counting, len(s.trips), progress)
	facts, err := s.world.Collect(ctx, m.Workspace, s.trips, m.Key.Profile, r.Kind, func(int) { counted() })
	if err != nil {
		return nil, err
	}
	return s.world.Build(r, facts), ctx.Err()
}

// counter returns a function that reports one trip more. It is safe for concurrent use.
func counter(stage Stage, total int, progress func(Progress)) func() {
	var mu sync.Mutex
	done := 0
	return func() {
		mu.Lock()
		defer mu.Unlock()
		done++
		progress(Progress{stage, done, total})
	}
}

// basis identifies a source. Notes, tags and names of trips do not count, because no report
// shows them.
func (m Maker) basis(s source, more ...any) (string, error) {
	borders, _, err := m.Engine.Borders()
	if err != nil && !errors.Is(err, engine.ErrNoBorders) {
		return "", err
	}
	type basisTrip struct {
		ID              workspace.ID
		Vehicle, Driver string
		Matched, Stale  bool
		Summary         trip.Summary
		Corrected       []correction.Applied
	}
	trips := make([]basisTrip, len(s.trips))
	for i, t := range s.trips {
		trips[i] = basisTrip{t.ID, t.Vehicle, t.Driver, t.HasSummary, t.Stale, t.Summary, t.Corrected}
	}
	h := sha256.New()
	err = json.NewEncoder(h).Encode([]any{trips, s.world.Register, s.world.Sites, s.world.Limits, m.Key.Map, borders.SourceSHA256, m.Key.Profile, more})
	return hex.EncodeToString(h.Sum(nil)), err
}
