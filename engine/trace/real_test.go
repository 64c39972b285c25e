// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// realFiles returns the files of the shared data that match, or skips.
func realFiles(t *testing.T, pattern string) []string {
	t.Helper()
	dir := os.Getenv("ROADSNAP_DATA")
	if dir == "" {
		t.Skip("ROADSNAP_DATA is not set: no real files to read")
	}
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(files) == 0 {
		t.Skipf("no %s in ROADSNAP_DATA", pattern)
	}
	return files
}

// TestRealTracks reads the recorded tracks of the Kubička set: each is one trip,
// with a time on every point, and nothing to repair.
func TestRealTracks(t *testing.T) {
	for _, file := range realFiles(t, "kubicka/*.csv.gz") {
		trips, err := ReadFile(context.Background(), file, Options{})
		if err != nil {
			t.Error(err)
			continue
		}
		if len(trips) != 1 || len(trips[0].Observations) < 10 || trips[0].ID != baseName(file) {
			t.Errorf("%s: %d trips", file, len(trips))
			continue
		}
		for _, n := range trips[0].Notes {
			t.Errorf("%s: %s", file, n)
		}
		for i, o := range trips[0].Observations {
			if o.Time.IsZero() {
				t.Errorf("%s: point %d has no time", file, i)
				break
			}
		}
	}
}

// TestRealAreas checks that boundaries are refused because they are areas.
func TestRealAreas(t *testing.T) {
	files := realFiles(t, "units/*.geojson.gz")
	_, err := ReadFile(context.Background(), files[0], Options{})
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, ErrFormat) || e.Line == 0 {
		t.Errorf("error %v", err)
	}
}
