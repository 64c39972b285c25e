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

	packEnding = ".rsp" // the usual one of packs
)

// tempPrefix returns how the names of temporary files for base begin. Of a long base it has
// the end only, because file systems allow names of 255 bytes.
func tempPrefix(base string) string {
	const most = 255 - len("..") - tempDigits - len(tempEnding)
	return "." + strings.ToValidUTF8(base[max(0, len(base)-most):], "") + "."
}

// removeLeftovers removes the temporary files of dead writers in the folder of path: those
// of path, and of any other pack. A live writer holds a lock on its file, which ends with
// its process. Errors are ignored, because a leftover file only costs disk space.
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

// isTemp reports whether name is the name of a temporary file for base, or for a file with
// the usual ending of packs.
func isTemp(name, base string) bool {
	name, ok := strings.CutSuffix(name, tempEnding)
	target, digits := name[:max(0, len(name)-tempDigits)], name[max(0, len(name)-tempDigits):]
	if !ok || len(digits) != tempDigits || strings.Trim(digits, "0123456789abcdef") != "" {
		return false
	}
	return target == tempPrefix(base) || strings.HasPrefix(target, ".") && strings.HasSuffix(target, packEnding+".")
}
