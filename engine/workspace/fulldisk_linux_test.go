// SPDX-License-Identifier: MIT

package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFullFileSystem fills a small file system, if the user of the test may mount one.
func TestFullFileSystem(t *testing.T) {
	folder := t.TempDir()
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, "size=3m"); errors.Is(err, unix.EPERM) || errors.Is(err, unix.EACCES) {
		t.Skip("this user may not mount a file system")
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
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
