// SPDX-License-Identifier: MIT

package pack

import (
	"os"
	"path/filepath"
	"strings"
)

// tempEnding and tempDigits define the names of temporary files, such as
// ".map.rsp.0123abcd.tmp".
const (
	tempEnding = ".tmp"
	tempDigits = 8
)

// removeLeftovers removes the temporary files of dead writers of path. A live writer
// holds a lock on its file, which ends with its process. Errors are ignored, because
// a leftover file only costs disk space.
func removeLeftovers(path string) {
	folder, base := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Clean(folder + "."))
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Type().IsRegular() && isTemp(e.Name(), base) {
			removeUnlocked(filepath.Join(folder, e.Name()))
		}
	}
}

// isTemp reports whether name is the name of a temporary file for base.
func isTemp(name, base string) bool {
	digits, ok := strings.CutPrefix(name, "."+base+".")
	if !ok {
		return false
	}
	if digits, ok = strings.CutSuffix(digits, tempEnding); !ok || len(digits) != tempDigits {
		return false
	}
	return strings.Trim(digits, "0123456789abcdef") == ""
}
