// SPDX-License-Identifier: MIT

package shell

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"

	"roadsnap/engine/trace"
)

// openTraces opens trace files, and those in folders and their subfolders. Tables that are named
// themselves are looked at first if their columns are uncertain.
func (o *opener) openTraces(paths []string) {
	bounds := o.mapBounds()
	o.jobs.Start(func(ctx context.Context) func() {
		named, uncertain := sortOut(ctx, paths, bounds, o.trips.Recipes(ctx))
		traces := tracesIn(ctx, named)
		return func() {
			if len(traces) > 0 {
				o.trips.Open(traces...)
			}
			o.askInTurn(uncertain)
		}
	})
}

// tracesIn replaces each folder of paths by the trace files in it, sorted by their paths.
// Hidden files and folders are left out. A folder without a trace file stays, so that its
// row in the list says that nothing in it can be opened.
func tracesIn(ctx context.Context, paths []string) (traces []string) {
	for _, path := range paths {
		before := len(traces)
		// Unreadable parts of a folder are left out; a file is read later, with its error.
		_ = filepath.WalkDir(path, func(at string, entry fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case at == path:
				return nil
			case err != nil:
				return nil //nolint:nilerr // an unreadable part
			case strings.HasPrefix(entry.Name(), "."):
				if entry.IsDir() {
					return fs.SkipDir
				}
			case !entry.IsDir() && trace.HasExtension(entry.Name()):
				traces = append(traces, at)
			}
			return nil
		})
		if len(traces) == before {
			traces = append(traces, path)
		}
	}
	return traces
}
