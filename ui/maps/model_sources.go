package maps

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// boundarySources returns what to import when the user has chosen a file of
// boundaries: an archive alone; of files that lie side by side, as one for each
// province do, the folder with all of them.
func boundarySources(path string) []string {
	if filepath.Ext(path) == ".zip" {
		return []string{path}
	}
	folder := filepath.Dir(path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return []string{path} // the import will say what is wrong
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

// boundaryEndings are how the names of files of boundaries end.
var boundaryEndings = []string{".geojson", ".geojson.gz", ".json", ".json.gz", ".zip"}

// isBoundaries reports whether a path may be that of a file of boundaries.
func isBoundaries(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	return slices.ContainsFunc(boundaryEndings, func(end string) bool { return strings.HasSuffix(name, end) })
}
