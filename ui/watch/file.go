// SPDX-License-Identifier: MIT

package watch

import (
	"context"
	"os"
	"time"
)

// glance is the time between two looks at a file. A look asks the system for its size and time.
const glance = 2 * time.Second

// File calls changed on its goroutine when a file is written, replaced, created or removed,
// within a few seconds, and once at the start. The folder of the file need not exist. File returns when ctx is done.
func File(ctx context.Context, path string, changed func()) {
	ticks := time.NewTicker(glance)
	defer ticks.Stop()
	last, _ := os.Stat(path)
	changed()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		now, _ := os.Stat(path)
		if !sameFile(last, now) {
			last = now
			changed()
		}
	}
}

// sameFile reports whether a and b, nil for a file that is missing, describe a file that has not
// changed.
func sameFile(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
