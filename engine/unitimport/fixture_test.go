// SPDX-License-Identifier: MIT

package unitimport

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"roadsnap/engine/pack"
)

// square returns the coordinates of a Polygon: a square with the given side (degrees)
// and its south-west corner at lat, lon.
func square(lat, lon, side float64) string {
	return fmt.Sprintf("[[[%[2]v,%[1]v],[%[4]v,%[1]v],[%[4]v,%[3]v],[%[2]v,%[3]v],[%[2]v,%[1]v]]]", lat, lon, lat+side, lon+side)
}

// polygon returns a Polygon geometry.
func polygon(coordinates string) string {
	return `{"type":"Polygon","coordinates":` + coordinates + `}`
}

// featureOf returns a Feature with the members of its properties and a geometry.
func featureOf(properties, geometry string) string {
	return fmt.Sprintf(`{"type":"Feature","properties":{%s},"geometry":%s}`, properties, geometry)
}

// squares returns Features with the given properties, each with a square of its own.
func squares(properties ...string) []string {
	var out []string
	for i, p := range properties {
		out = append(out, featureOf(p, polygon(square(21, 105+float64(i)/100, 0.01))))
	}
	return out
}

func collection(features ...string) string {
	return `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + `]}`
}

// readString reads a text like a file.
func readString(s string) (found, error) { return readFrom(strings.NewReader(s)) }

func readFrom(in io.Reader) (found, error) {
	r := reader{lexer: newLexer(in), intake: intake{file: "x.geojson"}}
	err := r.all()
	return r.found, err
}

func zipped(t testing.TB, s string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// archive writes a zip archive of pairs of a name and a content.
func archive(t testing.TB, entries ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		w, err := z.Create(entries[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(entries[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// folder writes pairs of a name and a content into a new folder.
func folder(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(dir, files[i])
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// imported imports paths into a new pack and opens it.
func imported(t testing.TB, o Options, paths ...string) (Report, *pack.Pack, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "units.rsp")
	w, err := pack.Create(path, pack.Meta{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Prepare(t.Context(), paths, officialTable(t), o).Write(t.Context(), w)
	if err != nil {
		if abort := w.Abort(); abort != nil {
			t.Fatal(abort)
		}
		return r, nil, err
	}
	if err := w.Commit(); err != nil {
		t.Fatal(err)
	}
	p, err := pack.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return r, p, nil
}
