// SPDX-License-Identifier: MIT

package geofile

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is a file format.
type Format string

// The formats.
const (
	GeoJSON      Format = "geojson"
	GeoPackage   Format = "gpkg"
	Shapefile    Format = "shp"
	ShapefileZip Format = "shp.zip" // the files of a Shapefile in one archive
	KML          Format = "kml"
	CSV          Format = "csv"
	FlatGeobuf   Format = "fgb"
	TopoJSON     Format = "topojson"
	GeoParquet   Format = "parquet"
)

// extensions lists the title of each format, and its file name extensions, the usual one first.
var extensions = []struct {
	format  Format
	title   string
	endings []string
}{
	{GeoJSON, "GeoJSON", []string{".geojson", ".json"}},
	{GeoPackage, "GeoPackage", []string{".gpkg"}},
	{Shapefile, "Shapefile", []string{".shp"}},
	{ShapefileZip, "Shapefile (zip)", []string{".zip"}},
	{KML, "KML", []string{".kml"}},
	{CSV, "CSV (WKT)", []string{".csv"}},
	{FlatGeobuf, "FlatGeobuf", []string{".fgb"}},
	{TopoJSON, "TopoJSON", []string{".topojson"}},
	{GeoParquet, "GeoParquet", []string{".parquet", ".geoparquet"}},
}

// Formats returns all formats.
func Formats() []Format {
	list := make([]Format, len(extensions))
	for i, e := range extensions {
		list[i] = e.format
	}
	return list
}

// FormatOf returns the format for the extension of path, ignoring case. For any other
// extension the error wraps [ErrFormat].
func FormatOf(path string) (Format, error) {
	ending := strings.ToLower(filepath.Ext(path))
	for _, e := range extensions {
		if slices.Contains(e.endings, ending) {
			return e.format, nil
		}
	}
	var known []string
	for _, e := range extensions {
		known = append(known, e.endings...)
	}
	return "", fmt.Errorf("%q: %w: the name must end in one of %s", path, ErrFormat, strings.Join(known, " "))
}

// Extension returns the usual extension of the format with its dot, or "" if f is not
// a format.
func (f Format) Extension() string {
	for _, e := range extensions {
		if e.format == f {
			return e.endings[0]
		}
	}
	return ""
}

// Title returns the name of the format for users, the same in every language; "" if f is not a
// format.
func (f Format) Title() string {
	for _, e := range extensions {
		if e.format == f {
			return e.title
		}
	}
	return ""
}

// Projects reports whether the coordinates may be in another system than WGS 84.
func (f Format) Projects() bool { return f != KML && f != TopoJSON }

// databaseEndings lists the endings of SQLite's auxiliary files. They belong to the old
// database only.
var databaseEndings = []string{"-journal", "-wal", "-shm"}

// Parts returns the files that a Writer for path replaces or removes if they exist: the
// file itself, the other parts of a Shapefile, and what other programs keep with it.
func Parts(path string, f Format) []string {
	var list []string
	switch f {
	case Shapefile:
		for _, part := range slices.Concat(shapefileParts, shapefileIndexes) {
			list = append(list, sibling(path, part))
		}
		return list
	case GeoPackage:
		for _, ending := range databaseEndings {
			list = append(list, path+ending)
		}
	}
	return append([]string{path}, list...)
}

// Streams reports whether [NewStream] can write the format.
func (f Format) Streams() bool {
	return f == GeoJSON || f == KML || f == CSV || f == TopoJSON || f == GeoParquet
}
