// SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
)

// printFolder returns the folder of files that are printed. It is in the user's cache, because
// a viewer in a sandbox may have no access to the temporary folder of the system.
func printFolder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = os.TempDir()
	}
	folder := filepath.Join(cache, "roadsnap", "print")
	return folder, os.MkdirAll(folder, 0o700)
}
