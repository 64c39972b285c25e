// SPDX-License-Identifier: MIT

package shell_test

import (
	"context"
	"path/filepath"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/internal/reportmaker"
	"roadsnap/ui/reports"
	"roadsnap/ui/trips"
)

// workspaceDouble keeps trips in a real workspace and matches them, as the program does, on
// one map.
type workspaceDouble struct {
	*workspace.Workspace
	engine *engine.Engine
}

func matchKey(p match.Profile) workspace.MatchKey {
	return workspace.MatchKey{Map: "sample", Profile: p, Matcher: match.Version}
}

// Trips implements trips.Keeper.
func (k workspaceDouble) Trips(ctx context.Context, trash bool, p match.Profile) ([]workspace.Trip, error) {
	return k.Workspace.Trips(ctx, workspace.ListOptions{Trash: trash, Key: matchKey(p)})
}

// Kept implements trips.Keeper.
func (k workspaceDouble) Kept(ctx context.Context, id workspace.ID, p match.Profile) (match.Result, bool, error) {
	return k.Workspace.Match(ctx, id, matchKey(p))
}

// Match implements trips.Keeper.
func (k workspaceDouble) Match(ctx context.Context, id workspace.ID, recording trace.Trip, stops []trip.Stop, profile match.Profile) (match.Result, trip.Summary, error) {
	result, summary, err := trips.MatcherOf(k.engine).Match(ctx, recording, stops, profile)
	if err == nil {
		err = k.SetMatch(ctx, id, matchKey(profile), result, summary, stops)
	}
	return result, summary, err
}

// ReportMaker implements reports.Keeper.
func (k workspaceDouble) ReportMaker(p match.Profile) (reports.Maker, error) {
	return reportmaker.Maker{Workspace: k.Workspace, Engine: k.engine, Key: matchKey(p)}, nil
}

// VerifySheet implements reports.Keeper.
func (k workspaceDouble) VerifySheet(ctx context.Context, pdf, trace string) (reportmaker.Verified, error) {
	return reportmaker.Verify(ctx, pdf, trace, k.engine)
}

// keepTrips opens a workspace for the window of e in the folder of the driver.
func (d *driver) keepTrips(e *engine.Engine) workspaceDouble {
	w, err := workspace.Open(d.t.Context(), filepath.Join(d.folder, "trips.db"))
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = w.Close() })
	return workspaceDouble{w, e}
}
