// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"roadsnap/app/handover"
	"roadsnap/engine/workspace"
	"roadsnap/ui/shell"
)

// lockName is the name of the lock file, next to the workspace.
const lockName = "desktop.lock"

// atStartOnly holds, for flags that work at a start only, what to do in the open window.
var atStartOnly = map[string]string{
	"pack": "open the map there with File › Open map…",
	"addr": "close it first",
	"lang": "choose the language there in View › Language",
}

// beFirst makes this process the only one with a window, or hands its files to the one
// that is open. first is nil if the app must run without either, as on a disk that cannot
// lock files.
func beFirst(o options) (first *handover.First, handed bool, err error) {
	path, err := workspace.DefaultPath()
	if err != nil {
		return nil, false, nil //nolint:nilerr // opening the workspace reports it
	}
	lock := filepath.Join(filepath.Dir(path), lockName)
	first, err = handover.Claim(lock)
	if !errors.Is(err, handover.ErrHeld) {
		return first, false, nil
	}
	for _, name := range o.flags {
		if what := atStartOnly[name]; what != "" {
			return nil, false, fmt.Errorf("the app is open already, and -%s is for its start only; %s", name, what)
		}
	}
	first, err = handover.Send(context.Background(), lock, o.files)
	if err != nil {
		return nil, false, fmt.Errorf("the files were not opened: %w", err)
	}
	return first, first == nil, nil
}

// receive opens in w the files that later starts hand over, until first is closed.
func receive(first *handover.First, w *shell.Window, post func(func())) {
	err := first.Serve(func(ctx context.Context, paths []string) error {
		taken := make(chan bool, 1)
		post(func() { taken <- w.Receive(paths) })
		select {
		case ok := <-taken:
			if !ok {
				return errClosing
			}
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "roadsnap-desktop: another start cannot hand its files to this window:", err)
	}
}

// errClosing reports files that arrive while the window is being closed.
var errClosing = errors.New("the window is being closed")
