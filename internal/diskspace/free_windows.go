// SPDX-License-Identifier: MIT

package diskspace

import (
	"math"

	"golang.org/x/sys/windows"
)

// Free returns the number of bytes that this user may still write to a folder. The folder
// must exist.
func Free(folder string) (int64, error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, err
	}
	return int64(min(free, math.MaxInt64)), nil
}
