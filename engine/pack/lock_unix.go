// SPDX-License-Identifier: MIT

//go:build unix

package pack

import (
	"os"

	"golang.org/x/sys/unix"

	"roadsnap/internal/atomicfile"
)

// lock takes a lock on f that ends when f is closed or its process dies. It returns
// false if the file is locked by another process or has been removed, because
// writers may create and remove files at the same time. On a file system without
// locks it returns true, and removeUnlocked removes nothing.
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

// removeUnlocked removes a regular file that is not locked. Another process may have
// replaced it, so it does not follow a symbolic link or wait for a named pipe.
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

// closeAndMove renames f to path and closes it. It holds the lock until f is renamed.
func closeAndMove(f *os.File, path string) error {
	moveErr := os.Rename(f.Name(), path)
	if err := f.Close(); err != nil {
		return atomicfile.Bare(err)
	}
	return atomicfile.Bare(moveErr)
}
