//go:build !unix

package pack

import (
	"os"
	"time"
)

// lock has nothing to do: a file that is open cannot be removed on Windows.
func lock(*os.File) bool { return true }

// removeUnlocked removes a file that nobody has open, once it is so old that it is
// not just being moved to its place either.
func removeUnlocked(name string) {
	const old = time.Hour
	if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > old {
		_ = os.Remove(name)
	}
}

// closeAndMove closes f and moves it to path: what is open cannot be moved.
func closeAndMove(f *os.File, path string) error {
	if err := f.Close(); err != nil {
		return bare(err)
	}
	return os.Rename(f.Name(), path)
}
