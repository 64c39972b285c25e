// SPDX-License-Identifier: MIT

package geofile

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestFormats(t *testing.T) {
	for path, want := range map[string]Format{
		"a.geojson": GeoJSON, "a.JSON": GeoJSON, "x/a.gpkg": GeoPackage, "a.Shp": Shapefile,
		"a.shp.zip": ShapefileZip, "a.b.kml": KML, "a.csv": CSV, "a.parquet": GeoParquet, "a.GeoParquet": GeoParquet, "a": "", "a.gpx": "", "a.csv/b": "", "": "",
	} {
		if got, err := FormatOf(path); got != want || errors.Is(err, ErrFormat) != (want == "") {
			t.Errorf("FormatOf(%q) = %q, %v, want %q", path, got, err, want)
		}
	}
	for _, f := range Formats() {
		if got, err := FormatOf("a" + f.Extension()); got != f || err != nil {
			t.Errorf("%s: %q, %v", f, got, err)
		}
		if _, err := NewStream(io.Discard, f, smallSchema); errors.Is(err, ErrFormat) == f.Streams() {
			t.Errorf("NewStream(%s): %v", f, err)
		}
	}
	if _, err := Create(filepath.Join(t.TempDir(), "a"), "tab", smallSchema); !errors.Is(err, ErrFormat) {
		t.Errorf("an unknown format: %v", err)
	}
}

// TestStream checks that a stream and a file have the same bytes.
func TestStream(t *testing.T) {
	for _, f := range Formats() {
		if !f.Streams() {
			continue
		}
		t.Run(string(f), func(t *testing.T) {
			var b bytes.Buffer
			w, err := NewStream(&b, f, sampleSchema)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range sampleFeatures() {
				if err := w.Add(x); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Commit(); err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(writeFile(t, f, sampleSchema, sampleFeatures()))
			if err != nil || !bytes.Equal(b.Bytes(), want) {
				t.Errorf("%d bytes in the stream, %d in the file, %v", b.Len(), len(want), err)
			}
		})
	}
}
