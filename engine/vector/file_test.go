// SPDX-License-Identifier: MIT

package vector

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// archiveOf writes an archive with files of these names, each with one feature.
func archiveOf(t *testing.T, names ...string) (path string) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(kmlTwo)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "x.zip")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestArchive(t *testing.T) {
	long := strings.Repeat("ranh giới các xã phường/", 20)
	for _, test := range []struct {
		name  string
		files []string
		want  int // files
		err   string
	}{
		{"a long folder", []string{long + "a.kml"}, 1, ""},
		{"folders with files of one name", []string{"1/a.kml", "2/a.kml", "a.kml"}, 3, ""},
		{"outside of the archive", []string{"../../a.kml", "/b.kml"}, 2, ""},
		{"a file twice", []string{"a.kml", "a.kml"}, 0, `two files called "a.kml"; unpack`},
	} {
		t.Run(test.name, func(t *testing.T) {
			features := 0
			err := ReadFile(t.Context(), archiveOf(t, test.files...), FileOptions{}, Sink{
				System:  func(System) error { return nil },
				Feature: func(Feature) error { features++; return nil },
			})
			if test.err != "" {
				if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), test.err) {
					t.Errorf("%v, want ErrFormat with %q", err, test.err)
				}
				return
			}
			if err != nil || features != 3*test.want {
				t.Errorf("%d features, %v; want those of %d files", features, err, test.want)
			}
		})
	}
}
