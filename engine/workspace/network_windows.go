// SPDX-License-Identifier: MIT

package workspace

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// onNetwork reports whether a folder is on another machine.
func onNetwork(folder string) (bool, error) {
	root, err := windows.UTF16PtrFromString(filepath.VolumeName(folder) + `\`)
	if err != nil {
		return false, err
	}
	return windows.GetDriveType(root) == windows.DRIVE_REMOTE, nil
}
