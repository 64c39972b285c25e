// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/user"
	"reflect"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/correction"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
	"roadsnap/ui/trips"
	"roadsnap/ui/zones"
)

// keeper is the workspace of the app, with the engine that matches its trips.
type keeper struct {
	*workspace.Workspace
	engine *engine.Engine
	// failed is called with the errors of keeping a match, on any goroutine; nil ignores them.
	failed func(error)
}

// Trips implements trips.Keeper. Without a map every match is stale.
func (k keeper) Trips(ctx context.Context, trash bool, profile match.Profile) ([]workspace.Trip, error) {
	key, _ := k.key(profile)
	return k.Workspace.Trips(ctx, workspace.ListOptions{Trash: trash, Key: key})
}

// Kept implements trips.Keeper. A damaged match counts as missing, and without a map there
// are none.
func (k keeper) Kept(ctx context.Context, id workspace.ID, profile match.Profile) (match.Result, bool, error) {
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
func (k keeper) Match(ctx context.Context, id workspace.ID, recording trace.Trip, stops []trip.Stop, profile match.Profile) (match.Result, trip.Summary, error) {
	key, err := k.key(profile)
	if err != nil {
		return match.Result{}, trip.Summary{}, err
	}
	log, err := k.Corrections(ctx, id)
	if err != nil {
		return match.Result{}, trip.Summary{}, err
	}
	result, summary, applied, err := trips.MatchCorrected(ctx, k.engine, recording, stops, profile, log)
	if err != nil {
		return result, summary, err
	}
	if after, _ := k.key(profile); after == key { // not without a map
		// One that could not be kept is made again in the next run.
		err := k.SetCorrectedMatch(ctx, id, key, result, summary, stops, log, applied)
		if err != nil && ctx.Err() == nil && !errors.Is(err, workspace.ErrNoTrip) && !errors.Is(err, workspace.ErrChanged) && k.failed != nil {
			k.failed(err)
		}
	}
	return result, summary, nil
}

// Correct implements trips.Corrector.
func (k keeper) Correct(ctx context.Context, id workspace.ID, recording trace.Trip, stops []trip.Stop, profile match.Profile, refuse bool, change func(correction.Log) (correction.Log, error)) (done trips.Corrected, err error) {
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
	done.Result, done.Summary, done.Applied, err = trips.MatchCorrected(ctx, k.engine, recording, stops, profile, done.Log)
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
	return done, k.SetCorrectedMatch(ctx, id, key, done.Result, done.Summary, stops, done.Log, done.Applied)
}

// Why implements trips.Corrector.
func (k keeper) Why(ctx context.Context, recording trace.Trip, profile match.Profile, log correction.Log, observation int) (match.Explanation, error) {
	constraints, _ := log.Constraints()
	return k.engine.ExplainCorrected(ctx, recording.Observations, log.Profile(profile), constraints, observation)
}

// Ways implements trips.Corrector.
func (k keeper) Ways(points []match.Point) (map[int64]road.Way, error) { return k.engine.Ways(points) }

// Routes implements trips.RouteKeeper. Without a map there are none.
func (k keeper) Routes(ctx context.Context, profile match.Profile, ids []workspace.ID, fn func(id workspace.ID, legs [][]geo.Point) error) error {
	key, noMap := k.key(profile)
	if noMap != nil || k.Workspace == nil {
		return nil //nolint:nilerr // as said above
	}
	return k.Lines(ctx, key, ids, fn)
}

// zones returns the keeper of zones, nil without a workspace.
func (k keeper) zones() zones.Keeper {
	if k.Workspace == nil {
		return nil
	}
	return k
}

// key returns the key of matches on the open maps.
func (k keeper) key(profile match.Profile) (workspace.MatchKey, error) {
	_, err := k.engine.Info()
	return workspace.MatchKey{Map: k.engine.Identity(), Profile: profile, Matcher: match.Version}, err
}

// openKeeper opens the user's workspace. Without one, the app keeps no trips. It sends at
// most one error to faults: why there is none, or that a damaged one was replaced.
func openKeeper(e *engine.Engine, faults chan<- error) (k keeper, ok bool) {
	path, err := workspace.DefaultPath()
	if err == nil {
		k.Workspace, err = workspace.Open(context.Background(), path)
	}
	if err != nil {
		faults <- err
		return keeper{}, false
	}
	if k.Aside != "" {
		faults <- fmt.Errorf("%w; it was renamed to %s, and %d of its trips were saved", workspace.ErrDamaged, k.Aside, k.Rescued)
	}
	// An error only delays it.
	go func() { _, _ = k.EmptyTrash(context.Background(), time.Now().Add(-workspace.TrashTime)) }()
	k.engine = e
	return k, true
}

// firstOnly returns a function that calls do the first time only. A disk that is full is
// reported once, not for each trip.
func firstOnly(do func(error)) func(error) {
	done := false
	return func(err error) {
		if !done {
			done = true
			do(err)
		}
	}
}

// userName returns the name of the user of the system, "" if it is unknown.
func userName() string {
	u, err := user.Current()
	if err != nil {
		return ""
	}
	return cmp.Or(u.Name, u.Username)
}
