// SPDX-License-Identifier: MIT

//go:build !unix

package pack

import (
	"os"
	"time"

	"roadsnap/internal/atomicfile"
)

// lock does nothing, because an open file cannot be removed on Windows.
func lock(*os.File) bool { return true }

// removeUnlocked removes a file that is not open. It must be old enough that it is
// not about to be renamed.
func removeUnlocked(name string) {
	const old = time.Hour
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > old {
		_ = os.Remove(name)
	}
}

// closeAndMove closes f, because an open file cannot be renamed, and renames it to
// path.
func closeAndMove(f *os.File, path string) error {
	if err := f.Close(); err != nil {
		return atomicfile.Bare(err)
	}
	return atomicfile.Bare(os.Rename(f.Name(), path))
}
