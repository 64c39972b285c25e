// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"roadsnap/app/api"
	"roadsnap/engine"
)

// reloader opens the maps of a server again and reads its keys again.
type reloader struct {
	serve  *serveCmd
	engine *engine.Engine
	keys   *api.Keys
	log    *slog.Logger

	mu    sync.Mutex             // held while it reloads
	whole map[string]os.FileInfo // files that proved to be whole
}

// reload uses the files as they are now. Requests under way finish on the old maps. On an
// error about a map the old maps are used on, unless one becomes unreadable between two looks
// at it. The keys are new even then, so that a revoked key is refused.
func (r *reloader) reload(ctx context.Context) (err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() {
		if err != nil {
			r.log.Error("a file cannot be used, and the old one still is", "error", err)
			return
		}
		r.log.Info("maps and keys are loaded again")
	}()
	keys, err := r.serve.keys()
	switch {
	case err == nil:
		r.keys.Replace(keys)
	case !errors.Is(err, errNoKeys) || !errors.Is(r.engine.Ready(), engine.ErrNoRoads):
		return err
	}
	main, err := packInUse(r.serve.Pack)
	if err != nil {
		return err
	}
	for _, path := range append([]string{main}, r.serve.Also...) {
		if err := r.verify(ctx, path); err != nil {
			return err
		}
	}
	if main != "" {
		if err := r.engine.OpenPack(main); err != nil {
			return err
		}
	}
	return r.serve.openFurther(r.engine)
}

// verify checks a map, unless its file is the same as at the last check. "" is the sample.
func (r *reloader) verify(ctx context.Context, path string) error {
	if path == "" {
		return nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if before, known := r.whole[path]; known && unchanged(before, info) {
		return nil
	}
	if _, err := engine.Verify(ctx, path, nil); err != nil {
		return err
	}
	if r.whole == nil {
		r.whole = make(map[string]os.FileInfo)
	}
	r.whole[path] = info
	return nil
}

// hangups returns a channel that receives SIGHUP, which no longer ends the program, and a
// function that undoes it.
func hangups() (c chan os.Signal, undo func()) {
	signal.Reset(syscall.SIGHUP)
	c = make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	return c, func() { signal.Stop(c) }
}
