// SPDX-License-Identifier: MIT

package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFullFileSystem fills a small file system, if the user of the test may mount one.
func TestFullFileSystem(t *testing.T) {
	folder := smallFileSystem(t, "3m")
	ballast := filepath.Join(folder, "ballast")
	fullDisk(t, filepath.Join(folder, "trips.db"), 24, func(n int) {
		if err := os.RemoveAll(ballast); err != nil {
			t.Fatal(err)
		}
		if n < 0 {
			return
		}
		var s unix.Statfs_t
		if err := unix.Statfs(folder, &s); err != nil {
			t.Fatal(err)
		}
		room := []int64{0, 4 << 10, 12 << 10, 20 << 10, 64 << 10, 200 << 10}[n%6]
		if err := os.WriteFile(ballast, make([]byte, max(int64(s.Bavail)*s.Bsize-room, 0)), 0o600); err != nil {
			t.Fatal(err)
		}
	})
}

// smallFileSystem mounts a file system and returns its folder. It skips the test if its user may
// not mount one.
func smallFileSystem(t *testing.T, size string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, "size="+size); errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) {
		t.Skip("this user may not mount a file system")
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// TestOpenWithoutRoom checks that a disk without room for a workspace is said to be full.
func TestOpenWithoutRoom(t *testing.T) {
	for _, size := range []string{"4k", "16k", "40k"} {
		if w, err := Open(t.Context(), filepath.Join(smallFileSystem(t, size), "trips.db")); !errors.Is(err, unix.ENOSPC) {
			t.Errorf("with %s: %v, %v", size, w, err)
		}
	}
}

// TestBackupWithoutRoom checks that a backup that fails leaves no file that could be taken for
// one.
func TestBackupWithoutRoom(t *testing.T) {
	w := openNew(t)
	path := filepath.Join(smallFileSystem(t, "64k"), "backup.db")
	if err := w.Backup(t.Context(), path); !errors.Is(err, unix.ENOSPC) || !strings.Contains(err.Error(), path) {
		t.Errorf("%v, want ENOSPC with the name of the file", err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is left: %v", err)
	}
}
