// SPDX-License-Identifier: MIT

package reports

import (
	"context"
	"errors"
	"sync/atomic"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/regulation"
	"roadsnap/engine/report"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
)

// Progress is how far the work on a report has come.
type Progress struct {
	Stage       string // key of its name
	Done, Total int    // trips
}

// The stages of the work.
const (
	StageSnap  = "reports.stage.snap"
	StageCount = "reports.stage.count"
	StagePages = "reports.stage.pages"
)

// Maker is what Make works with.
type Maker struct {
	Workspace *workspace.Workspace
	Engine    *engine.Engine
	Key       workspace.MatchKey // of the matches that count
	Rules     []byte             // the table of rules
}

// Make makes a report of kept trips on the open map. Trips without a match are matched first,
// and the matches are kept. progress is called from several goroutines.
func (m Maker) Make(ctx context.Context, r report.Request, f report.Filter, progress func(Progress)) (doc *report.Document, err error) {
	rules, err := regulation.Parse(m.Rules)
	if err != nil {
		return nil, err
	}
	world, err := report.NewWorld(ctx, m.Workspace, rules)
	if err != nil {
		return nil, err
	}
	world.Ways = m.Engine.Ways
	all, err := m.Workspace.Trips(ctx, workspace.ListOptions{Key: m.Key})
	if err != nil {
		return nil, err
	}
	around := r.Period.Around()
	if r.Kind.OfOneVehicle() {
		around = r.Period
	}
	chosen := world.Choose(all, f, around)
	r.Version = engine.Version
	build := func(a *units.Atlas) (err error) {
		world.Atlas = a
		err = world.MatchMissing(ctx, m.Workspace, m.Engine, chosen, m.Key, func(done, all int) { progress(Progress{StageSnap, done, all}) })
		if err != nil {
			return err
		}
		doc, err = build(ctx, world, m.Workspace, chosen, m.Key.Profile, r, progress)
		return err
	}
	if err = m.Engine.Atlas(build); errors.Is(err, engine.ErrNoBorders) {
		err = build(nil)
	}
	return doc, err
}

// build makes the document of chosen trips, all of which have a match.
func build(ctx context.Context, world *report.World, kept *workspace.Workspace, chosen []workspace.Trip, profile match.Profile, r report.Request, progress func(Progress)) (*report.Document, error) {
	progress(Progress{StageCount, 0, len(chosen)})
	if r.Kind.OfOneVehicle() {
		return world.Points(ctx, kept, chosen, profile, r)
	}
	var most atomic.Int64 // the goroutines may report out of order
	facts, err := world.Collect(ctx, kept, chosen, profile, func(done int) {
		for now := most.Load(); int64(done) > now; now = most.Load() {
			if most.CompareAndSwap(now, int64(done)) {
				progress(Progress{StageCount, done, len(chosen)})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return world.Build(r, facts), ctx.Err()
}
