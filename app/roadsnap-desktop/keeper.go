// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"fmt"
	"os/user"
	"time"

	"roadsnap/engine"
	"roadsnap/engine/workspace"
	"roadsnap/ui/keeper"
)

// openKeeper opens the user's workspace. Without one, the app keeps no trips. It sends at
// most one error to faults: why there is none, or that a damaged one was replaced.
func openKeeper(e *engine.Engine, faults chan<- error) (k keeper.Keeper, ok bool) {
	path, err := workspace.DefaultPath()
	if err == nil {
		k.Workspace, err = workspace.Open(context.Background(), path)
	}
	if err != nil {
		faults <- err
		return keeper.Keeper{}, false
	}
	if k.Aside != "" {
		faults <- fmt.Errorf("%w; it was renamed to %s, and %d of its trips were saved", workspace.ErrDamaged, k.Aside, k.Rescued)
	}
	// An error only delays it.
	go func() { _, _ = k.EmptyTrash(context.Background(), time.Now().Add(-workspace.TrashTime)) }()
	k.Engine = e
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
