// SPDX-License-Identifier: MIT

//go:build unix

package diskspace

import "golang.org/x/sys/unix"

// Free returns the number of bytes that this user may still write to a folder. The folder
// must exist.
func Free(folder string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return 0, err
	}
	return int64(s.Bavail) * int64(s.Bsize), nil //nolint:unconvert // the types differ between systems
}
