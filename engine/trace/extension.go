// SPDX-License-Identifier: MIT

package trace

import (
	"path/filepath"
	"slices"
	"strings"
)

// compressed is the extension of files that are compressed with gzip.
const compressed = ".gz"

// Extensions returns the usual file name extensions of traces, in lower case and without
// the dot. Each may be followed by ".gz". Files with other names are read as well, because
// the format is detected from the content.
func Extensions() []string {
	return []string{"gpx", "kml", "tcx", "fit", "geojson", "json", "csv", "tsv", "txt", "nmea", "nma", "xlsx", "xls", "kmz", "zip", "polyline"}
}

// HasExtension reports whether a file name has one of Extensions.
func HasExtension(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), compressed)
	return slices.Contains(Extensions(), strings.TrimPrefix(filepath.Ext(name), "."))
}
