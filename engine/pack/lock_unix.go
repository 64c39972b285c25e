//go:build unix

package pack

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock takes a lock on f that ends when f is closed or its process dies. It
// reports false if somebody else has one, or has removed the file meanwhile: two
// writers may make and clear away files at the same time. A file system that
// knows no locks gives none, and has no leftovers removed.
func lock(f *os.File) bool {
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err == unix.EWOULDBLOCK {
		return false
	}
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(mine, there)
}

// removeUnlocked removes a file that nobody has locked. In a folder that others write
// to something else may have taken its name meanwhile: a link is not followed, and a
// named pipe not waited for.
func removeUnlocked(name string) {
	f, err := os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return
	}
	defer f.Close() //nolint:errcheck // only locked, nothing to lose
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return
	}
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		_ = os.Remove(name)
	}
}

// closeAndMove closes f and moves it to path, its lock held until it is there.
func closeAndMove(f *os.File, path string) error {
	moveErr := os.Rename(f.Name(), path)
	if err := f.Close(); err != nil {
		return bare(err)
	}
	return moveErr
}
