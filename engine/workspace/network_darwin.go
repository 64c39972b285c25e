// SPDX-License-Identifier: MIT

package workspace

import "golang.org/x/sys/unix"

// onNetwork reports whether a folder is on another machine.
func onNetwork(folder string) (bool, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(folder, &s); err != nil {
		return false, err
	}
	return s.Flags&unix.MNT_LOCAL == 0, nil
}
