// SPDX-License-Identifier: MIT

package maps

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"roadsnap/engine"
	"roadsnap/engine/osmimport"
)

// Sources are the files that a map is made of, and how they are read.
type Sources struct {
	Files []string // an extract of OpenStreetMap, boundaries of wards, or both

	// CRS, Encoding and Columns say how boundaries are read if their files do not; see
	// engine.ImportOptions.
	CRS, Encoding string
	Columns       map[string]string

	Partial bool // take an extract that seems to be cut off
	Smaller bool // replace a map that has far more
}

// Roads returns the extract, "" if there is none.
func (s Sources) Roads() string {
	if i := slices.IndexFunc(s.Files, osmimport.HasExtension); i >= 0 {
		return s.Files[i]
	}
	return ""
}

// Units returns the files and folders with boundaries. A file among others of its kind stands
// for its folder; see boundarySources.
func (s Sources) Units() (units []string) {
	for _, f := range s.Files {
		if f != s.Roads() {
			units = append(units, boundarySources(f)...)
		}
	}
	return slices.Compact(units)
}

// options returns the options of an import to out.
func (s Sources) options(out string) engine.ImportOptions {
	return engine.ImportOptions{
		Roads: s.Roads(), Units: s.Units(), Out: out, Partial: s.Partial, Smaller: s.Smaller,
		UnitsCRS: s.CRS, UnitsEncoding: s.Encoding, UnitsColumns: s.Columns,
	}
}

// Need returns about what the import takes.
func (s Sources) Need() engine.Need {
	o := s.options("")
	return o.Need()
}

// columnMeanings are what columns may be chosen for, as in engine.ImportOptions.
var columnMeanings = []string{"code", "name", "full_name", "province_code", "province", "kind"}

// ParseColumns reads "code=MADV, name=TENDV". ok is false if it is not like that.
func ParseColumns(text string) (columns map[string]string, ok bool) {
	for pair := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		meaning, column, found := strings.Cut(pair, "=")
		meaning, column = strings.TrimSpace(meaning), strings.TrimSpace(column)
		if !found || column == "" || !slices.Contains(columnMeanings, meaning) {
			return nil, false
		}
		if columns == nil {
			columns = map[string]string{}
		}
		columns[meaning] = column
	}
	return columns, true
}

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
