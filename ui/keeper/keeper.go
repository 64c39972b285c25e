// SPDX-License-Identifier: MIT

package keeper

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"roadsnap/engine"
	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/internal/reportmaker"
	"roadsnap/ui/reports"
	"roadsnap/ui/trips"
)

// Keeper is the workspace of the user with the engine that matches its trips. It implements the
// keepers of the view models, also corrections.Corrector. Its methods are safe for concurrent use.
type Keeper struct {
	*workspace.Workspace // nil keeps nothing; then only Routes may be called
	Engine               *engine.Engine
	// Failed is called with the errors of keeping a match, on any goroutine; nil ignores them.
	Failed func(error)
}

// Trips implements trips.Keeper. Without a map every match is stale.
func (k Keeper) Trips(ctx context.Context, trash bool, profile match.Profile) ([]workspace.Trip, error) {
	key, _ := k.key(profile)
	return k.Workspace.Trips(ctx, workspace.ListOptions{Trash: trash, Key: key})
}

// Kept implements trips.Keeper. A damaged match counts as missing, and without a map there
// are none.
func (k Keeper) Kept(ctx context.Context, id workspace.ID, profile match.Profile) (match.Result, bool, error) {
	key, noMap := k.key(profile)
	if noMap != nil {
		return match.Result{}, false, nil //nolint:nilerr // as said above
	}
	result, ok, err := k.Workspace.Match(ctx, id, key)
	if errors.Is(err, workspace.ErrDamaged) {
		return match.Result{}, false, nil
	}
	return result, ok, err
}

// Match implements trips.Keeper. It keeps a match only if the map stayed the same.
func (k Keeper) Match(ctx context.Context, id workspace.ID, recording trace.Trip, stops []trip.Stop, profile match.Profile) (done trips.Corrected, err error) {
	key, err := k.key(profile)
	if err != nil {
		return done, err
	}
	if done.Log, err = k.Corrections(ctx, id); err != nil {
		return done, err
	}
	done.Result, done.Summary, done.Applied, err = trips.MatchCorrected(ctx, k.Engine, recording, stops, profile, done.Log)
	if err != nil {
		return done, err
	}
	if after, _ := k.key(profile); after == key { // not without a map
		// One that could not be kept is made again in the next run.
		err := k.SetMatch(ctx, id, key, kept(done, stops))
		if err != nil && ctx.Err() == nil && !errors.Is(err, workspace.ErrNoTrip) && !errors.Is(err, workspace.ErrChanged) && k.Failed != nil {
			k.Failed(err)
		}
	}
	return done, nil
}

// kept returns what is kept of a match.
func kept(done trips.Corrected, stops []trip.Stop) workspace.NewMatch {
	return workspace.NewMatch{Result: done.Result, Summary: done.Summary, Stops: stops, Log: done.Log, Applied: done.Applied}
}

// Correct implements corrections.Corrector.
func (k Keeper) Correct(ctx context.Context, id workspace.ID, recording trace.Trip, stops []trip.Stop, profile match.Profile, refuse bool, change func(correction.Log) (correction.Log, error)) (done trips.Corrected, err error) {
	key, err := k.key(profile)
	if err != nil {
		return done, err
	}
	before, err := k.Corrections(ctx, id)
	if err != nil {
		return done, err
	}
	if done.Log, err = change(before); err != nil {
		return done, err
	}
	done.Result, done.Summary, done.Applied, err = trips.MatchCorrected(ctx, k.Engine, recording, stops, profile, done.Log)
	if err != nil {
		return done, err
	}
	if last := len(done.Applied) - 1; refuse && last >= 0 && done.Applied[last].Unmet != "" {
		done.Refused = &done.Applied[last]
		return done, nil
	}
	_, err = k.UpdateCorrections(ctx, id, func(now correction.Log) (correction.Log, error) {
		if !reflect.DeepEqual(now, before) {
			return now, fmt.Errorf("%d: %w", id, workspace.ErrChanged)
		}
		return done.Log, nil
	})
	if err != nil {
		return done, err
	}
	if done.Log, err = k.Corrections(ctx, id); err != nil { // as it is kept
		return done, err
	}
	return done, k.SetMatch(ctx, id, key, kept(done, stops))
}

// Why implements corrections.Corrector.
func (k Keeper) Why(ctx context.Context, recording trace.Trip, profile match.Profile, log correction.Log, observation int) (match.Explanation, error) {
	constraints, _ := log.Constraints()
	return k.Engine.ExplainCorrected(ctx, recording.Observations, log.Profile(profile), constraints, observation)
}

// Ways implements corrections.Corrector.
func (k Keeper) Ways(points []match.Point) (map[int64]road.Way, error) { return k.Engine.Ways(points) }

// Routes implements trips.RouteKeeper. Without a map there are none.
func (k Keeper) Routes(ctx context.Context, profile match.Profile, ids []workspace.ID, fn func(id workspace.ID, legs [][]geo.Point) error) error {
	key, noMap := k.key(profile)
	if noMap != nil || k.Workspace == nil {
		return nil //nolint:nilerr // as said above
	}
	return k.Lines(ctx, key, ids, fn)
}

// ReportMaker implements reports.Keeper. Without a map it is an error.
func (k Keeper) ReportMaker(profile match.Profile) (reports.Maker, error) {
	key, err := k.key(profile)
	return reportmaker.Maker{Workspace: k.Workspace, Engine: k.Engine, Key: key}, err
}

// VerifySheet implements reports.Keeper.
func (k Keeper) VerifySheet(ctx context.Context, pdf, trace string) (reportmaker.Verified, error) {
	return reportmaker.Verify(ctx, pdf, trace, k.Engine)
}

// key returns the key of matches on the open maps.
func (k Keeper) key(profile match.Profile) (workspace.MatchKey, error) {
	_, err := k.Engine.Info()
	return workspace.MatchKey{Map: k.Engine.Identity(), Profile: profile, Matcher: match.Version}, err
}
