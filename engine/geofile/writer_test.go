// SPDX-License-Identifier: MIT

package geofile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/paulmach/orb"
)

var (
	smallSchema  = Schema{Name: "wards", Licence: "ODbL", Columns: []Column{{"code", Text}, {"population", Integer}, {"area", Real}}}
	smallFeature = Feature{Values: []any{"00001", int64(3), 0.5}, Area: orb.MultiPolygon{{square(106, 10, 1)}}}
)

// listing returns the names in a folder, including hidden ones, with their contents.
func listing(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[e.Name()] = string(content)
	}
	return found
}

// oldFiles creates files at the paths that a Writer will use, one other file that
// belongs to them, and one that does not.
func oldFiles(t *testing.T, folder string, f Format) map[string]string {
	t.Helper()
	names := []string{"wards" + f.Extension(), "wards.txt"}
	switch f {
	case Shapefile:
		names = append(names, "wards.shx", "wards.dbf", "wards.prj", "wards.cpg", "wards.qix", "wards.sbn")
	case GeoPackage:
		names = append(names, "wards.gpkg-wal", "wards.gpkg-shm")
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("old "+name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return listing(t, folder)
}

func expectOld(t *testing.T, folder string, old map[string]string) {
	t.Helper()
	now := listing(t, folder)
	for name, content := range old {
		if now[name] != content {
			t.Errorf("%s is no longer what it was", name)
		}
	}
	for name := range now {
		if _, was := old[name]; !was {
			t.Errorf("%s is left behind", name)
		}
	}
}

// TestReplace checks that Commit, and nothing before it, removes the old file and all
// files that belong to it.
func TestReplace(t *testing.T) {
	for f, want := range map[Format][]string{
		GeoJSON:      {"wards.geojson", "wards.txt"},
		GeoPackage:   {"wards.gpkg", "wards.txt"},
		Shapefile:    {"wards.cpg", "wards.dbf", "wards.prj", "wards.shp", "wards.shp.xml", "wards.shx", "wards.txt"},
		ShapefileZip: {"wards.txt", "wards.zip"},
		KML:          {"wards.kml", "wards.txt"},
		CSV:          {"wards.csv", "wards.txt"},
	} {
		t.Run(string(f), func(t *testing.T) {
			folder := t.TempDir()
			old := oldFiles(t, folder, f)
			w, err := Create(filepath.Join(folder, "wards"+f.Extension()), f, smallSchema)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Add(smallFeature); err != nil {
				t.Fatal(err)
			}
			for name, content := range old {
				if now, err := os.ReadFile(filepath.Join(folder, name)); string(now) != content {
					t.Errorf("%s before Commit: %q, %v", name, now, err)
				}
			}
			if err := w.Commit(); err != nil {
				t.Fatal(err)
			}
			now := listing(t, folder)
			var names []string
			for name, content := range now {
				names = append(names, name)
				if name != "wards.txt" && strings.HasPrefix(content, "old") {
					t.Errorf("%s is the old one", name)
				}
			}
			if slices.Sort(names); !slices.Equal(names, want) {
				t.Errorf("there are %q, want %q", names, want)
			}
			parts := Parts(filepath.Join(folder, "wards"+f.Extension()), f)
			for name, content := range old {
				if lost := now[name] != content; lost != slices.Contains(parts, filepath.Join(folder, name)) {
					t.Errorf("%s is lost: %t; the parts are %q", name, lost, parts)
				}
			}
			if err := w.Abort(); err != nil {
				t.Errorf("Abort after Commit: %v", err)
			}
			if err := w.Commit(); !errors.Is(err, os.ErrClosed) {
				t.Errorf("second Commit: %v", err)
			}
			if err := w.Add(smallFeature); !errors.Is(err, os.ErrClosed) {
				t.Errorf("Add after Commit: %v", err)
			}
		})
	}
}

// TestParts checks that the parts are named as they are written.
func TestParts(t *testing.T) {
	for _, name := range []string{"wards.shp", "WARDS.SHP", "Wards.Shp", "wards.old.shp"} {
		folder := t.TempDir()
		path := filepath.Join(folder, name)
		w, err := Create(path, Shapefile, smallSchema)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Commit(); err != nil {
			t.Fatal(err)
		}
		written := listing(t, folder)
		for _, part := range Parts(path, Shapefile) {
			delete(written, filepath.Base(part))
		}
		if len(written) > 0 {
			t.Errorf("%s: %v is not among the parts", name, written)
		}
	}
}

// TestNothingLeft checks that no file is left after every kind of failure.
func TestNothingLeft(t *testing.T) {
	bad := Feature{Values: []any{"00001", int64(3), "not a number"}}
	for _, f := range Formats() {
		for name, give := range map[string]func(t *testing.T, w *Writer, folder string){
			"abort": func(t *testing.T, w *Writer, _ string) {
				for range 2 {
					if err := w.Abort(); err != nil {
						t.Error(err)
					}
				}
				if err := w.Commit(); !errors.Is(err, os.ErrClosed) {
					t.Errorf("Commit after Abort: %v", err)
				}
			},
			"bad feature": func(t *testing.T, w *Writer, _ string) {
				err := w.Add(bad)
				if !errors.Is(err, ErrFeature) || !strings.Contains(err.Error(), "feature 2") || !strings.Contains(err.Error(), `"area"`) {
					t.Errorf("Add: %v", err)
				}
				if again := w.Add(smallFeature); !errors.Is(again, err) {
					t.Errorf("Add after that: %v", again)
				}
				if commit := w.Commit(); !errors.Is(commit, err) {
					t.Errorf("Commit after that: %v", commit)
				}
			},
			"lost folder": func(t *testing.T, w *Writer, _ string) {
				if err := os.RemoveAll(w.stage.temp); err != nil {
					t.Fatal(err)
				}
				if err := w.Commit(); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "wards") {
					t.Errorf("Commit: %v", err)
				}
			},
		} {
			t.Run(string(f)+"/"+name, func(t *testing.T) {
				folder := t.TempDir()
				old := oldFiles(t, folder, f)
				w, err := Create(filepath.Join(folder, "wards"+f.Extension()), f, smallSchema)
				if err != nil {
					t.Fatal(err)
				}
				if err := w.Add(smallFeature); err != nil {
					t.Fatal(err)
				}
				give(t, w, folder)
				expectOld(t, folder, old)
			})
		}
	}
}

// TestMovedBack removes the last part of a Shapefile, so that the move fails after the
// others have been moved out.
func TestMovedBack(t *testing.T) {
	folder := t.TempDir()
	old, w := losePart(t, folder)
	if err := w.Commit(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Commit: %v", err)
	}
	expectOld(t, folder, old)
}

// TestRescue makes the restoring of old files fail too. The temporary folder with the
// old files must be kept.
func TestRescue(t *testing.T) {
	folder := t.TempDir()
	_, w := losePart(t, folder)
	w.stage.moved = []move{{from: filepath.Join(folder, "a"), to: filepath.Join(folder, "b")}}
	temp := w.stage.temp
	if err := w.Commit(); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), temp) {
		t.Errorf("Commit: %v", err)
	}
	if _, err := os.Stat(temp); err != nil {
		t.Error(err)
	}
}

// losePart returns a Writer of a Shapefile with a missing part, in a folder with an
// older Shapefile.
func losePart(t *testing.T, folder string) (old map[string]string, w *Writer) {
	t.Helper()
	old = oldFiles(t, folder, Shapefile)
	w, err := Create(filepath.Join(folder, "wards.shp"), Shapefile, smallSchema)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(smallFeature); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(w.stage.staged("wards.shp")); err != nil {
		t.Skipf("an open file cannot be removed here: %v", err)
	}
	return old, w
}

func TestPlaces(t *testing.T) {
	for _, f := range Formats() {
		t.Run(string(f), func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "wards"+f.Extension())
			for where, want := range map[string]error{
				filepath.Join(folder, "none", "wards"+f.Extension()): fs.ErrNotExist,
				folder + string(filepath.Separator):                  ErrPlace,
				"":                                                   ErrPlace,
			} {
				if _, err := Create(where, f, smallSchema); !errors.Is(err, want) || strings.Contains(err.Error(), ".tmp") {
					t.Errorf("Create(%q): %v, want %v", where, err, want)
				}
			}
			if os.Geteuid() != 0 {
				locked := filepath.Join(t.TempDir(), "locked")
				if err := os.Mkdir(locked, 0o555); err != nil {
					t.Fatal(err)
				}
				if _, err := Create(filepath.Join(locked, "wards"+f.Extension()), f, smallSchema); !errors.Is(err, fs.ErrPermission) {
					t.Errorf("in a folder that may not be written: %v", err)
				}
			}
			w, err := Create(path, f, smallSchema)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(path, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := w.Commit(); !errors.Is(err, ErrPlace) || !strings.Contains(err.Error(), path) {
				t.Errorf("Commit to a folder: %v", err)
			}
			if _, err := Create(path, f, smallSchema); !errors.Is(err, ErrPlace) || !strings.Contains(err.Error(), fmt.Sprintf("%q is not a file", path)) {
				t.Errorf("Create on a folder: %v", err)
			}
			if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
				t.Errorf("left behind: %v, %v", entries, err)
			}
		})
	}
	if _, err := Create(filepath.Join(t.TempDir(), "wards.dat"), Shapefile, smallSchema); !errors.Is(err, ErrFormat) {
		t.Errorf("a Shapefile of another name: %v", err)
	}
}

// TestFullDisk writes to a full device, and limits the pages of the database.
func TestFullDisk(t *testing.T) {
	for _, f := range Formats() {
		t.Run(string(f), func(t *testing.T) {
			folder := t.TempDir()
			old := oldFiles(t, folder, f)
			w, err := Create(filepath.Join(folder, "wards"+f.Extension()), f, smallSchema)
			if err != nil {
				t.Fatal(err)
			}
			full, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
			if err != nil {
				t.Skipf("no full device here: %v", err)
			}
			defer full.Close()
			switch e := w.encoder.(type) {
			case *textFile:
				e.out = full
			case *shapefile:
				e.shapes.shapesOut.Reset(full)
			case *shapefileZip:
				e.out = full
			case *flatGeobuf:
				e.writer.Reset(full)
			case *geoParquet:
				e.out = full
			case *geoPackage:
				if _, err := e.tx.Exec("PRAGMA max_page_count = 20"); err != nil {
					t.Fatal(err)
				}
			}
			big := Feature{Values: smallFeature.Values, Area: orb.MultiPolygon{{coast(10_000)}}}
			for range 20 {
				err = w.Add(big)
			}
			if err != nil && !errors.Is(err, syscall.ENOSPC) {
				t.Errorf("Add: %v", err)
			}
			if err := w.Commit(); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), folder) {
				t.Errorf("Commit: %v", err)
			}
			expectOld(t, folder, old)
		})
	}
}

// TestTooLarge uses limits lower than 2 GiB.
func TestTooLarge(t *testing.T) {
	for part, limit := range map[string]func(*shapefile){
		"shapes":     func(s *shapefile) { s.shapes.limit = 1000 },
		"attributes": func(s *shapefile) { s.table.limit = 500 },
	} {
		t.Run(part, func(t *testing.T) {
			w, err := Create(filepath.Join(t.TempDir(), "wards.shp"), Shapefile, smallSchema)
			if err != nil {
				t.Fatal(err)
			}
			limit(w.encoder.(*shapefile))
			for range 10 {
				err = w.Add(smallFeature)
			}
			if !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), part) {
				t.Errorf("Add: %v", err)
			}
			if err := w.Commit(); !errors.Is(err, ErrTooLarge) {
				t.Errorf("Commit: %v", err)
			}
		})
	}
}

// TestLongNames writes files whose names are about as long as they can be.
func TestLongNames(t *testing.T) {
	const longest = 245 // bytes: 255 on most systems, but some formats make files with longer endings
	for _, f := range Formats() {
		path := filepath.Join(t.TempDir(), strings.Repeat("w", longest-len(f.Extension()))+f.Extension())
		w, err := Create(path, f, smallSchema)
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if err := errors.Join(w.Add(smallFeature), w.Commit()); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}
