// SPDX-License-Identifier: MIT

package maps

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// boundarySources returns the sources to import for a chosen boundary file. For one of
// several boundary files with the same extension, such as one per province, it is the
// folder. Otherwise, and for a zip archive, it is the file.
func boundarySources(path string) []string {
	if filepath.Ext(path) == ".zip" {
		return []string{path}
	}
	folder := filepath.Dir(path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return []string{path} // the import will report the error
	}
	end, alike := filepath.Ext(path), 0
	for _, e := range entries {
		if filepath.Ext(e.Name()) == end && isBoundaries(e.Name()) {
			alike++
		}
	}
	if alike > 1 {
		return []string{folder}
	}
	return []string{path}
}

// boundaryEndings lists the extensions of boundary files.
var boundaryEndings = []string{".geojson", ".geojson.gz", ".json", ".json.gz", ".zip"}

// isBoundaries reports whether path has the extension of a boundary file.
func isBoundaries(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	return slices.ContainsFunc(boundaryEndings, func(end string) bool { return strings.HasSuffix(name, end) })
}
