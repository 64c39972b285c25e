// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"roadsnap/app/library"
	"roadsnap/engine"
)

// furtherMaps holds the option of commands that can match on several maps.
type furtherMaps struct {
	Also []string `help:"One more map pack; may be repeated. Each trip or path is matched on the finest pack that covers it: the one whose roads span the smallest box." type:"existingfile" sep:"none" placeholder:"FILE"`
}

// openFurther opens the further maps.
func (m *furtherMaps) openFurther(e *engine.Engine) error {
	for _, path := range m.Also {
		if err := e.AddFurther(path); err != nil {
			return err
		}
	}
	return nil
}

// followEvery is the time between two looks at which map of the library is in use. A look
// reads a file of some hundred bytes.
const followEvery = time.Second

// follower makes an engine use the map that is in use in the library, also after
// `roadsnap maps use` and `roadsnap install`.
type follower struct {
	library *library.Library
	engine  *engine.Engine
	log     *slog.Logger

	path    string // of the open map, "" for the sample
	refused string // path of a map that is not whole
	since   os.FileInfo
}

// start looks again and again until ctx is done or stop is called, which waits for the end.
func (f *follower) start(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		f.run(ctx)
	}()
	return func() {
		cancel()
		<-ended
	}
}

func (f *follower) run(ctx context.Context) {
	ticks := time.NewTicker(followEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			f.look(ctx)
		}
	}
}

// look opens the map in use if it is another one and whole. Requests under way finish on the
// old one. A map that is not whole is tried again when its file has changed.
func (f *follower) look(ctx context.Context) {
	path, err := f.library.Used()
	if err != nil || path == "" || path == f.path {
		return
	}
	info, err := os.Stat(path)
	if err != nil || path == f.refused && unchanged(info, f.since) {
		return
	}
	if _, err = engine.Verify(ctx, path, nil); err == nil {
		err = f.engine.OpenPack(path)
	}
	switch {
	case ctx.Err() != nil:
	case err != nil:
		f.refused, f.since = path, info
		f.log.Error("the map that is now in use in the library is not whole; the old one is served on", "file", path, "error", err)
	default:
		f.path, f.refused = path, ""
		f.log.Info("another map is in use in the library and is served now", "file", path)
	}
}

// unchanged reports whether a and b describe the same file with the same size and time.
func unchanged(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
