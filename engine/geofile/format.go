package geofile

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is a kind of file.
type Format string

// The formats.
const (
	GeoJSON      Format = "geojson"
	GeoPackage   Format = "gpkg"
	Shapefile    Format = "shp"
	ShapefileZip Format = "shp.zip" // a Shapefile whose parts stand in one archive
	KML          Format = "kml"
	CSV          Format = "csv"
)

// extensions are the endings of each format's names, the usual one first.
var extensions = []struct {
	format  Format
	endings []string
}{
	{GeoJSON, []string{".geojson", ".json"}},
	{GeoPackage, []string{".gpkg"}},
	{Shapefile, []string{".shp"}},
	{ShapefileZip, []string{".zip"}},
	{KML, []string{".kml"}},
	{CSV, []string{".csv"}},
}

// Formats returns all formats, those that keep most of the data first.
func Formats() []Format {
	list := make([]Format, len(extensions))
	for i, e := range extensions {
		list[i] = e.format
	}
	return list
}

// FormatOf returns the format that the ending of path stands for, in capitals
// or not. For any other ending the error wraps [ErrFormat].
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

// Extension returns the usual ending of the format's names, with its dot; ""
// for no format.
func (f Format) Extension() string {
	for _, e := range extensions {
		if e.format == f {
			return e.endings[0]
		}
	}
	return ""
}

// Streams reports whether [NewStream] can write the format: it is one text from
// beginning to end.
func (f Format) Streams() bool { return f == GeoJSON || f == KML || f == CSV }
