// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/match"
	"roadsnap/engine/workspace"
)

// keeper is the workspace of the app, with the engine that matches its trips.
type keeper struct {
	*workspace.Workspace
	engine *engine.Engine
}

// Match implements trips.Keeper. It keeps a match only if the map stayed the same.
func (k keeper) Match(ctx context.Context, id workspace.ID, observations []match.Observation, profile match.Profile) (match.Result, error) {
	key, err := k.key(profile)
	if err != nil {
		return match.Result{}, err
	}
	kept, ok, err := k.Workspace.Match(ctx, id, key)
	if ok && len(kept.Points) == len(observations) {
		return kept, nil
	}
	if err != nil && !errors.Is(err, workspace.ErrDamaged) { // a damaged match is made again
		return match.Result{}, err
	}
	result, err := k.engine.Match(ctx, observations, profile)
	if err != nil {
		return match.Result{}, err
	}
	if after, _ := k.key(profile); after == key { // not without a map
		// One that could not be kept is made again in the next run.
		_ = k.SetMatch(ctx, id, key, result)
	}
	return result, nil
}

// key returns the key of matches on the installed map.
func (k keeper) key(profile match.Profile) (workspace.MatchKey, error) {
	info, err := k.engine.Info()
	return workspace.MatchKey{Map: info.Identity(), Profile: profile, Matcher: match.Version}, err
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
