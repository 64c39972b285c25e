// SPDX-License-Identifier: MIT

package diskspace

import "path/filepath"

// FreeFor is Free for a folder that may not exist yet: it asks for the nearest folder above
// that exists.
func FreeFor(folder string) (int64, error) {
	for {
		free, err := Free(folder)
		up := filepath.Dir(folder)
		if err == nil || up == folder {
			return free, err
		}
		folder = up
	}
}
