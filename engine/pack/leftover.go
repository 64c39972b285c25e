package pack

import (
	"os"
	"path/filepath"
	"strings"
)

// tempEnding and tempDigits make the name of a temporary file: ".map.rsp.", the
// digits, ".tmp".
const (
	tempEnding = ".tmp"
	tempDigits = 8
)

// removeLeftovers removes the temporary files of writers of path that died. A
// writer that lives holds a lock on its own, which ends with its process. What
// cannot be looked at or removed stays: it costs room, and nothing else.
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

// isTemp reports whether name is that of a temporary file for base.
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
